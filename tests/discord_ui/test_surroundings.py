"""Around a match: forums, roles, who may join, wait lists of wishes, questions to hosts, and the doctor."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from bot.hosting import words
from tests.discord_ui.venue import Reply, Table, Venue, written_to

GHOST = "ghost-ladder"
_PLAIN_TAG = {"moderated": False, "emoji_id": None, "emoji_name": None}


async def test_a_forum_post_is_a_match_whose_tag_shows_its_state(venue: Venue) -> None:
    forum = venue.guild.create_forum_channel("matches")
    backend = venue.stage.env.backend
    names = ("Signing up", "Running", "Paused", "Over")
    tags: list[dict[str, Any]] = [{"id": str(backend.snowflake()), "name": n, **_PLAIN_TAG} for n in names]
    backend.edit_channel(forum.id, {"available_tags": tags})
    (mine,) = [role for role in venue.guild._guild.roles.values() if role.managed]
    mine.permissions |= discord.Permissions(manage_channels=True).value  # the stage asks for it, even of a post's owner
    said = await venue.ask(venue.host, "match create", ruleset=GHOST, channel=forum, options="rounds=1")
    assert "is open for sign-up" in said.text
    (post,) = forum.threads

    def tag() -> list[str]:
        applied = backend.get_channel(post.id).applied_tags
        return [t["name"] for t in tags if int(str(t["id"])) in [int(a) for a in applied]]

    assert tag() == ["Signing up"]
    (card,) = [m for m in post.history() if m.components]
    for name in ("Ann", "Bob", "Eve"):
        await venue.member(name).click(card, label="Join")
    await venue.ask(venue.host, "match start")
    assert tag() == ["Running"]
    await venue.ask(venue.host, "host pause")
    assert tag() == ["Paused"]
    await venue.ask(venue.host, "host resume")
    await venue.stage.forward(hours=100)
    assert tag() == ["Over"]
    assert len([m for m in post.history() if "Match " in m.content and m.content.startswith("# ")]) >= 1


async def test_only_members_with_the_role_join_a_match_for_a_role(venue: Venue) -> None:
    club = venue.guild.create_role("Club")
    table = await venue.open(GHOST, players="", started=False, open_to="role", role=club)
    assert (await table.press("Join", venue.member("Ann"))).text == words.only_for_role(club.id)
    assert "You are in match" in (await table.press("Join", venue.member("Bob", roles=[club]))).text


async def test_only_the_invited_join_an_invited_match(venue: Venue) -> None:
    table = await venue.open(GHOST, players="", started=False, open_to="invited")
    ann = venue.member("Ann")
    assert (await table.press("Join", ann)).text == words.ONLY_INVITED
    await table.ask("match invite", person=ann.user)
    assert "You are in match" in (await table.press("Join", ann)).text


async def test_a_thread_for_players_only_lets_them_in_and_nobody_else(venue: Venue) -> None:
    table = await venue.open(GHOST, players_only=True)
    channel = venue.stage.env.backend.get_channel(table.thread.id)
    inside = set(channel.member_ids) if hasattr(channel, "member_ids") else set(channel.thread_members)
    assert {p.id for p in table.players.values()} <= inside
    assert venue.host.id not in inside


async def test_options_are_saved_under_a_name_and_typed_ones_go_first(venue: Venue) -> None:
    await venue.ask(venue.host, "server template", name="Quick", ruleset=GHOST, options="rounds=2, round_hours=6")
    table = await venue.open(GHOST, players="", started=False, template="quick", options="rounds=3")
    match = (await table.hosted()).match
    assert (match.options["rounds"], match.options["round_hours"]) == (3, 6)
    unknown = await venue.ask(venue.host, "match create", ruleset=GHOST, template="Slow")
    assert "no template" in unknown.text


async def test_a_name_is_of_one_ruleset_however_it_is_written(venue: Venue) -> None:
    garden = "garden-of-eden"
    saved = await venue.ask(venue.host, "server template", name="**Quick**", ruleset=GHOST, options="rounds=2")
    assert "\\*\\*Quick\\*\\*" in saved.text
    other = await venue.ask(venue.host, "server template", name="**quick**", ruleset=garden, options="rounds=2")
    assert other.text == words.TEMPLATE_OF_ANOTHER
    await venue.ask(venue.host, "server template", name=" **QUICK** ", ruleset=GHOST, options="rounds=4")
    table = await venue.open(GHOST, players="", started=False, template="**quick**")
    assert (await table.hosted()).match.options["rounds"] == 4
    nameless = await venue.ask(venue.host, "server template", name="   ", ruleset=GHOST, options="rounds=2")
    assert nameless.text == words.NAMELESS_TEMPLATE


async def test_a_start_that_has_passed_when_it_is_confirmed_is_refused(venue: Venue) -> None:
    starts = int(venue.stage.env.now().timestamp()) + 60
    asked = await venue.ask(venue.host, "match create", ruleset=GHOST, starts=f"<t:{starts}>")
    await venue.stage.forward(seconds=120)
    assert (await asked.press("Yes, open it")).text == words.STARTS_IN_PAST


async def test_a_cohost_uses_this_desk_and_no_other(venue: Venue) -> None:
    first, second = await venue.open(GHOST), await venue.open(GHOST, players="Dan Fay Gil")
    friend = venue.member("Friend")
    assert (await first.ask("host look", by=friend)).text == words.NOT_A_HOST
    await first.ask("match cohost", person=friend.user)
    assert "for your eyes only" in (await first.ask("host look", by=friend)).text
    assert (await second.ask("host look", by=friend)).text == words.NOT_A_HOST


async def test_in_a_hostless_match_nobody_looks_before_the_end_and_its_creator_may_play(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob", started=False, hostless=True, options="rounds=1")
    await table.join(venue.host)
    assert "has begun" in (await table.ask("match start")).text
    assert any(words.HOSTLESS_MATCH in post for post in table.posts)
    for command in ("host look", "host export", "host close", "host preview", "host log"):
        assert (await table.ask(command)).text == words.HOSTLESS
    assert (await table.ask("host pause")).text == words.proposed(table.code)
    outsider = venue.member("Olga", roles=[venue.managers])
    assert "is paused" in (await table.ask("host pause", by=outsider)).text
    assert (await table.ask("host resume")).text == words.proposed(table.code)
    assert "the deadline is now" in (await table.ask("host resume", by=outsider)).text


async def test_a_local_time_that_a_clock_change_leaves_out_is_refused(venue: Venue) -> None:
    await venue.ask(venue.host, "server zone", zone="Europe/Berlin")
    table = await venue.open(GHOST)
    said = await table.ask("host extend", until="2026-03-29 02:30")
    assert "There is no 02:30 on that day in Europe/Berlin" in said.text
    summer = await venue.ask(venue.host, "match create", ruleset=GHOST, starts="2026-01-20 18:00")
    assert "<t:1768928400:F>" in summer.text  # 17:00 UTC


# --- questions and wishes ---------------------------------------------------------------------------------------------


async def answered(table: Table, question: Reply | None, message: object, text: str) -> None:
    shown = await table.venue.host.click(message, label="Answer Ann")  # type: ignore[arg-type]
    await table.venue.host.submit_modal(shown, {"text": text})


async def test_a_question_reaches_the_hosts_channel_and_its_answer_the_one_who_asked(venue: Venue) -> None:
    desk = venue.office(venue.managers, name="hosts")
    said = await venue.host.slash(venue.channel, "server channel", channel=desk)
    assert said.response is not None
    assert said.response.content == words.host_channel_is(desk.id)
    table = await venue.open(GHOST)
    posts = table.posts
    (told,) = await table.dm("Ann", "ask Any chance of 12 more hours?")
    assert told == words.asked(table.code)
    await venue.stage.env.settle()
    (question,) = [m for m in desk.history() if m.components]
    assert "Any chance of 12 more hours?" in question.content
    assert "Ann" in question.content
    await answered(table, None, question, "No, sorry.")
    assert "No, sorry." in table.letters("Ann")[-1]
    assert table.posts == posts
    assert not any("No, sorry." in letter for letter in table.letters("Bob"))


async def test_reminders_go_to_those_with_nothing_on_file_who_want_them_and_are_not_public(venue: Venue) -> None:
    table = await venue.open(GHOST, reminders="2")
    await table.dm("Ann", "12")
    await venue.ask(table.players["Eve"], "my reminders", on=False)
    posts = table.posts
    await venue.stage.forward(hours=22.5)
    heard = {name: any("nothing on file" in letter for letter in table.letters(name)) for name in table.players}
    assert heard == {"Ann": False, "Bob": True, "Eve": False}
    assert sum("nothing on file" in letter for letter in table.letters("Bob")) == 1
    assert table.posts == posts


async def test_a_time_bank_is_asked_for_on_behalf_of_an_absent_player_who_wished_it(venue: Venue) -> None:
    table = await venue.open("garden-of-eden")
    until = venue.stage.env.now() + timedelta(hours=60)
    said = await venue.ask(table.players["Ann"], "my away", until=f"<t:{int(until.timestamp())}>", ask_for_time=True)
    assert "Noted" in said.text
    assert any("will be away" in letter for letter in written_to(venue.host.user))
    before, posts = table.deadline, len(table.posts)
    await venue.stage.forward(hours=47.9)
    assert table.deadline == before + timedelta(hours=24)
    assert "Ann" not in "".join(table.posts[posts:])


async def test_help_answers_for_the_phase_that_is_open(venue: Venue) -> None:
    stranger = await venue.ask(venue.member("Max"), "help")
    assert stranger.text == words.HELP
    table = await venue.open(GHOST)
    (told,) = await table.dm("Ann", "help")
    assert "Round 1 of 7" in told
    assert told.splitlines()[0] in (await venue.ask(table.players["Ann"], "help")).text


async def test_a_message_that_comes_near_is_offered_and_a_press_sends_exactly_that(venue: Venue) -> None:
    table = await venue.open(GHOST)
    (told,) = await table.dm("Ann", "ill go 23 and burn 2 garnets on it")
    assert "23 +2g" in told
    message = table.players["Ann"].user.dm_channel.history()[-1]
    assert "nothing" in (await table.dm("Ann", "status"))[-1]
    pressed = Reply(table.players["Ann"].user, await table.players["Ann"].user.click(message, label="23 +2g"))
    assert "**23 +2g**" in pressed.text
    await table.pass_deadline()
    late = Reply(table.players["Ann"].user, await table.players["Ann"].user.click(message, label="23 +2g"))
    assert late.text == words.STALE


# --- the doctor -------------------------------------------------------------------------------------------------------


async def test_the_doctor_says_what_is_missing_and_why(venue: Venue) -> None:
    table = await venue.open(GHOST)
    assert table.code
    said = await venue.ask(venue.host, "doctor")
    assert said.hidden
    assert "✅ Permissions in this channel: fine." in said.text
    (mine,) = [role for role in venue.guild._guild.roles.values() if role.managed]
    mine.permissions &= ~(1 << 51)
    said = await venue.ask(venue.host, "doctor")
    assert "**Pin Messages**" in said.text
    assert (await venue.ask(venue.member("Max"), "doctor")).text == words.NOT_A_HOST


async def test_the_doctor_looks_at_the_hosts_channel(venue: Venue) -> None:
    (mine,) = [role for role in venue.guild.roles.values() if role._role.managed]
    mute = venue.guild.create_text_channel("mute", overwrites={mine: discord.PermissionOverwrite(send_messages=False)})
    office = venue.guild.create_text_channel("office")
    await venue.host.slash(venue.channel, "server channel", channel=office)
    assert "✅ Permissions in the hosts' channel" in (await venue.ask(venue.host, "doctor")).text
    venue.stage.env.backend.delete_channel(office.id)
    await venue.stage.env.settle()
    assert "The hosts' channel is gone" in (await venue.ask(venue.host, "doctor")).text
    await venue.host.slash(venue.channel, "server channel", channel=mute)
    assert "I lack **Send Messages**, for what hosts must know" in (await venue.ask(venue.host, "doctor")).text


async def test_the_doctor_misses_private_threads_where_a_match_needs_one_and_nowhere_else(venue: Venue) -> None:
    private = discord.Permissions(create_private_threads=True).value
    for role in venue.guild._guild.roles.values():
        venue.stage.env.backend.edit_role(venue.guild.id, role.id, {"permissions": role.permissions & ~private})
    await venue.open(GHOST, players="", started=False)
    assert "Private Threads" not in (await venue.ask(venue.host, "doctor")).text
    await venue.open(GHOST, players="", started=False, players_only=True)
    assert "I lack **Create Private Threads**" in (await venue.ask(venue.host, "doctor")).text
