"""The numbers and switches of a ruleset: checking what a host or a record gives, reading it from text, showing it
(ruling C5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.ruleset import Option

Value = int | float | bool


@dataclass(frozen=True, slots=True)
class OptionFault:
    """What is wrong with one option that was given; `text` names what is allowed."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name} {self.text}"


class BadOptions(ValueError):
    """All that is wrong with the options that were given."""

    def __init__(self, faults: Sequence[OptionFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


# --- checking -------------------------------------------------------------------------------------------------------


def completed(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Any]:
    """Every option by name, in the ruleset's order: what was given, else the default. Raises BadOptions."""
    if faults := all_faults(options, given):
        raise BadOptions(faults)
    return {o.name: _canonical(given.get(o.name, o.default)) for o in options}


def all_faults(options: Sequence[Option], given: Mapping[str, object]) -> list[OptionFault]:
    """Every fault of what was given, in the order in which it was given."""
    known = {o.name: o for o in options}
    found: list[OptionFault] = []
    for name, value in given.items():
        text = fault(known[name], value) if name in known else "is no option of this ruleset"
        if text:
            found.append(OptionFault(name, text))
    return found


def fault(option: Option, value: object) -> str | None:
    """Why the value does not fit (`must be a whole number from 1 to 50, not 99`), or None where it does."""
    return None if _fits(option, value) else _refusal(option, value)


def _refusal(option: Option, value: object) -> str:
    return f"must be {allowed(option)}, not {_cut(value)}"


def allowed(option: Option) -> str:
    """What may be given: `a whole number from 1 to 50`."""
    if _is_switch(option):
        return f"true or false ({bounds(option)})"
    return f"a {'number of hours' if option.unit == 'hours' else 'whole number'} from {bounds(option)}"


def bounds(option: Option) -> str:
    """`1 to 50`, `1 minute to 720 hours`, `on or off`."""
    if _is_switch(option):
        return "on or off"
    if option.unit == "hours":
        return f"{shown(option, option.least)} to {shown(option, option.most)}"
    return f"{option.least:,} to {option.most:,}"


def _is_switch(option: Option) -> bool:
    return isinstance(option.default, bool)


def _fits(option: Option, value: object) -> bool:
    """A bool is no number, and NaN is neither above nor below anything."""
    if _is_switch(option) or isinstance(value, bool):
        return _is_switch(option) and isinstance(value, bool)
    kinds = (int, float) if option.unit == "hours" else (int,)
    return isinstance(value, kinds) and option.least <= value <= option.most


def _canonical(value: Any) -> Any:
    """24.0 hours and 24 hours are the same match, so they are the same number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _cut(value: object) -> str:
    # A number of some thousand digits cannot even be written down.
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number that long"
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


# --- from a person's text -------------------------------------------------------------------------------------------

_SWITCH = dict.fromkeys(("on", "yes", "true"), True) | dict.fromkeys(("off", "no", "false"), False)
_NUMBER = re.compile(r"(?P<sign>-?)(?P<number>\d{1,20}(?:\.\d{1,10})?) ?(?P<unit>[a-z]*)", re.ASCII)
_GROUPED = re.compile(r"(?<=\d)([, _']\d{3})+(?![\d,])", re.ASCII)
_MINUTES = dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 1)
_MINUTES |= dict.fromkeys(("", "h", "hr", "hrs", "hour", "hours"), 60)
_MINUTES |= dict.fromkeys(("d", "day", "days"), 24 * 60)
_TIMES = {
    "": 1,
    "k": 1_000,
    "thousand": 1_000,
    "m": 10**6,
    "mio": 10**6,
    "million": 10**6,
    "bn": 10**9,
    "billion": 10**9,
}


def read(option: Option, text: str) -> Value:
    """The value that a person wrote: `24`, `1.5 hours`, `90 min`, `on`, `50,000,000`, `50m`.

    Raises BadOptions with what is allowed.
    """
    value = _SWITCH.get(_plain(text)) if _is_switch(option) else _read_number(option, text)
    if value is None or not _fits(option, value):
        raise BadOptions([OptionFault(option.name, _refusal(option, text.strip()))])
    return value


def _read_number(option: Option, text: str) -> int | float | None:
    plain = _plain(text).removesuffix("yen").strip() if option.unit == "yen" else _plain(text)
    if option.unit != "hours":
        plain = _GROUPED.sub(lambda m: re.sub(r"[^\d]", "", m[0]), plain)
    m = _NUMBER.fullmatch(plain.replace(",", "."))
    factor = _factor(option, m["unit"]) if m else None
    if m is None or factor is None:
        return None
    if option.unit != "hours" and factor == 1 and "." in m["number"]:
        return None  # in half of the world 50.000 is fifty thousand
    exact = Fraction(m["sign"] + m["number"]) * factor / (60 if option.unit == "hours" else 1)
    return int(exact) if exact.denominator == 1 else float(exact)


def _factor(option: Option, unit: str) -> int | None:
    if option.unit == "hours":
        return _MINUTES.get(unit)
    return _TIMES.get(unit) if option.unit == "yen" or not unit else None


def _plain(text: str) -> str:
    """Lower case, full-width letters and digits as the plain ones, one blank between words."""
    return " ".join(unicodedata.normalize("NFKC", text).replace("\u2212", "-").lower().split())


# --- for people -----------------------------------------------------------------------------------------------------


def shown(option: Option, value: Value) -> str:
    """A value as people read it: `24 hours`, `20 minutes`, `on`, `50,000,000 yen`, `7`."""
    if _is_switch(option):
        return "on" if value else "off"
    if option.unit == "hours":
        return _duration(value)
    return f"{value:,}" + (" yen" if option.unit == "yen" else "")


def _duration(hours: float) -> str:
    if round(hours, 2) == hours:
        return f"{hours:g} hour{'' if hours == 1 else 's'}"
    minutes = round(hours * 60, 2)
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"
