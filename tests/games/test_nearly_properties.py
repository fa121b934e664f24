"""What holds for every guess, whatever is written, by whom and when."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import RULESETS
from games.garden_of_eden import GardenOfEden
from games.garden_of_eden.state import Cast
from games.garden_of_eden.state import State as Garden
from games.ghost_ladder import GhostLadder
from games.ghost_ladder.state import State as Ladder
from games.reading import Names
from games.row import Row
from games.ruleset import Guess
from tests.games import test_nearly_garden_of_eden as garden_examples
from tests.games import test_nearly_ghost_ladder as ladder_examples
from tests.games.garden_of_eden.table import Table
from tests.games.properties import of_garden_of_eden, of_ghost_ladder
from tests.games.properties.effort import examples
from tests.games.properties.matches import NOISE, matches, names_of, rendered, states
from tests.games.properties.play import Play

PLAYS = (of_ghost_ladder.PLAY, of_garden_of_eden.PLAY)
every_ruleset = pytest.mark.parametrize("play", PLAYS, ids=[play.ruleset.name for play in PLAYS])
some = examples(40)

ANYTHING = """
    i ill im go going with and + 2 12 twenty three garnets 1g +2g rank score check status submit withdraw cancel undo no
    wait actually final or not same as last round keep it before gold silver red pink white black void none everybody
    add drop the extend basket gsg g s then transfer send 30m million yen to vote for choose if unless when lol imagine
    told he they you my mine real actual : , . ! ? ; -> \n hours more time did count what is legal left half all please
    thanks gld scroe witdraw xyzzy 👍 😂 "
""".split(" ")
PLAIN = {
    "ghost-ladder": """
        i go|12|12|twelve|7|and|with|+|2 garnets|1g|a garnet|rank|score|check|please|no wait|actually|final|submit|
        status|undo|cancel|withdraw|same as last round|vote|vote for|choose|<0>|<1>|<2>|.|,|add|no garnets|what is|
        my|?""",
    "garden-of-eden": """
        i go|gold|gold|silver|silver|red|pink|white|black|and|with|void|<0>|<1>|<2>|<3>|everybody|none|add|drop|no|not|
        please|no wait|actually|.|,|basket|gsg|g|s|extend|send|30m|1 million|to|same as last round|undo|status|also""",
}
"""What plain messages are made of."""
NEAR = {
    "ghost-ladder": """
        twelve|23 and burn 2 garnets|same as last round|undo|cancel everything|is 12 legal?|rank?|whats my score|
        12 and rank|add 2 garnets|make it 3 garnets|vote for <1>|<0>|<2>!|choose <0>|all in|status pls|no garnets""",
    "garden-of-eden": """
        gold please|gld|red pls|pink gold|gold and void <1>|void <1> and <2>|void everybody|also void <3>|add pink|
        add black|drop the void|no pink|same as last round|gsg!|g-s-g|gold then silver|extend pls|status pls|
        send 30m to <1>|1 million to <2>|5k to <0>|void <0>s pink, silver|my score please""",
}
"""Whole messages that come near an order."""


def cut(joined: str) -> list[str]:
    return [text.strip() for text in joined.split("|")]


def texts_of(play: Play) -> st.SearchStrategy[str]:
    """Messages that mostly come near an order; `<1>` stands for a name."""
    plain = st.lists(st.sampled_from(cut(PLAIN[play.ruleset.name])), max_size=5)
    near = st.sampled_from(cut(NEAR[play.ruleset.name]))
    noisy = st.lists(st.sampled_from(ANYTHING) | st.sampled_from(["<0>", "<1>", "#1", "#3"]), max_size=12)
    return st.one_of(
        near, near, near, plain.map(" ".join), plain.map(" ".join), noisy.map(" ".join), NOISE, st.text(max_size=60)
    )


def test_the_rulesets_of_the_catalogue_all_guess() -> None:
    assert [play.ruleset.name for play in PLAYS] == list(RULESETS)


# --- offers -----------------------------------------------------------------------------------------------------------


def can_be_sent(play: Play, state: Any, seat: int, offer: str, names: Names) -> None:
    """Ghost Ladder: a score check may be too dear, which no offer may depend on (GL4)."""
    assert 0 < len(offer) < 80
    reply = play.ruleset.take(state, seat, play.ruleset.with_seats(offer, names)).reply
    assert reply is not None
    dear = isinstance(play.ruleset, GhostLadder) and "score check costs" in reply.text
    assert reply.accepted or dear, (offer, reply.text)


@every_ruleset
def test_an_offer_can_be_sent_as_it_is_and_there_are_never_two(play: Play) -> None:
    offered = 0

    @some
    @given(data=st.data())
    def search(data: st.DataObject) -> None:
        nonlocal offered
        record = data.draw(matches(play, most=4))
        names, texts = names_of(record), data.draw(st.lists(texts_of(play), min_size=5, max_size=12))
        for state in states(record):
            for text in (rendered(text, names) for text in texts):
                guess = play.ruleset.guess(state, len(text) % len(record.players), text, names)
                if guess is not None:
                    assert guess.text.strip()
                    assert len(guess.offers) <= 1
                    offered += len(guess.offers)
                    for offer in guess.offers:
                        can_be_sent(play, state, len(text) % len(record.players), offer, names)

    search()
    assert offered > 100, f"only {offered} offers were looked at"


# --- what a guess must not hang on ------------------------------------------------------------------------------------


@examples(100)
@given(data=st.data())
def test_no_guess_of_ghost_ladder_hangs_on_what_is_held_or_on_what_others_do(data: st.DataObject) -> None:
    """GL4, L1."""
    record = data.draw(matches(of_ghost_ladder.PLAY, most=5))
    names = names_of(record)
    text = rendered(data.draw(texts_of(of_ghost_ladder.PLAY) | st.sampled_from(LADDER_TEXTS)), names)
    state = data.draw(st.sampled_from(states(record)))
    seat = data.draw(st.integers(0, len(record.players) - 1))
    rules = GhostLadder()
    other = with_other_holdings(data, state, seat)
    assert rules.guess(other, seat, text, names) == rules.guess(state, seat, text, names)


def with_other_holdings(data: st.DataObject, state: Ladder, seat: int) -> Ladder:
    """All that is held is different, and what others have on file is gone."""
    height, garnets, points, previous, used = data.draw(st.tuples(*[st.integers(0, 99)] * 5))

    def changed(index: int) -> Any:
        held = state.seats[index]
        held = replace(held, height=height, garnets=garnets, points=points, previous=previous, scores_used=used)
        if index == seat:
            return held
        return replace(held, submission=None, filed_before=None, rank_asked=False, score_asked=False, ranks_used=0)

    ballot = state.ballot and replace(state.ballot, picks=tuple(p for p in state.ballot.picks if p[0] == seat))
    return replace(state, seats=Row(map(changed, range(len(state.seats)))), ballot=ballot)


@examples(100)
@given(data=st.data())
def test_no_guess_of_garden_of_eden_hangs_on_what_others_hold_or_do(data: st.DataObject) -> None:
    """L1."""
    record = data.draw(matches(of_garden_of_eden.PLAY, most=5))
    names = names_of(record)
    text = rendered(data.draw(texts_of(of_garden_of_eden.PLAY) | st.sampled_from(GARDEN_TEXTS)), names)
    state = data.draw(st.sampled_from(states(record)))
    seat = data.draw(st.integers(0, len(record.players) - 1))
    rules = GardenOfEden()
    assert rules.guess(with_other_secrets(state, seat), seat, text, names) == rules.guess(state, seat, text, names)


def with_other_secrets(state: Garden, seat: int) -> Garden:
    def changed(index: int) -> Any:
        held = state.seats[index]
        if index == seat:
            return held
        cast = None if held.cast else Cast("silver", True, "black")
        return replace(
            held,
            yen=held.yen + 5,
            pinks=7,
            periods=0,
            halves=held.halves + 3,
            cast=cast,
            void=(),
            basket=("gold", "gold"),
            removed=held.active and not held.removed,
            cast_before=cast,
            void_before=(),
            red_ever=True,
        )

    return replace(state, seats=Row(map(changed, range(len(state.seats)))))


LADDER_TEXTS = [
    *ladder_examples.NEVER,
    "all in",
    "same as last round",
    "add 2 garnets",
    "undo",
    "whats my score",
    "is 12 legal?",
    "did mine count?",
    "twelve",
]
GARDEN_TEXTS = [
    *garden_examples.CONDITIONS,
    *garden_examples.TALK,
    *garden_examples.OTHERS,
    *garden_examples.QUESTIONS,
    "same as last round",
    "void everybody",
    "add pink",
    "did mine count?",
    "extend pls",
]


# --- numbers that are not one's own -----------------------------------------------------------------------------------

NUMBERS = st.integers(0, 400).map(str)
OPENINGS = st.sampled_from(["", "i go ", "my move: ", "final ", "actually ", "submit ", "ok ", "12. no wait "])
SPOILERS = st.sampled_from(
    [
        "if {name} does", "unless {name} does", "unless it rains", "if not", "when {name} does", "otherwise 3",
        "depends on {name}", "in case it is low", "for {name}", "says {name}", "like {name}", "{name}", "{name} thinks",
        "lol", "jk", "haha", "😂", "would be funny", "i imagine", "he said", "they say", "you said", "more hours", "pm",
        "maybe", "probably", "about", "or so", "i wonder", "sorry {name}", "dont play", "i quit", "see screenshot",
        "should {name} pass",
    ]
)  # fmt: skip


@examples(200)
@given(
    NUMBERS,
    OPENINGS,
    SPOILERS,
    st.sampled_from(["Bob", "Mary Ann", "#3", "🔥"]),
    st.booleans(),
    st.sampled_from([" ", ", "]),
)
def test_no_number_is_offered_out_of_a_sentence_with_a_condition_a_joke_or_somebody_else_in_it(
    number: str, opening: str, spoiler: str, name: str, before: bool, between: str
) -> None:
    table = ladder_examples.table(names=("Ann", "Bob", "Kestrel", "Mary Ann", "🔥"))
    spoiled = spoiler.format(name=name)
    said = f"{opening}{number}"
    text = f"{spoiled}{between}{said}" if before else f"{said}{between}{spoiled}"
    found = GhostLadder().guess(table.state, 0, text, table.names)
    assert found is None or found.offers == (), text


@examples(200)
@given(
    NUMBERS,
    st.sampled_from(["what if i play {}", "is it {}?", "{}?", "did bob play {}", "should i go {}", "how is {}"]),
)
def test_no_question_changes_anything(number: str, question: str) -> None:
    table = ladder_examples.table(filed="12 +1g")
    found = GhostLadder().guess(table.state, 0, question.format(number), table.names)
    for offer in found.offers if found else ():
        assert GhostLadder().take(table.state, 0, offer).state == table.state


@examples(200)
@given(
    st.sampled_from(["gold", "silver pink", "red", "void bob", "gold black"]),
    st.sampled_from(
        ["if {}", "unless bob", "lol", "he said", "jk", "eve goes", "everyone", "could be", "😂", "depends"]
    ),
    st.booleans(),
)
def test_no_cast_is_offered_out_of_such_a_sentence(cast: str, spoiler: str, before: bool) -> None:
    table = garden_examples.playing()
    spoiled = spoiler.format("cid")
    text = f"{spoiled} {cast}" if before else f"{cast} {spoiled}"
    if "void" in cast and spoiler == "everyone":
        return
    found = GardenOfEden().guess(table.state, 0, text, Names(table.names))
    assert found is None or found.offers == (), text


# --- how long it takes ------------------------------------------------------------------------------------------------

LONG = [
    "12 " * 1_333,
    "no wait " * 500,
    "x" * 4_000,
    "~~" * 2_000,
    "~~a" * 1_300,
    "<" * 4_000,
    "1." * 2_000,
    "a'" * 2_000,
    "\u202e12" * 1_000,
    "👍" * 4_000,
    "Ann " * 1_000,
    "Mary " * 800,
    '"' * 4_000,
    "void " + "Bob " * 900,
    "ha" * 2_000,
    "if " * 1_300,
    " " * 3_999 + "1",
    "qwertyu " * 390,
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:6])
@pytest.mark.parametrize("players", [5, 10_000])
def test_the_longest_messages_of_the_largest_matches_are_read_in_no_time(text: str, players: int) -> None:
    names = Names([*ladder_examples.NAMES, *(f"Player {n}" for n in range(players - 5))])
    rules = GhostLadder()
    options = {option.name: option.default for option in rules.options}
    state = rules.open([{"garnets": 1}] * players, options, lambda purpose, n: 0).state
    begun = process_time()
    guess = rules.guess(state, 0, text, names)
    assert process_time() - begun < 1
    assert guess is None or isinstance(guess, Guess)


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:6])
@pytest.mark.parametrize("players", [5, 10_000])
def test_so_they_are_in_the_garden(text: str, players: int) -> None:
    table = Table(["Ann", "Bob", *(f"Player {n}" for n in range(players - 2))])
    names = Names(table.names)
    state = replace(table.state, stage="round", round=1)
    begun = process_time()
    guess = GardenOfEden().guess(state, 0, text, names)
    assert process_time() - begun < 1
    assert guess is None or isinstance(guess, Guess)
