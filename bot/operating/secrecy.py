"""Which files everybody on this machine can read, though they hold secrets."""

from __future__ import annotations

import shlex
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.config import USUAL_FILE, Settings, variable


def exposed(settings: Settings, config: Path | None, environment: Mapping[str, str]) -> list[str]:
    """A sentence for each of them. `config`: the file that the settings were read from; None for the usual one."""
    return [
        f"{file} holds {what}, and everybody on this machine can read it: chmod 600 {shlex.quote(str(file))}"
        for file, what in _secret(settings, config, environment)
        if _is_open(file)
    ]


def _secret(settings: Settings, config: Path | None, environment: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    discord = settings.discord
    if discord.token_file is not None:
        yield discord.token_file, "the bot's token"
    elif discord.token is not None and not environment.get(variable("discord", "token"), "").strip():
        yield config or USUAL_FILE, "the bot's token"
    yield settings.database.file, "every secret of every match"


def _is_open(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH))
    except OSError:
        return False  # not there, or not to be seen
