"""The two columns on the terminal."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import pytest
from rich.console import Console

from bot.rehearsal.screen import Bubble, Pace, Screen

SIX = datetime(2026, 1, 1, 18, tzinfo=UTC)


class Patient(Pace):
    """Counts instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[int] = []

    def wait(self, letters: int) -> None:
        self.waited.append(letters)


def screen(width: int = 80, pace: Pace | None = None) -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=False, no_color=True)
    return Screen(console, {7: "Ann"}, pace), out


def shown(*bubbles: Bubble, width: int = 80, right: tuple[Bubble, ...] = ()) -> list[str]:
    it, out = screen(width)
    it.row(bubbles, right)
    return out.getvalue().splitlines()


def test_what_is_public_stands_beside_what_one_player_reads() -> None:
    lines = shown(Bubble("Dealer", SIX, "Open, <@7>"), right=(Bubble("Ann", SIX, "12", by_bot=False),))
    assert [[cell.strip() for cell in line.split("│")] for line in lines] == [
        ["Dealer  18:00", "Ann  18:00"],
        ["Open, @Ann", "12"],
        ["", ""],
    ]
    assert len({line.index("│") for line in lines}) == 1


def test_buttons_files_and_who_else_can_see_it_are_shown() -> None:
    bubble = Bubble("Dealer", SIX, "Here.", buttons=("Join", "Leave"), files=("G64.toml",), tag="only Max sees this")
    assert [line.partition("│")[0].strip() for line in shown(bubble)] == [
        "Dealer  18:00  only Max sees this",
        "Here.",
        "▤ G64.toml",
        "[ Join ]  [ Leave ]",
        "",
    ]


def test_no_line_is_wider_than_the_screen_or_ends_in_blanks() -> None:
    words = "Some words that are long enough to be wrapped, " * 5
    lines = shown(Bubble("Dealer", SIX, words), width=71, right=(Bubble("Ann", SIX, words),))
    assert max(map(len, lines)) <= 71
    assert [line for line in lines if line != line.rstrip()] == []


def test_on_a_narrow_screen_the_columns_stand_under_each_other() -> None:
    lines = shown(Bubble("Dealer", SIX, "public"), width=50, right=(Bubble("Ann", SIX, "private"),))
    assert lines == ["Dealer  18:00", "public", "", "┃ Ann  18:00", "┃ private", "┃"]


def test_what_is_looked_at_later_counts_down_from_then() -> None:
    at = int((SIX + timedelta(days=3)).timestamp())
    bubble = Bubble("Dealer", SIX, f"<t:{at}:R>", seen=SIX + timedelta(days=2, hours=12))
    assert "in 12 hours" in shown(bubble)[1]


@pytest.mark.parametrize(("pace", "folded"), [(None, False), (Patient(), True)])
def test_long_posts_are_folded_only_where_time_passes(pace: Pace | None, folded: bool) -> None:
    it, out = screen(pace=pace)
    it.row([Bubble("Dealer", SIX, "\n".join(f"line {i}" for i in range(40)))], [])
    assert ("line 39" not in out.getvalue()) is folded
    assert ("… and 27 lines more" in out.getvalue()) is folded


def test_the_spectator_gets_time_for_every_row_and_none_is_taken_without_a_pace() -> None:
    pace = Patient()
    it, _ = screen(pace=pace)
    it.row([Bubble("Dealer", SIX, "x" * 80)], [Bubble("Ann", SIX, "y" * 20)])
    it.aside("z" * 10)
    assert pace.waited == [100, 10]
    it, _ = screen()
    it.row([Bubble("Dealer", SIX, "x" * 80)], [])  # would raise, if it waited


def test_a_new_day_and_a_curtain_fill_the_width() -> None:
    it, out = screen(width=72)
    it.day(SIX)
    it.curtain("A match", "About it.", "left", "right")
    lines = out.getvalue().splitlines()
    assert lines[0].strip("─") == " Thursday, 1 January "
    assert len(lines[0]) == 72
    assert "━" * 72 in lines
    assert lines[-1].split("│")[1].strip() == "right"
