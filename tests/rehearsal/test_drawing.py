"""Discord's Markdown for a terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from rich.text import Text

from bot.rehearsal import drawing
from bot.rehearsal.drawing import Reader

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
READER = Reader(NOON, {7: "Ann"})


def plain(content: str, width: int = 60) -> list[str]:
    return [line.plain for line in drawing.lines(content, width, READER)]


def looks(content: str) -> list[tuple[str, str]]:
    """The styled pieces of a line."""
    text: Text = drawing.lines(content, 60, READER)[0]
    return [(text.plain[span.start : span.end], str(span.style)) for span in text.spans if str(span.style) != "none"]


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("## Round 1 is open", ["Round 1 is open"]),
        ("# 62", ["62"]),
        ("-# G64 · over", ["G64 · over"]),
        ("**Deadline:** soon", ["Deadline: soon"]),
        ("Send `12 +1g`, or *nothing*", ["Send 12 +1g, or nothing"]),
        ("<@7> and <@!7>, not <@8>", ["@Ann and @Ann, not @somebody"]),
        (r"\*\*Ann\*\* \<\@7\>", ["**Ann** <@7>"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("2 * 3 * 4, **not bold", ["2 * 3 * 4, **not bold"]),
    ],
)
def test_what_discord_would_show_is_shown(content: str, shown: list[str]) -> None:
    assert plain(content) == shown


def test_what_belongs_to_an_item_is_indented_with_it() -> None:
    assert plain("- one two three four five", 12) == ["• one two", "  three four", "  five"]


def test_marks_inside_bold_keep_both_looks() -> None:
    assert ("@Ann", "bold bright_blue") in looks("**to <@7>**")
    assert ("12", "cyan") in looks("send `12`")


def test_a_stamp_is_a_date_and_a_countdown_for_whoever_looks_now() -> None:
    at = int((NOON + timedelta(hours=24)).timestamp())
    assert plain(f"<t:{at}:F> (<t:{at}:R>)") == ["Friday, 2 January 2026 at 12:00 (in 24 hours)"]
    assert plain(f"<t:{at}> <t:{at}:t> <t:{at}:D>") == ["2 January 2026 at 12:00 12:00 2 January 2026"]


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        (timedelta(0), "in 0 seconds"),
        (timedelta(seconds=-1), "1 second ago"),
        (timedelta(minutes=5), "in 5 minutes"),
        (timedelta(minutes=-89), "89 minutes ago"),
        (timedelta(hours=35), "in 35 hours"),
        (timedelta(hours=47), "in 2 days"),
    ],
)
def test_countdowns_are_told_in_the_unit_that_suits_them(ahead: timedelta, told: str) -> None:
    assert drawing.countdown(ahead) == told
