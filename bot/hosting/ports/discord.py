"""What hosting needs of Discord. Wiring hands in the real one; tests and rehearsals hand in others."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from bot.hosting.model.records import (
    Kind,
    Letter,
    Member,
    Obstacle,
    Posted,
    Request,
)


class Trouble(Exception):
    """Discord could not do it now (a time-out, a 5xx, no connection), or refuses it in a way that is not known to be
    final: try again later."""

    def __init__(
        self, why: str = "", pause: timedelta = timedelta(0), for_all: bool = False, quarantined: bool = False
    ) -> None:
        super().__init__(why)
        self.why = why
        """For the host, should it last: one sentence without secrets."""
        self.pause = pause
        """Trying again sooner is of no use."""
        self.for_all = for_all
        """It is not about this channel or person: whatever else of the kind is asked now is refused, too."""
        self.quarantined = quarantined
        """Discord keeps the bot from writing to people it has not written to before, until its owner appeals."""


class Unreachable(Exception):
    """Discord will not do it, for good: closed direct messages, a channel that is gone, a missing permission."""

    def __init__(self, why: str, kind: Kind = "refused") -> None:
        super().__init__(why)
        self.why = why
        """For the host, one sentence without secrets."""
        self.kind = kind
        """`closed`: this person's direct messages are; `gone`: the channel or thread itself is no more; `unseen`: we
        cannot see it; `lost`: the message that it was about is no more."""

    @property
    def gone(self) -> bool:
        return self.kind == "gone"


class Mail(Protocol):
    """Direct messages with people. All raise Trouble and Unreachable."""

    async def open(self, user_id: int) -> int:
        """The id of the direct-message channel with a user, made now or before. Discord allows few of these."""

    async def history(self, channel_id: int, user_id: int, after: int) -> list[Letter]:
        """What the user wrote in their direct-message channel with larger ids, oldest first. Opens nothing."""


class Post(Protocol):
    """Channels are `direct:ID` (with a person) and `channel:ID` (in a server, threads too). All raise Trouble and
    Unreachable."""

    async def send(self, channel: str, request: Request, nonce: str) -> int | None:
        """The new message's id; the same nonce within a few minutes gives the same message. None where that one was
        said, and has been deleted since."""

    async def edit(self, channel: str, message_id: int, request: Request) -> bool:
        """False where the message is gone."""

    async def pin(self, channel: str, message_id: int) -> None: ...

    async def find(self, channel: str, request: Request, after: int) -> int | None:
        """Our own message with this content and a larger id than `after`. Unreachable where we may not look."""

    async def ours(self, channel: str, after: int) -> list[Posted]:
        """Our own messages with larger ids than `after`, the oldest first. Unreachable where we may not look."""

    async def open_post(self, channel_id: int, request: Request, name: str, tag: str, again: bool) -> int:
        """A forum post with this first message, and with this tag where the forum requires one; its id is the thread's
        and the message's. `again`: it may be there."""

    async def tag(self, channel_id: int, thread_id: int, name: str) -> None:
        """Show a forum post's state by its tag."""

    async def open_private_thread(self, channel_id: int, name: str) -> int:
        """A thread that only its members can see, made now or before."""

    async def open_thread(self, channel_id: int, message_id: int, name: str) -> int:
        """The thread of this message, made now or before."""


class Roster(Protocol):
    """Who is in a server, and what they may do there, as it is now. All raise Trouble where that cannot be told;
    `member` and `obstacle` ask Discord, and raise Unreachable, too (a server that I am not in)."""

    def sees(self, guild_id: int) -> bool:
        """Whether that server is in sight; raises nothing. It may come, while the connection is being made."""

    async def member(self, guild_id: int, user_id: int) -> Member | None:
        """None where they are not in the server."""

    def may_read(self, guild_id: int, channel_id: int, member: Member) -> bool:
        """False, too, where there is no such channel."""

    def may_write(self, guild_id: int, channel_id: int, member: Member, in_threads: bool) -> bool:
        """In the channel itself, or in the threads of it. False, too, where there is no such channel."""

    def reached(self, guild_id: int, channel_id: int) -> bool:
        """Whether there is such a channel, and I may write there."""

    async def obstacle(self, guild_id: int, role_id: int, giver: Member) -> Obstacle | None:
        """Why this role is not given on behalf of `giver`, who must be able to give it by hand; None where it is."""
