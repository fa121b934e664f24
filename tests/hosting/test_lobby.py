"""Sign-up: names, seats, codes, start and cancellation."""

from __future__ import annotations

from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import log
from bot.hosting.desk.access import hosting
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.ports.discord import Trouble
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS
from games.options import completed
from tests.hosting.scene import CHANNEL, GUILD, HOST, HOUR, Scene


def names(scene: Scene) -> list[str]:
    return [person.name for person in scene.hosted.sitting]


async def test_joining_gives_a_seat_under_the_name_that_is_shown(scene: Scene) -> None:
    await scene.create()
    [answer] = await scene.join("Ann")
    assert answer.text == words.joined("Ann", scene.code, renamed=False)
    assert names(scene) == ["Ann"]


@pytest.mark.parametrize(
    ("shown_as", "name"),
    [
        ("ann", "ann2"),
        ("  Ann  ", "Ann2"),
        ("A\u200bnn", "Ann2"),
        ("log", "log2"),
        ("LOG", "LOG2"),
        ("\u200b\u200d", "Player2"),
        ("\u3164", "Player2"),
        ("x" * 40, "x" * 32),
    ],
)
async def test_a_name_that_is_taken_reserved_or_invisible_becomes_another_and_the_player_is_told(
    scene: Scene, shown_as: str, name: str
) -> None:
    await scene.create()
    await scene.join("Ann")
    answer = await scene.joins("Bob", shown_as)
    assert names(scene) == ["Ann", name]
    assert answer.text == words.joined(name, scene.code, renamed=True)


async def test_a_name_is_fixed_at_sign_up(scene: Scene) -> None:
    await scene.create()
    await scene.joins("Ann", "Ann")
    await scene.joins("Ann", "Someone else")
    assert names(scene) == ["Ann"]


async def test_nobody_joins_twice(scene: Scene) -> None:
    await scene.create()
    _, again = await scene.join("Ann", "Ann")
    assert (again.ok, again.text) == (False, words.ALREADY_IN)
    assert len(scene.match.entries) == 1


async def test_at_a_full_table_one_waits_for_a_seat(scene: Scene) -> None:
    await scene.create(most=3)
    *_, answer = await scene.join("Ann", "Bob", "Eve", "Dan")
    assert answer.text == words.waiting(3)
    assert names(scene) == ["Ann", "Bob", "Eve"]
    await scene.leave("Bob")
    assert names(scene) == ["Ann", "Eve", "Dan"]
    assert scene.dms("Dan") == [words.seat_free(scene.code)]


async def test_whoever_leaves_is_gone_and_may_come_back(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann", "Bob")
    assert (await scene.leave("Ann")).text == words.left_table(scene.code)
    assert (await scene.leave("Ann")).text == words.NOT_IN
    await scene.join("Ann")
    assert names(scene) == ["Bob", "Ann"]


async def test_seats_are_numbered_in_the_order_of_the_sign_up(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann", "Bob", "Eve")
    await scene.leave("Ann")
    await scene.join("Dan")
    await scene.start()
    assert [(person.seat, person.name) for person in scene.hosted.sitting] == [(0, "Bob"), (1, "Eve"), (2, "Dan")]


async def test_with_too_few_players_it_does_not_start(scene: Scene) -> None:
    await scene.create(least=4)
    await scene.join("Ann", "Bob", "Eve")
    answer = await scene.start()
    assert (answer.ok, answer.text) == (False, words.too_few(3, 4))
    assert scene.match.status == "signing up"


async def test_after_the_start_nobody_joins_leaves_or_starts_it_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    assert (await scene.joins("Dan")).text == words.SIGNUP_CLOSED
    assert (await scene.leave("Ann")).text == words.STARTED_ALREADY
    assert (await scene.start()).text == words.STARTED_BEFORE


async def test_a_cancelled_match_is_closed_to_everyone(scene: Scene) -> None:
    await scene.create()
    await scene.join("Ann")
    await scene.cancel()
    assert (await scene.joins("Bob")).text == words.SIGNUP_CLOSED
    assert (await scene.start()).text == words.STARTED_BEFORE
    assert (await scene.cancel()).text == words.NOTHING_TO_CANCEL


async def test_a_running_match_that_is_cancelled_closes_no_turn_any_more(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    due = scene.deadline
    await scene.cancel()
    await scene.run_to(due + HOUR)
    assert "closed" not in await scene.kinds()
    assert "is cancelled" in scene.thread()[-1]


async def test_a_player_who_is_not_signed_up_has_nothing_to_leave(scene: Scene) -> None:
    await scene.create()
    assert (await scene.leave("Zoe")).text == words.NOT_IN


# --- codes ------------------------------------------------------------------------------------------------------------


async def test_codes_are_drawn_and_tell_nothing_of_how_many_matches_there_are(scene: Scene) -> None:
    codes = []
    for _ in range(12):
        await scene.create()
        codes.append(scene.code)
    assert len(set(codes)) == 12
    assert codes != sorted(codes)
    assert all(code[0] == "G" and any(c.isdigit() for c in code) for code in codes)


async def test_a_code_that_is_taken_is_drawn_again_and_grows_when_hardly_any_is_left(scene: Scene) -> None:
    scene.chance.fixed = 0
    await scene.create()
    first = scene.code
    await scene.create()
    assert first == "G22"
    assert scene.code == "G222"


async def test_a_code_of_nobody_opens_nothing(scene: Scene) -> None:
    await scene.create()
    guest = lobby.Guest(scene.user("Ann"), "Ann", frozenset(), scene.clock.instant, "interaction:1")
    for deed in (partial(lobby.may_join, "G99", guest), partial(lobby.join, scene.house, "G99", guest)):
        answer = await scene.does(deed)
        assert answer is not None
        assert answer.text == words.SIGNUP_CLOSED


# --- the same thing twice ---------------------------------------------------------------------------------------------


async def test_the_same_creation_twice_makes_one_match(scene: Scene) -> None:
    await scene.open()
    options = completed(RULESETS["ghost-ladder"].options, {})
    plan = lobby.Plan(GUILD, CHANNEL, HOST, "ghost-ladder", options, 3, 8, scene.clock.instant, "interaction:77")
    first = await scene.does(partial(lobby.create, scene.house, plan))
    second = await scene.does(partial(lobby.create, scene.house, plan))
    async with scene.store.begin() as unit:
        assert len(await unit.matches_in(GUILD)) == 1
    assert first is not None
    assert second is not None
    assert (second.ok, second.text) == (False, words.DONE_BEFORE)


async def test_the_same_press_of_join_twice_makes_one_player(scene: Scene) -> None:
    await scene.create()
    await scene.joins("Ann", source="interaction:77")
    again = await scene.joins("Ann", source="interaction:77")
    assert again.text == words.ALREADY_IN
    assert (await scene.kinds()).count("joined") == 1


# --- starting by itself -----------------------------------------------------------------------------------------------


async def started_by_itself(scene: Scene, *players: str) -> None:
    await scene.open()
    options = completed(RULESETS["ghost-ladder"].options, {})
    starts = scene.clock.instant + HOUR
    plan = lobby.Plan(
        GUILD, CHANNEL, HOST, "ghost-ladder", options, 3, 8, scene.clock.instant, "interaction:77", starts=starts
    )
    await scene.does(partial(lobby.create, scene.house, plan))
    async with scene.store.begin() as unit:
        scene.code = (await unit.matches_in(GUILD))[0].match.code
    await scene.join(*players)
    await scene.run_to(starts)
    await scene.look_again()


async def test_a_match_starts_by_itself_at_its_time(scene: Scene) -> None:
    await started_by_itself(scene, "Ann", "Bob", "Eve")
    assert scene.match.status == "running"
    assert scene.deadline == scene.clock.instant + 24 * HOUR


async def test_with_too_few_players_at_its_time_it_waits_for_a_host_who_is_told(scene: Scene) -> None:
    await started_by_itself(scene, "Ann")
    assert scene.match.status == "signing up"
    assert words.not_started(scene.code, 1, 3) in scene.host_dms()
    await scene.run(HOUR)
    await scene.ring()
    assert (await scene.kinds()).count("unstarted") == 1


async def test_whoever_still_waits_for_a_seat_is_told_that_the_match_has_begun_without_them(scene: Scene) -> None:
    await scene.create(most=3)
    await scene.join("Ann", "Bob", "Eve", "Late", "Later")
    await scene.start()
    for who in ("Late", "Later"):
        assert scene.dms(who) == [words.begun_without_you(scene.code)]
    assert (await scene.leave("Late")).text == words.NOT_IN


async def test_whoever_waits_for_a_seat_is_told_of_a_cancellation(scene: Scene) -> None:
    await scene.create(most=3)
    await scene.join("Ann", "Bob", "Eve", "Late")
    await scene.cancel()
    assert scene.dms("Late") == [words.cancelled(scene.code, started=False)]


# --- who waits for a seat ---------------------------------------------------------------------------------------------


async def full_table(scene: Scene) -> None:
    """With Kim and Lea waiting."""
    await scene.create(least=3, most=3)
    await scene.join("Ann", "Bob", "Eve", "Kim", "Lea")


async def test_who_left_the_server_while_they_waited_is_passed_over(scene: Scene) -> None:
    await full_table(scene)
    scene.discord.left.add(scene.user("Kim"))
    await scene.leave("Bob")
    assert names(scene) == ["Ann", "Eve", "Lea"]


async def test_who_lost_the_role_a_match_is_for_while_they_waited_is_passed_over_and_told(scene: Scene) -> None:
    await scene.open()
    source = f"interaction:{scene.discord.new_id()}"
    options = completed(RULESETS["ghost-ladder"].options, {})
    plan = lobby.Plan(GUILD, CHANNEL, HOST, "ghost-ladder", options, 3, 3, scene.clock.instant, source, "role", 9)
    await scene.does(partial(lobby.create, scene.house, plan))
    async with scene.store.begin() as unit:
        scene.code = (await unit.matches_in(GUILD))[-1].match.code
    for name in ("Ann", "Bob", "Eve", "Kim", "Lea"):
        await scene.joins(name, roles=frozenset({9}))
    scene.discord.roles[scene.user("Lea")] = {9}
    await scene.leave("Bob")
    assert names(scene) == ["Ann", "Eve", "Lea"]
    assert scene.dms("Kim")[-1] == words.only_for_role(9)


async def test_who_has_looked_while_they_waited_takes_no_seat(scene: Scene) -> None:
    await full_table(scene)

    async def reads_the_log(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await log.page(house, hosted, asker, 0, unit)

    await scene.does(hosting(scene.house, scene.asker(scene.user("Kim")), scene.code, reads_the_log))
    await scene.leave("Bob")
    assert names(scene) == ["Ann", "Eve", "Lea"]
    assert scene.dms("Kim")[-1] == words.no_seat_after_all("match", scene.code)
    assert (await scene.joins("Kim")).text == words.no_seat_for_you("match", scene.code)


async def test_where_discord_says_nothing_of_who_waits_a_seat_is_left_all_the_same_and_filled_later(
    scene: Scene,
) -> None:
    await full_table(scene)
    scene.discord.goes_wrong("member", error=Trouble())
    assert (await scene.leave("Bob")).ok
    assert names(scene) == ["Ann", "Eve"]
    await scene.ring()
    await scene.look_again()
    assert names(scene) == ["Ann", "Eve", "Kim"]
    await scene.ring()
    await scene.look_again()
    assert names(scene) == ["Ann", "Eve", "Kim"]
