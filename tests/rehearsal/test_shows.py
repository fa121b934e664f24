"""What the shows promise to show, and that the judge's verdict on them is the truth."""

from __future__ import annotations

from pathlib import Path

from bot.rehearsal.picture import Album, svg
from bot.rehearsal.record import exported, judged, saved
from bot.rehearsal.shows import played
from bot.rehearsal.theatre import Theatre

ROOT = Path(__file__).parent.parent.parent


def public(album: Album) -> str:
    return "\n".join(bubble.content for left, _ in album.rows for bubble in left)


def private(album: Album) -> str:
    return "\n".join(bubble.content for _, right in album.rows for bubble in right)


def has_all(text: str, *parts: str) -> None:
    assert [part for part in parts if part not in text] == []


def of_the_readme() -> str:
    return (ROOT / "docs" / "match.svg").read_text("utf-8")


async def verdicts(theatre: Theatre, folder: Path, was: str, becomes: str) -> tuple[bool, bool]:
    """The judge's on the record as it is, and on one in which the last such message is another."""
    name, content = await exported(theatre)
    true = judged(saved(folder, name, content), theatre)
    before, found, after = content.decode().rpartition(was)
    assert found
    changed = before + becomes + after
    return true.same, judged(saved(folder, "changed.toml", changed.encode()), theatre).same


async def test_ghost_ladder_shows_what_players_ask_and_what_a_power_cut_changes(tmp_path: Path) -> None:
    album, names = Album(), dict[int, str]()
    async with played("ghost-ladder", 1, album, names) as theatre:
        assert await verdicts(theatre, tmp_path, '"7"', '"6"') == (True, False)
        title = f"# {theatre.the_thread.name}"
    has_all(private(album), "nothing was taken", "not legal as things stand", "Your rank check", "Your score check")
    has_all(private(album), "score check costs 4 garnets", "there are no checks in it", "so it counts for neither")
    has_all(private(album), "Make your move, and fills in", "Your choice is on file", "Your vote is on file")
    has_all(public(album), "your direct messages are closed", "Round 3 has closed", "The Elimination Candidate is")
    assert "I was away" not in public(album)  # minutes, and nobody need know
    picture = svg(album.scene("## Round 1 has closed"), names, title, "@ Dealer, on Ann's phone")
    assert picture == of_the_readme(), "`make picture` draws it as the bot speaks now"


async def test_garden_shows_pinks_voids_lone_red_time_banks_and_white_against_black(tmp_path: Path) -> None:
    album = Album()
    async with played("garden-of-eden", 1, album, {}) as theatre:
        assert await verdicts(theatre, tmp_path, " black", "") == (True, False)
    decided = [line for line in public(album).split("\n") if line.startswith("Decided by")]
    assert ["majority" in line for line in decided] == [False, True, False, True, True]
    has_all(public(album), "that costs a period of the time bank", "**More time was asked for: 24 hours.**")
    has_all(public(album), "the only Red of the round", "Red is closed for the rest of the game")
    has_all(public(album), "Black, cast with a losing colour", "The only White on a winning colour")
    has_all(private(album), "White, instead of the colour's points: 0", "Did you mean", "Red is closed for the rest")
    has_all(private(album), "this one has 1", "24 hours more for everybody. Your name is not given")


async def test_with_another_seed_all_cast_red_and_send_each_other_money() -> None:
    album = Album()
    async with played("garden-of-eden", 2, album, {}):
        has_all(public(album), "Every player cast Red, and all of them win", "The Transfer Period is open")
        has_all(private(album), "transfer 1.5m", "This is final")
