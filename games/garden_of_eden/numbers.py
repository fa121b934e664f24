"""Numbers as people read them: points, yen, hours, counts."""

from __future__ import annotations


def plain_number(number: float) -> int | float:
    """As JSON gives it: whole where it is whole."""
    return int(number) if number == int(number) else number


def score(number: float) -> str:
    """`2.5`, `−1`, `0`."""
    return f"{plain_number(number):,}".replace("-", "−")


def gain(number: float) -> str:
    """`+1.5`, `−1`, `0`."""
    return ("+" if number > 0 else "") + score(number)


def yen(amount: int) -> str:
    """`1,500,000`."""
    return f"{amount:,}".replace("-", "−")


def count(number: int, thing: str) -> str:
    """`no periods`, `1 period`, `2 periods`."""
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def duration(hours: float) -> str:
    """`48 hours`, `1 hour 30 minutes`, `1 minute`."""
    minutes = round(hours * 60)
    whole, rest = divmod(minutes, 60)
    told = [count(n, thing) for n, thing in ((whole, "hour"), (rest, "minute")) if n]
    return " ".join(told)


def one_of(words: list[str]) -> str:
    """`gold, silver or red`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
