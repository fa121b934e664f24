"""Ruling L2: the clock of record is Discord's. A stamp decides, however late the bot came to read the message."""

from __future__ import annotations

from bot.hosting import words
from bot.hosting.context import House
from bot.hosting.desk import interventions
from bot.hosting.model.asker import Asker
from bot.hosting.model.records import Answer, Hosted
from bot.hosting.ports.store import Unit
from tests.hosting.scene import HOUR, JUST_AFTER, SECOND, Scene


async def total(scene: Scene) -> str:
    """The number that the last closed round made public."""
    return next(text for text in reversed(scene.thread()) if "has closed" in text).rpartition("# ")[2]


async def begun(scene: Scene) -> Scene:
    await scene.begin("Ann", "Bob", "Eve")
    return scene


async def test_a_message_stamped_at_the_deadline_counts(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline)
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    assert await total(scene) == "12"


async def test_a_message_stamped_a_millisecond_after_the_deadline_counts_for_nothing(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline + JUST_AFTER)
    await scene.dm("Ann", "12")
    await scene.pass_deadline()
    assert await total(scene) == "0"
    assert "message" not in await scene.kinds()


async def test_a_message_after_the_deadline_is_held_and_answered_once_after_the_close(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline + JUST_AFTER)
    before = len(scene.dms("Ann"))
    await scene.dm("Ann", "12")
    assert len(scene.dms("Ann")) == before
    await scene.pass_deadline()
    await scene.run(HOUR)
    assert scene.dms("Ann")[before:] == [words.between(scene.code, (await scene.hosted_now()).match.phase)]


async def test_a_message_in_time_that_is_read_after_hours_counts_while_the_turn_is_open(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline - SECOND)
    message = await scene.dm("Ann", "12", unseen=True)
    scene.clock.silent = True  # so that nothing is closed
    await scene.run(3 * HOUR)
    await scene.delivered("Ann", message)
    scene.clock.silent = False
    await scene.ring()
    assert await total(scene) == "12"


async def test_a_message_that_discord_delivers_after_the_close_changes_nothing(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline - SECOND)
    message = await scene.dm("Ann", "12 +1g", unseen=True)
    await scene.pass_deadline()
    await scene.delivered("Ann", message)
    await scene.look_again()
    assert scene.match.turn == 2
    assert "message" not in await scene.kinds()
    assert scene.dms("Ann")[-1] == words.late(scene.code)


async def test_the_host_is_told_of_a_late_delivery_once_and_without_the_text(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline - SECOND)
    message = await scene.dm("Ann", "12 +1g", unseen=True)
    await scene.pass_deadline()
    await scene.delivered("Ann", message)
    await scene.delivered("Ann", message)
    assert len(scene.host_dms()) == 1
    assert "of Ann " in scene.host_dms()[0]
    assert "12" not in scene.host_dms()[0].replace(scene.code, "")


async def test_a_message_delivered_after_the_last_close_is_late_too(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve", rounds=1)
    await scene.dm("Ann", "12")
    await scene.dm("Bob", "11")
    await scene.run_to(scene.deadline - SECOND)
    message = await scene.dm("Eve", "10", unseen=True)
    await scene.pass_deadline()
    assert (await scene.hosted_now()).match.status == "over"
    await scene.delivered("Eve", message)
    assert scene.dms("Eve")[-1] == words.late(scene.code)
    assert len(scene.host_dms()) == 1


async def test_a_message_between_the_deadline_and_the_opening_is_told_so(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline + 2 * SECOND)
    message = await scene.dm("Ann", "12", unseen=True)
    await scene.pass_deadline()
    await scene.delivered("Ann", message)
    await scene.look_again()
    assert scene.dms("Ann")[-1] == words.between(scene.code, scene.match.phase)
    assert scene.host_dms() == []


async def test_in_a_pause_messages_count(scene: Scene) -> None:
    await begun(scene)
    planned = scene.deadline
    await scene.pause()
    await scene.run_to(planned + HOUR)
    await scene.dm("Ann", "12")
    await scene.resume()
    await scene.pass_deadline()
    assert await total(scene) == "12"


async def test_the_same_message_twice_is_taken_once(scene: Scene) -> None:
    await begun(scene)
    message = await scene.dm("Ann", "12")
    said = len(scene.dms("Ann"))
    await scene.delivered("Ann", message)
    await scene.delivered("Ann", message)
    assert (await scene.kinds()).count("message") == 1
    assert len(scene.dms("Ann")) == said


async def test_the_last_message_stands(scene: Scene) -> None:
    await begun(scene)
    for number in ("12", "30", "7"):
        await scene.dm("Ann", number)
    await scene.pass_deadline()
    assert await total(scene) == "7"


async def test_a_message_without_text_changes_nothing_and_is_answered(scene: Scene) -> None:
    await begun(scene)
    await scene.dm("Ann", "")
    assert scene.dms("Ann")[-1] == words.NO_TEXT
    assert "message" not in await scene.kinds()


# --- edited and deleted -----------------------------------------------------------------------------------------------


async def test_an_edit_changes_nothing_and_is_answered_once(scene: Scene) -> None:
    await begun(scene)
    message = await scene.dm("Ann", "12")
    for text in ("13", "14"):
        await scene.edits("Ann", message, text)
    assert scene.dms("Ann").count(words.EDITED) == 1
    await scene.pass_deadline()
    assert await total(scene) == "12"


async def test_an_edit_that_leaves_the_text_alone_is_not_answered(scene: Scene) -> None:
    await begun(scene)
    message = await scene.dm("Ann", "12")
    await scene.edits("Ann", message, "12")
    assert words.EDITED not in scene.dms("Ann")


async def test_first_seen_edited_by_the_deadline_it_is_taken_as_it_stands(scene: Scene) -> None:
    await begun(scene)
    await scene.disconnect()
    message = await scene.dm("Ann", "12", live=False)
    await scene.edits("Ann", message, "13")
    await scene.reconnect()
    await scene.pass_deadline()
    assert await total(scene) == "13"


async def test_first_seen_edited_after_the_deadline_it_is_refused_and_reported_once(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline - SECOND)
    message = await scene.dm("Ann", "12 +1g", live=False)
    scene.clock.instant = scene.deadline + 2 * SECOND
    scene.message("Ann", message).content = "99"
    scene.message("Ann", message).edited_at = scene.clock.instant
    await scene.pass_deadline()
    assert await total(scene) == "0"
    assert scene.dms("Ann")[-1] == words.edited_late(scene.code)
    assert len(scene.host_dms()) == 1
    assert "99" not in scene.host_dms()[0].replace(scene.code, "")


async def test_deleted_before_it_was_seen_it_never_was(scene: Scene) -> None:
    await begun(scene)
    await scene.disconnect()
    message = await scene.dm("Ann", "12", live=False)
    scene.discord.channels[f"user:{scene.user('Ann')}"].remove(scene.message("Ann", message))
    await scene.reconnect()
    await scene.pass_deadline()
    assert await total(scene) == "0"


async def test_deleted_after_it_was_taken_it_stands(scene: Scene) -> None:
    await begun(scene)
    message = await scene.dm("Ann", "12")
    scene.discord.channels[f"user:{scene.user('Ann')}"].remove(scene.message("Ann", message))
    await scene.pass_deadline()
    assert await total(scene) == "12"


# --- what is held when the deadline moves -----------------------------------------------------------------------------


async def held_message(scene: Scene, text: str = "12") -> None:
    """Ann writes a second after the deadline, and the turn is still open."""
    await begun(scene)
    await scene.run_to(scene.deadline + SECOND)
    await scene.dm("Ann", text)
    assert "message" not in await scene.kinds()


async def test_a_held_message_counts_once_a_hosts_extension_stamped_before_the_deadline_comes_in(scene: Scene) -> None:
    await held_message(scene)
    await scene.extend(1.0, at=scene.deadline - SECOND)
    await scene.pass_deadline()
    assert await total(scene) == "12"


async def test_a_held_message_counts_once_a_pause_stamped_before_the_deadline_comes_in(scene: Scene) -> None:
    await held_message(scene)
    await scene.pause(at=scene.deadline - SECOND)
    assert scene.dms("Ann")[-1].startswith("On file")
    await scene.resume()
    await scene.pass_deadline()
    assert await total(scene) == "12"


async def test_a_held_message_counts_once_the_time_of_an_absence_is_given_back(scene: Scene) -> None:
    await begun(scene)
    await scene.run_to(scene.deadline - 2 * HOUR)
    await scene.restart(away=HOUR)  # so much is left that nothing has to be given back
    await scene.run_to(scene.deadline + SECOND)
    await scene.dm("Ann", "12")
    await scene.restart(away=3 * HOUR)
    assert "away" in await scene.kinds()
    assert scene.dms("Ann")[-1].startswith("On file")


async def test_a_held_message_counts_once_an_extension_stamped_before_it_comes_in(scene: Scene) -> None:
    """A player's own request moves the deadline as a host's does."""
    await scene.begin("Ann", "Bob", "Eve", ruleset="garden-of-eden")
    await scene.run_to(scene.deadline - SECOND)
    request = await scene.dm("Eve", "extend", unseen=True)
    await scene.run_to(scene.deadline + SECOND)
    await scene.dm("Ann", "basket gold silver")
    await scene.delivered("Eve", request)
    assert scene.dms("Ann")[-1].startswith("On file: **basket gold silver**")


async def test_who_wrote_after_the_deadline_is_told_when_the_host_cancels_instead(scene: Scene) -> None:
    await held_message(scene)
    await scene.cancel()
    assert scene.dms("Ann")[-1] == words.between(scene.code, None)


async def test_what_somebody_wrote_after_the_deadline_who_is_replaced_then_stops_no_close(scene: Scene) -> None:
    await held_message(scene)

    async def replaced(house: House, hosted: Hosted, asker: Asker, unit: Unit) -> Answer:
        return await interventions.replace_player(
            house, hosted, asker, scene.user("Ann"), scene.user("Zoe"), "Zoe", unit
        )

    assert (await scene.host(replaced, at=scene.deadline - SECOND)).ok
    await scene.pass_deadline()
    await scene.look_again()
    assert scene.match.turn == 2
    assert "message" not in await scene.kinds()
