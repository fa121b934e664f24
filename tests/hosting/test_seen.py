"""Seen is seen: what shows a secret to somebody is on record, and whoever has seen one takes no seat (ruling L1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.desk import interventions, ledger, log, questions, rewind, speech
from bot.hosting.desk import look as desk_look
from bot.hosting.folds.rewinding import story
from bot.hosting.model import events
from bot.hosting.model.records import Answer
from bot.hosting.players import lobby, own_matches, seen
from tests.hosting.scene import GUILD, HOST, SECOND, Scene
from tests.hosting.test_turned_back import does

GARDEN = "garden-of-eden"


async def looks(scene: Scene) -> list[str]:
    """What is on record as seen, in order."""
    return [row.body.get("what", seen.RECORD) for row in await scene.rows() if row.kind in events.LOOKS]


async def shown_to(scene: Scene, who: str) -> str:
    """What a player reads of who looked."""
    answer = await scene.does(partial(own_matches.looks, scene.user(who), scene.code))
    assert answer is not None
    return answer.text


# --- what is a look ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["5", "200", "5 +3g", "submit 7; 8", "-3"])
async def test_a_submission_is_entered_in_one_fixed_form_and_tells_the_host_nothing(scene: Scene, text: str) -> None:
    """GL4: legal or not, and whatever was on file before."""
    await scene.begin("Ann", "Bob", "Eve")
    for before in ("", text, "40"):
        if before:
            await scene.dm("Bob", before)
        answer = await does(scene, interventions.submit, scene.user("Bob"), text)
        assert answer.ok
        assert answer.text.splitlines()[0] == f"Entered for Bob: {text.replace('-', chr(92) + '-')}"
        assert "legal" not in answer.text
    assert await looks(scene) == []


@pytest.mark.parametrize("text", ["check", "check; 5", "5; status", "rank", "score", "withdraw", "cancel rank", "huh?"])
async def test_whatever_is_answered_by_how_a_player_stands_is_a_look_taken_or_not(scene: Scene, text: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Bob", "12")
    await does(scene, interventions.submit, scene.user("Bob"), text)
    assert await looks(scene) == [seen.STANDING]


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("gold", False),
        ("silver void Ann", False),
        ("gold black", False),
        ("gold pink black", False),
        ("red", False),
        ("gold pink", True),
        ("silver white", True),
        ("extend", True),
        ("status", True),
    ],
)
async def test_a_cast_that_is_legal_for_everybody_alike_is_entered_without_a_look(
    scene: Scene, text: str, look: bool
) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset=GARDEN)
    for who in ("Ann", "Bob", "Eve"):
        await scene.dm(who, "basket gs")
    await scene.pass_deadline()
    answer = await does(scene, interventions.submit, scene.user("Bob"), text)
    assert bool(await looks(scene)) == look
    assert look or answer.text.startswith("Entered for Bob: ")


@pytest.mark.parametrize(("holding", "amount"), [("height", -100_000), ("height", -1), ("garnets", -1), ("points", 2)])
async def test_a_correction_is_a_look_whether_it_is_refused_or_not(scene: Scene, holding: str, amount: int) -> None:
    """That so much could be taken away tells as much as that it could not."""
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.correct_holding, scene.user("Bob"), {holding: amount}, "a test")
    assert await looks(scene) == [seen.STANDING]


async def test_a_look_has_its_row_beside_that_of_what_was_done(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.correct_holding, scene.user("Bob"), {"garnets": 2}, "a test")
    assert (await scene.kinds())[-2:] == [events.CORRECTED, events.LOOKED]


async def test_that_somebody_is_removed_already_is_a_look_where_nobody_can_know_it(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan", ruleset=GARDEN)
    assert (await does(scene, interventions.remove, scene.user("Bob"))).ok
    assert await looks(scene) == []
    assert not (await does(scene, interventions.remove, scene.user("Bob"))).ok
    assert await looks(scene) == [seen.STANDING]


async def test_what_a_correction_of_a_message_changes_is_a_look_and_what_it_cannot_change_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())
    await does(scene, log.page, 0)
    await does(scene, rewind.correct_message, sent, "no number", "a test")
    await does(scene, rewind.correct_message, sent, "13", "a test")
    assert await looks(scene) == [seen.LOG, seen.CORRECTION, seen.CORRECTION]


async def test_only_the_log_shows_who_sent_something(scene: Scene) -> None:
    """Another look is no reading of the log: what it did not show is not offered, nor corrected."""
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())
    await scene.look()
    await scene.export()
    corrected = await does(scene, rewind.correct_message, sent, "13", "a test")
    assert corrected.text == words.NO_SUCH_MESSAGE


async def test_whose_holding_another_host_corrected_is_no_point_to_turn_back_to_before_it_is_read(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.correct_holding, scene.user("Bob"), {"garnets": 2}, "a test")

    async def offered(user: int) -> list[str]:
        return [c.row.kind for c in rewind.points(rewind.seen_by(user, story(await scene.rows())))]

    assert await offered(HOST) == [events.CORRECTED, events.STARTED]
    assert await offered(HOST + 1) == [events.STARTED]


async def test_time_that_was_asked_for_and_is_not_announced_does_not_show_in_a_pause(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset=GARDEN)
    await scene.pause()
    before = await scene.extend(1.0)
    scene.chance.fixed = 10**9  # the longest wait
    await scene.dm("Bob", "extend")
    again = await scene.extend(1.0)
    hours = [int(answer.text.split(": ")[1].split()[0]) for answer in (before, again)]
    assert hours[1] == hours[0] + 1


async def test_how_much_waits_for_players_is_not_said(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    nothing = await scene.host(speech.repost)
    scene.discord.refusing[f"user:{scene.user('Ann')}"] = "Closed."
    await scene.dm("Ann", "12")
    assert (await scene.host(speech.repost)).text == nothing.text == words.REPOSTED


# --- who takes no seat ------------------------------------------------------------------------------------------------


async def as_asked(scene: Scene) -> None:
    await scene.dm("Ann", "ask I hold 60, do they count?")


async def as_answered(scene: Scene) -> None:
    await scene.dm("Ann", "ask I hold 60, do they count?")
    question = scene.question(len(await scene.rows()))
    await does(scene, questions.respond, question, 0, "They do.")


WAYS: dict[str, Callable[[Scene], Awaitable[Any]]] = {
    "look": lambda scene: scene.host(desk_look.look),
    "export": lambda scene: scene.host(desk_look.export),
    "log": lambda scene: does(scene, log.page, 0),
    "preview": lambda scene: scene.host(rewind.preview),
    "refused correction": lambda scene: does(
        scene, interventions.correct_holding, scene.user("Bob"), {"height": -999}, "?"
    ),
    "correction": lambda scene: does(scene, interventions.correct_holding, scene.user("Bob"), {"height": 1}, "?"),
    "entry": lambda scene: does(scene, interventions.submit, scene.user("Bob"), "5"),
    "check": lambda scene: does(scene, interventions.submit, scene.user("Bob"), "check"),
    "removal": lambda scene: does(scene, interventions.remove, scene.user("Bob")),
    "rollback's preview": lambda scene: does(scene, rewind.preview_rollback, len(scene.match.entries) + 2),
    "a question": as_asked,
    "an answer": as_answered,
    "everybody's holdings": lambda scene: scene.does(partial(ledger.show_all, scene.asker())),
    "somebody's holdings": lambda scene: scene.does(partial(ledger.show, scene.asker(), scene.user("Bob"))),
    "a holding set": lambda scene: scene.does(
        partial(ledger.set_to, scene.asker(), scene.user("Bob"), "garnets", 3, "?")
    ),
    "a gift": lambda scene: scene.does(
        partial(ledger.give, scene.asker(), scene.user("Bob"), HOST, "garnets", 3, "more than there is")
    ),
}


@pytest.mark.parametrize("way", WAYS)
async def test_whoever_has_seen_anything_is_no_substitute_also_not_after_a_rollback(scene: Scene, way: str) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    start = len(await scene.rows())
    scene.users["Host"] = HOST

    async def seated() -> Answer:
        return await does(scene, interventions.replace_player, scene.user("Ann"), HOST, "Host")

    await WAYS[way](scene)
    assert (await seated()).text in (words.no_seat_for_them("match"), words.no_seat_for_them("ledger"))
    await does(scene, rewind.rollback, start, "a test")
    assert not (await seated()).ok


async def test_whoever_has_seen_nothing_may_be_a_substitute(scene: Scene) -> None:
    """What everybody reads, what one holds oneself, and a token that was won in public."""
    await scene.begin("Ann", "Bob", "Eve")
    scene.users["Host"] = HOST
    await scene.extend(1.0)
    await does(scene, speech.announce, "Good evening.")
    await scene.does(partial(ledger.show, scene.asker(), None))
    await scene.does(partial(ledger.show, scene.asker(), HOST))
    await scene.does(partial(ledger.set_to, scene.asker(), HOST, "garnets", 1, "my own"))
    await scene.does(partial(ledger.set_to, scene.asker(), scene.user("Bob"), "tokens", 1, "won"))
    await scene.does(partial(ledger.show_all, scene.asker(guild=GUILD + 1)))
    assert (await does(scene, interventions.replace_player, scene.user("Ann"), HOST, "Host")).ok


async def test_the_ledger_read_before_a_sign_up_closes_the_seats_and_the_wait_list(scene: Scene) -> None:
    await scene.open()
    scene.users["Host"] = HOST
    await scene.does(partial(ledger.show_all, scene.asker()))
    await scene.create(most=3)
    assert (await scene.joins("Host")).text == words.no_seat_for_you("ledger", scene.code)
    await scene.join("Ann", "Bob", "Eve")
    assert (await scene.joins("Host")).text == words.no_seat_for_you("ledger", scene.code)
    await scene.leave("Eve")
    assert [person.name for person in scene.hosted.sitting] == ["Ann", "Bob"]


async def test_who_looks_while_they_wait_is_passed_over_and_told_so(scene: Scene) -> None:
    await scene.open()
    scene.users["Host"] = HOST
    await scene.create(most=3)
    await scene.join("Ann", "Bob", "Eve", "Host", "Zoe")
    await scene.does(partial(ledger.show_all, scene.asker()))
    await scene.leave("Eve")
    assert [person.name for person in scene.hosted.sitting] == ["Ann", "Bob", "Zoe"]
    assert scene.host_dms()[-1] == words.no_seat_after_all("ledger", scene.code)


async def test_nobody_who_has_looked_is_invited(scene: Scene) -> None:
    await scene.open()
    await scene.create()
    await does(scene, log.page, 0)
    answer = await scene.host(partial_invite(HOST))
    assert (answer.ok, answer.text) == (False, words.no_seat_for_them("match"))
    assert (await scene.host(partial_invite(HOST + 1))).ok


def partial_invite(user: int) -> Any:
    async def tool(house: Any, hosted: Any, asker: Any, unit: Any) -> Answer:
        return await lobby.invite(house, hosted, user, unit)

    return tool


# --- what players read of it ------------------------------------------------------------------------------------------


async def test_players_read_who_looked_and_who_read_the_ledger_before_and_during_their_match(scene: Scene) -> None:
    await scene.open()
    for whose in (scene.user("Ann"), scene.user("Nobody"), None):
        deed = partial(ledger.show_all, scene.asker()) if whose is None else partial(ledger.show, scene.asker(), whose)
        await scene.does(deed)
        await scene.run(SECOND)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.look()
    await scene.run(SECOND)
    await scene.does(partial(ledger.show, scene.asker(), scene.user("Bob")))
    assert await shown_to(scene, "Ann") == words.LOOKS_LATER
    await scene.cancel()
    lines = [line.partition("> ")[2] for line in (await shown_to(scene, "Ann")).splitlines()[1:]]
    assert lines == [
        f"<@{HOST}>: in the ledger, what everybody holds",
        f"<@{HOST}>: what was on file",
        f"<@{HOST}>: in the ledger, what <@{scene.user('Bob')}> holds",
    ]
