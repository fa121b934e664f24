"""Phrases that are made of others."""

from __future__ import annotations

from itertools import product


def each(*places: str) -> str:
    """Every phrase that takes one word, or none, from each place.

    >>> each("no|without", "|any", "boost")
    'no boost, no any boost, without boost, without any boost'
    """
    return ", ".join(" ".join(filter(None, words)) for words in product(*(place.split("|") for place in places)))
