"""The record that the host exports, and whether the offline judge comes to what was said on Discord."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.rehearsal.theatre import Missed, Theatre
from games.catalogue import RULESETS
from games.replay import as_json, judge_file

_ESCAPED = re.compile(r"\\([^\w\s])")


async def exported(theatre: Theatre) -> tuple[str, bytes]:
    """`/host export`: the file's name and content."""
    answer = await theatre.command("host export", match=theatre.code)
    if not answer.attachments:
        raise Missed("the export brought no file")
    return answer.attachments[0].filename, await answer.attachments[0].read()


def saved(folder: Path, name: str, content: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content)
    return path


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the judged record compares with the match."""

    ended: bool
    compared: int
    """Public lines, and what single players were told (refusals apart)."""
    missing: tuple[str, ...]
    """What the judge says, and was not said on Discord, or not in this order."""

    @property
    def same(self) -> bool:
        return self.ended and self.compared > 0 and not self.missing


def judged(path: Path, theatre: Theatre) -> Verdict:
    """Judge the record as `python -m games replay` does, and look for all of it on the simulated Discord."""
    judgement = as_json(judge_file(str(path), RULESETS))
    missing: list[str] = []
    compared = 0
    for said, heard in _sides(judgement, theatre):
        compared += len(said)
        missing += _not_heard(said, heard)
    return Verdict(judgement["ended"], compared, tuple(missing))


def _sides(judgement: dict[str, Any], theatre: Theatre) -> Iterator[tuple[list[str], str]]:
    """What the judge says to everybody and to each player, and what was said there. Where something was not taken, the
    bot may have a better answer than the rules: what it might have meant."""
    yield [n["text"] for turn in judgement["turns"] for n in turn["public"]], _heard(theatre.public_messages())
    for name in theatre.people:
        told: list[str] = []
        for turn in judgement["turns"]:
            told += [reply["text"] for reply in turn["replies"].get(name, []) if reply["accepted"]]
            told += [notice["text"] for notice in turn["private"].get(name, [])]
        yield told, _heard(theatre.messages_to(name))


def _heard(messages: Iterable[discord.Message]) -> str:
    return _ESCAPED.sub(r"\1", "\n".join(m.content for m in messages if m.author.bot))


def _not_heard(said: Iterable[str], heard: str) -> Iterator[str]:
    at = 0
    for text in said:
        found = heard.find(text, at)
        if found < 0:
            yield text
        else:
            at = found + len(text)
