"""Forms, from the button to the answer, and every way in which one can go wrong (whole matches: matches_by_form)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.hosting import words
from bot.hosting.model import limits
from bot.hosting.ports.store import Store, Unit
from tests.discord_ui.conftest import Curtain
from tests.discord_ui.sheets import (
    Sheet,
    buttons_of,
    carrying,
    forge_sending,
    in_dms,
    in_thread,
    newest,
    no_form,
    opened,
    sent,
)
from tests.discord_ui.venue import Reply, Table, Venue, forge, written_to


class Busy:
    """A database that has something else to do first."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.store = store
        self._seconds = seconds

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Unit]:
        await asyncio.sleep(self._seconds)
        async with self.store.begin() as unit:
            yield unit


async def past_the_deadline(table: Table, seconds: float) -> None:
    """It is over, and not closed yet: that takes five seconds."""
    left = (table.deadline - table.stage.env.now()).total_seconds()
    await table.stage.forward(seconds=left + seconds)


# --- where the button is ----------------------------------------------------------------------------------------------


async def test_every_post_and_every_private_line_of_an_open_phase_has_the_button(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    ann = table.players["Ann"].user
    assert newest(table).content.startswith("## Round 1 of 2 is open")
    assert carrying(table.thread)[0].pinned  # the board
    assert "has begun" in carrying(ann.dm_channel)[-1].content
    for asked in ("12", "status", "what now", "help"):
        (answer,) = await table.dm("Ann", asked)
        assert carrying(ann.dm_channel)[-1].content == answer
    await table.ask("host extend", hours=2.0)
    assert "a new deadline" in newest(table).content
    await table.ask("host pause")
    assert "paused" in newest(table).content
    await table.ask("host resume")
    assert "goes on" in newest(table).content
    await table.dm("Ann", "12; rank")
    await table.pass_deadline()
    assert "Round 2 of 2 is open" in newest(table).content
    assert "rank" in carrying(ann.dm_channel)[-1].content.lower()


async def test_the_button_is_gone_once_there_is_nothing_to_choose(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=1")
    for name, height in (("Ann", "3"), ("Bob", "2"), ("Eve", "1")):
        await (await in_thread(table, name)).send(Height=height)
    await table.pass_deadline()
    (board,) = table.thread.pinned_messages()
    over = [m for m in table.thread.history() if "is over" in m.content]
    assert [buttons_of(m) for m in (board, *over)] == [[], []]
    assert buttons_of(table.players["Ann"].user.dm_channel.history()[0]) == []


async def test_posts_of_matches_that_differ_only_in_secrets_have_equal_buttons(curtain: Curtain) -> None:
    """Ruling L1: components and their ids, too."""
    posted = []
    for heights in (("1", "2", "3"), ("3", "2", "1")):
        async with curtain(seed=7) as stage:
            table = await Venue.found(stage).open("ghost-ladder", options="rounds=2")
            for name, height in zip(table.players, heights, strict=True):
                sheet = await in_thread(table, name)
                await sheet.send(Height=height)
                await (await opened(sheet.by, newest(table))).send(Checks=["Rank check"] if height == "3" else [])
            await table.pass_deadline()
            posts = sorted(table.thread.history(), key=lambda m: m.id)
            posted.append([(m.content, [(b.label, b.custom_id) for b in buttons_of(m)]) for m in posts])
    assert posted[0] == posted[1]
    assert any(ids for _, ids in posted[0])


# --- what a form shows ------------------------------------------------------------------------------------------------


async def test_a_form_opened_again_shows_what_is_on_file(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    await table.dm("Ann", "12 +1g; rank")
    assert str(await in_thread(table, "Ann")).split("\n")[1:] == [
        "Height · Empty: nothing on file",
        "    [12] 0 to 100",
        "Garnets · Each lifts your rung by 3",
        "    [1] 0 to 1,000,000",
        "Checks · Answered when the next round opens",
        "    [x] Rank check",
        "    [ ] Score check, for 2 garnets",
    ]
    reply = await (await in_dms(table, "Ann")).send(Height="", Garnets="", Checks=[])
    assert (await sent(table))[-1] == "withdraw; cancel rank"
    assert reply.hidden


async def test_what_is_left_is_never_shown(venue: Venue) -> None:
    """GL4: whoever has spent everything finds the same form as one who has spent nothing."""
    table = await venue.open("ghost-ladder", options="rounds=2")
    await table.dm("Ann", "100")
    await table.pass_deadline()
    assert str(await in_thread(table, "Ann")) == str(await in_thread(table, "Bob"))


async def test_players_stand_in_a_form_by_their_names_as_they_are(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", players=["Ann", "*Bob* <@1>", "# Eve"], options="basket_hours=1")
    for name in table.players:
        await (await in_dms(table, name)).send(Apples="gs")
    await table.pass_deadline()
    assert str(await in_thread(table, "Ann")).split("\n")[-2:] == ["    [ ] *Bob* <@1>", "    [ ] Eve"]


async def test_what_one_modal_cannot_hold_is_opened_in_parts(venue: Venue, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a hundred players (tests/hosting/test_forms.py), but with ten, and lists of three."""
    monkeypatch.setattr(limits, "CHOICES", 3)
    names = "Jo Ian Hal Gus Flo Eve Dan Cy Bob Ann".split()
    table = await venue.open("garden-of-eden", players=names, options="basket_hours=1")
    for name in names:
        await (await in_dms(table, name)).send(Apples="gs")
    await table.pass_deadline()
    ask = await no_form(table.players["Jo"], newest(table))
    assert (ask.text, ask.buttons) == (words.WHICH_PART, ["Colour, Pink, White or Black", "Void the Pink of"])
    void = Sheet(ask.by, (await ask.press("Void the Pink of")).result)
    assert str(void).split("\n")[1:] == [
        "Void the Pink of (1/3) · Ann to Cy",
        "    < > Ann",
        "    < > Bob",
        "    < > Cy",
        "Void the Pink of (2/3) · Dan to Flo",
        "    < > Dan",
        "    < > Eve",
        "    < > Flo",
        "Void the Pink of (3/3) · Gus to Ian",
        "    < > Gus",
        "    < > Hal",
        "    < > Ian",
    ]
    await void.send(Void_the_Pink_of=["Ann", "Bob", "Ian"])
    cast = Sheet(ask.by, (await ask.press("Colour, Pink, White or Black")).result)
    await cast.send(Colour="Gold")
    assert (await sent(table))[-2:] == ["void #10 #9 #2", "gold"]
    again = str(Sheet(ask.by, (await ask.press("Void the Pink of")).result))
    assert "< > Cy" in again
    assert "<x> Ian" in again


# --- what is typed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("height", "garnets", "text"), [("banana", "", "banana"), ("12", "lots", "12 +lotsg")])
async def test_what_is_not_understood_is_answered_as_if_it_had_been_typed(
    venue: Venue, height: str, garnets: str, text: str
) -> None:
    table = await venue.open("ghost-ladder")
    await table.dm("Ann", "5")
    reply = await (await in_thread(table, "Ann")).send(Height=height, Garnets=garnets)
    (typed,) = await table.dm("Bob", text)
    assert reply.text == typed
    assert (await sent(table))[-2:] == [text, text]
    assert "5" in str(await in_thread(table, "Ann"))


async def test_a_form_obeys_no_bound_that_would_tell_something(venue: Venue) -> None:
    """GL4: a Height beyond all Height is stored and acknowledged as written."""
    table = await venue.open("ghost-ladder")
    reply = await (await in_thread(table, "Ann")).send(Height="999")
    assert "round 1: **999**" in reply.text


async def test_a_form_sent_with_nothing_chosen_shows_how_things_stand(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    reply = await (await in_thread(table, "Ann")).send()
    assert await sent(table) == [], "it is a question"
    assert "Height" in reply.text


# --- whose turn it is -------------------------------------------------------------------------------------------------


async def test_a_button_of_an_earlier_turn_is_refused_with_the_one_that_counts_now(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    old = newest(table)
    await table.pass_deadline()
    reply = await no_form(table.players["Ann"], old)
    assert reply.text == words.other_turn(table.code, may_act=True)
    sheet = Sheet(reply.by, (await reply.press(words.MOVE)).result)
    assert sheet.modal["title"].startswith("Round 2")


async def test_a_form_opened_in_an_earlier_turn_is_refused(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    sheet = await in_thread(table, "Ann")
    await table.pass_deadline()
    reply = await sheet.send(Height="12")
    assert reply.text == words.other_turn(table.code, may_act=True)
    assert reply.buttons == [words.MOVE]
    assert reply.hidden
    assert await sent(table) == []


async def test_an_extension_by_inactivity_is_another_turn_of_the_same_phase(venue: Venue) -> None:
    """Ruling L2: a form belongs to its turn."""
    table = await venue.open("garden-of-eden", options="basket_hours=1")
    sheet, old = await in_thread(table, "Ann"), newest(table)
    await table.pass_deadline()
    assert "goes on" in table.posts[-2]
    assert (await sheet.send(Apples="gs")).text == words.other_turn(table.code, may_act=True)
    assert (await no_form(table.players["Ann"], old)).text == words.other_turn(table.code, may_act=True)
    assert await sent(table) == []
    assert "On file" in (await (await in_thread(table, "Ann")).send(Apples="gs")).text


async def test_an_extension_by_the_host_leaves_the_turn_open(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    sheet = await in_thread(table, "Ann")
    await table.ask("host extend", hours=2.0)
    assert "**12**" in (await sheet.send(Height="12")).text


async def test_a_form_sent_after_the_deadline_waits_for_the_close_and_counts_for_neither(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    sheet = await in_thread(table, "Ann")
    await past_the_deadline(table, seconds=2)
    assert (await sheet.send(Height="12")).text == words.held(table.code)
    await venue.stage.forward(seconds=10)
    assert table.letters("Ann")[-1].startswith(words.between(table.code, None))
    assert await sent(table) == []


async def test_a_form_that_waited_is_refused_where_the_phase_goes_on_in_another_turn(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", options="basket_hours=1")
    sheet = await in_thread(table, "Ann")
    await past_the_deadline(table, seconds=2)
    assert (await sheet.send(Apples="gs")).text == words.held(table.code)
    await venue.stage.forward(seconds=10)
    assert words.other_turn(table.code, may_act=True) in table.letters("Ann")
    assert await sent(table) == []


async def test_in_a_pause_the_phase_is_open(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    before = newest(table)
    await table.ask("host pause")
    assert "**12**" in (await (await opened(table.players["Ann"], before)).send(Height="12")).text
    assert "**13**" in (await (await in_thread(table, "Ann")).send(Height="13")).text


async def test_a_match_that_is_over_has_no_form(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    post, sheet = newest(table), await in_thread(table, "Ann")
    await (await table.ask("match cancel")).press("Yes, cancel it")
    assert (await no_form(table.players["Ann"], post)).text == words.finished(table.code)
    assert (await sheet.send(Height="12")).text == words.finished(table.code)


# --- who may act ------------------------------------------------------------------------------------------------------


async def test_strangers_hosts_and_players_out_are_told_the_same(venue: Venue) -> None:
    table = await venue.open("garden-of-eden", players="Ann Bob Eve Zoe", options="basket_hours=1, periods=0")
    for name in ("Ann", "Bob", "Eve"):
        await (await in_thread(table, name)).send(Apples="gs")
    await table.pass_deadline()
    people = (venue.member("Stranger"), venue.host, table.players["Zoe"])
    assert [(await no_form(who, newest(table))).text for who in people] == [words.NOT_ASKED] * 3


async def test_only_those_who_may_vote_find_a_form_in_the_vote(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", players="Ann Bob Eve", options="rounds=1")
    await (await in_thread(table, "Ann")).send(Height="5")
    await table.pass_deadline()
    assert (await no_form(table.players["Bob"], newest(table))).text == words.NOT_ASKED
    assert (await in_thread(table, "Ann")).labels == ["Who gets the other Token of Life"]


async def test_a_form_that_somebody_else_sends_is_nothing(venue: Venue) -> None:
    """No client can, but whoever writes requests by hand could."""
    table = await venue.open("ghost-ladder")
    forged = await forge_sending(venue.member("Stranger"), newest(table), f"form:{table.code}:1", height="12")
    assert forged.text == words.NOT_ASKED
    assert await sent(table) == []


async def test_a_broken_form_is_answered_kindly(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    ann, post = table.players["Ann"], newest(table)
    for custom_id in ("form", "form:", "form:ZZ9:1", f"form:{table.code}:", f"form:{table.code}:x:y:z", "what:is:it"):
        reply = await forge_sending(ann, post, custom_id, height="12")
        assert reply.hidden, custom_id
        assert reply.text, custom_id
    for custom_id in ("form:ZZ9", "form:ZZ9:1", f"form:{table.code}:", f"form:{table.code}:x:y:z"):
        reply = await forge(ann, post, custom_id)
        assert reply.hidden, custom_id
        assert reply.text, custom_id
    assert await sent(table) == []


# --- what goes wrong --------------------------------------------------------------------------------------------------


async def test_a_restart_between_opening_and_sending_loses_nothing(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    sheet = await in_thread(table, "Ann")
    await venue.stage.restart(away=timedelta(minutes=1))
    reply = await sheet.send(Height="12")
    assert "**12**" in reply.text
    assert reply.hidden
    assert "[12]" in str(await in_thread(table, "Ann"))  # by the post from before the restart


async def test_players_with_closed_direct_messages_play_in_the_server(venue: Venue) -> None:
    table = await venue.open("ghost-ladder", options="rounds=2")
    path = f"/channels/{table.players['Ann'].user.dm_channel.id}/messages"
    venue.stage.env.inject_error("POST", path, status=403, code=50007, message="closed", times=None)
    heard = len(table.letters("Ann"))
    reply = await (await in_thread(table, "Ann")).send(Height="12")
    assert "**12**" in reply.text
    assert reply.hidden
    await table.pass_deadline()
    assert "# 12" in table.posts[-2]
    assert len(table.letters("Ann")) == heard


async def test_a_form_that_cannot_be_found_in_time_costs_a_second_press(venue: Venue) -> None:
    """Discord waits three seconds for a form, and takes none after that."""
    table = await venue.open("ghost-ladder")
    house = venue.stage.parts.house
    busy = house.store = Busy(house.store, seconds=limits.FORM_SECONDS + 2)
    people = (table.players["Ann"], venue.host)
    replies = [Reply(who, await who.click(newest(table), label=words.MOVE)) for who in people]
    assert not any(reply.result.acknowledged for reply in replies)
    await venue.stage.forward(seconds=limits.FORM_SECONDS + 3)
    assert [reply.text for reply in replies] == [words.PRESS_AGAIN, words.NOT_ASKED]
    assert all(reply.hidden for reply in replies)
    house.store = busy.store
    assert (await replies[0].press(words.MOVE)).result.modal is not None


async def test_a_form_that_discord_does_not_take_is_offered_once_more(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    venue.stage.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062, times=1)
    reply = await no_form(table.players["Ann"], newest(table))
    assert reply.text == words.PRESS_AGAIN
    assert (await reply.press(words.MOVE)).result.modal is not None


# --- /submit without a message ----------------------------------------------------------------------------------------


async def test_submit_without_a_message_opens_the_form(venue: Venue) -> None:
    table = await venue.open("ghost-ladder")
    ann = table.players["Ann"]
    for given in ({}, {"match": table.code.lower()}):
        sheet = Sheet(ann, await ann.slash(venue.channel, "submit", **given))
        assert "**12**" in (await sheet.send(Height="12")).text
    sheet = Sheet(ann.user, await ann.user.slash("submit"))
    assert "[12]" in str(sheet)


async def test_submit_without_a_message_asks_which_match_is_meant(venue: Venue) -> None:
    first = await venue.open("ghost-ladder")
    second = await venue.open("garden-of-eden", players="Max Moe", started=False)
    ann = first.players["Ann"]
    await second.join(ann)
    await second.ask("match start")
    reply = await venue.ask(ann, "submit")
    assert reply.text == words.WHICH_FORM
    games = [words.game(first.code, "Ghost Ladder In the Sky"), words.game(second.code, "Garden of Eden")]
    assert sorted(reply.buttons) == sorted(games)
    assert Sheet(ann, (await reply.press(games[1])).result).labels == ["Apples"]
    assert (await venue.ask(ann, "submit", match="ZZ9")).text == words.NOT_YOURS


async def test_submit_without_a_message_and_without_a_match_says_so(venue: Venue) -> None:
    stranger = venue.member("Stranger")
    assert (await venue.ask(stranger, "submit")).text == words.NO_MOVE
    assert written_to(stranger.user) == []
