"""Who hears what is for hosts: looked up when it is said, and when it is asked."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import clock, sign_up, speech, waiting
from bot.hosting.desk.access import hosting
from bot.hosting.inbox import asking
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted, Letter, Server
from bot.hosting.players import preferences
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from tests.hosting.scene import CHANNEL, GUILD, HOST, HOUR, Scene

FRIEND, OTHER, OFFICE = 400, 401, 77


@pytest.fixture
async def table(scene: Scene) -> Scene:
    await scene.begin("Ann", "Bob", "Eve")
    return scene


async def with_office(scene: Scene) -> None:
    async with scene.store.begin() as unit:
        await unit.set_server(Server(GUILD, host_channel_id=OFFICE))


async def names(scene: Scene, user: int) -> None:
    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await sign_up.cohost(house, hosted, asker, user, unit)

    assert (await scene.host(tool)).ok


def questions_to(scene: Scene, channel: str) -> list[str]:
    return [text.splitlines()[-1] for text in scene.shown(channel) if "asks" in text]


async def answers(scene: Scene, user: int, guild: int) -> Answer:
    """Somebody uses the desk, in a direct message (as by the button under a question) or in the server."""

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return Answer(words.DONE)

    asker = Asker(user, guild, CHANNEL, frozenset(), manages=False, interaction_id=scene.discord.new_id())
    answer = await scene.does(hosting(scene.house, asker, scene.code, tool))
    assert answer is not None
    return answer


# --- who created it ---------------------------------------------------------------------------------------------------


async def test_a_question_goes_to_who_created_the_match_while_they_host(table: Scene) -> None:
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"user:{HOST}") == ["Does a half count?"]


@pytest.mark.parametrize("how", ["lost the role", "left", "is timed out"])
async def test_who_hosts_no_more_hears_nothing_and_the_asker_learns_that_nobody_does(table: Scene, how: str) -> None:
    lose(table, how)
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"user:{HOST}") == []
    assert table.dms("Bob")[-1] == words.NOBODY_TO_ASK
    assert "asked" not in await table.kinds()


@pytest.mark.parametrize("how", ["lost the role", "left", "is timed out"])
async def test_then_the_next_host_hears_it(table: Scene, how: str) -> None:
    await names(table, FRIEND)
    await names(table, OTHER)
    lose(table, how)
    table.discord.left.add(FRIEND)
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"user:{OTHER}") == ["Does a half count?"]
    assert questions_to(table, f"user:{HOST}") == questions_to(table, f"user:{FRIEND}") == []


@pytest.mark.parametrize("how", ["lost the role", "left", "is timed out"])
async def test_an_answer_of_who_hosts_no_more_is_refused(table: Scene, how: str) -> None:
    await table.dm("Bob", "ask Does a half count?")
    lose(table, how)
    assert (await answers(table, HOST, guild=0)).text == words.NOT_A_HOST


async def test_in_a_direct_message_whoever_hosts_answers(table: Scene) -> None:
    await names(table, FRIEND)
    table.discord.managers.add(OTHER)
    await table.dm("Bob", "ask Does a half count?")
    for user in (HOST, FRIEND, OTHER):
        assert (await answers(table, user, guild=0)).ok
    assert (await answers(table, table.user("Ann"), guild=0)).text == words.NOT_A_HOST
    assert (await answers(table, 999, guild=0)).text == words.NOT_A_HOST


async def test_an_answer_waits_for_no_discord_that_says_nothing(table: Scene) -> None:
    await table.dm("Bob", "ask Does a half count?")
    table.discord.goes_wrong("member", error=Trouble())
    assert (await answers(table, HOST, guild=0)).text == words.CANNOT_SEE


def lose(scene: Scene, how: str) -> None:
    if how == "left":
        scene.discord.left.add(HOST)
    elif how == "is timed out":
        scene.discord.silenced.add(HOST)
    else:
        scene.discord.managers.discard(HOST)


async def test_a_cohost_who_was_taken_back_hears_and_answers_nothing(table: Scene) -> None:
    await names(table, FRIEND)
    lose(table, "left")

    async def tool(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await sign_up.no_cohost(house, hosted, asker, FRIEND, unit)

    assert (await table.host(tool)).text == words.cohost_no_more(FRIEND, table.code)
    assert (await table.host(tool)).text == words.never_cohost(FRIEND, table.code)
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"user:{FRIEND}") == []
    assert table.dms("Bob")[-1] == words.NOBODY_TO_ASK


async def test_where_it_cannot_be_seen_who_hosts_a_question_is_asked_again_later(table: Scene) -> None:
    table.discord.goes_wrong("member", error=Trouble())
    await table.dm("Bob", "ask Does a half count?")
    assert table.dms("Bob")[-1] == words.CANNOT_SEE_HOSTS
    await table.dm("Bob", "ask Does a half count?")
    assert table.dms("Bob")[-1] == words.asked(table.code)


async def test_moves_are_taken_whether_or_not_it_can_be_seen_who_hosts(table: Scene) -> None:
    table.discord.goes_wrong("member", error=Trouble(), times=1000)
    await table.dm("Bob", "12")
    assert "**12**" in table.dms("Bob")[-1]


async def test_what_hosts_must_know_waits_until_it_can_be_seen_who_they_are(table: Scene) -> None:
    await table.dm("Bob", "ask Does a half count?")
    table.discord.goes_wrong("member", error=Trouble(), times=1)
    table.discord.refusing[f"user:{table.user('Ann')}"] = "The direct messages are closed."
    await table.dm("Ann", "status")
    assert not any("does not get through" in text for text in table.host_dms())
    await table.run(HOUR)
    await table.ring()
    assert any("does not get through" in text for text in table.host_dms())


# --- the hosts' channel -----------------------------------------------------------------------------------------------


async def test_the_hosts_channel_is_asked_first(table: Scene) -> None:
    await with_office(table)
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"channel:{OFFICE}") == ["Does a half count?"]
    assert questions_to(table, f"user:{HOST}") == []


async def test_a_hosts_channel_that_is_gone_is_none(table: Scene) -> None:
    await with_office(table)
    table.discord.gone.add(OFFICE)
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"user:{HOST}") == ["Does a half count?"]


async def test_where_somebody_at_the_table_reads_the_channel_a_host_who_does_not_play_is_asked(table: Scene) -> None:
    await with_office(table)
    table.discord.readers[OFFICE] = {table.user("Ann")}
    await table.dm("Bob", "ask Does a half count?")
    assert questions_to(table, f"channel:{OFFICE}") == []
    assert questions_to(table, f"user:{HOST}") == ["Does a half count?"]


async def test_where_there_is_no_such_host_the_asker_learns_who_reads_along_before_it_is_sent(table: Scene) -> None:
    await with_office(table)
    lose(table, "left")
    table.discord.readers[OFFICE] = {table.user("Ann"), 3}
    table.discord.roles[table.user("Eve")] = {3}
    await table.dm("Bob", "ask Does a half count?")
    told = table.dms("Bob")[-1]
    assert "Ann and Eve could read it" in told
    assert questions_to(table, f"channel:{OFFICE}") == []
    assert "asked" not in await table.kinds()
    answer = await asks_anyway(table, "Bob")
    assert answer.text == words.asked(table.code)
    assert questions_to(table, f"channel:{OFFICE}") == ["Does a half count?"]
    assert (await asks_anyway(table, "Bob")).text == words.QUESTION_GONE


async def test_if_more_read_along_by_then_the_asker_is_told_again(table: Scene) -> None:
    await with_office(table)
    lose(table, "left")
    table.discord.readers[OFFICE] = {table.user("Ann")}
    await table.dm("Bob", "ask Does a half count?")
    table.discord.readers[OFFICE].add(table.user("Eve"))
    answer = await asks_anyway(table, "Bob")
    assert "Ann and Eve could read it" in answer.text
    assert questions_to(table, f"channel:{OFFICE}") == []
    assert (await presses(table, "Bob", answer.buttons[0].custom_id)).text == words.asked(table.code)


async def test_nobody_asks_for_another(table: Scene) -> None:
    await with_office(table)
    lose(table, "left")
    table.discord.readers[OFFICE] = {table.user("Ann")}
    await table.dm("Bob", "ask Does a half count?")
    assert (await presses(table, "Ann", button_of(table, "Bob"))).text == words.QUESTION_GONE
    assert questions_to(table, f"channel:{OFFICE}") == []


async def test_what_hosts_are_told_of_others_is_not_said_where_players_read(table: Scene) -> None:
    await with_office(table)
    lose(table, "left")
    table.discord.readers[OFFICE] = {table.user("Ann")}
    table.discord.refusing[f"user:{table.user('Bob')}"] = "The direct messages are closed."
    await table.dm("Bob", "status")
    assert table.shown(f"channel:{OFFICE}") == []


def button_of(scene: Scene, who: str) -> str:
    letter = scene.discord.channels[f"user:{scene.user(who)}"][-1]
    assert letter.request is not None
    return letter.request.buttons[0].custom_id


async def asks_anyway(scene: Scene, who: str) -> Answer:
    return await presses(scene, who, next(iter(anyway(scene, who))))


def anyway(scene: Scene, who: str) -> list[str]:
    letters = [m for m in scene.discord.channels[f"user:{scene.user(who)}"] if m.request is not None]
    ids = [b.custom_id for m in letters if m.request is not None for b in m.request.buttons]
    return [one for one in ids if one.startswith("anyway:")]


async def presses(scene: Scene, who: str, custom_id: str) -> Answer:
    _, code, message, length, mark = custom_id.split(":")
    press = Letter(scene.discord.new_id(), scene.user(who), "", via="interaction")
    again = asking.Again(code, int(message), int(length), mark, press)
    answer = await scene.does(partial(asking.ask_anyway, scene.house, again))
    assert answer is not None
    return answer


# --- absences ---------------------------------------------------------------------------------------------------------


async def test_an_absence_is_told_to_who_hosts_now_and_said_to_be(table: Scene) -> None:
    until = table.clock.instant + 30 * HOUR
    deed = partial(preferences.away, table.house, table.user("Bob"), None, until, False)
    answer = await table.does(deed)
    assert answer is not None
    assert "Your hosts know" in answer.text
    assert "Bob will be away" in table.host_dms()[-1]
    lose(table, "lost the role")
    heard = len(table.host_dms())
    answer = await table.does(deed)
    assert answer is not None
    assert "I have told nobody" in answer.text
    assert len(table.host_dms()) == heard


# --- hosts who cannot be written to -----------------------------------------------------------------------------------


async def closed(scene: Scene, *users: int) -> None:
    for user in users:
        scene.discord.refusing[f"user:{user}"] = "Their direct messages are closed to me."


async def test_where_a_hosts_direct_messages_are_closed_a_cohost_gets_it_and_is_told(table: Scene) -> None:
    await names(table, FRIEND)
    await closed(table, HOST)
    await table.dm("Bob", "ask One?")
    await table.dm("Ann", "ask Two?")
    assert questions_to(table, f"user:{FRIEND}") == ["One?", "Two?"]
    told = [text for text in table.shown(f"user:{FRIEND}") if "I cannot write to" in text]
    assert told == [words.no_host(table.code, HOST, "Their direct messages are closed to me.")]


async def test_what_reaches_no_host_stands_under_every_answer_of_the_desk_until_it_is_read(table: Scene) -> None:
    await closed(table, HOST)
    await table.dm("Bob", "ask One?")
    await table.dm("Ann", "ask Two?")
    answer = await table.host(clock.pause)
    assert answer.text.splitlines()[-1] == words.waits(table.code, 2, 0)
    assert "**2 questions wait**" in answer.text
    assert [b.custom_id for b in answer.buttons] == [f"waiting:{table.code}"]
    first = await table.host(waiting.read)
    assert "Bob asks" in first.text
    assert "**1 question waits**" in first.text
    assert [b.custom_id.partition(":")[0] for b in first.buttons] == ["reply", "waiting"]
    second = await table.host(waiting.read)
    assert "Ann asks" in second.text
    assert [b.custom_id.partition(":")[0] for b in second.buttons] == ["reply"]
    assert (await table.host(clock.resume)).buttons == ()
    assert (await table.host(waiting.read)).text == words.NOTHING_WAITS


async def test_a_repost_says_to_hosts_what_did_not_reach_them(table: Scene) -> None:
    await closed(table, HOST)
    await table.dm("Bob", "ask One?")
    table.discord.recovers()
    answer = await table.host(speech.repost)
    assert answer.text == words.REPOSTED
    assert questions_to(table, f"user:{HOST}") == ["One?"]


async def test_what_waits_is_tried_again_when_the_next_phase_opens(table: Scene) -> None:
    await closed(table, HOST)
    await table.dm("Bob", "ask One?")
    table.discord.recovers()
    await table.pass_deadline()
    await table.ring()
    assert questions_to(table, f"user:{HOST}") == ["One?"]


async def test_what_waits_is_said_with_the_next_that_gets_through(table: Scene) -> None:
    await closed(table, HOST)
    await table.dm("Bob", "ask One?")
    table.discord.recovers()
    await table.dm("Ann", "ask Two?")
    assert questions_to(table, f"user:{HOST}") == ["One?", "Two?"]


async def test_a_question_is_said_once_though_the_process_is_killed_while_it_is(table: Scene) -> None:
    from tests.hosting.fakes import Killed

    for moment in ("before", "after"):
        table.discord.goes_wrong("send", f"user:{HOST}", moment, Killed())
        await table.dm("Bob", f"ask {moment}?")
        await table.restart()
    assert questions_to(table, f"user:{HOST}") == ["before?", "after?"]


async def test_hosts_see_who_hosts(table: Scene) -> None:
    async def shown(scene: Scene, asker: Asker) -> str | None:
        async def deed(unit: Unit) -> Answer:
            found = await unit.match_by_code(scene.code)
            assert found is not None
            return Answer(await sign_up.hosts(scene.house, found, asker, unit) or "nothing")

        answer = await scene.does(deed)
        return None if answer is None else answer.text

    await names(table, FRIEND)
    assert await shown(table, table.asker()) == words.hosts_of(HOST, True, [FRIEND], f"<@{HOST}>")
    lose(table, "lost the role")
    assert await shown(table, table.asker(OTHER)) == words.hosts_of(HOST, False, [FRIEND], f"<@{FRIEND}>")
    assert await shown(table, table.asker(table.user("Ann"))) == "nothing"
    assert await shown(table, table.asker(999, manages=False)) == "nothing"
    table.discord.goes_wrong("member", error=Trouble(), times=9)
    assert await shown(table, table.asker()) == words.UNSEEN_HOSTS
