"""Whatever is repeated on the terminal cannot steer it, and stays in its line."""

from __future__ import annotations

import io
import logging
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import logs
from bot.__main__ import main
from bot.terminal import complain, harmless, say

EVIL = "x\x1b[2J\x9b1mred\nDealer stops: all is well\r\x07\u202egnp.\udcff"
SHOWN = r"x\x1b[2J\x9b1mred\nDealer stops: all is well\r\x07\u202egnp.\udcff"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder; logging and signals are afterwards what they were."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALER_DATABASE_FILE", "dealer.sqlite3")
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    handler, root = signal.getsignal(signal.SIGTERM), logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    signal.signal(signal.SIGTERM, handler)
    root.handlers[:], root.level = handlers, level


def test_what_can_be_seen_stays_as_it_is() -> None:
    seen = "Здравствуй, 荷官: 100 % of /srv/dealer – “quoted” ✓ 🃏"
    assert harmless(seen) == seen


def test_what_steers_a_terminal_is_written_out() -> None:
    assert harmless(EVIL) == SHOWN


def test_each_sentence_has_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    say("one", EVIL)
    complain("two", EVIL)
    assert capsys.readouterr() == (f"one\n{SHOWN}\n", f"two\n{SHOWN}\n")


def test_a_terminal_that_knows_few_letters_gets_the_rest_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", out := io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    say("für Дилер")
    out.seek(0)
    assert out.read() == "f\\xfcr \\u0414\\u0438\\u043b\\u0435\\u0440\n"


def key_in_the_settings() -> list[str]:
    Path("config.toml").write_text('["\\u001b[31mred"]\n"\\n\\u001b[2J" = 1\n', "utf-8")
    return ["check"]


def bad_toml() -> list[str]:
    Path("config.toml").write_bytes(b"[log]\n\xc2\x9b31m \xe2\x80\xae = ?\n")
    return ["check"]


def variable() -> list[str]:
    return ["check"]


def database_that_is_none() -> list[str]:
    Path(EVIL).write_text("Good day. " * 500)
    return ["check"]


ECHOED: dict[str, tuple[Callable[[], list[str]], dict[str, str]]] = {
    "a settings file that is not there": (lambda: ["--config", EVIL, "check"], {}),
    "a section and a key": (key_in_the_settings, {}),
    "a line that is no TOML": (bad_toml, {}),
    "a variable": (variable, {f"DEALER_{EVIL}": "1"}),
    "a database that is none": (database_that_is_none, {"DEALER_DATABASE_FILE": EVIL}),
    "a database to be made": (lambda: ["check"], {"DEALER_DATABASE_FILE": EVIL}),
    "no database": (lambda: ["backup", "copy"], {"DEALER_DATABASE_FILE": EVIL}),
    "a copy that is not there": (lambda: ["restore", EVIL], {}),
    "a folder that is not there": (lambda: ["run"], {"DEALER_DATABASE_FILE": f"config.example/{EVIL}/a"}),
    "an argument too many": (lambda: ["check", EVIL], {}),
    "an option that there is not": (lambda: ["check", f"--{EVIL}"], {}),
    "a command that there is not": (lambda: [EVIL], {}),
    "an id that is none": (lambda: ["forget", EVIL], {}),
}


@pytest.mark.parametrize("case", ECHOED)
def test_nothing_that_is_repeated_leaves_its_line_or_steers_the_terminal(
    case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare, environment = ECHOED[case]
    Path("config.example").touch()
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    try:
        main(prepare())
    except SystemExit as refused:
        assert refused.code == 2  # noqa: PT017 - some end like this, and some return
    said = "".join(capsys.readouterr())
    assert said.strip()
    assert [line for line in said.split("\n") if not line.isprintable()] == []
    assert not [line for line in said.split("\n") if line.startswith("Dealer stops: all is well")]


def test_a_line_of_the_log_is_one_line_whatever_it_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    logs.set_up("INFO")
    logging.getLogger("discord").warning("it said: %s", EVIL)
    assert stream.getvalue().endswith(f"WARNING discord: it said: {SHOWN}\n")
