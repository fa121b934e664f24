"""Authority as Discord has it at the moment: who may write where, who hears, and what was true a minute ago."""

from __future__ import annotations

from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor

from bot.hosting import words
from tests.discord_ui.venue import Reply, Table, Venue, forge, written_to

GHOST: Final = "ghost-ladder"
NO_WORD: Final = discord.PermissionOverwrite(send_messages=False, send_messages_in_threads=False)


@pytest.fixture
async def helper(venue: Venue) -> MemberActor:
    """A host by nothing but the hosts' role."""
    role = venue.guild.create_role("Hosts")
    await venue.ask(venue.host, "server hosts", role=role)
    return venue.member("Helper", roles=[role])


def change(venue: Venue, person: MemberActor, **how: Any) -> None:
    venue.stage.env.backend.edit_member(venue.guild.id, person.id, how)


async def table_of(venue: Venue, creator: MemberActor) -> Table:
    """A running match that somebody else than the venue's host has opened."""
    said = await venue.ask(creator, "match create", ruleset=GHOST)
    table = Table(venue, said.text.split("match **")[1].split("**")[0])
    for name in ("Ann", "Bob", "Eve"):
        await table.join(venue.member(name))
    await table.ask("match start", by=creator)
    return table


# --- who may write there ----------------------------------------------------------------------------------------------


async def test_no_match_where_its_asker_may_not_write(venue: Venue, helper: MemberActor) -> None:
    news = venue.guild.create_text_channel("announcements", overwrites={venue.guild.default_role: NO_WORD})
    before = len(news.history())
    said = await helper.slash(venue.channel, "match create", ruleset=GHOST, channel=news)
    assert Reply(helper, said).text == words.MAY_NOT_WRITE
    assert (await venue.ask(helper, "match create", channel=news, ruleset=GHOST)).text == words.MAY_NOT_WRITE
    assert len(news.history()) == before
    boss = MemberActor(venue.stage.env, venue.guild, venue.guild.owner)
    assert "is open for sign-up" in (await venue.ask(boss, "match create", channel=news, ruleset=GHOST)).text


async def test_a_start_that_was_planned_asks_again_whether_one_may_write_there(
    venue: Venue, helper: MemberActor
) -> None:
    starts = f"<t:{int(venue.stage.env.now().timestamp()) + 86_400}>"
    asked = await venue.ask(helper, "match create", ruleset=GHOST, starts=starts)
    await hush(venue)
    assert (await asked.press("Yes, open it")).text == words.MAY_NOT_WRITE


async def test_nothing_is_posted_for_who_may_not_write_in_the_threads(venue: Venue, helper: MemberActor) -> None:
    table = await venue.open(GHOST)
    assert (await table.ask("host announce", by=helper, text="Good evening.")).text == words.DONE
    posts = table.posts
    await hush(venue)
    for command, fields in (("announce", {"text": "Hear!"}), ("ruling", {"text": "Hear!"}), ("repost", {})):
        assert (await table.ask(f"host {command}", by=helper, **fields)).text == words.MUTED
    assert table.posts == posts
    assert "for your eyes only" in (await table.ask("host look", by=helper)).text


async def hush(venue: Venue) -> None:
    """Nobody without further rights writes anywhere any more."""
    everyone = venue.guild.default_role
    denied = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
    venue.stage.env.backend.edit_role(
        venue.guild.id, everyone.id, {"permissions": everyone._role.permissions & ~denied}
    )
    await venue.stage.env.settle()


# --- who may know -----------------------------------------------------------------------------------------------------


async def test_a_match_in_a_channel_that_one_cannot_read_is_none(venue: Venue) -> None:
    office = venue.office(venue.managers, name="cellar")
    said = await venue.ask(venue.host, "match create", channel=office, ruleset=GHOST)
    code = said.text.split("match **")[1].split("**")[0]
    stranger = venue.member("Stranger")
    for command in ("match status", "match rules", "match rulings"):
        assert (await venue.ask(stranger, command, match=code)).text == words.NO_SUCH_MATCH
        assert await stranger.autocomplete(venue.channel, command, "match", "") == []
        assert code in str(await venue.host.autocomplete(venue.channel, command, "match", ""))
    assert (await venue.ask(stranger, "match status")).text == words.say_which([])
    assert "Sign" in (await venue.ask(venue.host, "match status", match=code)).text


async def test_what_is_played_behind_closed_doors_is_for_its_players_and_hosts(venue: Venue) -> None:
    table = await venue.open(GHOST, players_only=True)
    await table.ask("host ruling", text="A half is a half.")
    stranger = venue.member("Stranger")
    assert (await table.ask("match rulings", by=stranger)).text == words.NO_SUCH_MATCH
    for person in (table.players["Ann"], venue.host):
        assert "A half is a half." in (await table.ask("match rulings", by=person)).text


async def test_templates_are_suggested_to_hosts_alone(venue: Venue) -> None:
    await venue.ask(venue.host, "server template", name="Quick", ruleset=GHOST, options="rounds=2")
    for person, seen in ((venue.host, 1), (venue.member("Stranger"), 0)):
        assert len(await person.autocomplete(venue.channel, "match create", "template", "")) == seen


async def test_hosts_see_who_hosts_and_players_do_not(venue: Venue, helper: MemberActor) -> None:
    table, friend = await table_of(venue, helper), venue.member("Friend")
    await table.ask("match cohost", person=friend)
    shown = (await table.ask("match status", by=friend)).text
    assert f"Created by <@{helper.id}>\n- Co-hosts: <@{friend.id}>\n- What players ask goes to <@{helper.id}>" in shown
    change(venue, helper, role_ids=[])
    shown = (await table.ask("match status")).text
    assert f"Created by <@{helper.id}>, who hosts it no more" in shown
    assert f"What players ask goes to <@{friend.id}>" in shown
    for person in (helper, table.players["Ann"], venue.member("Stranger")):
        assert "Hosts" not in (await table.ask("match status", by=person)).text


# --- who hears --------------------------------------------------------------------------------------------------------


async def question(table: Table, to: MemberActor, text: str = "ask Does a half count?") -> discord.Message:
    """Ann asks; the letter that a host gets."""
    await table.dm("Ann", text)
    return [m for m in to.user.dm_channel.history() if "Ann asks" in m.content][-1]


def answering(message: discord.Message) -> str:
    """What the button under a question says."""
    row = message.components[0]
    assert isinstance(row, discord.ActionRow)
    assert isinstance(row.children[0], discord.Button)
    return row.children[0].label or ""


async def test_a_former_host_opens_no_answer_and_sends_none(venue: Venue, helper: MemberActor) -> None:
    table = await table_of(venue, helper)
    asked = await question(table, helper)
    shown = await helper.user.click(asked, label=answering(asked))
    change(venue, helper, role_ids=[])
    heard = table.letters("Ann")
    sent = Reply(helper, await helper.user.submit_modal(shown, {"text": "It does."}))
    assert sent.text == words.NOT_A_HOST
    again = Reply(helper, await helper.user.click(asked, label=answering(asked)))
    assert (again.text, again.result.modal) == (words.NOT_A_HOST, None)
    venue.guild.remove_member(helper)
    assert Reply(helper, await helper.user.click(asked, label=answering(asked))).text == words.NOT_A_HOST
    assert table.letters("Ann") == heard


async def test_who_hosts_answers_in_a_direct_message_where_nobody_says_so(venue: Venue, helper: MemberActor) -> None:
    table = await table_of(venue, helper)
    asked = await question(table, helper)
    shown = await helper.user.click(asked, label=answering(asked))
    sent = Reply(helper, await helper.user.submit_modal(shown, {"text": "It does."}))
    assert sent.text == words.DONE
    assert "It does." in table.letters("Ann")[-1]


async def test_a_question_passes_by_who_hosts_no_more(venue: Venue, helper: MemberActor) -> None:
    table, friend = await table_of(venue, helper), venue.member("Friend")
    await table.ask("match cohost", person=friend)
    change(venue, helper, role_ids=[])
    heard = written_to(helper.user)
    await question(table, friend)
    assert written_to(helper.user) == heard
    venue.guild.remove_member(friend)
    assert (await table.dm("Ann", "ask Is anybody there?"))[-1] == words.NOBODY_TO_ASK


async def test_a_manager_who_plays_and_reads_the_hosts_channel_reads_no_questions_there(venue: Venue) -> None:
    """Where the only one else who could be asked is gone, the asker decides."""
    plays = venue.member("Paul", roles=[venue.managers])
    office = venue.office(venue.managers)
    await plays.slash(venue.channel, "server channel", channel=office)
    table = await venue.open(GHOST, players="Ann Bob", started=False)
    await table.join(plays)
    await table.ask("match start")
    await question(table, venue.host)
    assert not any("asks" in m.content for m in office.history())
    change(venue, venue.host, role_ids=[])
    told = await table.dm("Ann", "ask And two halves?")
    assert "Paul could read it" in told[-1]
    assert not any("asks" in m.content for m in office.history())
    letter = [m for m in table.players["Ann"].user.dm_channel.history() if m.components][-1]
    said = Reply(table.players["Ann"], await table.players["Ann"].user.click(letter, label=words.ASK_ANYWAY))
    assert said.text == words.asked(table.code)
    assert any("And two halves?" in m.content for m in office.history())


async def test_what_reaches_no_host_is_read_at_the_desk(venue: Venue) -> None:
    table = await venue.open(GHOST)
    channel = venue.host.user.dm_channel.id
    venue.stage.env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007, times=None)
    await table.dm("Ann", "ask One?")
    await table.dm("Bob", "ask Two?")
    said = await table.ask("host pause")
    assert said.hidden
    assert "**2 questions wait**" in said.text
    assert "**2 questions wait**" in (await venue.ask(venue.host, "doctor")).text
    first = await said.press(words.READ_WAITING)
    assert first.hidden
    assert "One?" in first.text
    assert "**1 question waits**" in first.text
    shown = await venue.host.click(first.messages[-1], label=first.buttons[0])
    await venue.host.submit_modal(shown, {"text": "Yes, one."})
    assert "Yes, one." in table.letters("Ann")[-1]
    assert "Two?" in (await first.press(words.READ_WAITING)).text


# --- who could look ---------------------------------------------------------------------------------------------------


async def test_a_player_who_gets_the_hosts_role_is_named_when_the_next_phase_opens(
    venue: Venue, helper: MemberActor
) -> None:
    table = await table_of(venue, helper)
    (role,) = [r for r in venue.guild.roles.values() if r.name == "Hosts"]
    change(venue, table.players["Bob"], role_ids=[role.id])
    await table.pass_deadline()
    await venue.stage.forward(seconds=70)
    named = words.could_look([1]).replace("\x022\x03", "Bob")
    assert table.posts.count(named) == 1
    await table.pass_deadline()
    await venue.stage.forward(seconds=70)
    assert table.posts.count(named) == 1


# --- a hostless match -------------------------------------------------------------------------------------------------


async def test_a_playing_creator_asks_the_players_with_a_button(venue: Venue) -> None:
    table = await venue.open(GHOST, players="Ann Bob", started=False, hostless=True)
    await table.join(venue.host)
    await table.ask("match start")
    said = await (await table.ask("match cancel")).press("Yes, cancel it")
    assert said.text == words.proposed(table.code)
    (post,) = [m for m in table.thread.history() if "A question to all" in m.content]
    assert "Hetty" not in post.content
    outsider = venue.member("Stranger")
    assert Reply(outsider, await outsider.click(post, label=words.AGREE)).text == words.NOT_STILL_IN
    agreed = Reply(table.players["Ann"], await table.players["Ann"].click(post, label=words.AGREE))
    assert agreed.hidden
    assert agreed.text == words.AGREED_AND_DONE
    assert "is cancelled" in table.posts[-1]
    late = await forge(table.players["Bob"], post, f"agree:{table.code}:1")
    assert late.text == words.NOT_STILL_IN
