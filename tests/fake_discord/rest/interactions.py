"""Answers to interactions. The token in the path is what permits them."""

from __future__ import annotations

from tests.fake_discord import interactions, payloads
from tests.fake_discord.rest.routing import Call, route
from tests.fake_discord.things import Interaction, Json, Message


@route("POST", "/interactions/{interaction}/{token}/callback", needs_token=False)
def answer(call: Call) -> Json | None:
    """The first response; its receipt only for who asks for it."""
    receipt = interactions.answer(call.world, call.id("interaction"), call.ids["token"], call.json, call.files)
    return receipt if call.query.get("with_response") in ("1", "true") else None


@route("POST", "/webhooks/{application}/{token}", needs_token=False)
def follow_up(call: Call) -> Json:
    """A further message."""
    what = _interaction(call)
    return payloads.message(call.world, interactions.follow_up(call.world, what, call.json, call.files))


@route("GET", "/webhooks/{application}/{token}/messages/{name}", needs_token=False)
def read(call: Call) -> Json:
    """A message of the interaction."""
    return payloads.message(call.world, _message(call))


@route("PATCH", "/webhooks/{application}/{token}/messages/{name}", needs_token=False)
def edit(call: Call) -> Json:
    """Edit a message of the interaction."""
    message = _message(call)
    interactions.change(call.world, _interaction(call), message, call.json, call.files)
    return payloads.message(call.world, message)


@route("DELETE", "/webhooks/{application}/{token}/messages/{name}", status=204, needs_token=False)
def delete(call: Call) -> None:
    """Delete a message of the interaction."""
    interactions.delete(call.world, _interaction(call), _message(call))


def _interaction(call: Call) -> Interaction:
    return interactions.open_webhook(call.world, call.id("application"), call.ids["token"])


def _message(call: Call) -> Message:
    return interactions.find(_interaction(call), call.ids["name"])
