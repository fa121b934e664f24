"""What Discord takes as application commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from tests.fake_discord.checks.faults import Faults
from tests.fake_discord.things import Json

COMMANDS: Final = 100
OPTIONS: Final = 25
CHOICES: Final = 25
ALL_TEXT: Final = 8000
NAME: Final = re.compile(r"[-_'\w]{1,32}")
SUBCOMMAND, GROUP = 1, 2
CHAT_INPUT: Final = 1


def check_commands(commands: Any) -> None:
    """A whole set of commands, as it is overwritten."""
    faults = Faults()
    if faults.size(commands, "commands", 0, COMMANDS):
        _check_names(commands, "commands", faults)
        for number, command in enumerate(commands):
            _check_command(command, str(number), faults)
    faults.settle()


def _check_command(command: Json, path: str, faults: Faults) -> None:
    chat = command.get("type", CHAT_INPUT) == CHAT_INPUT
    if chat:
        _check_name(command, path, faults)
        faults.text(command.get("description"), f"{path}.description", 1, 100)
        _check_options(command.get("options") or [], f"{path}.options", faults)
    else:
        faults.text(command.get("name"), f"{path}.name", 1, 32)
    total = _text_of(command)
    faults.need(total <= ALL_TEXT, path, "APPLICATION_COMMAND_TOO_LARGE", f"{total} characters, at most {ALL_TEXT}.")


def _check_name(thing: Json, path: str, faults: Faults) -> None:
    name = thing.get("name")
    fits = isinstance(name, str) and NAME.fullmatch(name) is not None and name == name.lower()
    faults.need(fits, f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name!r}")


def _check_names(things: Sequence[Json], path: str, faults: Faults) -> None:
    names = [(thing.get("type", CHAT_INPUT) if path == "commands" else 0, thing.get("name")) for thing in things]
    unique = len(set(names)) == len(names)
    faults.need(unique, path, "APPLICATION_COMMAND_NAMES_NOT_UNIQUE", "Names must be unique.")


def _check_options(options: Any, path: str, faults: Faults) -> None:
    if not faults.size(options, path, 0, OPTIONS):
        return
    _check_names(options, path, faults)
    required = [bool(option.get("required")) for option in options]
    in_order = required == sorted(required, reverse=True)
    faults.need(in_order, path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first.")
    for number, option in enumerate(options):
        _check_option(option, f"{path}.{number}", faults)


def _check_option(option: Json, path: str, faults: Faults) -> None:
    kind = option.get("type")
    faults.need(kind in range(1, 12), f"{path}.type", "BASE_TYPE_CHOICES", f"Unknown option type {kind}.")
    _check_name(option, path, faults)
    faults.text(option.get("description"), f"{path}.description", 1, 100)
    choices = option.get("choices") or []
    faults.size(choices, f"{path}.choices", 0, CHOICES)
    for number, choice in enumerate(choices):
        faults.text(choice.get("name"), f"{path}.choices.{number}.name", 1, 100)
    both = bool(choices) and option.get("autocomplete")
    faults.need(not both, path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices or autocomplete.")
    if kind in (SUBCOMMAND, GROUP):
        _check_options(option.get("options") or [], f"{path}.options", faults)


def _text_of(thing: Json) -> int:
    """The characters that count against a command's limit."""
    own = len(thing.get("name") or "") + len(thing.get("description") or "")
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in thing.get("choices") or [])
    return own + choices + sum(_text_of(option) for option in thing.get("options") or [])
