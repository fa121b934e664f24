"""A host's hand in a match: what is entered, turned back, corrected, and what everyone learns of it."""

from __future__ import annotations

import re

from bot.hosting import words
from bot.hosting.folds.rewinding import fold
from bot.store import folded
from games.catalogue import RULESETS
from games.record import read
from games.replay import as_json, judge
from tests.discord_ui.venue import Reply, Table, Venue, written_to

GHOST = "ghost-ladder"


async def suggested(table: Table, command: str, option: str) -> list[tuple[str, str]]:
    """What the command offers to a host: label and value."""
    host = table.venue.host
    await table.ask("host log")  # until then, it does not offer who sent something
    offers = await host.autocomplete(table.venue.channel, command, option, "", match=table.code)
    return [(offer["name"], offer["value"]) for offer in offers]


async def total_of_round(table: Table, number: int) -> str:
    """The last public number of a round."""
    found = [post for post in table.posts if f"Round {number} has closed" in post]
    number_in = re.search(r"^# (\d+)", found[-1], re.MULTILINE)
    assert number_in is not None
    return number_in[1]


async def assert_folds(table: Table) -> None:
    assert folded.to_json(fold(await table.journal())) == folded.to_json((await table.hosted()).match)


async def after_one_round(venue: Venue) -> Table:
    """Ann 12, Bob 11, Eve 30 in round 1, which has closed; Ann has 5 on file for round 2."""
    table = await venue.open(GHOST, options="rounds=2")
    for name, text in (("Ann", "12"), ("Bob", "11"), ("Eve", "30")):
        await venue.stage.forward(seconds=5)
        await table.dm(name, text)
    await table.pass_deadline()
    await table.dm("Ann", "5")
    return table


async def test_a_host_enters_a_message_for_a_player_who_is_told_and_nobody_learns_for_whom(venue: Venue) -> None:
    table = await venue.open(GHOST)
    said = await table.ask("host submit", player=table.players["Bob"].user, message="7")
    assert said.text.startswith("Entered for Bob: 7")
    assert table.posts[-1] == words.intervened_for_player()
    assert "7" in table.letters("Bob")[-1]
    assert "Bob" not in table.posts[-1]
    assert "**7**" in (await table.dm("Bob", "status"))[-1]


async def test_a_rollback_is_shown_first_and_turns_the_match_back_publicly(venue: Venue) -> None:
    table = await after_one_round(venue)
    points = await suggested(table, "host rollback", "to")
    before_eve = points[[label.endswith("a message of Eve") for label, _ in points].index(True) + 1][1]
    asked = await table.ask("host rollback", to=before_eve, reason="Eve was on the phone")
    assert "Turn match" in asked.text
    assert "1 close would be undone" in asked.text
    assert await total_of_round(table, 1) == "53"
    turn = (await table.hosted()).match.turn
    await asked.press("Yes, turn it back")
    assert "turned the match back: Round 1 of 2" in table.posts[-1]
    assert "on no longer holds" in table.posts[-1]
    assert "Eve was on the phone" not in "".join(table.posts)
    match = (await table.hosted()).match
    assert match.turn == turn + 1  # never used again
    assert "turned match" in table.letters("Ann")[-1]
    await table.pass_deadline()
    assert await total_of_round(table, 1) == "23"  # without Eve's 30
    await assert_folds(table)


async def test_a_rollback_button_works_once_and_in_its_own_turn_only(venue: Venue) -> None:
    table = await after_one_round(venue)
    to = (await suggested(table, "host rollback", "to"))[-1][1]
    asked = await table.ask("host rollback", to=to, reason="no")
    await asked.press("Yes, turn it back")
    again = await asked.press("Yes, turn it back")
    assert again.text == words.STALE
    assert (await table.ask("host rollback", to="9999", reason="no")).text == words.NO_SUCH_POINT


async def test_a_past_message_is_corrected_and_only_what_changed_is_said(venue: Venue) -> None:
    table = await after_one_round(venue)
    first = (await suggested(table, "host correct-message", "message"))[-1][1]
    said = await table.ask("host correct-message", message=first, text="13", reason="a typing error")
    assert "1 public post" in said.text
    assert "## Correction 1" in table.posts[-1]
    assert re.findall(r"^# (\d+)", table.posts[-1], re.MULTILINE) == ["54"]
    assert "a typing error" in table.letters("Ann")[-1]
    assert "a typing error" not in "".join(table.posts)
    assert not any("typing error" in letter for letter in table.letters("Bob"))
    await assert_folds(table)


async def test_a_correction_that_could_not_be_read_or_changes_the_course_is_refused(venue: Venue) -> None:
    table = await after_one_round(venue)
    first = (await suggested(table, "host correct-message", "message"))[-1][1]
    posts = table.posts
    said = await table.ask("host correct-message", message=first, text="twelve or so", reason="?")
    assert said.text == words.NOT_READABLE
    assert (await table.ask("host correct-message", message="1", text="5", reason="?")).text == words.NO_SUCH_MESSAGE
    assert table.posts == posts


async def test_a_corrected_match_is_exported_as_it_should_have_been(venue: Venue) -> None:
    table = await after_one_round(venue)
    first = (await suggested(table, "host correct-message", "message"))[-1][1]
    await table.ask("host correct-message", message=first, text="13", reason="a typing error")
    await table.ask("host correct-holding", player=table.players["Bob"].user, holding="points", amount=2.0, reason="x")
    await table.pass_deadline()
    exported = (await table.ask("host export")).file
    hosted = await table.hosted()
    judged = as_json(judge(read(exported, RULESETS)))
    assert list(judged["players"].values()) == hosted.match.rules.standing(hosted.match.state)
    assert '"13"' in exported
    assert "points = 2" in exported


async def test_a_holding_is_corrected_at_the_present_and_told_to_its_player_alone(venue: Venue) -> None:
    table = await venue.open(GHOST)
    said = await table.ask(
        "host correct-holding", player=table.players["Bob"].user, holding="garnets", amount=2.0, reason="forgotten"
    )
    assert said.text == words.DONE
    assert table.posts[-1] == words.INTERVENED
    assert "garnet" in table.letters("Bob")[-1]
    assert "Garnets: 2" in (await table.dm("Bob", "status"))[-1]
    refused = await table.ask(
        "host correct-holding", player=table.players["Bob"].user, holding="garnets", amount=-5.0, reason="no"
    )
    assert refused.text != words.DONE


async def test_a_substitute_takes_the_seat_with_what_is_on_file_and_the_old_player_is_out(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Eve", "17")
    zoe = venue.member("Zoe")
    said = await table.replace(table.players["Eve"].user, zoe.user)
    assert "Zoe" in said.text
    assert "Zoe takes over a seat" in table.posts[-1]
    assert any("**17**" in letter for letter in written_to(zoe.user))
    assert "substitute" in table.letters("Eve")[-1]
    await zoe.send_dm("18")
    assert "**18**" in written_to(zoe.user)[-1]
    assert (await table.dm("Eve", "40"))[-1] == words.NO_MATCH
    seated = await table.replace(zoe.user, table.players["Ann"].user)
    assert seated.text == words.ANOTHER_SEAT


async def test_a_bot_takes_no_seat(venue: Venue) -> None:
    table = await venue.open(GHOST)
    machine = venue.guild.add_member(venue.stage.env.create_user("machine", bot=True))
    said = await table.ask("host replace", player=table.players["Eve"].user, substitute=machine.user)
    assert said.text == words.NO_BOT


async def test_a_rollback_that_was_asked_for_before_a_restart_is_asked_for_again(venue: Venue) -> None:
    table = await after_one_round(venue)
    asked = await table.ask("host rollback", to=(await suggested(table, "host rollback", "to"))[-1][1], reason="a slip")
    table.stage.parts.client.desk.reasons.clear()
    assert (await asked.press("Yes, turn it back")).text == words.FORGOTTEN
    assert (await table.journal())[-1].kind != "rolled_back"


async def test_a_removal_is_asked_twice_and_the_player_may_only_ask_where_they_stand(venue: Venue) -> None:
    table = await venue.open(GHOST)
    asked = await table.ask("host remove", player=table.players["Bob"].user)
    assert "Take" in asked.text
    assert (await asked.press("Yes, take them out")).text == words.DONE
    assert "removed Bob" in table.posts[-1]
    assert table.letters("Bob")[-1].startswith(words.you_are_removed(table.code)[:30])
    assert "**12**" not in (await table.dm("Bob", "12"))[-1]


async def test_announcements_and_rulings_are_public_and_notify_nobody(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.ask("host announce", text="Back at noon, @everyone")
    assert table.posts[-1] == "**From the host:** Back at noon, @everyone"
    assert table.thread.history()[-1].mentions == []
    await table.ask("host ruling", text="A half is rounded down.")
    await table.ask("host ruling", text="Except on Sundays.")
    assert table.posts[-1] == "**Ruling 2** of the host: Except on Sundays."
    listed = await table.ask("match rulings", by=table.players["Ann"])
    assert "**1.** A half is rounded down." in listed.text


async def test_a_preview_closes_nothing_and_is_journalled_as_a_look(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Ann", "12")
    posts = table.posts
    said = await table.ask("host preview")
    assert said.hidden
    assert "# 12" in said.text
    assert table.posts == posts
    assert (await table.journal())[-1].kind == "looked"


async def test_the_log_is_paged_and_shows_who_looked_to_hosts_at_once_and_to_players_at_the_end(venue: Venue) -> None:
    table = await venue.open(GHOST, options="rounds=1, close_when_all_in=on")
    for number in range(14):
        await table.dm("Ann", str(number))
    first = await table.ask("host log")
    assert "page 1 of" in first.text
    assert first.buttons == ["Older"]
    older = await first.press("Older")
    assert "page 2 of" in older.text
    ann = table.players["Ann"]
    assert (await venue.ask(ann, "my looks", match=table.code)).text == words.LOOKS_LATER
    await table.ask("match cancel")
    await (await table.ask("match cancel")).press("Yes, cancel it")
    seen = await venue.ask(ann, "my looks", match=table.code)
    assert f"<@{venue.host.id}>" in seen.text


async def test_a_page_of_the_log_that_shows_something_new_is_a_look_of_its_own(venue: Venue) -> None:
    table = await venue.open(GHOST)
    for number in range(14):
        await table.dm("Ann", str(number))

    async def looks() -> int:
        return [row.kind for row in await table.journal()].count("looked")

    first = await table.ask("host log")
    await first.press("Older")
    assert await looks() == 1
    await table.dm("Bob", "12")
    await first.press("Older")
    assert await looks() == 2


async def test_receipts_are_numbered_for_that_player_alone(venue: Venue) -> None:
    table = await venue.open(GHOST)
    await table.dm("Bob", "1", "2")
    await table.dm("Ann", "12", "blah blah")
    mine: Reply = await venue.ask(table.players["Ann"], "my receipts", match=table.code)
    assert mine.hidden
    lines = mine.text.splitlines()[1:]
    assert [line[0] for line in lines] == ["1", "2"]
    assert lines[0].endswith(": 12")
    assert lines[1].endswith("(not taken)")


async def test_who_sent_something_is_offered_as_far_as_the_host_has_read_the_log(venue: Venue) -> None:
    table = await after_one_round(venue)
    host, channel = venue.host, venue.channel

    async def offered(command: str, option: str) -> str:
        offers = await host.autocomplete(channel, command, option, "", match=table.code)
        return "\n".join(offer["name"] for offer in offers)

    assert await offered("host correct-message", "message") == words.LOOK_FIRST
    assert "the start" in await offered("host rollback", "to")
    assert "Ann" not in await offered("host rollback", "to")
    await table.ask("host log")
    await table.dm("Bob", "6")
    for command, option in (("host correct-message", "message"), ("host rollback", "to")):
        names = await offered(command, option)
        assert (names.count("Ann"), names.count("Bob"), names.count("Eve")) == (2, 1, 1)
