"""What opens as a form, and what becomes of it by its stamp and its turn (rulings L2, GL4)."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial

import pytest

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk.rewind import rollback
from bot.hosting.inbox import forms
from bot.hosting.inbox.forms import Blank, Filled
from bot.hosting.model import limits
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.players import lobby
from bot.hosting.players.lobby import Guest
from bot.hosting.ports.store import Unit
from games.ruleset import Field
from tests.hosting.scene import SECOND, Scene


async def opens(scene: Scene, who: str, turn: int | None = None) -> Blank | Answer:
    await scene.look_again()
    async with scene.store.begin() as unit:
        return await forms.look(scene.user(who), scene.code, scene.match.turn if turn is None else turn, unit)


async def blank(scene: Scene, who: str) -> Blank:
    found = await opens(scene, who)
    assert isinstance(found, Blank)
    return found


def hands_in(
    scene: Scene, who: str, turn: int, at: datetime | None = None, **values: tuple[str, ...]
) -> asyncio.Future[Answer | None]:
    """A form of that turn is sent; the future is its answer."""
    filled = Filled(scene.discord.new_id(at), scene.user(who), scene.code, turn, values)
    return scene.room.put(filled.user_id, partial(forms.receive, scene.house, filled))


async def fills(scene: Scene, who: str, turn: int = 1, at: datetime | None = None, **values: str | list[str]) -> Answer:
    chosen = {name: (v,) if isinstance(v, str) else tuple(v) for name, v in values.items()}
    answer = hands_in(scene, who, turn, at, **chosen)
    await scene.settle()
    said = answer.result()
    assert said is not None
    return said


async def taken(scene: Scene) -> list[str]:
    return [row.body["text"] for row in await scene.rows() if row.kind == "message"]


def field(blank: Blank, name: str) -> Field:
    return next(f for f in blank.form.fields if f.name == name)


# --- stamps and turns -------------------------------------------------------------------------------------------------


async def test_a_form_counts_by_the_stamp_of_its_sending(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    deadline = scene.deadline
    await scene.run_to(deadline + 2 * SECOND)
    assert (await fills(scene, "Ann", at=deadline, height="12")).ok
    assert (await fills(scene, "Bob", at=deadline + SECOND, height="13")).text == words.held(scene.code)
    assert await taken(scene) == ["12"]


async def test_a_form_that_waited_for_a_close_counts_for_neither_phase(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline + 2 * SECOND)
    await fills(scene, "Ann", height="12")
    await scene.pass_deadline()
    await scene.look_again()
    assert words.between(scene.code, scene.match.phase) in scene.dms("Ann")
    assert await taken(scene) == []


async def test_a_form_that_waited_counts_where_its_turn_is_longer_after_all(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    deadline = scene.deadline
    await scene.run_to(deadline + 2 * SECOND)
    await fills(scene, "Ann", height="12")
    await scene.extend(2.0, at=deadline - SECOND)
    assert await taken(scene) == ["12"]
    assert any("**12**" in letter for letter in scene.dms("Ann"))


async def test_a_form_that_waited_is_refused_in_the_next_turn_of_the_same_phase(scene: Scene) -> None:
    """An extension by inactivity ends the turn, not the phase: a typed message would count."""
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.run_to(scene.deadline + 2 * SECOND)
    await fills(scene, "Ann", basket="gs")
    await scene.dm("Bob", "basket gs")
    await scene.pass_deadline()
    assert words.other_turn(scene.code, may_act=True) in scene.dms("Ann")
    assert await taken(scene) == ["basket gs"]


@pytest.mark.parametrize(("ruleset", "field_name"), [("ghost-ladder", "height"), ("garden-of-eden", "basket")])
async def test_a_form_that_discord_brings_after_the_close_is_told_to_player_and_host(
    scene: Scene, ruleset: str, field_name: str
) -> None:
    """Also where the phase goes on."""
    await scene.begin("Ann", "Bob", "Eve", ruleset=ruleset)
    deadline = scene.deadline
    await scene.pass_deadline()
    answer = hands_in(scene, "Ann", 1, at=deadline - SECOND, **{field_name: ("12",)})
    await scene.settle()
    said = answer.result()
    assert said is not None
    assert (said.ok, said.text) == (False, words.late(scene.code))
    assert any("only after its deadline had been judged" in letter for letter in scene.host_dms())
    assert await taken(scene) == []


async def test_a_form_of_a_turn_long_gone_is_refused_and_no_matter_for_the_host(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pass_deadline()
    await scene.look_again()
    await scene.pass_deadline()
    said = await fills(scene, "Ann", turn=1, height="12")
    assert (said.ok, said.text) == (False, words.other_turn(scene.code, may_act=True))
    assert [b.custom_id for b in said.buttons] == [f"form:{scene.code}:3"]
    assert scene.host_dms() == []


async def test_a_form_sent_twice_by_discord_is_taken_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    filled = Filled(scene.discord.new_id(), scene.user("Ann"), scene.code, 1, {"height": ("12",)})
    for _ in range(2):
        await scene.house.queue.put(partial(forms.receive, scene.house, filled))
    assert await taken(scene) == ["12"]


async def test_a_form_from_before_a_rollback_is_refused(scene: Scene) -> None:
    """Turn numbers are never used again."""
    await scene.begin("Ann", "Bob", "Eve")
    start = await scene.hosted_now()
    await scene.pass_deadline()

    async def back(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await rollback(house, hosted, asker, start.match.position, "a mistake", unit)

    assert (await scene.host(back)).ok
    assert scene.match.phase == start.match.phase
    for turn in (1, 2):
        assert (await fills(scene, "Ann", turn=turn, height="12")).text == words.other_turn(scene.code, may_act=True)
    assert (await fills(scene, "Ann", turn=3, height="13")).ok
    assert (await taken(scene))[-1] == "13"


# --- a gap ------------------------------------------------------------------------------------------------------------


async def test_with_an_unread_history_a_form_opens_and_what_is_sent_waits(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.disconnect()
    await scene.dm("Ann", "1", live=False)
    scene.discord.goes_wrong("history", f"user:{scene.user('Ann')}", times=1)
    await scene.reconnect()
    assert field(await blank(scene, "Ann"), "height").current == ()
    answer = hands_in(scene, "Ann", 1, height=("12",))
    await scene.settle()
    assert not answer.done()
    await scene.ring()
    assert await taken(scene) == ["1", "12"]
    said = answer.result()
    assert said is not None
    assert "**12**" in said.text


# --- a hundred players ------------------------------------------------------------------------------------------------


@pytest.fixture
async def crowd(scene: Scene) -> list[str]:
    """A hundred players, signed up in no order of their names, with their baskets."""
    names = [f"{'zyx'[i % 3]}{i:02}" for i in range(100)]
    await scene.create("garden-of-eden", most=100)
    for name in names:
        guest = Guest(scene.user(name), name, frozenset(), scene.clock.instant, f"interaction:{scene.discord.new_id()}")
        scene.house.queue.put(partial(lobby.join, scene.house, scene.code, guest))
    await scene.settle()
    await scene.start()
    for name in names:
        hands_in(scene, name, 1, basket=("gs",))
    await scene.settle()
    return names


async def test_a_hundred_players_are_found_by_their_names_and_voided_by_their_seats(
    scene: Scene, crowd: list[str]
) -> None:
    await scene.pass_deadline()
    void = field(await blank(scene, "z00"), "void")
    assert [c.label for c in void.choices] == sorted(n for n in crowd if n != "z00")
    assert len(void.choices) > 3 * limits.CHOICES
    said = await fills(scene, "z00", turn=2, void=[void.choices[0].value, void.choices[-1].value])
    assert said.ok
    assert (await taken(scene))[-1] == f"void #{crowd.index('x02') + 1} #{crowd.index('z99') + 1}"
    assert set(field(await blank(scene, "z00"), "void").current) == {void.choices[0].value, void.choices[-1].value}


async def test_a_new_choice_among_several_lists_takes_the_place_of_the_one_on_file(scene: Scene) -> None:
    """It is ticked still, in a list of its own."""
    await scene.begin("Ann", "Bob", "Eve", "Zoe", rounds=1)
    await scene.dm("Ann", "5")
    await scene.pass_deadline()
    await fills(scene, "Ann", turn=2, player="#2")
    await fills(scene, "Ann", turn=2, player=["#2", "#4"])
    assert (await taken(scene))[-1] == "choose #4"
    refused = await fills(scene, "Ann", turn=2, player=["#2", "#3", "#4"])
    assert not refused.ok
    assert (await taken(scene))[-1] == "choose #2 #3"
    assert field(await blank(scene, "Ann"), "player").current == ("#4",)


async def test_names_in_a_form_are_plain(scene: Scene) -> None:
    await scene.create("ghost-ladder", rounds=1)
    for name, shown_as in (("Ann", "Ann"), ("Bob", "_Bob_ <@1>"), ("Eve", "**Eve**")):
        await scene.joins(name, shown_as)
    await scene.start()
    await scene.dm("Ann", "5")
    await scene.pass_deadline()
    assert [c.label for c in field(await blank(scene, "Ann"), "player").choices] == ["_Bob_ <@1>", "**Eve**"]


# --- who may ----------------------------------------------------------------------------------------------------------


async def test_whoever_may_choose_nothing_is_told_one_and_the_same(scene: Scene) -> None:
    await scene.create("ghost-ladder", rounds=1)
    await scene.join("Ann", "Bob", "Eve")
    told = [await opens(scene, "Ann", turn=0), await opens(scene, "Nobody", turn=0)]
    await scene.start()
    told.append(await opens(scene, "Nobody"))
    await scene.dm("Ann", "5")
    await scene.pass_deadline()
    told += [await opens(scene, "Bob"), await opens(scene, "Nobody")]
    assert told == [Answer(words.NOT_ASKED, ok=False)] * 5
    assert await fills(scene, "Nobody", turn=2, player="#2") == Answer(words.NOT_ASKED, ok=False)


async def test_a_player_who_may_not_choose_and_sends_a_form_all_the_same_is_answered_as_if_typed(scene: Scene) -> None:
    """No client of Discord's sends one that was not opened."""
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await scene.dm("Ann", "5")
    await scene.pass_deadline()
    assert not (await fills(scene, "Bob", turn=2, player="#3")).ok
