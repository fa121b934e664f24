"""`/host export`: the written record, judged offline, gives what the live match gave."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.hosting import words
from bot.hosting.desk import interventions, log, rewind
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import Unit
from games.catalogue import RULESETS
from games.record import read
from games.replay import Judgement, as_json, judge
from tests.hosting.scene import SECOND, Scene


async def judged(scene: Scene) -> Judgement:
    return judge(read(await scene.export(), RULESETS))


async def standing(scene: Scene) -> list[dict[str, Any]]:
    match = (await scene.hosted_now()).match
    return match.rules.standing(match.state)


async def by_hand(scene: Scene, tool: Any, *given: Any) -> Answer:
    async def used(house: object, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        answer: Answer = await tool(house, hosted, asker, *given, unit)
        return answer

    return await scene.host(used)


async def test_a_whole_match_is_judged_to_the_same_end(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=2)
    for numbers in (("12", "11 rank", "10"), ("40 rank", "9", "5; score")):
        for name, text in zip(("Ann", "Bob", "Eve"), numbers, strict=True):
            await scene.dm(name, text)
        await scene.look_again()
        await scene.pass_deadline()
    judgement = await judged(scene)
    assert judgement.ended
    assert RULESETS["ghost-ladder"].standing(judgement.state) == await standing(scene)


async def test_while_it_runs_the_record_ends_with_the_last_deadline(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    before = await standing(scene)
    await scene.dm("Ann", "40")
    record = await scene.export()
    assert '"40"' not in record
    assert RULESETS["ghost-ladder"].standing(judge(read(record, RULESETS)).state) == before


async def test_before_the_first_deadline_the_record_has_no_turns(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    judgement = await judged(scene)
    assert (judgement.turns, judgement.ended) == ((), False)


async def test_refused_messages_stand_in_the_record_and_are_refused_again(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "twelve, please")
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    replies = as_json(await judged(scene))["turns"][0]["replies"]["Ann"]
    assert [(r["message"], r["accepted"]) for r in replies] == [("twelve, please", False), ("12", True)]


async def test_what_never_counted_is_not_in_the_record(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.run_to(scene.deadline + SECOND)
    await scene.dm("Ann", "77")
    await scene.pass_deadline()
    assert "77" not in (await scene.export()).partition("[[players]]")[2]


@pytest.mark.parametrize(
    "names",
    [
        ("vote", "log", "Ann"),
        ("#2", "@Bob", "<Eve>"),
        ("An n", "B;ob", 'E"ve'),
        ("x'y\\z", "日本", "🦊\u200d🦊"),
    ],
)
async def test_whatever_players_are_called_the_record_reads_as_the_match_was(
    scene: Scene, names: tuple[str, str, str]
) -> None:
    await scene.begin(*names, rounds=1)
    for name, text in zip(names, ("12", "5", "3"), strict=True):
        await scene.dm(name, text)
    await scene.pass_deadline()
    await scene.dm(names[0], f"vote <@{scene.user(names[1])}>")
    await scene.look_again()
    assert scene.match.phase.name == "vote"
    await scene.pass_deadline()
    judgement = await judged(scene)
    assert judgement.names.names == (await scene.hosted_now()).names.names
    told = judgement.turns[-1].notices
    candidate = next(n for n in told if n.kind == "candidate")
    assert candidate.facts == {"player": "\x022\x03", "how": "vote"}


async def test_a_host_s_hand_stands_in_the_record_where_it_stood_in_the_journal(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan")
    ann, dan = scene.user("Ann"), scene.user("Dan")
    await scene.dm("Ann", "12 +2g")
    await by_hand(scene, interventions.correct_holding, ann, {"garnets": 2}, "they were won elsewhere")
    await by_hand(scene, interventions.remove, dan)
    await scene.dm("Bob", "20")
    await scene.pass_deadline()
    judgement = await judged(scene)
    assert RULESETS["ghost-ladder"].standing(judgement.state) == await standing(scene)
    assert any("# 38" in text for text in scene.thread())


async def test_garden_of_eden_with_time_banks_is_judged_alike(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan", ruleset="garden-of-eden")
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "basket gold silver")
    await scene.dm("Bob", "extend")
    await scene.look_again()
    await scene.pass_deadline()  # Dan is inactive: a period runs
    await scene.dm("Dan", "basket silver silver")
    await scene.look_again()
    await scene.pass_deadline()
    for name, cast in (("Ann", "gold"), ("Bob", "gold pink"), ("Eve", "silver void Bob"), ("Dan", "silver")):
        await scene.dm(name, cast)
    await scene.look_again()
    await scene.pass_deadline()
    judgement = await judged(scene)
    assert [turn.phase.name for turn in judgement.turns] == ["basket", "basket", "round 1"]
    assert RULESETS["garden-of-eden"].standing(judgement.state) == await standing(scene)


async def test_an_export_is_journalled_and_for_hosts_alone(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = {channel: len(messages) for channel, messages in scene.discord.channels.items()}
    await scene.export()
    assert (await scene.kinds())[-1] == "exported"
    assert {channel: len(messages) for channel, messages in scene.discord.channels.items()} == before


async def test_before_the_start_there_is_nothing_to_export(scene: Scene) -> None:
    await scene.create()
    from bot.hosting.desk import look

    answer = await scene.host(partial(look.export))
    assert not answer.ok


async def test_what_named_nobody_then_names_nobody_in_the_record_though_a_substitute_is_called_so(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "basket gold silver")
    await scene.pass_deadline()
    await scene.dm("Ann", "gold")
    await scene.dm("Ann", "silver void Zoe")  # refused: there is no Zoe
    await scene.dm("Ann", "silver void Eve")
    await scene.dm("Ann", "gold void Zoe")
    await by_hand(scene, interventions.replace_player, scene.user("Eve"), scene.user("Zoe"), "Zoe")
    await scene.dm("Bob", "gold void Eve")  # refused: there is no Eve any more
    for name in ("Bob", "Zoe"):
        await scene.dm(name, "gold")
    await scene.look_again()
    await scene.pass_deadline()
    record = await scene.export()
    assert "silver void Zoe" in record, "which Ann sent when she was Eve"
    assert record.count("Zoe") == 4, "her name, that, and what she sent; not what was refused"
    judgement = judge(read(record, RULESETS))
    assert RULESETS["garden-of-eden"].standing(judgement.state) == await standing(scene)


async def test_a_correction_that_a_rewritten_message_would_make_impossible_keeps_it_from_being_rewritten(
    scene: Scene,
) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    ann = scene.user("Ann")
    await by_hand(scene, interventions.correct_holding, ann, {"garnets": 2}, "a gift")
    await scene.dm("Ann", "12")
    sent = len(await scene.rows())
    await by_hand(scene, interventions.correct_holding, ann, {"garnets": -1}, "too many")
    await scene.look()
    await by_hand(scene, log.page, 0)
    rewritten = await by_hand(scene, rewind.correct_message, sent, "12; score", "a slip")
    assert (rewritten.ok, rewritten.text) == (False, words.OTHER_COURSE)
    await scene.pass_deadline()
    judgement = await judged(scene)
    assert RULESETS["ghost-ladder"].standing(judgement.state) == await standing(scene)
