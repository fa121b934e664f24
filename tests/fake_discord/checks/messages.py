"""What Discord takes as a message: texts, embeds, mentions, flags."""

from __future__ import annotations

from typing import Any, Final

from tests.fake_discord.checks.components import check_message_components
from tests.fake_discord.checks.faults import Faults
from tests.fake_discord.refusals import empty_message
from tests.fake_discord.things import Json, MessageFlag

CONTENT: Final = 2000
EMBEDS: Final = 10
EMBED_TEXT: Final = 6000
NONCE: Final = 25
MENTIONS: Final = 100
SETTABLE: Final = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.IS_COMPONENTS_V2
SUBSTANCE: Final = ("content", "embeds", "components", "attachments", "sticker_ids", "poll")


def check_new_message(body: Json, *, answers: bool = False) -> None:
    """A message to be made; `answers` marks one that answers an interaction, which may be ephemeral."""
    faults = Faults()
    _check_common(body, faults, v2=_says_v2(body))
    _check_flags(body.get("flags") or 0, faults, SETTABLE | (MessageFlag.EPHEMERAL if answers else 0))
    if body.get("nonce") is not None:
        faults.text(str(body["nonce"]), "nonce", 1, NONCE)
    faults.settle()
    if not any(_substance(body.get(key)) for key in SUBSTANCE):
        raise empty_message()


def check_edit(body: Json, *, v2: bool) -> None:
    """A change to a message, where only the keys that are there count; `v2` when it is all components already."""
    faults = Faults()
    _check_common(body, faults, v2=v2 or _says_v2(body))
    faults.settle()


def _says_v2(body: Json) -> bool:
    flags = body.get("flags")
    return isinstance(flags, int) and bool(flags & MessageFlag.IS_COMPONENTS_V2)


def _substance(value: Any) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)


def _check_common(body: Json, faults: Faults, *, v2: bool) -> None:
    if body.get("content") is not None:
        faults.text(body["content"], "content", 0, CONTENT)
    if body.get("allowed_mentions") is not None:
        _check_allowed_mentions(body["allowed_mentions"], faults)
    if body.get("embeds"):
        _check_embeds(body["embeds"], faults)
    if body.get("components"):
        check_message_components(body["components"], faults, v2=v2)
    for key in ("content", "embeds"):
        faults.need(not (v2 and body.get(key)), key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "No.")


def _check_flags(flags: Any, faults: Faults, allowed: int) -> None:
    if not isinstance(flags, int):
        faults.add("flags", "NUMBER_TYPE_COERCE", "Value is not int.")
    else:
        faults.need(not flags & ~allowed, "flags", "MESSAGE_FLAGS_INVALID", f"Flags {flags} cannot be set.")


def _check_allowed_mentions(allowed: Any, faults: Faults) -> None:
    path = "allowed_mentions"
    if not isinstance(allowed, dict):
        return faults.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    parse = allowed.get("parse") or []
    for kind in parse:
        known = kind in ("users", "roles", "everyone")
        faults.need(known, f"{path}.parse", "BASE_TYPE_CHOICES", f"Unknown kind of mention {kind!r}.")
    for kind in ("users", "roles"):
        named = allowed.get(kind) or []
        faults.size(named, f"{path}.{kind}", 0, MENTIONS)
        faults.need(
            len({*map(str, named)}) == len(named), f"{path}.{kind}", "SET_TYPE_ALREADY_CONTAINS_VALUE", "Twice."
        )
        both = kind in parse and named
        faults.need(not both, path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse and {kind} exclude each other")
    return None


def _check_embeds(embeds: Any, faults: Faults) -> None:
    if not faults.size(embeds, "embeds", 0, EMBEDS):
        return
    for number, embed in enumerate(embeds):
        _check_embed(embed, f"embeds.{number}", faults)
    total = sum(len(text) for embed in embeds for text in embed_texts(embed))
    faults.need(total <= EMBED_TEXT, "embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embeds hold more than {EMBED_TEXT}.")


def _check_embed(embed: Json, path: str, faults: Faults) -> None:
    for key, most in (("title", 256), ("description", 4096)):
        if embed.get(key):
            faults.text(embed[key], f"{path}.{key}", 1, most)
    for key, inner, most in (("footer", "text", 2048), ("author", "name", 256)):
        if embed.get(key):
            faults.text(embed[key].get(inner), f"{path}.{key}.{inner}", 1, most)
    fields = embed.get("fields") or []
    faults.size(fields, f"{path}.fields", 0, 25)
    for number, field in enumerate(fields):
        faults.text(field.get("name"), f"{path}.fields.{number}.name", 1, 256)
        faults.text(field.get("value"), f"{path}.fields.{number}.value", 1, 1024)


def embed_texts(embed: Json) -> list[str]:
    """Everything in an embed that a person reads, in the order of the screen."""
    texts = [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    texts.append((embed.get("footer") or {}).get("text"))
    return [text for text in texts if text]
