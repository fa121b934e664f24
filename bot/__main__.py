"""The command line: `dealer run`, `dealer demo`, `dealer check`.

Exit statuses: 0 all is well, 1 something is wrong (the command says what, also one that was stuck), 2 the command line
or the configuration is.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from bot import __version__, logs
from bot.config import ConfigurationError, Settings, load
from bot.terminal import complain, harmless
from games.catalogue import RULESETS

log = logging.getLogger("bot")

WELL: Final = 0
WRONG: Final = 1
MISUSED: Final = 2

_OF_THE_DEMO: Final = {"simcord", "rich", "pygments", "markdown_it", "mdurl"}
_OURS: Final = {"bot", "games", "migrations"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; `arguments` None stands for the process's own. Returns the exit status."""
    given = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except ConfigurationError as error:
        complain("The configuration cannot be used:", *(f"  {mistake}" for mistake in error.mistakes))
        return MISUSED
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in _OURS:
            raise
        complain(_what_to_install(missing))
        return WRONG
    except KeyboardInterrupt:
        return 130  # as shells have it: ended by the user's interrupt


class Parser(argparse.ArgumentParser):
    """Repeats what it does not understand, but never lets it steer the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(harmless(message))


def parser() -> argparse.ArgumentParser:
    top: argparse.ArgumentParser = Parser(
        prog="dealer",
        description="A Discord bot that hosts long, play-by-post games of bluff.",
        epilog="Settings come from config.toml and from DEALER_<SECTION>_<KEY>; config.example.toml explains them.",
    )
    top.add_argument("--version", action="version", version=f"dealer {__version__}")
    _add_config(top, None)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command, about in (
        ("run", _run, "connect to Discord and host"),
        ("check", _check, "say what is wrong with the settings or the database; try its upgrade on a copy"),
        ("health", _health, "say whether the bot on this database is alive, by the exit status: 0 or 1"),
    ):
        one = commands.add_parser(name, help=about, description=_sentence(about))
        one.set_defaults(command=command)
        _add_config(one, argparse.SUPPRESS)
    _add_upkeep(commands)
    _add_demo(commands)
    return top


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."


def _add_config(to: argparse.ArgumentParser, default: object) -> None:
    about = "the settings to read (default: config.toml here, if there is one)"
    to.add_argument("--config", metavar="PATH", type=Path, default=default, help=about)


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = "play whole matches on a simulated Discord, without a token"
    demo = commands.add_parser("demo", help=about, description=_sentence(about))
    demo.add_argument("--ruleset", choices=tuple(RULESETS), help="this match alone (default: one of each)")
    demo.add_argument("--picture", type=Path, metavar="FILE", help="draw a scene of it as SVG, and nothing else")
    demo.add_argument("--fast", action="store_true", help="do not wait between the posts")
    demo.add_argument("--seed", type=int, metavar="N", default=1, help="another show; the same number, the same show")
    demo.add_argument(
        "--out", type=Path, metavar="DIR", default=Path("demo"), help="where the record goes (%(default)s)"
    )
    demo.set_defaults(command=_demo)


def _add_upkeep(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    new, copied, person = "a new file, for the copy", "a copy that `dealer backup` made", "the person's Discord id"
    for name, command, argument, kind, what, about in (
        ("backup", _backup, "file", Path, new, "copy the database into FILE, while the bot runs or not"),
        ("restore", _restore, "file", Path, copied, "put the copy FILE in the database's place, if it is sound"),
        ("forget", _forget, "user", _discord_id, person, "take the person USER out of everything that is kept"),
    ):
        one = commands.add_parser(name, help=about, description=_sentence(about))
        one.add_argument(argument, metavar=argument.upper(), type=kind, help=what)
        one.set_defaults(command=command)
        _add_config(one, argparse.SUPPRESS)
        if name == "restore":
            latest = "the copy was made once the bot had stopped for good: matches run on, and none is set back"
            one.add_argument("--latest", action="store_true", help=latest)


def _discord_id(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError("a Discord id is a long number: right-click the person, Copy User ID")
    return int(text)


# The parts are imported by the command that needs them, so that each works with no more than it needs.


def _run(given: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, _leave)
    settings = _settings(given, needs_token=True)
    from bot.operating import secrecy, service

    for sentence in secrecy.exposed(settings, given.config, os.environ):
        log.warning(sentence)
    return asyncio.run(service.run(settings))


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Told to stop before anything has begun. (The first process of a container does not stop by itself.)"""
    sys.exit(WELL)


def _check(given: argparse.Namespace) -> int:
    from bot.operating import secrecy, upkeep

    settings = _settings(given, needs_token=False)
    status = upkeep.check(settings)
    complain(*secrecy.exposed(settings, given.config, os.environ))
    return status


def _health(given: argparse.Namespace) -> int:
    from bot.operating import health

    return health.health(_settings(given, needs_token=False))


def _backup(given: argparse.Namespace) -> int:
    from bot.operating import upkeep

    return upkeep.backup(_settings(given, needs_token=False), given.file)


def _restore(given: argparse.Namespace) -> int:
    from bot.operating import upkeep

    return upkeep.restore(_settings(given, needs_token=False), given.file, given.latest)


def _forget(given: argparse.Namespace) -> int:
    from bot.operating import upkeep

    return upkeep.forget(_settings(given, needs_token=False), given.user)


def _demo(given: argparse.Namespace) -> int:
    logs.set_up("ERROR")  # discord.py warns of what a simulation does not have
    from bot.rehearsal import demo

    return demo.main(given)


def _settings(given: argparse.Namespace, *, needs_token: bool) -> Settings:
    settings = load(given.config, os.environ, needs_token=needs_token)
    logs.set_up(settings.log.level)
    return settings


def _what_to_install(missing: str) -> str:
    if missing in _OF_THE_DEMO:
        return (
            f"The demo needs {missing}, which is not installed here, and which the bot itself does without: "
            "run `make demo` in a clone of the project, or `pip install simcord rich`."
        )
    return f"Dealer needs {missing}, which is not installed: run `pip install .` in the project's folder."


if __name__ == "__main__":
    sys.exit(main())
