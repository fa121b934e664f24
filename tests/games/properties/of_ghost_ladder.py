"""How Ghost Ladder is played at random."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from games.ghost_ladder import GhostLadder
from tests.games.properties.play import Play, Texts, Values, kinds

LOW, GARNETS = st.integers(0, 30), st.integers(0, 4)
CHECK = st.sampled_from(["rank", "score", "rank score", "cancel rank", "cancel score"])
SUBMISSION: Texts = st.one_of(
    LOW.map(str),
    LOW.map(lambda h: f"submit {h}"),
    st.builds(lambda h, g: f"{h} +{g}g", LOW, GARNETS),
    st.builds(lambda h, g: f"{h}, {g} garnets", LOW, GARNETS),
)
ILLEGAL: Texts = st.sampled_from(["-3", "7.5", "999999999", "4 +999999999g", "１.５"])
ROUND: Texts = st.one_of(
    SUBMISSION, SUBMISSION, st.builds(lambda s, c: f"{s} {c}", SUBMISSION, CHECK), CHECK, ILLEGAL, st.just("withdraw")
)
PICK = st.builds(lambda verb, seat: f"{verb} <{seat}>", st.sampled_from(["vote", "choose"]), st.integers(0, 5))
BALLOT: Texts = st.one_of(PICK, PICK, st.just("withdraw"))


def orders(phase: str) -> Texts:
    return ROUND if phase.startswith("round") else BALLOT


def twins(message: str) -> Texts:
    """A rung can be made of more Height or of more garnets, and all that is illegal counts as 0."""
    m = re.fullmatch(r"(?:submit )?(\d+)(?: \+(\d+)g)?", message)
    if m is None:
        return st.one_of(ILLEGAL, CHECK, BALLOT)
    height, garnets = int(m[1]), int(m[2] or 0)
    same = [f"{height + 3 * d} +{garnets - d}g" for d in range(-3, 4) if height + 3 * d >= 0 and garnets >= d]
    return st.one_of(st.sampled_from(same), CHECK.map(lambda check: f"{message} {check}"))


def fits(values: Values) -> bool:
    """Garnets alone are no submission, and a check may be one more than there is, or cost more than is held."""
    return "height" in values and "checks" not in values


PLAY = Play(
    GhostLadder(),
    orders,
    twins,
    harmless=st.sampled_from(
        ["status", "check", "check 18 +2g", "Check 5; STATUS", "twelve", "12 +1", "rank rank", "vote", "cancel"]
        + ["+3", "- 12", "1,000", "check 12,5"]
    ),
    public=kinds(round="round total_height", final="scoreboard", tokens="tokens void", candidate="player how"),
    private={**kinds(rank="rank", score="points", choice="among", vote="among"), "correction": None},
    telling=frozenset({"rank", "score"}),
    near=(
        "I'd like to submit 12 with one garnet",
        "twelve please",
        "what is my rank?",
        "I vote for <1> I think",
        "sumbit 5; rnak",
        "can I have more time?",
        "no submission for me",
    ),
    fits=fits,
)
