"""The pages tell everything that can be set, called and typed, and nothing that cannot."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import app_commands

from bot.__main__ import parser
from bot.config import KEYS, PREFIX, load
from bot.discord_ui.client import DealerClient, permissions
from bot.discord_ui.desk import Desk
from bot.store.tables import metadata

DOCS = Path(__file__).parent.parent / "docs"
README = DOCS.parent / "README.md"
HOSTING, PLAYERS, PRIVACY = (DOCS / f"{name}.md" for name in ("hosting", "players", "privacy"))
PAGES = [README, *sorted(DOCS.glob("*.md"))]

Slash = app_commands.Command[Any, ..., Any]


def text(page: Path) -> str:
    return page.read_text("utf-8")


def code(page: Path) -> list[str]:
    """Everything on a page that is set as code, blocks included."""
    blocks = re.split(r"```", text(page))
    return [*blocks[1::2], *(found for prose in blocks[::2] for found in re.findall(r"`([^`\n]+)`", prose))]


def rows(*pages: Path) -> dict[str, str]:
    """The rows of the pages' tables, by the code in their first cell; those of several pages one after the other."""
    found: dict[str, str] = {}
    for line in [line for page in pages for line in text(page).splitlines()]:
        if row := re.match(r"\| `([^`]+)` \|(.*)", line):
            found[row[1]] = found.get(row[1], "") + row[2]
    return found


# --- slash commands ---------------------------------------------------------------------------------------------------


def slash_commands() -> list[Slash]:
    nothing: Any = None
    client = DealerClient(aiohttp.TraceConfig())
    client.serve(Desk(nothing, nothing))
    return [c for c in client.tree.walk_commands() if isinstance(c, app_commands.Command)]


COMMANDS = slash_commands()
NAMES = {f"/{command.qualified_name}" for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.qualified_name))
def test_every_slash_command_has_a_row_that_names_its_options(command: Slash) -> None:
    row = rows(HOSTING, PLAYERS).get(f"/{command.qualified_name}")
    assert row is not None, "it is documented nowhere"
    assert [p.name for p in command.parameters if f"`{p.name}`" not in row] == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.qualified_name))
def test_no_row_names_an_option_that_a_command_does_not_have(command: Slash) -> None:
    named = set(re.findall(r"`([a-z_]+)`", rows(HOSTING, PLAYERS)[f"/{command.qualified_name}"]))
    assert named <= {p.name for p in command.parameters}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_no_page_names_a_slash_command_that_there_is_not(page: Path) -> None:
    groups = {name.split()[0] for name in NAMES if " " in name}
    for found in code(page):
        named = re.match(r"(/[a-z]+)( [a-z-]+)?", found)
        if named is None or named[1] not in {name.split()[0] for name in NAMES} or "/" in found[1:]:
            continue
        assert named[0] in NAMES or named[1] in NAMES, found
        assert named[1] not in groups or named[0] in NAMES, found


def test_players_find_their_own_commands_on_their_own_page() -> None:
    own = {name for name in NAMES if name.split()[0] in ("/my", "/submit", "/help", "/ask")}
    assert own <= rows(PLAYERS).keys()


# --- the command line -------------------------------------------------------------------------------------------------


def actions(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    yield from (action for action in of._actions if not isinstance(action, argparse._HelpAction))


def subcommands() -> dict[str, argparse.ArgumentParser]:
    (found,) = [a for a in parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return dict(found.choices)


@pytest.mark.parametrize("name", subcommands())
def test_every_command_of_the_command_line_is_documented_with_its_arguments(name: str) -> None:
    documented = {row.split()[1]: f"{row} {rest}" for row, rest in rows(HOSTING).items() if row.startswith("dealer ")}
    assert name in documented
    for action in actions(subcommands()[name]):
        word = action.option_strings[-1] if action.option_strings else str(action.metavar)
        assert word in documented[name] or word in text(HOSTING).rsplit("All of them but the demo", 1)[-1], word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_no_page_names_a_command_of_the_command_line_that_there_is_not(page: Path) -> None:
    calls = r"(?:^|bin/)dealer ([a-z]+)\b|-m bot ([a-z]+)\b"
    named = {a or b for found in code(page) for a, b in re.findall(calls, found, re.MULTILINE)}
    assert named <= subcommands().keys()


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_every_setting_is_documented_with_its_default(key: Any) -> None:
    row = rows(HOSTING).get(str(key))
    assert row is not None
    default = load(None, {}, needs_token=False)
    value = getattr(getattr(default, key.section), key.name)
    if value is not None:
        assert row.split("|")[0].strip() == f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_no_page_names_a_setting_that_there_is_not(page: Path) -> None:
    variables = set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", text(page)))
    assert variables <= {key.variable for key in KEYS}
    sections = "|".join(sorted({key.section for key in KEYS}))
    dotted = {one for found in code(page) for one in re.findall(rf"(?<![\w./])(?:{sections})\.[a-z_]+\b(?!\.)", found)}
    assert {name for name in dotted if not name.endswith(".py")} <= {str(key) for key in KEYS}


# --- permissions and tables -------------------------------------------------------------------------------------------

SHOWN_AS = {"read_messages": "View Channels", "view_channel": "View Channels"}


def test_every_permission_that_the_invite_asks_for_is_explained_and_no_other() -> None:
    asked = {SHOWN_AS.get(name, name.replace("_", " ").title()) for name, wanted in permissions() if wanted}
    first, _, _ = text(HOSTING).partition("Only if you want")
    explained = set(
        re.findall(r"^\| ([A-Z][A-Za-z ]+) \| [^|]+ \|$", first.partition("## Permissions")[2], re.MULTILINE)
    )
    assert explained == {name.replace(" In ", " in ") for name in asked}


def test_the_privacy_page_knows_every_table_and_no_other() -> None:
    listed = re.findall(r"^\| (`[a-z_`, ]+`) \|", text(PRIVACY), re.MULTILINE)
    assert {name for cell in listed for name in re.findall(r"`([a-z_]+)`", cell)} == set(metadata.tables)


def test_the_days_that_texts_are_kept_are_those_of_the_setting() -> None:
    assert f"{load(None, {}, needs_token=False).privacy.keep_texts_days} days after the match" in text(PRIVACY)
