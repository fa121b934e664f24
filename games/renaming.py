"""The way back from seats to names: for exports, and for what is repeated to a player."""

from __future__ import annotations

from functools import cached_property

from games import marks
from games.reading import KEYWORDS, Names, Word, either_written, seat_written, words_of
from games.visible import same_name


class NamesForSeats(Names):
    """The way back, for exports: only `#2` names a seat, and `replace_names` writes the player's name."""

    def replaced(self, word: Word) -> str | None:
        if (either := either_written(word)) and either.highest < len(self.names):
            together = " ".join(self.names[either.together].split())
            return f"@{together}" if words_of(together)[0].plain in KEYWORDS else together
        seat = self.seat(word)
        return None if seat is None else self._alone[seat]

    def seat(self, word: Word) -> int | None:
        seat = seat_written(word)
        return seat if seat is not None and seat < len(self.names) else None

    @cached_property
    def _alone(self) -> tuple[str, ...]:
        """As `written`, but with quotes also around names that would make another player's name together (C10)."""
        joined = {same_name(word.text) for seat in self.of_words.values() for word in words_of(self.names[seat])}
        return tuple(
            f'"{name}"' if written == name and same_name(name) in joined else written
            for name, written in zip(self.names, self.written, strict=True)
        )


class NamesToShow(Names):
    """For a message that is repeated to a player: where `#2` names a seat, `replace_names` writes its mark."""

    def __init__(self, players: int) -> None:
        super().__init__([""] * players)

    def replaced(self, word: Word) -> str | None:
        seat = seat_written(word)
        if seat is not None and seat < len(self.names):
            return marks.written(seat)
        either = either_written(word)
        return " ".join(map(marks.written, either.apart)) if either and either.highest < len(self.names) else None
