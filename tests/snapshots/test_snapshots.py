"""The bot speaks as it did. A sentence changed on purpose: `python -m tests.snapshots`, and read what differs."""

from __future__ import annotations

import difflib
import re

import pytest

from tests.snapshots import matches, sentences
from tests.snapshots.files import FOLDER, MATCHES, SENTENCES

LONGEST = 2_000


def differences(file: str, now: str) -> str:
    before = (FOLDER / file).read_text("utf-8")
    return "\n".join(
        difflib.unified_diff(before.splitlines(), now.splitlines(), "as it was", "as it is now", lineterm="")
    )


def test_every_sentence_is_as_it_was() -> None:
    assert differences(SENTENCES, sentences.written()) == ""


@pytest.mark.parametrize("file", MATCHES)
async def test_every_word_of_a_match_is_as_it_was(file: str) -> None:
    assert differences(file, await matches.written(MATCHES[file])) == ""


def test_a_sentence_that_changed_is_found() -> None:
    changed = sentences.written().replace("You are in already.", "You are here already.")
    assert "+You are here already." in differences(SENTENCES, changed)


@pytest.mark.parametrize(("name", "text"), list(sentences.everything()))
def test_no_sentence_is_too_long_or_badly_put_together(name: str, text: str) -> None:
    for piece in text.split("\n---\n"):
        assert len(piece) <= LONGEST, name
    assert not re.search(r"None|\bTrue\b|\bFalse\b|  |\.\.(?!\.)| [,.;:!?]|datetime|\[\]|\{\}", text), text
    assert text == text.rstrip()
