"""Every code of Discord's list, some that do not exist yet, and pages without one, at every request that the bot makes:
each is on the short list of what is final there, or is to be tried again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pytest

from bot.discord_ui.refusals import FINAL, Asked, settled
from bot.hosting.model.records import Request
from bot.hosting.ports.discord import Mail, Post, Trouble, Unreachable
from bot.hosting.recording.roles import GIVE, TAKE
from tests.fake_discord import Channel, ChannelKind
from tests.fake_discord.refusals import Refusal
from tests.fake_discord.troubles import Reply
from tests.troubles.codes import CODES
from tests.troubles.town import Town

STATUSES: Final = (400, 403, 404, 409)
"""With which Discord refuses; which of them belongs to a code it does not say."""
PAGES: Final = (400, 401, 403, 404, 405, 409, 413, 429, 451)
"""Answered by what stands in front of Discord."""
BODIES: Final[tuple[Any, ...]] = ("<html>Discord's words</html>", {"message": "Discord's words"}, {}, [], "null")
TEXT: Final = "a text that nobody else must read"


@dataclass(frozen=True)
class Place:
    """What the requests are about: a match's thread in a channel, its card, Ann's direct messages, a forum."""

    town: Town
    forum: Channel
    post: Post
    mail: Mail

    @property
    def ann(self) -> int:
        return self.town.person("Ann").id

    @property
    def direct(self) -> int:
        return self.town.person("Ann").dm_channel.id

    @property
    def thread(self) -> int:
        return self.town.thread.id

    @property
    def card(self) -> int:
        return next(m.id for m in self.town.channel.history() if self.town.code in m.content)


@dataclass(frozen=True)
class Ask:
    """A request of the bot's, and what makes it."""

    kind: Asked
    method: str
    pattern: str
    do: Callable[[Place], Awaitable[Any]]


def says(place: Place, where: str) -> Awaitable[Any]:
    return place.post.send(where, Request(TEXT), place.town.parts.house.chance.nonce())


def role(place: Place, deed: str) -> Awaitable[Any]:
    return place.post.send(f"role:{place.town.guild.id}:7:{place.ann}", Request(deed), "")


def seat(place: Place, deed: str) -> Awaitable[Any]:
    return place.post.send(f"member:{place.thread}:{place.ann}", Request(deed), "")


def forum_post(place: Place, again: bool = False) -> Awaitable[Any]:
    return place.post.open_post(place.forum.id, Request(TEXT), "A post", "Signing up", again)


def private(place: Place) -> Awaitable[Any]:
    return place.post.open_private_thread(place.town.channel.id, "For players")


REQUESTS: Final[dict[str, Ask]] = {
    "the time": Ask("clock", "GET", "/gateway", lambda p: p.town.parts.house.clock.discord()),
    "open a direct-message channel": Ask("open", "POST", "/users/@me/channels", lambda p: p.mail.open(p.ann)),
    "read direct messages": Ask("read", "GET", "/channels/*/messages", lambda p: p.mail.history(p.direct, p.ann, 0)),
    "write to a person": Ask("write", "POST", "/channels/*/messages", lambda p: says(p, f"direct:{p.direct}")),
    "post": Ask("send", "POST", "/channels/*/messages", lambda p: says(p, f"channel:{p.thread}")),
    "search": Ask(
        "find", "GET", "/channels/*/messages", lambda p: p.post.find(f"channel:{p.thread}", Request(TEXT), 0)
    ),
    "edit": Ask(
        "edit",
        "PATCH",
        "/channels/*/messages/*",
        lambda p: p.post.edit(f"channel:{p.town.channel.id}", p.card, Request(TEXT)),
    ),
    "pin": Ask("pin", "PUT", "/channels/*pins*", lambda p: p.post.pin(f"channel:{p.town.channel.id}", p.card)),
    "a thread from a message": Ask(
        "thread",
        "POST",
        "/channels/*/messages/*/threads",
        lambda p: p.post.open_thread(p.town.channel.id, p.card, "A thread"),
    ),
    "a thread for players only": Ask("thread", "POST", "/channels/*/threads", private),
    "the channel of a thread": Ask("thread", "GET", "/channels/*", private),
    "the threads there are": Ask("thread", "GET", "/guilds/*/threads/active", private),
    "a forum's post": Ask("forum", "POST", "/channels/*/threads", forum_post),
    "a forum": Ask("forum", "GET", "/channels/*", forum_post),
    "a forum's posts": Ask("forum", "GET", "/guilds/*/threads/active", lambda p: forum_post(p, again=True)),
    "a forum's archived posts": Ask("forum", "GET", "/channels/*/archived/*", lambda p: forum_post(p, again=True)),
    "a forum's new tag": Ask("forum", "PATCH", "/channels/*", lambda p: p.post.tag(p.forum.id, p.thread, "Unheard-of")),
    "a post's tag": Ask("forum", "PATCH", "/channels/*", lambda p: p.post.tag(p.forum.id, p.thread, "Signing up")),
    "a role given": Ask("role", "PUT", "/guilds/*/roles/*", lambda p: role(p, GIVE)),
    "a role taken": Ask("role", "DELETE", "/guilds/*/roles/*", lambda p: role(p, TAKE)),
    "somebody let into a thread": Ask("seat", "PUT", "/channels/*/thread-members/*", lambda p: seat(p, GIVE)),
    "somebody taken out of it": Ask("seat", "DELETE", "/channels/*/thread-members/*", lambda p: seat(p, TAKE)),
    "whether somebody is in the server": Ask(
        "member", "GET", "/guilds/*/members/*", lambda p: p.town.parts.house.roster.member(p.town.guild.id, p.ann)
    ),
}

ANSWERS: Final[dict[tuple[Asked, int, int], str]] = {
    ("write", 404, 10_008): "said, and deleted since",
    ("send", 404, 10_008): "said, and deleted since",
    ("edit", 404, 10_008): "gone, and posted anew",
    ("member", 404, 10_007): "not there",
    ("member", 404, 10_013): "not there",
    **{("thread", status, 160_004): "there already" for status in STATUSES},
}
"""Refusals that are answers: neither final nor to be tried again."""


@pytest.fixture
async def place(town: Town) -> Place:
    await town.begin("Ann", "Bob", "Eve")
    forum = town.discord.world.new_channel(town.guild, "matches", kind=ChannelKind.FORUM, tags=["Signing up"])
    await town.until(lambda: town.parts.client.get_channel(forum.id))
    house = town.parts.house
    return Place(town, forum, house.post, house.mail)


def refused() -> Iterator[tuple[int, int]]:
    """Status and code: every code with one of the statuses, those that are final somewhere with all of them."""
    for number, code in enumerate(CODES):
        yield from ((s, code) for s in (STATUSES if code in FINAL else (STATUSES[number % len(STATUSES)],)))
    yield from ((status, 50_007) for status in (401, 429))


async def outcome(ask: Ask, place: Place) -> str:
    """What the port makes of it: `final`, `waits`, or `answered`; what it says for the host is a sentence of ours."""
    try:
        await ask.do(place)
    except Unreachable as error:
        return "final" if is_ours(error.why) else error.why
    except Trouble as trouble:
        return "waits" if is_ours(trouble.why) else trouble.why
    return "answered"


def is_ours(why: str) -> bool:
    return why.endswith(".") and "{" not in why and "Discord's words" not in why


def expected(ask: Ask, status: int, code: int) -> str:
    return "final" if settled(ask.kind, status, code) is not None else "waits"


@pytest.mark.parametrize("ask", REQUESTS.values(), ids=REQUESTS)
async def test_every_code_is_on_the_short_list_or_waited_out(place: Place, ask: Ask) -> None:
    troubles, wrong = place.town.discord.troubles, []
    for status, code in refused():
        if (ask.kind, status, code) in ANSWERS:
            continue
        rule = troubles.refuse(ask.method, ask.pattern, partial(Refusal, status, code, "Discord's words"), times=None)
        got = await outcome(ask, place)
        if got != expected(ask, status, code) or not rule.met:
            wrong.append((status, code, got))
        troubles.clear()
    assert wrong == []


@pytest.mark.parametrize("ask", REQUESTS.values(), ids=REQUESTS)
async def test_what_has_no_code_is_waited_out_whatever_its_status(place: Place, ask: Ask) -> None:
    troubles, wrong = place.town.discord.troubles, []
    for status in PAGES:
        for body in BODIES:
            troubles.reply(ask.method, ask.pattern, Reply(status, body), times=None)
            if await outcome(ask, place) != "waits":
                wrong.append((status, body))
            troubles.clear()
    assert wrong == []


@pytest.mark.parametrize("ask", REQUESTS.values(), ids=REQUESTS)
async def test_a_server_in_trouble_and_a_connection_that_breaks_are_waited_out(place: Place, ask: Ask) -> None:
    troubles = place.town.discord.troubles
    for hurts in (
        partial(troubles.fail, status=503),
        partial(troubles.fail, status=502),
        partial(troubles.refuse, refusal=partial(Refusal, 503, 50_007, "Discord's words")),
        troubles.drop,
    ):
        hurts(ask.method, ask.pattern, times=None)
        assert await outcome(ask, place) == "waits"
        troubles.clear()


async def test_refusals_that_are_answers_are_taken_for_them(place: Place) -> None:
    troubles = place.town.discord.troubles
    found = {}
    for name in ("write to a person", "post", "edit", "whether somebody is in the server", "a thread from a message"):
        ask = REQUESTS[name]
        for kind, status, code in ANSWERS:
            if kind == ask.kind:
                troubles.refuse(ask.method, ask.pattern, partial(Refusal, status, code, ""), times=None)
                found[name] = await ask.do(place)
                troubles.clear()
    assert found == {
        "write to a person": None,
        "post": None,
        "edit": False,
        "whether somebody is in the server": None,
        "a thread from a message": place.card,
    }


@pytest.mark.parametrize(("code", "final"), FINAL.items(), ids=map(str, FINAL))
def test_whatever_is_final_says_where_and_why(code: int, final: Any) -> None:
    assert final.at
    assert final.why.endswith(".")
    assert len(final.because) > 10
    assert set(final.statuses) <= {400, 403, 404}
    assert any(settled(asked, status, code) for asked in final.at for status in final.statuses)
