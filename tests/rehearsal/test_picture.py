"""A scene as a picture."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.etree import ElementTree

from bot.rehearsal.picture import Album, svg
from bot.rehearsal.screen import Bubble

SIX = datetime(2026, 1, 1, 18, tzinfo=UTC)
NAMES = {7: "Ann"}


def said(content: str, author: str = "Dealer", by_bot: bool = True, buttons: tuple[str, ...] = ()) -> Bubble:
    return Bubble(author, SIX, content, by_bot, buttons)


def drawn(*public: Bubble, private: tuple[Bubble, ...] = ()) -> ElementTree.Element:
    return ElementTree.fromstring(svg((public, private), NAMES, "# thread", "@ Dealer"))  # noqa: S314 - our own


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_everything_that_was_said_is_in_the_picture_and_is_sound_xml() -> None:
    found = texts(drawn(said("## Round <1> & more\nto <@7>, `12`"), private=(said("12", "Ann", False),)))
    assert found[0:1] == ["# thread"]
    assert "Round <1> & more" in found
    assert "to @Ann, 12" in found
    assert found[-1] == "12"


def test_long_lines_are_broken_so_that_they_stay_in_their_pane() -> None:
    words = " ".join(["wide", "words", "MMMM"] * 30)
    rows = [text for text in texts(drawn(said(words))) if "wide" in text or "MMMM" in text]
    assert " ".join(rows) == words
    assert all(len(row) * 15 * 0.5 < 560 for row in rows)


def test_the_picture_is_as_high_as_the_longer_side() -> None:
    short, long = drawn(said("a")), drawn(said("a"), private=tuple(said(f"line {i}") for i in range(9)))
    heights = [int(re.split(" ", picture.attrib["viewBox"])[3]) for picture in (short, long)]
    assert heights[0] < heights[1]


def test_a_scene_goes_from_its_posts_to_the_next_ones() -> None:
    album = Album()
    album.row([said("sign up")], [])
    album.row([said("## Round 1 has closed"), said("## Round 2 is open")], [])
    album.row([], [said("12", "Ann", False), said("On file.")])
    album.row([said("## Round 2 has closed")], [said("Your rank: 1")])
    album.row([said("later")], [said("later, too")])
    public, private = album.scene("## Round 1 has closed")
    assert [b.content for b in public] == ["## Round 1 has closed", "## Round 2 is open", "## Round 2 has closed"]
    assert [b.content for b in private] == ["12", "On file.", "Your rank: 1"]
