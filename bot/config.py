"""Settings: `config.toml`, overridden by `DEALER_<SECTION>_<KEY>`, read into one frozen `Settings`.

The dataclasses below are the only list of the keys there are. Each field holds its kind, its default and the sentence
that explains it; reading, complaints and the check of `config.example.toml` all come from them. Whatever is wrong is
reported at once, by key.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn, Protocol, TypeVar, get_type_hints

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PREFIX: Final = "DEALER_"
USUAL_FILE: Final = Path("config.toml")
_TEXT: Final = "utf-8-sig"
"""Some editors put a mark in front of a text (a BOM): it is no part of it."""
_BLANKS: Final = f"{string.whitespace}\ufeff"


class ConfigurationError(Exception):
    """All that is wrong with the configuration, a sentence each, every one beginning with its key."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = tuple(mistakes)


class Secret:
    """A text that is never printed, logged, compared or written down; only `reveal` gives it away."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not written down")


# --- kinds of values --------------------------------------------------------------------------------------------------


class Mistaken(ValueError):
    """A value that is known to be something else than what it should be; the text says what, without the value."""


class Kind(Protocol[T_co]):
    """What a key may hold. Both readers raise ValueError for anything else; `expects` completes "must be …"."""

    @property
    def expects(self) -> str: ...

    def from_toml(self, value: object) -> T_co: ...

    def from_text(self, text: str) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Switch:
    @property
    def expects(self) -> str:
        return "true or false"

    def from_toml(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError

    def from_text(self, text: str) -> bool:
        words = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        return self.from_toml(words.get(text.lower()))


@dataclass(frozen=True, slots=True)
class Whole:
    least: int
    most: int

    @property
    def expects(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def from_toml(self, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        raise ValueError

    def from_text(self, text: str) -> int:
        return self.from_toml(int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None)


@dataclass(frozen=True, slots=True)
class OneOf:
    words: tuple[str, ...]

    @property
    def expects(self) -> str:
        return f"one of {', '.join(self.words)}"

    def from_toml(self, value: object) -> str:
        if isinstance(value, str) and value.upper() in self.words:
            return value.upper()
        raise ValueError

    def from_text(self, text: str) -> str:
        return self.from_toml(text)


@dataclass(frozen=True, slots=True)
class File:
    """A path, taken from the folder in which the bot is started."""

    @property
    def expects(self) -> str:
        return "the path of a file"

    def from_toml(self, value: object) -> Path:
        if isinstance(value, str) and value.strip() and "\0" not in value:
            try:
                return Path(value).expanduser()
            except RuntimeError:
                raise Mistaken(
                    "begins with ~, and whose folder that is cannot be told here; write the whole path."
                ) from None
        raise ValueError

    def from_text(self, text: str) -> Path:
        return self.from_toml(text)


@dataclass(frozen=True, slots=True)
class Token:
    @property
    def expects(self) -> str:
        return "a bot token: one word, as the developer portal shows it"

    def from_toml(self, value: object) -> Secret:
        text = value.strip() if isinstance(value, str) else ""
        if re.fullmatch(r"[A-Za-z0-9._-]+", text):
            return Secret(text)
        if re.match(r"(export\s+)?\w+\s*[=:]", text):
            raise Mistaken("holds a whole line, NAME=TOKEN; leave nothing of it but the token.")
        if text[:1] in ("'", '"'):
            raise Mistaken("holds the token in quotes; take them off.")
        raise ValueError

    def from_text(self, text: str) -> Secret:
        return self.from_toml(text)


# --- the keys ---------------------------------------------------------------------------------------------------------


def key(kind: Kind[T], default: T, about: str) -> T:
    """A field of a section: what it may hold, what it holds when nobody sets it, and what it means."""
    described: T = field(default=default, metadata={"kind": kind, "about": about})
    return described


@dataclass(frozen=True, slots=True)
class Discord:
    token: Secret | None = key(
        Token(), None, "The bot's token. Better kept in a file of its own or in the environment than here."
    )
    token_file: Path | None = key(
        File(), None, "A file that holds nothing but the bot's token. Either this or the token itself, not both."
    )


@dataclass(frozen=True, slots=True)
class Database:
    file: Path = key(
        File(), Path("data/dealer.sqlite3"), "The SQLite file in which everything is kept. Made at the first start."
    )


@dataclass(frozen=True, slots=True)
class Hosting:
    away_extension: bool = key(
        Switch(), True, "Move a deadline when the bot was away for a good part of the time before it."
    )
    settle_seconds: int = key(
        Whole(5, 60), 5, "How long after a deadline, on Discord's clock, a round is closed at the earliest, in seconds."
    )
    late_alarm_minutes: int = key(
        Whole(1, 1440), 10, "Tell the host when the closing of a round is held up for so many minutes."
    )


@dataclass(frozen=True, slots=True)
class Privacy:
    keep_texts_days: int = key(
        Whole(0, 3650), 30, "How many days after a match the players' messages, as they typed them, are kept."
    )


@dataclass(frozen=True, slots=True)
class Log:
    level: str = key(
        OneOf(("DEBUG", "INFO", "WARNING", "ERROR")),
        "INFO",
        "How much is written to standard error while the bot runs.",
    )


@dataclass(frozen=True, slots=True)
class Settings:
    discord: Discord = field(default_factory=Discord)
    database: Database = field(default_factory=Database)
    hosting: Hosting = field(default_factory=Hosting)
    privacy: Privacy = field(default_factory=Privacy)
    log: Log = field(default_factory=Log)


SECTIONS: Final[Mapping[str, type[Any]]] = get_type_hints(Settings)


def variable(section: str, name: str) -> str:
    """What a key is called in the environment."""
    return f"{PREFIX}{section}_{name}".upper()


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the table of keys, as the dataclasses above declare it."""

    section: str
    name: str
    kind: Kind[Any]
    default: Any
    about: str

    @property
    def variable(self) -> str:
        return variable(self.section, self.name)

    def __str__(self) -> str:
        return f"{self.section}.{self.name}"


def _described(section: str, declared: Field[Any]) -> Key:
    return Key(section, declared.name, declared.metadata["kind"], declared.default, declared.metadata["about"])


KEYS: Final = tuple(_described(section, declared) for section, kind in SECTIONS.items() for declared in fields(kind))


# --- reading ----------------------------------------------------------------------------------------------------------


def load(path: Path | None, environment: Mapping[str, str], *, needs_token: bool) -> Settings:
    """Read the settings, or raise `ConfigurationError` with everything that is wrong.

    `path` None stands for `config.toml` in this folder, which may be missing; a file that is named must be there.
    An empty variable counts as not set.
    """
    reader = _Reader(environment)
    reader.read_file(path)
    reader.look_for_unknown()
    settings = reader.settings(needs_token)
    if reader.mistakes:
        raise ConfigurationError(reader.mistakes)
    return settings


class _Reader:
    """Gathers what the file and the environment say, and every mistake on the way. No sentence shows a value."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.mistakes: list[str] = []
        self._variables = {
            name: trimmed
            for name, text in environment.items()
            if name.startswith(PREFIX) and (trimmed := text.strip(_BLANKS))
        }
        self._written: dict[str, Any] = {}

    def read_file(self, path: Path | None) -> None:
        if path is None and not USUAL_FILE.exists():
            return
        path = path or USUAL_FILE
        try:
            self._written = tomllib.loads(path.read_text(_TEXT))
        except OSError as error:
            self.mistakes.append(f"{path}: cannot be read ({error.strerror}).")
        except UnicodeDecodeError:
            self.mistakes.append(f"{path}: is not a text in UTF-8.")
        except tomllib.TOMLDecodeError as error:
            self.mistakes.append(f"{path}: is not valid TOML: {error}.")

    def look_for_unknown(self) -> None:
        for section, table in self._written.items():
            self.mistakes += _unknown_keys(section, table)
        known = [key.variable for key in KEYS]
        for name in sorted(self._variables.keys() - known):
            self.mistakes.append(f"{name}: there is no such setting{_meant(name, known)}")

    def settings(self, needs_token: bool) -> Settings:
        values = {str(key): self._value(key) for key in KEYS}
        values["discord.token"] = self._token(values["discord.token"], values["discord.token_file"], needs_token)
        return Settings(**{section: _filled(section, values) for section in SECTIONS})

    def _given(self, key: Key) -> bool:
        table = self._written.get(key.section)
        return key.variable in self._variables or (isinstance(table, dict) and key.name in table)

    def _value(self, key: Key) -> Any:
        """The environment's value, else the file's, else the default (also after a mistake)."""
        from_text = key.variable in self._variables
        try:
            if from_text:
                return key.kind.from_text(self._variables[key.variable])
            if self._given(key):
                return key.kind.from_toml(self._written[key.section][key.name])
        except ValueError as error:
            why = str(error) if isinstance(error, Mistaken) else f"must be {key.kind.expects}."
            self.mistakes.append(f"{key.variable if from_text else key}: {why}")
        return key.default

    def _token(self, token: Secret | None, file: Path | None, needed: bool) -> Secret | None:
        given = [key for key in KEYS if key.name in ("token", "token_file") and self._given(key)]
        if len(given) > 1:
            names = " and ".join(key.variable if key.variable in self._variables else str(key) for key in given)
            self.mistakes.append(f"discord.token: is given twice, by {names}; keep one of them.")
        elif file is not None:
            return self._token_in(file)
        elif needed and not given:
            self.mistakes.append(
                "discord.token: there is no token. Name a file that holds it in discord.token_file, "
                "or set DEALER_DISCORD_TOKEN."
            )
        return token

    def _token_in(self, file: Path) -> Secret | None:
        # The path is not shown: the token itself is what people paste there by mistake.
        try:
            return Token().from_toml(file.read_text(_TEXT))
        except OSError as error:
            where = "" if file.is_absolute() else f"; it is looked for from {Path.cwd()}"
            self.mistakes.append(f"discord.token_file: cannot be read ({error.strerror}){where}.")
        except Mistaken as error:
            self.mistakes.append(f"discord.token_file: the file {error}")
        except ValueError:
            self.mistakes.append("discord.token_file: must hold the bot's token and nothing else.")
        return None


def _unknown_keys(section: str, table: object) -> list[str]:
    names = [key.name for key in KEYS if key.section == section]
    if not names:
        return [_unknown_section(section, table)]
    if not isinstance(table, dict):
        return [f"{section}: is a section; write [{section}] on a line of its own and its keys below."]
    unknown = [name for name in table if name not in names]
    return [f"{section}.{name}: there is no such key{_meant(name, names)}" for name in unknown]


def _unknown_section(name: str, held: object) -> str:
    homes = [key.section for key in KEYS if key.name == name]
    if homes and not isinstance(held, dict):
        return f"{name}: stands in no section; write [{homes[0]}] on a line of its own above it."
    return f"{name}: there is no such section{_meant(name, list(SECTIONS))}"


def _meant(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]}?" if near else "."


def _filled(section: str, values: Mapping[str, Any]) -> Any:
    return SECTIONS[section](**{key.name: values[str(key)] for key in KEYS if key.section == section})
