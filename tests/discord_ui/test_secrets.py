"""What players write in secret is in no log, no traceback, and no request to anybody but themselves."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot import logs
from bot.hosting import words
from games.catalogue import RULESETS
from tests.discord_ui.venue import Table, Venue, asked, forge

GHOST, GARDEN = "ghost-ladder", "garden-of-eden"
MARK = "4747"
"""Stands in everything that is secret, and nowhere else."""


@pytest.fixture
def written() -> Iterator[Callable[[], str]]:
    """The log at its most talkative."""
    root, hook = logging.getLogger(), sys.excepthook
    handlers, level = list(root.handlers), root.level
    logs.set_up("DEBUG")
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream := io.StringIO())
    yield stream.getvalue
    root.handlers[:], sys.excepthook = handlers, hook
    root.setLevel(level)


def marked(text: str) -> list[str]:
    return [line for line in text.splitlines() if MARK in line]


async def marked_life(venue: Venue) -> Table:
    """A match in which every secret is marked: submissions, questions, nonsense, forms, a host's looks, a restart."""
    table = await venue.open(GHOST, options="rounds=2")
    await table.dm("Ann", MARK, f"nonsense {MARK}", f"check {MARK}", f"{MARK} +1g rank", f"ask may I {MARK}?")
    await venue.ask(table.players["Bob"], "submit", message=f"12; {MARK}")
    await table.ask("host submit", player=table.players["Eve"], message=MARK)
    for command in ("host look", "host log", "host preview", "host export"):
        assert (await table.ask(command)).hidden
    message = await table.players["Ann"].send_dm(f"{MARK} please")
    await table.players["Ann"].user.edit(message, f"{MARK} thanks")
    venue.stage.env.inject_error("POST", "/channels/*/messages", status=500, times=2)
    await table.dm("Eve", f"{MARK}1")
    await venue.stage.restart()
    await table.pass_deadline()
    await table.dm("Bob", MARK)
    await table.pass_deadline()
    return table


async def test_a_match_leaves_no_secret_in_the_log(venue: Venue, written: Callable[[], str]) -> None:
    await marked_life(venue)
    lines = written()
    assert "connected; invite" in lines  # the log was read
    assert marked(lines) == []


async def test_what_is_secret_is_sent_to_its_owner_and_to_looking_hosts_alone(venue: Venue) -> None:
    table = await marked_life(venue)
    owners = {"Ann", "Bob", "Eve"}
    rooms = {str(table.players[name].user.dm_channel.id): name for name in owners}
    host = str(venue.host.user.dm_channel.id)  # where Ann's question went
    told = set()
    for request in asked(venue.stage):
        if MARK in json.dumps(request.json):
            room = request.path.split("/")[2]
            told.add(rooms.get(room, "host" if room == host else request.path.split("/")[1]))
    assert told == owners | {"host", "webhooks"}  # webhooks: the ephemeral answers to commands
    public = (str(venue.channel.id), str(table.thread.id))
    assert not [r for r in asked(venue.stage) if any(p in r.path for p in public) and MARK in json.dumps(r.json)]
    assert MARK not in str(table.thread.name)


async def test_the_buttons_that_everybody_sees_are_named_after_match_and_turn_alone(venue: Venue) -> None:
    table = await venue.open(GARDEN, options="rounds=2, round_hours=1, basket_hours=1")
    for name in table.players:
        await table.dm(name, "basket gsg")
    await table.pass_deadline()
    ids = [
        button["custom_id"]
        for request in asked(venue.stage)
        if str(venue.channel.id) in request.path or str(table.thread.id) in request.path
        for row in (request.json or {}).get("components") or ()
        for button in row["components"]
    ]
    turns = {f"form:{table.code}:{turn}" for turn in (1, 2)}
    assert set(ids) <= {f"join:{table.code}", f"leave:{table.code}", *turns}
    assert set(ids) >= {f"join:{table.code}", f"leave:{table.code}"}


# --- when something of ours breaks ------------------------------------------------------------------------------------


def break_down(*_: Any, **__: Any) -> Any:
    """As a bug would, with what a player wrote in the text of the error."""
    raise ValueError(f"cannot digest {MARK}")


async def test_a_ruleset_that_breaks_is_owned_up_to_and_tells_the_log_nothing(
    venue: Venue, written: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await venue.open(GHOST)
    monkeypatch.setattr(type(RULESETS[GHOST]), "take", break_down)
    (answer,) = await table.dm("Ann", MARK)
    said = await venue.ask(table.players["Bob"], "submit", message=MARK)
    assert answer.startswith(words.BROKEN_LETTER)
    assert said.hidden
    assert said.text.endswith((".", "…"))
    lines = written()
    assert "ValueError at test_secrets.py" in lines
    assert marked(lines) == []


@pytest.mark.parametrize("how", ["command", "button", "suggestion", "message", "modal"])
async def test_a_handler_that_breaks_is_owned_up_to_and_tells_the_log_nothing(
    venue: Venue, written: Callable[[], str], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    table = await venue.open(GHOST, started=False)
    client, ann = venue.stage.parts.client, table.players["Ann"]
    monkeypatch.setattr("bot.discord_ui.commands.match.partial", break_down)
    monkeypatch.setattr(type(venue.stage.parts.house.store), "begin", break_down)
    monkeypatch.setattr(client.desk.room, "arrived", break_down)
    for verbs in (client.presses, client.modals):
        for verb in verbs:
            monkeypatch.setitem(verbs, verb, break_down)
    replies = []
    if how == "command":
        replies = [await venue.ask(ann, "match status", match=MARK)]
    elif how == "button":
        replies = [await table.press("Leave", ann), await forge(ann, table.card, f"pick:{MARK}:X")]
    elif how == "suggestion":
        assert await ann.autocomplete(venue.channel, "submit", "match", MARK) == []
    elif how == "modal":
        interaction = venue.stage.env.backend.new_interaction(5, venue.channel.id, ann.id, venue.guild.id)
        await client._do(client.modals, FakeInteraction(interaction.id), f"form:{MARK}:1")  # type: ignore[arg-type]
    else:
        await ann.send_dm(MARK)
    assert all(reply.text == words.FAILED and reply.hidden for reply in replies)
    monkeypatch.undo()
    lines = written()
    assert "ValueError" in lines
    assert marked(lines) == []
    assert venue.stage.env.errors is not None  # the stage noted them; they were meant


class FakeInteraction:
    """Nothing can be said through it any more."""

    def __init__(self, number: int) -> None:
        self.id = number

    @property
    def response(self) -> Any:
        raise RuntimeError("the token is spent")


def test_whatever_fails_its_own_words_are_not_written(
    written: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A library's traceback, a task that nobody waited for, the end of the process."""
    try:
        break_down()
    except ValueError as error:
        logging.getLogger("discord.client").exception("Ignoring exception in a task")
        logs.of_the_loop(
            asyncio.new_event_loop(), {"message": "Task exception was never retrieved", "exception": error}
        )
        sys.excepthook(type(error), error, error.__traceback__)
    lines = written() + "".join(capsys.readouterr())
    assert lines.count("ValueError at test_secrets.py") == 3
    assert marked(lines) == []


def test_a_line_that_cannot_be_written_does_not_bring_the_error_behind_it_to_light(
    written: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    handler = logging.getLogger().handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.stream.close()
    try:
        break_down()
    except ValueError:
        logging.getLogger("bot").error("an event failed")
    assert "".join(capsys.readouterr()) == ""
