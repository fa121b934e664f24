"""How Garden of Eden is played at random."""

from __future__ import annotations

from hypothesis import strategies as st

from games.garden_of_eden import GardenOfEden
from tests.games.properties.play import Play, Texts, Values, kinds

BASKET: Texts = st.text("gs", min_size=2, max_size=5).map(lambda apples: f"basket {apples}")
NAMES: Texts = st.lists(st.integers(0, 5), min_size=1, max_size=4).map(lambda seats: " ".join(f"<{s}>" for s in seats))
VOID: Texts = NAMES.map(lambda names: f"void {names}") | st.just("void none")
CAST: Texts = st.sampled_from(
    "gold, gold, gold, silver, SILVER, silver, gold pink, silver pink, gold black, silver black pink, "
    "gold white, silver white pink, red".split(", ")
)
ROUND: Texts = st.one_of(
    CAST, CAST, CAST, CAST, st.builds(lambda cast, void: f"{cast} {void}", CAST, VOID), VOID, st.just("extend")
)
TRANSFER: Texts = st.builds(
    lambda yen, seat: f"transfer {yen} <{seat}>",
    st.sampled_from(["1", "30m", "1.5 m", "100000000000"]),
    st.integers(0, 5),
)
PHASES = {"basket": st.one_of(BASKET, BASKET, BASKET, st.just("extend")), "transfers": TRANSFER}


def orders(phase: str) -> Texts:
    return PHASES.get(phase, ROUND)


def twins(message: str) -> Texts:
    """Nothing but the colours is public, so what stands beside them may change: Pink, White, Black, the Void names."""
    words = message.lower().replace(",", " ").split() or [""]
    if words[0] == "basket":
        return BASKET
    if words[0] not in ("gold", "silver"):
        return st.one_of(VOID, st.just(message)) if words[0] in ("void", "red") else TRANSFER
    beside = st.sampled_from(["", " pink", " white", " black", " white pink", " black pink"])
    void = st.just("") | VOID.map(lambda names: f" {names}")
    return st.builds(lambda b, v: f"{words[0]}{b}{v}", beside, void)


def fits(values: Values) -> bool:
    """Red stands alone, and a Pink beside Gold or Silver may be one that is not held."""
    if "colour" not in values:
        return "basket" in values or "to" in values
    if values["colour"] == ("red",):
        return not values.keys() & {"pink", "special"}
    return "pink" not in values or values.get("special") == ("black",)


PLAY = Play(
    GardenOfEden(),
    orders,
    twins,
    harmless=st.sampled_from(
        ["status", "Status; status", "pink", "gold gold", "gold void", "basket gr", "red pink", "goldd"]
        + ["check", "Check gold white", "check red", "check void #2, #3", "check basket gsg; check gold black pink"]
        + ["check extend", "check transfer 30m #1", "check white gold", "check gold white black"]
    ),
    public=kinds(
        extended="hours",
        round="round gold silver red decided_by",
        out="player reason",
        time_bank="players hours",
        result="how winners points",
    ),
    private={**kinds(score="points colour special basket pink next pinks periods"), "correction": None},
    telling=frozenset({"score"}),
    near=(
        "gold with pink please",
        "check gold with pink, void <1> and <2>",
        "I cast goldd and void <1>'s pink",
        "void <2> and <3>, silver",
        "basket: first gold then silver",
        "more time please",
        "what is my score?",
        "send <1> 5 million",
    ),
    open_books=frozenset({"transfers"}),
    texts={"basket": "gsg", "amount": "1"},
    fits=fits,
)
