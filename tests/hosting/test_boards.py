"""The sign-up card and the pinned board: wanted against shown, and the latest wins."""

from __future__ import annotations

import pytest

from bot.hosting import words
from tests.hosting.fakes import BOT, Killed
from tests.hosting.scene import CHANNEL, HOUR, MINUTE, SECOND, Scene


def edits(scene: Scene) -> int:
    return sum(verb == "edit" for verb, _ in scene.discord.asked)


async def test_the_board_is_pinned_in_the_thread_of_the_card(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    card = scene.discord.channels[f"channel:{CHANNEL}"][0]
    assert scene.hosted.thread_id == card.id
    assert scene.discord.threads == {card.id: f"Ghost Ladder In the Sky · {scene.code}"}
    assert "Round 1 of 7" in scene.board()
    assert words.moment(scene.deadline) in scene.board()


async def test_the_card_shows_who_has_signed_up(scene: Scene) -> None:
    await scene.create()
    assert "nobody yet" in scene.card().content
    await scene.join("Ann", "*Bob*")
    assert "Ann, \\*Bob\\*" in scene.card().content
    await scene.leave("Ann")
    assert "Ann" not in scene.card().content
    request = scene.card().request
    assert request is not None
    assert [b.custom_id for b in request.buttons] == [f"join:{scene.code}", f"leave:{scene.code}"]


async def test_after_the_start_the_card_has_no_buttons(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    request = scene.card().request
    assert request is not None
    assert request.buttons == ()
    assert "Running" in request.content


async def test_a_message_of_a_player_edits_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.asked.clear()
    for text in ("12", "13 rank", "status", "nonsense", "withdraw"):
        await scene.dm("Ann", text)
    assert {verb for verb, _ in scene.discord.asked} == {"send"}


async def test_a_look_edits_nothing(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.asked.clear()
    await scene.look()
    await scene.export()
    assert scene.discord.asked == []


async def test_a_public_fact_edits_the_board_once(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.asked.clear()
    await scene.extend(1.0)
    assert edits(scene) == 1
    assert words.moment(scene.deadline) in scene.board()


async def test_trouble_leaves_the_board_for_later_and_the_latest_wins(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    scene.discord.goes_wrong("edit", times=2)
    await scene.extend(1.0)
    await scene.run(SECOND)
    await scene.extend(1.0)
    scene.discord.asked.clear()
    await scene.try_again()
    assert edits(scene) == 1
    assert words.moment(scene.deadline) in scene.board()


async def test_a_board_that_is_gone_is_posted_anew_and_pinned(scene: Scene) -> None:
    await scene.begin("Ann", "Bob", "Eve")
    channel = scene.discord.channels[scene.thread_channel]
    channel.remove(next(m for m in channel if m.id == scene.discord.pins[scene.thread_channel][-1]))
    await scene.extend(1.0)
    assert len(scene.discord.pins[scene.thread_channel]) == 2
    assert words.moment(scene.deadline) in scene.board()


async def test_a_card_that_is_gone_is_posted_anew_and_the_thread_stays(scene: Scene) -> None:
    await scene.create()
    thread = scene.hosted.thread_id
    scene.discord.channels[f"channel:{CHANNEL}"].clear()
    await scene.join("Ann")
    assert "Ann" in scene.card().content
    assert scene.hosted.thread_id == thread


async def test_a_thread_whose_making_was_not_heard_of_is_made_once(scene: Scene) -> None:
    await scene.open()
    scene.discord.goes_wrong("open_thread", moment="after")
    await scene.create()
    await scene.try_again()
    await scene.look_again()
    assert len(scene.discord.threads) == 1
    assert scene.hosted.thread_id in scene.discord.threads


@pytest.mark.parametrize("verb", ["send", "open_thread", "pin"])
async def test_a_crash_in_the_making_of_card_thread_or_board_makes_none_twice(scene: Scene, verb: str) -> None:
    await scene.open()
    scene.discord.goes_wrong(verb, "channel:", moment="after", error=Killed())
    await scene.create()
    await scene.restart(away=10 * MINUTE)
    await scene.look_again()
    assert len(scene.discord.channels[f"channel:{CHANNEL}"]) == 1
    assert len([m for m in scene.discord.channels[scene.thread_channel] if m.author == BOT]) == 1
    assert len(scene.discord.pins[scene.thread_channel]) == 1


async def test_a_pin_that_failed_is_tried_again(scene: Scene) -> None:
    await scene.open()
    scene.discord.goes_wrong("pin")
    await scene.create()
    await scene.try_again()
    await scene.look_again()
    assert len(scene.discord.pins[scene.thread_channel]) == 1


async def test_a_board_that_may_not_be_pinned_is_kept_up_to_date_all_the_same(scene: Scene) -> None:
    await scene.open()
    scene.discord.goes_wrong("pin", error=scene.unreachable("I may not pin."), times=1_000)
    await scene.begin("Ann", "Bob", "Eve")
    await scene.extend(1.0)
    boards = [text for text in scene.shown(scene.thread_channel) if text.startswith("**Ghost Ladder In the Sky**")]
    assert len(boards) == 1
    assert words.moment(scene.deadline) in boards[0]
    assert [text for text in scene.host_dms() if "I may not pin." in text] != []


@pytest.mark.parametrize("away", [SECOND, HOUR], ids=["nonce remembered", "nonce forgotten"])
async def test_what_changed_while_a_sent_card_was_not_heard_of_is_shown_in_the_end(scene: Scene, away: object) -> None:
    await scene.open()
    scene.discord.goes_wrong("send", f"channel:{CHANNEL}", moment="after", error=Killed())
    await scene.create()
    scene.join_parts()
    await scene.join("Ann")  # before the delivery looks again
    await scene.restart(away=away)  # type: ignore[arg-type]
    cards = scene.discord.channels[f"channel:{CHANNEL}"]
    assert ["Ann" in card.content for card in cards] == [True]
