"""Direct messages as people send them: pictures, edits, replies, floods, from strangers too."""

from __future__ import annotations

import pytest
from simcord.backend import serializers
from simcord.backend.models import MessageSticker
from simcord.builders import UserHandle

from bot.hosting import words
from bot.hosting.model import events
from tests.discord_ui.venue import Table, Venue, asked, written_to

GHOST = "ghost-ladder"


async def table_of(venue: Venue) -> Table:
    return await venue.open(GHOST, options="rounds=3")


def uploaded(venue: Venue, user: UserHandle) -> list[dict[str, object]]:
    """A picture, as Discord attaches it."""
    found: list[dict[str, object]] = venue.stage.env.backend.store_attachments(
        user.dm_channel.id, [("move.png", b"\x89PNG")]
    )
    return found


async def messages(table: Table) -> list[str]:
    """What the journal holds of what players wrote."""
    return [row.body["text"] for row in await table.journal() if row.kind == events.MESSAGE]


# --- what holds no text -----------------------------------------------------------------------------------------------


async def test_a_picture_or_a_sticker_alone_is_answered_and_changes_nothing(venue: Venue) -> None:
    table = await table_of(venue)
    ann = table.players["Ann"].user
    await table.dm("Ann", "12")
    heard = len(table.letters("Ann"))
    await ann.send_dm(attachments=uploaded(venue, ann))
    await ann.send_dm(stickers=[MessageSticker(1, "wave", 1, venue.guild.id)])
    assert [letter.partition("\n")[0] for letter in table.letters("Ann")[heard:]] == [words.NO_TEXT] * 2
    assert await messages(table) == ["12"]


async def test_text_beside_a_picture_is_read(venue: Venue) -> None:
    table = await table_of(venue)
    ann = table.players["Ann"].user
    await ann.send_dm("14", attachments=uploaded(venue, ann))
    assert "round 1: **14**" in table.letters("Ann")[-1]
    assert await messages(table) == ["14"]


@pytest.mark.parametrize("blank", ["\u200b", " \u2060\ufeff ", "\u00ad", "\u3000"])
async def test_a_message_of_nothing_visible_is_answered_all_the_same(venue: Venue, blank: str) -> None:
    table = await table_of(venue)
    heard = len(table.letters("Ann"))
    await venue.slip_in(table.players["Ann"].user, blank)
    assert len(table.letters("Ann")) == heard + 1


# --- edits, deletions, replies ----------------------------------------------------------------------------------------


async def test_an_edit_changes_nothing_and_its_author_is_told(venue: Venue) -> None:
    table = await table_of(venue)
    ann = table.players["Ann"].user
    message = await ann.send_dm("12")
    heard = len(table.letters("Ann"))
    await ann.edit(message, "18")
    (said,) = table.letters("Ann")[heard:]
    assert said.startswith(words.EDITED)
    assert await messages(table) == ["12"]


async def test_an_embed_that_resolves_is_no_edit(venue: Venue) -> None:
    """Discord updates a message when it has looked at a link, without the stamp of an edit."""
    table = await table_of(venue)
    ann = table.players["Ann"].user
    message = await ann.send_dm("https://example.com/ladder")
    heard = len(table.letters("Ann"))
    backend = venue.stage.env.backend
    stored = backend.get_message(ann.dm_channel.id, message.id)
    stored.embeds = [{"title": "A ladder"}]
    backend.emit("MESSAGE_UPDATE", {**serializers.message_payload(backend, stored), "edited_timestamp": None})
    await venue.stage.env.settle()
    assert table.letters("Ann")[heard:] == []


async def test_a_deletion_changes_nothing_and_is_not_answered(venue: Venue) -> None:
    table = await table_of(venue)
    ann = table.players["Ann"].user
    message = await ann.send_dm("12")
    heard = len(table.letters("Ann"))
    await ann.delete(message)
    assert len(table.letters("Ann")) == heard
    await table.pass_deadline()
    assert "# 12" in table.posts[-2]


async def test_the_answer_replies_to_the_message_that_it_answers(venue: Venue) -> None:
    table = await table_of(venue)
    message = await table.players["Ann"].send_dm("12")
    (sent,) = [r for r in asked(venue.stage)[-6:] if r.method == "POST" and "message_reference" in (r.json or {})]
    assert sent.json is not None
    assert int(sent.json["message_reference"]["message_id"]) == message.id
    assert sent.json["message_reference"]["fail_if_not_exists"] is False


async def test_in_several_matches_a_reply_or_a_code_says_which_and_a_pick_does_otherwise(venue: Venue) -> None:
    first = await table_of(venue)
    second = await venue.open(GHOST, players="", started=False)
    for member in first.players.values():
        await second.join(member)
    await second.ask("match start")
    ann = first.players["Ann"].user
    (welcome,) = [m for m in ann.dm_channel.history() if f"has begun (match {second.code}" in m.content]
    reply = {"channel_id": str(ann.dm_channel.id), "message_id": str(welcome.id)}
    await ann.send_dm("11", reference=reply)
    await ann.send_dm(f"{first.code.lower()} 22")
    await ann.send_dm("33")
    (question,) = [m for m in ann.dm_channel.history() if m.components and first.code in m.content.split("\n")[0]][-1:]
    await ann.click(question, label=words.game(first.code, "Ghost Ladder In the Sky"))
    assert (await messages(first), await messages(second)) == (["22", "33"], ["11"])


# --- whoever is in no match -------------------------------------------------------------------------------------------


async def test_a_stranger_gets_a_friendly_line_and_not_one_for_every_message(venue: Venue) -> None:
    await table_of(venue)
    sam = venue.member("Sam").user
    for number in range(30):
        await sam.send_dm(f"hello {number}")
    assert written_to(sam) == [words.NO_MATCH]
    await venue.stage.forward(hours=2)
    await sam.send_dm("still here?")
    assert written_to(sam) == [words.NO_MATCH] * 2


async def test_before_the_start_and_after_the_end_a_player_is_told_how_things_stand(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=1", started=False)
    for letter in await table.dm("Ann", "12", "13"):
        assert letter.startswith(words.NOTHING_YET)
    await table.ask("match start")
    await table.dm("Ann", "2")
    await table.dm("Bob", "1")
    await table.pass_deadline()
    assert [letter.splitlines()[0] for letter in await table.dm("Ann", "12", "13")] == [words.finished(table.code)] * 2


async def test_bots_and_other_servers_rooms_are_not_listened_to(venue: Venue) -> None:
    table = await table_of(venue)
    heard = len(asked(venue.stage))
    await table.players["Ann"].send(venue.channel, "12")
    await table.players["Ann"].send(table.thread, "13")
    robot = venue.stage.env.create_user("robot", bot=True)
    await robot.send_dm("14")
    assert len(asked(venue.stage)) == heard
    assert await messages(table) == []


# --- long, many, hostile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [2_000, 4_000])
async def test_the_longest_messages_are_answered_within_the_limits(venue: Venue, length: int) -> None:
    table = await table_of(venue)
    for text in (
        "7" * length,
        ("wörter *und* @everyone " * 400)[:length],
        "12;" * (length // 3),
        "\n" * (length - 1) + "5",
    ):
        heard = len(table.letters("Ann"))
        await venue.slip_in(table.players["Ann"].user, text)
        answers = table.letters("Ann")[heard:]
        assert answers
        assert all(len(answer) <= 2_000 for answer in answers)


async def test_what_is_repeated_to_its_author_pings_nobody_and_is_not_formatted(venue: Venue) -> None:
    table = await table_of(venue)
    eve = table.players["Eve"]
    for text in ("@everyone", f"{eve.mention} ||x||", "**12**", "`1`", "[a](http://b.c)", "\u202e21\u202c", "<:x:1>"):
        (answer,) = await table.dm("Ann", text)
        for raw in ("@everyone", eve.mention, "||x||", "**12**", "[a](", "\u202e"):
            assert raw not in answer.replace("\\" + raw[0], ""), (raw, answer)


async def test_a_hundred_messages_in_a_burst_are_all_taken_in_order_and_hold_up_nobody_else(venue: Venue) -> None:
    """Whoever writes a little comes to the turn before whoever writes a lot is through."""
    table = await table_of(venue)
    env, ann = venue.stage.env, table.players["Ann"].user
    heard = len(table.letters("Ann"))
    for number in range(100):
        env.backend.create_message(ann.dm_channel.id, ann.id, str(number))
    await table.players["Bob"].send_dm("7")
    rows = [(row.seat, row.body["text"]) for row in await table.journal() if row.kind == events.MESSAGE]
    assert [text for seat, text in rows if seat == 0] == [str(number) for number in range(100)]
    assert (1, "7") in rows[:50]
    assert "round 1: **7**" in table.letters("Bob")[-1]
    answers = "\n".join(table.letters("Ann")[heard:])
    assert answers.index("**98**") < answers.index("**99**")
    await table.pass_deadline()
    assert "# 106" in table.posts[-2]
