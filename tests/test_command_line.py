"""The command line: what each command calls, what it says when something is missing, and how it ends."""

from __future__ import annotations

import argparse
import io
import logging
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

import bot
from bot import logs
from bot.__main__ import MISUSED, WELL, WRONG, main
from bot.config import Settings

ROOT = Path(__file__).parent.parent


class Operating:
    """Stands where `bot.operating` stands, and remembers what was called with which settings."""

    def __init__(self) -> None:
        self.status = WELL
        self.called: list[tuple[object, ...]] = []
        self.service = ModuleType("bot.operating.service")
        self.upkeep = ModuleType("bot.operating.upkeep")
        self.health = ModuleType("bot.operating.health")
        self.service.run = self.run  # type: ignore[attr-defined]
        self.health.health = partial(self.call, "health")  # type: ignore[attr-defined]
        for name in ("check", "backup", "restore", "forget"):
            setattr(self.upkeep, name, partial(self.call, name))

    async def run(self, settings: Settings) -> int:
        return self.call("run", settings)

    def call(self, command: str, settings: Settings, *arguments: object) -> int:
        self.called.append((command, settings, *arguments))
        return self.status


class Demo(ModuleType):
    def __init__(self) -> None:
        super().__init__("bot.rehearsal.demo")
        self.called: list[argparse.Namespace] = []

    def main(self, arguments: argparse.Namespace) -> int:
        self.called.append(arguments)
        return WELL


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder, no token in the environment, and logging and signals put back as they were."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALER_DISCORD_TOKEN", raising=False)
    loggers = [logging.getLogger(name) for name in (None, *logs.OURS, *logs.CHATTY, "discord.http", "discord.gateway")]
    before = [(it, it.level, list(it.handlers)) for it in loggers]
    at_termination = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, at_termination)
    for it, level, handlers in before:
        it.setLevel(level)
        it.handlers[:] = handlers


def put(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    package, _, name = module.__name__.rpartition(".")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(sys.modules.get(package) or __import__(package, fromlist=["_"]), name, module, raising=False)


@pytest.fixture
def operating(monkeypatch: pytest.MonkeyPatch) -> Operating:
    fake = Operating()
    for module in (fake.service, fake.upkeep, fake.health):
        put(monkeypatch, module)
    return fake


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> Demo:
    put(monkeypatch, fake := Demo())
    return fake


# --- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--config", "a.toml", "run"], ["run", "--config", "a.toml"]])
def test_run_gets_the_settings_of_the_named_file(
    operating: Operating, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (tmp_path / "a.toml").write_text("[hosting]\nsettle_seconds = 7\n", "utf-8")
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    assert main(arguments) == WELL
    ((command, settings),) = operating.called
    assert isinstance(settings, Settings)
    assert (command, settings.hosting.settle_seconds) == ("run", 7)
    assert settings.discord.token is not None
    assert settings.discord.token.reveal() == "made.up.token"


@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (["check"], ("check",)),
        (["health"], ("health",)),
        (["backup", "a.sqlite3"], ("backup", Path("a.sqlite3"))),
        (["restore", "a.sqlite3"], ("restore", Path("a.sqlite3"), False)),
        (["restore", "--latest", "a.sqlite3"], ("restore", Path("a.sqlite3"), True)),
        (["forget", "1234567890123456789"], ("forget", 1234567890123456789)),
    ],
)
def test_the_operators_commands_need_no_token_and_their_status_is_the_commands(
    operating: Operating, arguments: list[str], called: tuple[object, ...]
) -> None:
    operating.status = WRONG
    assert main(arguments) == WRONG
    ((command, _, *rest),) = operating.called
    assert (command, *rest) == called


def test_demo_needs_no_configuration_and_passes_its_arguments_on(demo: Demo, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("nonsense", "utf-8")
    assert main(["demo", "--fast", "--seed", "7", "--out", "shows"]) == WELL
    (given,) = demo.called
    assert (given.fast, given.seed, given.out) == (True, 7, Path("shows"))


# --- what may be wrong ------------------------------------------------------------------------------------------------


def test_run_without_a_token_ends_with_status_2_and_says_so(
    operating: Operating, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run"]) == MISUSED
    assert "discord.token: there is no token." in capsys.readouterr().err
    assert not operating.called


def test_a_faulty_configuration_ends_with_status_2_and_every_mistake(
    operating: Operating, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text("[log]\nlevel = 'LOUD'\n[hosting]\nsettle_seconds = 1\n", "utf-8")
    assert main(["check"]) == MISUSED
    said = capsys.readouterr().err
    assert "log.level" in said
    assert "hosting.settle_seconds" in said
    assert not operating.called


@pytest.mark.parametrize(
    "arguments",
    [[], ["dance"], ["run", "--fast"], ["demo", "--seed", "x"], ["demo", "--config"], ["backup"], ["forget", "Ann"]],
)
def test_a_command_line_that_cannot_be_read_ends_with_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == MISUSED


@pytest.mark.parametrize("missing", ["simcord", "rich"])
def test_a_missing_part_of_the_demo_gives_one_sentence_that_says_what_to_install(
    demo: Demo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(demo, "main", lambda _: __import__(missing))
    assert main(["demo"]) == WRONG
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"The demo needs {missing}" in said
    assert "pip install simcord rich" in said


def test_a_missing_dependency_of_the_bot_is_named(
    operating: Operating, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    monkeypatch.setattr(operating.upkeep, "check", lambda _: __import__("sqlalchemy"))
    assert main(["check"]) == WRONG
    assert "Dealer needs sqlalchemy" in capsys.readouterr().err


def test_a_missing_module_of_our_own_is_a_bug_and_is_not_hushed_up(
    operating: Operating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating.upkeep, "check", lambda _: __import__("games.nowhere"))
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        main(["check"])


def test_an_interrupt_ends_quietly(
    operating: Operating, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(_: Settings) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(operating.service, "run", run)
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    assert main(["run"]) == 130
    assert capsys.readouterr().err == ""


def test_version_and_help_need_nothing_installed() -> None:
    for arguments, expected in ((["--version"], f"dealer {bot.__version__}\n"), (["--help"], "usage: dealer")):
        done = subprocess.run(
            [sys.executable, "-S", "-m", "bot", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith(expected)


# --- the log ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_libraries_that_print_whole_messages_never_log_below_info(level: str) -> None:
    logs.set_up(level)
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite", "sqlalchemy.engine"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG), name
    assert logging.getLogger("bot.hosting").isEnabledFor(logging.DEBUG) is (level == "DEBUG")
    assert logging.getLogger("discord.http").isEnabledFor(logging.INFO) is (level in {"DEBUG", "INFO"})


def test_the_quietest_level_quiets_the_libraries_too() -> None:
    logs.set_up("ERROR")
    assert not logging.getLogger("discord.gateway").isEnabledFor(logging.WARNING)
    assert not logging.getLogger("bot").isEnabledFor(logging.WARNING)


def test_chatter_of_libraries_is_kept_out_of_the_log_but_not_their_warnings() -> None:
    logs.set_up("DEBUG")
    for name in ("alembic.runtime.plugins", "apscheduler.executors.default"):
        assert not logging.getLogger(name).isEnabledFor(logging.INFO), name
        assert logging.getLogger(name).isEnabledFor(logging.WARNING), name


def test_lines_have_one_form_with_the_time_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    logs.set_up("INFO")
    record = logging.LogRecord("bot.hosting", logging.WARNING, "x", 1, "round %d closed late", (2,), None)
    record.created, record.msecs = 86_400 + 3_661.25, 250.0
    logging.getLogger("bot.hosting").handle(record)
    assert stream.getvalue() == "1970-01-02T01:01:01.250Z WARNING bot.hosting: round 2 closed late\n"


def test_setting_up_twice_does_not_print_lines_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    logs.set_up("DEBUG")
    logs.set_up("DEBUG")
    logging.getLogger("bot").debug("once")
    assert len(re.findall("once", stream.getvalue())) == 1
