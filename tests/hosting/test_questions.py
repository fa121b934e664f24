"""Questions are no moves (ruling C8): `status`, `check`, `help`, `rules` and `ask` are answered whenever they come, are
never late, held or refused for their hour, and leave no trace among the moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.hosting import words
from bot.hosting.desk import interventions
from bot.hosting.desk import questions as desk_questions
from bot.hosting.inbox import intake, questions
from bot.hosting.inbox.places import place_at
from bot.hosting.inbox.questions import Question, question
from bot.hosting.model.records import Answer, Letter
from bot.hosting.players import lobby, own_matches
from games.catalogue import RULESETS
from tests.hosting.scene import HOUR, JUST_AFTER, MINUTE, SECOND, Scene, played
from tests.hosting.test_least_disclosure import seen
from tests.hosting.test_turned_back import does

ALL = ("status", "check", "check 12", "help", "rules", "ask may I?", "how do I play", "/help")
EDEN = "garden-of-eden"


def text_of(scene: Scene, who: str) -> str:
    return scene.dms(who)[-1]


async def said(scene: Scene, who: str, text: str) -> list[str]:
    """What the bot answers to a message."""
    before = len(scene.dms(who))
    await scene.dm(who, text)
    return scene.dms(who)[before:]


async def by_command(scene: Scene, who: str, text: str, code: str | None = None) -> Answer:
    """By `/my status`, `/ask` and the like, a match named or not."""
    written = text if code is None else f"{code} {text}"
    letter = Letter(scene.discord.new_id(), scene.user(who), written, via="interaction")
    answer = await scene.does(partial(intake.receive_for, scene.house, letter, code))
    assert answer is not None
    return answer


async def moves(scene: Scene) -> list[str]:
    return [row.body["text"] for row in await scene.rows() if row.kind == "message"]


# --- what is a question -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("status", "standing"),
        (" STATUS ", "standing"),
        ("sta\u200btus", "standing"),
        ("check", "standing"),
        ("check 12 +1g", "standing"),
        ("Check gold pink void Bob", "standing"),
        ("check 12; status", "standing"),
        ("status;\ncheck 3", "standing"),
        ("check anything at all", "standing"),
        ("status please", "standing"),
        ("ask when do we start?", "ask"),
        ("Ask: may I?", "ask"),
        ("/ask may I?", "ask"),
        ("ask\nmay I?", "ask"),
        ("ask 12; 13", "ask"),
        ("ask", "ask"),
        ("help", "help"),
        ("?", "help"),
        ("what can I send?", "help"),
        ("rules", "rules"),
        ("What are the rules?", "rules"),
        ("how do I play", "rules"),
        ("how to play??", "rules"),
        ("how does this game work", "rules"),
    ],
)
def test_c8_a_question_is_known_by_its_text_alone(text: str, kind: str) -> None:
    found = question(text, RULESETS.values())
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "12; status",
        "status; 12",
        "check 12\n30",
        "gold",
        "rank",
        "extend",
        "vote Bob",
        '"status"',
        "asking",
        "hi",
    ],
)
def test_c8_what_is_more_than_a_question_is_a_move(text: str) -> None:
    assert question(text, RULESETS.values()) is None


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        ("", "check"),
        ("12", "check 12"),
        ("12; 30", "check 12; check 30"),
        ("12\n30", "check 12; check 30"),
        ("check 12", "check 12"),
        ("gold pink void Bob", "check gold pink void Bob"),
        ('gold void "a; b"', 'check gold void "a; b"'),
        ("12\nrank;;", "check 12; check rank"),
        ("Check 12; 30", "Check 12; check 30"),
        (" ; ", "check"),
        (";;", "check"),
    ],
)
def test_c8_a_check_is_never_more_than_a_check(message: str, sent: str) -> None:
    asked = questions.checking(message)
    assert asked == sent
    assert question(asked, RULESETS.values()) == Question("standing", sent)


# --- while a match runs -----------------------------------------------------------------------------------------------


async def test_c8_a_question_leaves_no_row_among_the_moves_and_changes_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    before = await scene.hosted_now()
    for text in ("status", "check", "check 40 +2g", "check twelve", "help", "rules", "how do I play", "status?"):
        assert len(await said(scene, "Ann", text)) == 1, text
    assert (await moves(scene))[:1] == ["12"]
    assert (await scene.hosted_now()).match.state == before.match.state
    assert await moves(scene) == ["12", "status?"]  # not written as a question is: offered, as ever


async def test_c8_two_seconds_after_a_deadline_a_question_is_answered_at_once_on_what_stands(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12")
    scene.clock.instant = scene.deadline + 2 * SECOND
    for text, found in (
        ("status", "**12**"),
        ("check 40 +2g", "not submitted by this"),
        ("help", "Round 1 of 7"),
        ("rules", "Two rails"),
        ("ask is it over?", words.asked(scene.code)),
    ):
        [answer] = await said(scene, "Ann", text)
        assert found in answer or text == "rules"
        assert "counts for neither" not in answer
    assert "the deadline has passed" in (await said(scene, "Ann", "status"))[0]
    assert any("is it over?" in letter for letter in scene.host_dms())
    before = len(scene.dms("Ann"))
    await scene.run(MINUTE)
    assert not any("send it again" in letter for letter in scene.dms("Ann")[before:])


@pytest.mark.parametrize("text", ALL)
async def test_c8_a_question_is_never_late_in_whatever_moment_it_reaches_us(scene: Scene, text: str) -> None:
    """Stamped before a deadline and brought after the close, between the two, and edited meanwhile."""
    await scene.begin("Ann", "Bob", "Eve")
    due = scene.deadline
    late = await scene.dm("Ann", text, at=due - SECOND, unseen=True)
    between = await scene.dm("Ann", text, at=due + 2 * SECOND, unseen=True)
    await scene.pass_deadline()
    told = len(scene.host_dms())
    for message in (late, between):
        before = len(scene.dms("Ann"))
        await scene.delivered("Ann", message)
        [answer] = scene.dms("Ann")[before:]
        assert answer not in (words.late(scene.code), words.between(scene.code, (await scene.hosted_now()).match.phase))
    assert await moves(scene) == []
    assert [text for text in scene.host_dms()[told:] if "asks" not in text] == []


async def test_c8_a_question_with_a_move_in_it_is_a_move_and_follows_its_hour(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.dm("Ann", "12; status")
    assert await moves(scene) == ["12; status"]
    scene.clock.instant = scene.deadline + 2 * SECOND
    assert await said(scene, "Ann", "13; status") == []
    before = len(scene.dms("Ann"))
    await scene.run(MINUTE)
    assert any("counts for neither" in letter for letter in scene.dms("Ann")[before:])
    assert await moves(scene) == ["12; status"]


async def test_c8_in_a_pause_questions_are_answered(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.pause()
    for text in ALL:
        assert len(await said(scene, "Ann", text)) == 1
    assert "paused" in (await said(scene, "Ann", "status"))[0]


async def test_c8_a_question_from_a_button_of_an_earlier_turn_is_answered(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    turn = str(scene.match.turn)
    await scene.pass_deadline()
    letter = Letter(scene.discord.new_id(), scene.user("Ann"), f"{scene.code} status", via="interaction")
    answer = await scene.does(partial(intake.send_offered, scene.house, letter, scene.code, turn))
    assert answer is not None
    assert "Height left" in answer.text
    move = Letter(scene.discord.new_id(), scene.user("Ann"), f"{scene.code} 12", via="interaction")
    refused = await scene.does(partial(intake.send_offered, scene.house, move, scene.code, turn))
    assert refused == Answer(words.STALE, ok=False)


async def test_c8_asking_is_no_activity(scene: Scene) -> None:
    """Who only asks is silent for the rules: a period goes, and the reminder stays true."""
    await scene.begin("Ann", "Bob", "Eve", ruleset=EDEN)
    for name in ("Bob", "Eve"):
        await scene.dm(name, "basket gold silver")
    for text in ("status", "check", "help", "rules"):
        await scene.dm("Ann", text)
    await scene.pass_deadline()
    assert any("Ann" in post and "goes on" in post for post in scene.thread())


async def test_c8_what_was_held_by_an_earlier_release_is_answered_after_the_close(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    letter = await scene.letter("Ann", "status")
    async with scene.store.begin() as unit:
        await unit.add_letter(letter, scene.clock.instant)
        await unit.place_letter(letter.message_id, scene.hosted.id, held=True)
    await scene.pass_deadline()
    assert any("Height left" in answer for answer in scene.dms("Ann"))


# --- before the start -------------------------------------------------------------------------------------------------


@pytest.fixture
async def lobby_of_four(scene: Scene) -> Scene:
    """Ann, Bob and Eve have signed up for a match that starts by itself; Dan waits."""
    await scene.create(most=3)
    await scene.join("Ann", "Bob", "Eve", "Dan")
    return scene


@pytest.mark.parametrize("who", ["Ann", "Dan"])
@pytest.mark.parametrize("text", ["help", "status", "check 12", "12", "I want to leave", "when do we start"])
async def test_c8_who_waits_reads_start_table_thread_and_how_to_leave(
    lobby_of_four: Scene, who: str, text: str
) -> None:
    scene = lobby_of_four
    for _ in range(3):  # however often
        [answer] = await said(scene, who, text)
        assert "when its host starts it" in answer
        assert "Ann, Bob, Eve" in answer
        assert f"<#{scene.hosted.thread_id}>" in answer
        assert "**Leave**" in answer
        assert ("wait list" in answer) == (who == "Dan")
        assert ("nothing" in answer.lower()) == (text in ("12", "I want to leave", "when do we start"))


@pytest.mark.parametrize("who", ["Ann", "Dan"])
async def test_c8_rules_are_read_before_the_start(lobby_of_four: Scene, who: str) -> None:
    await lobby_of_four.dm(who, "rules")
    message = lobby_of_four.discord.channels[f"user:{lobby_of_four.user(who)}"][-1]
    assert message.content.endswith("-# 1 of 4") or "-# 1 of" in message.content
    assert message.request is not None
    assert [b.label for b in message.request.buttons] == ["Next"]


async def test_c8_only_small_talk_is_hushed(lobby_of_four: Scene) -> None:
    scene = lobby_of_four
    assert len(await said(scene, "Ann", "hello!")) == 1
    assert await said(scene, "Ann", "thanks") == []
    assert len(await said(scene, "Ann", "12")) == 1
    await scene.run(2 * HOUR)
    assert len(await said(scene, "Ann", "hello!")) == 1


async def test_c8_when_a_match_starts_by_itself_who_waits_reads_the_stamp(scene: Scene) -> None:
    await scene.open()
    starts = scene.clock.instant + 5 * HOUR
    number = scene.discord.new_id()
    plan = lobby.Plan(
        100, 200, 300, "ghost-ladder", options(), 3, 8, scene.clock.instant, f"interaction:{number}", starts=starts
    )
    await scene.does(partial(lobby.create, scene.house, plan))
    async with scene.store.begin() as unit:
        scene.code = (await unit.matches_in(100))[-1].match.code
    await scene.join("Ann")
    assert words.moment(starts) in (await said(scene, "Ann", "status"))[0]


def options() -> dict[str, object]:
    return {option.name: option.default for option in RULESETS["ghost-ladder"].options}


@pytest.mark.parametrize("who", ["Ann", "Dan"])
async def test_c8_a_question_before_the_start_reaches_the_hosts_and_its_answer_comes_back(
    lobby_of_four: Scene, who: str
) -> None:
    scene = lobby_of_four
    await scene.dm(who, "ask when do we start?")
    assert text_of(scene, who) == words.asked(scene.code)
    asked = scene.host_dms()[-1]
    assert "when do we start?" in asked
    assert ("Ann" if who == "Ann" else f"<@{scene.user('Dan')}>") in asked
    assert (await answers(scene, "Soon.")).ok
    assert "Soon." in text_of(scene, who)


async def answers(scene: Scene, text: str) -> Answer:
    """The host answers the last question."""
    position = max(i for i, row in enumerate(await scene.rows(), start=1) if row.kind == "asked")
    return await does(scene, desk_questions.respond, scene.question(position), 0, text)


async def test_c8_an_answer_finds_its_asker_after_the_start(lobby_of_four: Scene) -> None:
    scene = lobby_of_four
    await scene.leave("Ann")  # seats shift, and Dan sits down
    await scene.dm("Eve", "ask Two?")
    await scene.start()
    await answers(scene, "Yes.")
    assert "You asked: Two?" in text_of(scene, "Eve")
    assert not any("Two?" in letter for name in ("Bob", "Dan") for letter in scene.dms(name))


async def test_c8_who_waited_in_vain_is_answered_all_the_same_and_who_left_is_not(lobby_of_four: Scene) -> None:
    scene = lobby_of_four
    await scene.dm("Dan", "ask will there be another?")
    await scene.start()
    assert (await answers(scene, "On Monday.")).ok
    assert "On Monday." in text_of(scene, "Dan")


async def test_c8_who_left_before_the_start_is_gone(lobby_of_four: Scene) -> None:
    scene = lobby_of_four
    await scene.dm("Ann", "ask One?")
    await scene.leave("Ann")
    assert await answers(scene, "Yes.") == Answer(words.ASKER_GONE, ok=False)


async def test_c8_questions_before_the_start_disturb_neither_the_start_nor_the_record(lobby_of_four: Scene) -> None:
    scene = lobby_of_four
    await scene.dm("Ann", "ask One?")
    await scene.dm("Dan", "ask Two?")
    await answers(scene, "Yes.")
    await scene.start()
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    assert 'Ann = "12"' in await scene.export() or '"12"' in await scene.export()


# --- out, and after the end -------------------------------------------------------------------------------------------


async def test_c2_who_is_out_is_told_that_there_is_nothing_to_send(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan", "Fay")
    await does(scene, interventions.remove, scene.user("Ann"))
    [answer] = await said(scene, "Ann", "help")
    assert "You are out of the game. There is nothing for you to send." in answer
    assert "The last one before the deadline counts" not in answer
    assert "Height left" in (await said(scene, "Ann", "status"))[0]
    assert await said(scene, "Ann", "ask why?") == [words.asked(scene.code)]
    assert "-# 1 of" in (await said(scene, "Ann", "rules"))[0]


async def test_who_has_no_vote_is_told_that_there_is_nothing_to_send(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", "Dan", rounds=1)
    for name, text in (("Ann", "3"), ("Bob", "2"), ("Eve", "0"), ("Dan", "0")):
        await scene.dm(name, text)
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.phase.name in ("choice", "vote")
    for seat, name in enumerate(("Ann", "Bob", "Eve", "Dan")):
        [answer] = await said(scene, name, "help")
        assert ("There is nothing for you to send." in answer) == (seat not in scene.match.phase.acting)
        assert "out of the game" not in answer


async def test_in_the_transfers_the_last_message_is_not_said_to_be_the_one_that_counts(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", ruleset=EDEN, entry=0)
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "basket gold silver")
    await scene.pass_deadline()
    await scene.look_again()
    for name in ("Ann", "Bob", "Eve"):
        await scene.dm(name, "red")
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.phase.name == "transfers"
    [answer] = await said(scene, "Ann", "help")
    assert "transfer 30m" in answer
    assert "The last one" not in answer


@pytest.fixture
async def over(scene: Scene) -> Scene:
    await scene.begin("Ann", "Bob", "Eve", rounds=1, vote_hours=1 / 60)
    for name, text in (("Ann", "3"), ("Bob", "2"), ("Eve", "1")):
        await scene.dm(name, text)
    await scene.pass_deadline()
    await scene.run(HOUR)
    await scene.look_again()
    assert scene.match.status == "over"
    return scene


async def test_c8_after_the_end_status_tells_the_result_and_what_is_still_to_be_had(over: Scene) -> None:
    [answer] = await said(over, "Ann", "status")
    assert "Points: 3" in answer
    assert "You left the table with" in answer
    assert f"<#{over.hosted.thread_id}>" in answer
    assert f"/my receipts match:{over.code}" in answer
    assert f"/my looks match:{over.code}" in answer


@pytest.mark.parametrize("text", [*ALL, "12", "what now"])
async def test_c8_after_the_end_everything_is_answered_however_often(over: Scene, text: str) -> None:
    for _ in range(3):
        assert len(await said(over, "Ann", text)) == 1
        await over.run(2 * MINUTE)
    assert "round" not in [row.kind for row in await over.rows()]


async def test_c8_a_question_after_the_end_is_answered_by_its_host(over: Scene) -> None:
    await over.dm("Ann", "ask was that fair?")
    assert (await answers(over, "It was.")).ok
    assert "It was." in text_of(over, "Ann")


async def test_c8_after_a_cancellation_questions_are_answered(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.cancel()
    assert "cancelled" in (await said(scene, "Ann", "status"))[0]
    assert await said(scene, "Ann", "12") == [words.called_off(scene.code)]
    assert len(await said(scene, "Ann", "rules")) == 1
    await scene.create()
    await scene.join("Zoe")
    await scene.cancel()
    assert await said(scene, "Zoe", "status") == [words.called_off(scene.code)]


async def test_c8_a_match_that_is_over_is_asked_about_by_its_code_or_by_a_reply(over: Scene) -> None:
    first = over.code
    message = over.discord.channels[f"user:{over.user('Ann')}"][-1]
    await over.begin("Ann", "Bob", "Eve", ruleset=EDEN)
    assert "Points: 3" in (await said(over, "Ann", f"{first} status"))[0]
    await over.dm("Ann", "status", reply_to=message.id)
    assert "Points: 3" in text_of(over, "Ann")
    assert "Basket Period" in (await said(over, "Ann", "status"))[0]
    assert "Points: 3" in (await by_command(over, "Ann", "status", first)).text
    assert (await by_command(over, "Zoe", "status", first)).text == words.NOT_YOURS


# --- by command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Ann", "Dan"])
async def test_c8_commands_are_answered_before_the_start_as_messages_are(lobby_of_four: Scene, who: str) -> None:
    scene, user = lobby_of_four, lobby_of_four.user(who)
    for code in (None, scene.code):
        assert "has not begun" in (await by_command(scene, who, "status", code)).text
        assert "has not begun" in (await by_command(scene, who, "check 12", code)).text
        assert (await by_command(scene, who, "ask when?", code)).text == words.asked(scene.code)
        async with scene.store.begin() as unit:
            assert "-# 1 of" in (await own_matches.rules(user, code, unit)).text
        assert await receipts(scene, who, code) == words.no_receipts(scene.code)
    async with scene.store.begin() as unit:
        assert "has not begun" in (await own_matches.help_for(scene.house, user, unit)).text
        assert scene.code in (await own_matches.matches(user, unit)).text


async def test_c8_commands_are_answered_after_the_end_as_messages_are(over: Scene) -> None:
    user = over.user("Ann")
    assert "Points: 3" in (await by_command(over, "Ann", "status")).text
    async with over.store.begin() as unit:
        for code in (None, over.code):
            assert "-# 1 of" in (await own_matches.rules(user, code, unit)).text
    for code in (None, over.code):
        assert ": 3" in await receipts(over, "Ann", code)


async def receipts(scene: Scene, who: str, code: str | None) -> str:
    return (await own_matches.receipts(scene.house, scene.user(who), code)).text


async def test_c8_a_command_between_a_deadline_and_its_close_is_answered(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.clock.instant = scene.deadline + 2 * SECOND
    assert "the deadline has passed" in (await by_command(scene, "Ann", "status")).text
    assert (await by_command(scene, "Ann", "12")).text == words.held(scene.code)


# --- several matches --------------------------------------------------------------------------------------------------


@pytest.fixture
async def two(scene: Scene) -> tuple[str, str]:
    """Ann, Bob and Eve play both games."""
    await scene.begin("Ann", "Bob", "Eve")
    first = scene.code
    await scene.begin("Ann", "Bob", "Eve", ruleset=EDEN)
    return first, scene.code


@pytest.mark.parametrize("text", ["status", "help", "rules"])
async def test_c8_in_several_matches_what_only_reads_is_answered_for_each(
    scene: Scene, two: tuple[str, str], text: str
) -> None:
    answers = await said(scene, "Ann", text)
    assert len(answers) == 2
    assert "Height" in answers[0]
    assert "Basket" in answers[1]
    joined = await by_command(scene, "Ann", text)
    for answer in answers:
        assert answer.splitlines()[0] in joined.text
    games = (f"{two[0]} · Ghost Ladder In the Sky", f"{two[1]} · Garden of Eden")
    assert all(button.label.endswith(games) for button in joined.buttons)
    assert await scene.hosted_now() == await scene.hosted_now(two[1])


async def test_c8_a_check_that_fits_one_game_alone_is_answered_for_that_one(scene: Scene, two: tuple[str, str]) -> None:
    [answer] = await said(scene, "Ann", "check 12 +1g")
    assert "not submitted by this" in answer


async def test_c8_in_several_matches_it_is_asked_which_a_question_to_hosts_is_for(
    scene: Scene, two: tuple[str, str]
) -> None:
    message = await scene.dm("Ann", "ask may I?")
    asked = scene.discord.channels[f"user:{scene.user('Ann')}"][-1]
    assert asked.request is not None
    labels = [button.label for button in asked.request.buttons]
    assert labels == [f"{two[0]} · Ghost Ladder In the Sky", f"{two[1]} · Garden of Eden"]
    await scene.run_to(scene.deadline + 100 * HOUR)  # whatever passes meanwhile
    picked = await scene.picks("Ann", message, two[0])
    assert picked == Answer(words.picked(two[0]))
    assert "may I?" in scene.host_dms()[-1]


async def test_c8_a_match_that_signs_up_is_answered_for_beside_one_that_runs(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await scene.create(EDEN)
    await scene.join("Ann")
    running, waiting = await said(scene, "Ann", "status")
    assert "Height left" in running
    assert "has not begun" in waiting
    await scene.dm("Ann", "12")
    assert "**12**" in text_of(scene, "Ann")


async def test_in_very_many_matches_they_are_listed_and_counted_as_they_are(scene: Scene) -> None:
    for _ in range(6):
        await scene.create()
        await scene.join("Ann")
    [answer] = await said(scene, "Ann", "status")
    assert "You are in 6 matches" in answer
    assert answer.count("- **G") == 6


async def test_two_codes_in_front_are_told_apart(scene: Scene, two: tuple[str, str]) -> None:
    assert await said(scene, "Ann", f"{two[0]} {two[1]} 23") == [words.two_codes(list(two))]
    assert "message" not in await scene.kinds()


# --- at no table ------------------------------------------------------------------------------------------------------


async def test_a_stranger_gets_help_and_rules(scene: Scene) -> None:
    await scene.open()
    assert await said(scene, "Zoe", "help") == [words.HELP]
    assert await said(scene, "Zoe", "help") == [words.HELP]
    await scene.dm("Zoe", "rules")
    message = scene.discord.channels[f"user:{scene.user('Zoe')}"][-1]
    assert message.request is not None
    assert [b.label for b in message.request.buttons] == [rules.title for rules in RULESETS.values()]
    assert await said(scene, "Zoe", "status") == [words.NO_MATCH]
    assert await said(scene, "Zoe", "hi") == []


async def test_whoever_lost_the_seat_to_a_substitute_has_no_place_any_more(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    await does(scene, interventions.replace_player, scene.user("Ann"), scene.user("Kim"), "Kim")
    async with scene.store.begin() as unit:
        assert await place_at(unit, scene.hosted, scene.user("Ann")) is None
    assert await said(scene, "Ann", "status") == [words.NO_MATCH]


async def test_what_was_asked_while_the_bot_was_down_is_answered_on_its_return_also_on_the_wait_list(
    lobby_of_four: Scene,
) -> None:
    scene = lobby_of_four
    await scene.crash()
    for who in ("Ann", "Dan"):
        await scene.dm(who, "ask anybody there?", live=False)
    scene.clock.instant += timedelta(minutes=5)
    await scene.open()
    assert sum("anybody there?" in letter for letter in scene.host_dms()) == 2


# --- a great many -----------------------------------------------------------------------------------------------------


async def test_of_sixty_questions_within_an_hour_a_few_reach_the_hosts_and_the_rest_is_told_when(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    before = len(scene.host_dms())
    for number in range(60):
        scene.room.arrived(await scene.letter("Ann", f"ask Question {number}?"))
    await scene.settle()
    assert len(scene.host_dms()) - before == 5
    assert (await scene.kinds()).count("asked") == 5
    text = "\n".join(scene.dms("Ann"))
    assert text.count(words.asked(scene.code)) == 5
    again = next(row.at for row in await scene.rows() if row.kind == "asked") + HOUR
    assert text.count(words.moment(again)) == 55
    await scene.dm("Bob", "ask One?")  # nobody else is kept from asking
    assert "One?" in scene.host_dms()[-1]
    await scene.run_to(again + JUST_AFTER)
    await scene.dm("Ann", "ask Once more?")
    assert "Once more?" in scene.host_dms()[-1]


async def test_questions_are_counted_for_each_match(scene: Scene, two: tuple[str, str]) -> None:
    for code in two:
        for number in range(6):
            await scene.dm("Ann", f"{code} ask Question {number}?")
    asked = [sum(row.kind == "asked" for row in await scene.rows(code)) for code in two]
    assert asked == [5, 5]


# --- seen by nobody else ----------------------------------------------------------------------------------------------


async def asked_at_every_hour(file: Path, texts: Sequence[str]) -> dict[str, object]:
    """What everybody else sees of a match in which Ann asks before the start, in its middle, between the deadline and
    the close, in a pause and after the end."""
    async with played(file) as scene:
        await scene.create(rounds=1, vote_hours=1 / 60)
        await scene.join("Ann", "Bob", "Eve")

        async def ask() -> None:
            for text in texts:
                await scene.dm("Ann", text)

        await ask()
        await scene.start()
        for name, text in (("Ann", "3"), ("Bob", "2"), ("Eve", "1")):
            await scene.dm(name, text)
        await ask()
        await scene.pause()
        await ask()
        await scene.resume()
        await scene.run_to(scene.deadline + 2 * SECOND)
        await ask()
        await scene.run(HOUR)
        await ask()
        await scene.look_again()
        assert scene.match.status == "over"
        return await seen(scene)


async def test_c8_l1_that_somebody_asks_is_seen_by_nobody(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    silent = await asked_at_every_hour(tmp_path / "a" / "one.sqlite3", ())
    asking = await asked_at_every_hour(tmp_path / "a" / "two.sqlite3", ("status", "check 40", "help", "rules", "check"))
    assert asking == silent
