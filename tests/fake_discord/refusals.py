"""The errors with which Discord refuses: HTTP status, its own code, its own words."""

from __future__ import annotations

from functools import partial
from typing import Any


class Refusal(Exception):
    """Raised where Discord would refuse; the REST front turns it into the answer."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: dict[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message} {errors or ''}".rstrip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> dict[str, Any]:
        """The answer as Discord writes it."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body | ({"errors": self.errors} if self.errors else {})


class Impossible(AssertionError):
    """A person in a test tried what Discord's own client would not let them do: the test is wrong, not the bot."""


unauthorized = partial(Refusal, 401, 0, "401: Unauthorized")
unknown_route = partial(Refusal, 404, 0, "404: Not Found")
unknown_channel = partial(Refusal, 404, 10003, "Unknown Channel")
unknown_guild = partial(Refusal, 404, 10004, "Unknown Guild")
unknown_member = partial(Refusal, 404, 10007, "Unknown Member")
unknown_message = partial(Refusal, 404, 10008, "Unknown Message")
unknown_user = partial(Refusal, 404, 10013, "Unknown User")
unknown_webhook = partial(Refusal, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(Refusal, 404, 10062, "Unknown interaction")
too_many_pins = partial(Refusal, 400, 30003, "Maximum number of pins reached (250)")
too_many_old_edits = partial(
    Refusal, 429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later", None, 3.0
)
already_acknowledged = partial(Refusal, 400, 40060, "Interaction has already been acknowledged.")
quarantined = partial(
    Refusal,
    403,
    20026,
    "Your bot has been flagged by our anti-spam system. While it is quarantined, it cannot do that.",
)
opening_too_fast = partial(Refusal, 403, 40003, "You are opening direct messages too fast.")
invalid_recipient = partial(Refusal, 400, 50033, "Invalid Recipient(s)")
cloudflare = partial(Refusal, 403, 40333, "Internal network error")
too_many_threads = partial(Refusal, 400, 160006, "Maximum number of active threads reached")
too_many_participants = partial(Refusal, 400, 30033, "Maximum number of thread participants has been reached (1000)")
tag_required = partial(Refusal, 400, 40067, "A tag is required to create a forum post in this channel")
missing_access = partial(Refusal, 403, 50001, "Missing Access")
not_in_dms = partial(Refusal, 403, 50003, "Cannot execute action on a DM channel")
not_your_message = partial(Refusal, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(Refusal, 400, 50006, "Cannot send an empty message")
closed_dms = partial(Refusal, 403, 50007, "Cannot send messages to this user")
not_a_text_channel = partial(Refusal, 400, 50008, "Cannot send messages in a non-text channel")
missing_permissions = partial(Refusal, 403, 50013, "Missing Permissions")
system_message = partial(Refusal, 403, 50021, "Cannot execute action on a system message")
wrong_channel_type = partial(Refusal, 400, 50024, "Cannot execute action on this channel type")
invalid_webhook_token = partial(Refusal, 401, 50027, "Invalid Webhook Token")
archived_thread = partial(Refusal, 400, 50083, "Thread is archived")
no_mutual_guilds = partial(Refusal, 403, 50278, "Cannot send messages to this user due to having no mutual guilds")
thread_exists = partial(Refusal, 400, 160004, "A thread has already been created for this message")
thread_locked = partial(Refusal, 403, 160005, "This thread is locked")


def invalid_form_body(errors: dict[str, Any]) -> Refusal:
    """A body that breaks a rule, with Discord's tree of where and why."""
    return Refusal(400, 50035, "Invalid Form Body", errors)
