"""A message as people write it, cut into words and signs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

MOST: Final = 400
"""A longer message, in words and signs, tells a story; it is no order that was written badly."""

ASK, END, ARROW, LAUGH = "?", ".", "->", "lol"
"""Texts of tokens that stand for many ways of writing the same."""

_PLAIN: Final = {0xFF10 + digit: str(digit) for digit in range(10)} | {0xFF0B: "+", 0xFF0E: ".", 0x2212: "-"}
_ASKING: Final = "?؟？❓❔⁉‽⁇"
_ENDING: Final = ".!;…。！\n\r\x0b\x0c\x85\u2028\u2029"
_LAUGHING: Final = frozenset("😂🤣😆😜😝😛🤪😏😉🙃😹🤡")
_FRIENDLY: Final = frozenset("👍👌🙏🙂😊😀😃😄😁😎🙌👋🤝🫡💪🎉🎲✨🔥❤✅☑✔🤞👻🪜🍎🍏")
_DRESS: Final = ("Cf", "Mn", "Sk")
"""Categories of what dresses up another sign, and says nothing by itself."""
_MARKDOWN: Final = frozenset("*_`|\\•")
_PAUSES: Final = frozenset(",:=()[]-")
_APOSTROPHES: Final = str.maketrans("", "", "'’ʼ‘´")

_TOKEN: Final = re.compile(
    rf"""
      (?P<slash>   \A\s*/(?=[^\W\d_]) )                       # `/submit 12`, typed as a message
    | (?P<struck>  ~~[^~\n]+~~ )                            # what is struck out is not said
    | (?P<code>    <[^<>\s]{{1,80}}> )                      # a custom emoji, a mention of somebody else, a time
    | (?P<grin>    [:=]-?[)D](?![^\W_]) | <3(?![^\W_]) )
    | (?P<wink>    ;-?[)DPp](?![^\W_]) | [:=]-?[Pp](?![^\W_]) )
    | (?P<arrow>   [-=]+> | [→➡⇒] )
    | (?P<seat>    \#[0-9]+(?![^\W_]) )
    | (?P<keycaps> (?:[0-9]\ufe0f?\u20e3\s?|🔟)+ )            # 1️⃣2️⃣
    | (?P<figure>  [0-9]+(?:[.,:/-][0-9]+)+[^\W_]* )        # 1.5, 12:30, 1,000, 1/2, 12-14: never a plain number
    | (?P<signed>  (?<![^\W_])-[0-9]+[^\W_]* )
    | (?P<with>    (?<![^\W_])[wW]/[oO]?(?![^\W\d_]) )
    | (?P<word>    [^\W_]+(?:['’ʼ‘´][^\W_]+)* )
    | (?P<hyphen>  (?<=[^\W\d_])-(?=[^\W\d_]) )
    | (?P<end>     [{re.escape(_ASKING + _ENDING)}]+ )
    | (?P<sign>    \S )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign, and where it stands in the message."""

    text: str
    """In lower case, without apostrophes."""
    start: int
    end: int
    soft: bool = False
    """Says nothing by itself: a comma, a bracket, Markdown, a friendly emoji."""
    pause: str = ""
    """Of a word: the comma, colon, dash or bracket that follows it."""
    seat: int | None = None
    """The player whom it names."""


def split(text: str) -> list[Token]:
    """All words and signs, soft ones too, in order; everything but blanks is in one of them."""
    plain = text.translate(_PLAIN)
    if not plain.isascii():
        plain = "".join("-" if unicodedata.category(sign) == "Pd" else sign for sign in plain)
    return [_token(found) for found in _TOKEN.finditer(plain)]


def _token(found: re.Match[str]) -> Token:
    text, kind = found[0], found.lastgroup
    soft = kind in ("slash", "struck", "grin", "hyphen") or (kind == "sign" and _is_soft(text))
    return Token(_meant(text, kind), found.start(), found.end(), soft)


def _meant(text: str, kind: str | None) -> str:
    match kind:
        case "end":
            return ASK if any(sign in _ASKING for sign in text) else END
        case "arrow":
            return ARROW
        case "hyphen":
            return ""
        case "wink":
            return LAUGH
        case "keycaps":
            return "".join(sign for sign in text.replace("🔟", "10") if "0" <= sign <= "9")
        case "sign" if text in _LAUGHING:
            return LAUGH
        case "word":
            word = text.translate(_APOSTROPHES).lower()
            return "we" if word == "well" and len(text) > len(word) else word
        case _:
            return text.lower()


def _is_soft(sign: str) -> bool:
    if sign in _PAUSES or sign in _MARKDOWN:
        return True
    return not sign.isascii() and (sign in _FRIENDLY or unicodedata.category(sign) in _DRESS)


def is_pause(token: Token) -> bool:
    return token.soft and token.text in _PAUSES


def is_end(token: Token) -> bool:
    return token.seat is None and token.text in (ASK, END)
