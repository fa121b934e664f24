"""Interactions: how the bot may answer what a user did, through the interaction's token alone."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import timedelta
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from tests.fake_discord import payloads, posting, refusals
from tests.fake_discord.checks.components import check_modal
from tests.fake_discord.checks.messages import check_edit, check_new_message
from tests.fake_discord.clock import stamp
from tests.fake_discord.posting import Draft, draft
from tests.fake_discord.things import (
    Attachment,
    Channel,
    Interaction,
    InteractionKind,
    Json,
    Message,
    MessageFlag,
    MessageKind,
    User,
)

if TYPE_CHECKING:
    from tests.fake_discord.world import World


class Answer(IntEnum):
    """Discord's types of a first response."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


FIRST_WITHIN: Final = timedelta(seconds=3)
TOKEN_LIVES: Final = timedelta(minutes=15)
COMMON: Final = frozenset({Answer.MESSAGE, Answer.DEFERRED_MESSAGE})
ON_MESSAGE: Final = frozenset({Answer.DEFERRED_UPDATE, Answer.UPDATE})
ALLOWED: Final[dict[InteractionKind, frozenset[Answer]]] = {
    InteractionKind.COMMAND: COMMON | {Answer.MODAL},
    InteractionKind.COMPONENT: COMMON | ON_MESSAGE | {Answer.MODAL},
    InteractionKind.AUTOCOMPLETE: frozenset({Answer.CHOICES}),
    InteractionKind.MODAL: COMMON | ON_MESSAGE,
}


def begin(
    world: World, kind: InteractionKind, user: User, channel: Channel, data: Json, message: Message | None = None
) -> Interaction:
    """A user did something: it gets an id and a token, and the bot is told."""
    number = world.clock.snowflake()
    what = Interaction(number, kind, _token(number), user, channel, data, message)
    world.interactions[what.token] = what
    world.tell_bot("INTERACTION_CREATE", payloads.interaction(world, what))
    return what


def _token(number: int) -> str:
    """A token that looks like Discord's."""
    secret = base64.urlsafe_b64encode(hashlib.sha512(b"%d" % number).digest()).decode().rstrip("=")
    return base64.urlsafe_b64encode(f"interaction:{number}:{secret}".encode()).decode().rstrip("=")


def unanswered(world: World, what: Interaction) -> bool:
    """Whether the user was told that the application did not respond."""
    return what.answer is None and world.clock.now() - stamp(what.id) > FIRST_WITHIN


def answer(world: World, interaction_id: int, token: str, body: Json, files: list[Attachment]) -> Json:
    """The first response: one only, within three seconds, of a type that fits what the user did."""
    what = world.interactions.get(token)
    if what is None or what.id != interaction_id or unanswered(world, what):
        raise refusals.unknown_interaction()
    if what.answer is not None:
        raise refusals.already_acknowledged()
    kind = _checked_kind(what, body.get("type"))
    HANDLERS[kind](world, what, body.get("data") or {}, files)
    what.answer = kind
    return _receipt(world, what)


def _checked_kind(what: Interaction, kind: object) -> Answer:
    fits = kind in ALLOWED[what.kind] and (kind not in ON_MESSAGE or what.message is not None)
    if not fits:
        message = f"Response type {kind} does not answer a {what.kind.name.lower()}."
        raise refusals.invalid_form_body({"type": {"_errors": [{"code": "BASE_TYPE_CHOICES", "message": message}]}})
    return Answer(kind)  # type: ignore[arg-type]  # one of ALLOWED


def _receipt(world: World, what: Interaction) -> Json:
    """What Discord tells of the response."""
    told: Json = {"id": str(what.id), "type": int(what.kind), "channel_id": str(what.channel.id)}
    receipt: Json = {"interaction": told}
    if what.answer in (Answer.MODAL, Answer.CHOICES):
        return receipt
    if what.reply is not None:
        told["response_message_id"] = str(what.reply.id)
        told["response_message_loading"] = what.thinking
        told["response_message_ephemeral"] = what.reply.seen_by is not None
        if what.answer in (Answer.MESSAGE, Answer.UPDATE):
            receipt["resource"] = {"type": int(what.answer), "message": payloads.message(world, what.reply)}
    return receipt


def _speak(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    check_new_message(body | {"attachments": files}, answers=True)
    what.reply = _say(world, what, draft(body, files))


def _defer(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    flags = int(body.get("flags") or 0) | MessageFlag.LOADING
    what.reply = _say(world, what, Draft(flags=flags))


def _defer_update(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    what.reply = what.message


def _update(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    assert what.message is not None
    check_edit(body, v2=what.message.has_v2)
    posting.change(world, what.message, body, files)
    what.reply = what.message


def _suggest(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    what.choices = list(body.get("choices") or [])


def _open_form(world: World, what: Interaction, body: Json, files: list[Attachment]) -> None:
    check_modal(body)
    what.modal = body


HANDLERS: Final[dict[Answer, Callable[[World, Interaction, Json, list[Attachment]], None]]] = {
    Answer.MESSAGE: _speak,
    Answer.DEFERRED_MESSAGE: _defer,
    Answer.DEFERRED_UPDATE: _defer_update,
    Answer.UPDATE: _update,
    Answer.CHOICES: _suggest,
    Answer.MODAL: _open_form,
}


def _say(world: World, what: Interaction, text: Draft) -> Message:
    """A message of an interaction: it needs no permission, and may be for the user alone."""
    if what.channel.id not in world.channels:
        raise refusals.unknown_channel()
    kind = MessageKind.COMMAND if what.kind is InteractionKind.COMMAND else MessageKind.PLAIN
    ephemeral = text.flags & MessageFlag.EPHEMERAL
    full = Draft(**{**vars(text), "kind": kind, "interaction": what, "seen_by": what.user.id if ephemeral else None})
    return posting.post(world, what.channel, world.bot, full)


def open_webhook(world: World, application_id: int, token: str) -> Interaction:
    """The interaction of a token, which lives for fifteen minutes and opens with the first response."""
    what = world.interactions.get(token)
    if what is None or application_id != world.application_id or what.answer is None:
        raise refusals.unknown_webhook()
    if world.clock.now() - stamp(what.id) > TOKEN_LIVES:
        raise refusals.invalid_webhook_token()
    return what


def follow_up(world: World, what: Interaction, body: Json, files: list[Attachment]) -> Message:
    """Another message; after a deferral the first one is the awaited response, as visible as the deferral was."""
    check_new_message(body | {"attachments": files}, answers=True)
    if what.thinking:
        assert what.reply is not None
        _fill(world, what.reply, body, files)
        return what.reply
    message = _say(world, what, draft(body, files))
    what.followups.append(message)
    return message


def change(world: World, what: Interaction, message: Message, body: Json, files: list[Attachment]) -> None:
    """An edit through the token; of a deferred response it is the response."""
    check_edit(body, v2=message.has_v2)
    if message.flags & MessageFlag.LOADING:
        _fill(world, message, body, files)
    else:
        posting.change(world, message, body, files)


def _fill(world: World, message: Message, body: Json, files: list[Attachment]) -> None:
    flags = int(body.get("flags") or 0) & ~MessageFlag.EPHEMERAL
    message.flags &= ~MessageFlag.LOADING
    posting.change(world, message, body | {"flags": flags}, files)
    message.edited_at = None


def find(what: Interaction, name: str) -> Message:
    """A message of the interaction by its id or as `@original`."""
    if name == "@original":
        if what.reply is None:
            raise refusals.unknown_message()
        return what.reply
    known = [*what.followups, *([what.reply] if what.reply else [])]
    message = next((one for one in known if str(one.id) == name), None)
    if message is None:
        raise refusals.unknown_message()
    return message


def delete(world: World, what: Interaction, message: Message) -> None:
    """Take one of the interaction's messages away."""
    posting.delete(world, message)
    if message is what.reply:
        what.reply = None
    else:
        what.followups.remove(message)
