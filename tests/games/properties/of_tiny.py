"""How Lowest Lonely is played at random."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.games.properties.play import Play, Texts, kinds
from tests.games.properties.tiny import Tiny

NUMBER = st.integers(1, 9)
BACKING = st.integers(0, 5).map(lambda seat: f"back <{seat}>")
ORDER: Texts = st.one_of(
    NUMBER.map(str),
    NUMBER.map(lambda n: f"pick {n}"),
    BACKING,
    st.builds(lambda n, back: f"{n}; {back}", NUMBER, BACKING),
    st.just("withdraw"),
)


def orders(phase: str) -> Texts:
    return ORDER


def twins(message: str) -> Texts:
    """Whom one backs is a secret; and a number that is not the winning one might as well be another."""
    return st.one_of(BACKING.map(lambda back: f"{message}; {back}"), ORDER)


PLAY = Play(
    Tiny(),
    orders,
    twins,
    harmless=st.sampled_from(["status", "Status; status", "pick", "100", "back #1 #2", "pick 3; fly", ""]),
    public=kinds(longer="hours", round="round winner", result="winner drawn"),
    private={**kinds(chips="chips"), "correction": None},
    telling=frozenset(),
    near=("three",),
    fits=lambda values: "pick" in values and "back" not in values,
)
