"""RECORD.md, "Format": every fault has a place and a sentence, and what is written is read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.export import toml, with_names
from games.options import completed
from games.reading import RESERVED, Names
from games.visible import same_name
from games.record import MOST_AMOUNT, MOST_SEED, Correction, Entry, Fault, Message, Player, Record, Removal, read
from games.replay import judge
from games.ruleset import Holding
from tests.games.properties.tiny import Tiny


class Big(Tiny):
    """The same with a balance that may be negative, and a second one that it does not have."""

    name = "big"
    least_players = 4
    holdings = (Holding("yen", "Yen.", None),)


TINY, BIG = Tiny(), Big()
RULESETS = {TINY.name: TINY, BIG.name: BIG}

HEAD = 'ruleset = "lowest-lonely"\n'
PLAYERS = '[[players]]\nname = "Ann"\nchips = 2\n[[players]]\nname = "Bob"\n[[players]]\nname = "Mary Ann"\n'
WHOLE = HEAD + PLAYERS


def found(text: str) -> tuple[str, str]:
    """The place and the fault."""
    with pytest.raises(Fault) as caught:
        judge(read(text, RULESETS))
    return caught.value.place, caught.value.what


def players(*names: str) -> str:
    return HEAD + "".join(f"[[players]]\nname = {name}\n" for name in names)


def turn(text: str) -> str:
    return f"{WHOLE}[[turns]]\n{text}\n"


# --- what is read -------------------------------------------------------------------------------------------------


def test_a_record_is_read_with_everything_in_it() -> None:
    text = f"""
        seed = -7
        {HEAD}
        options = {{ rounds = 3, round_hours = 1.5 }}
        {PLAYERS}
        [[turns]]
        "Mary Ann" = ["pick 3", "status"]
        Bob = "back Ann"
        [[turns]]
        log = [["Bob", "4"], ["Ann", {{ chips = -1, points = 0.5 }}], ["Bob", {{ remove = true }}]]
    """
    record = read(text, RULESETS)
    assert (record.ruleset, record.seed) == (TINY, -7)
    assert record.options == completed(TINY.options, {"rounds": 3, "round_hours": 1.5})
    assert record.players == (
        Player("Ann", {"chips": 2}),
        Player("Bob", {"chips": 0}),
        Player("Mary Ann", {"chips": 0}),
    )
    assert record.turns == (
        (Message(2, "pick 3"), Message(2, "status"), Message(1, "back Ann")),
        (Message(1, "4"), Correction(0, {"chips": -1, "points": 0.5}), Removal(1)),
    )


def test_seed_options_balances_and_turns_may_be_left_out() -> None:
    record = read(players('"a"', '"b"', '"c"'), RULESETS)
    assert (record.seed, record.turns) == (0, ())
    assert record.options == completed(TINY.options, {})
    assert record.players[0].holdings == {"chips": 0}


def test_names_are_trimmed_and_keys_match_the_trimmed_name() -> None:
    record = read(players('"  Ann "', '"Bob"', '"Eve"') + '[[turns]]\nAnn = "3"\n', RULESETS)
    assert record.players[0].name == "Ann"
    assert record.turns == ((Message(0, "3"),),)


@pytest.mark.parametrize("empty", ["", "Ann = []", "log = []"])
def test_a_turn_may_be_empty(empty: str) -> None:
    assert read(turn(empty), RULESETS).turns == ((),)


def test_a_balance_may_be_negative_where_the_ruleset_says_so() -> None:
    text = 'ruleset = "big"\n' + "".join(f'[[players]]\nname = "{n}"\nyen = -5\n' for n in "abcd")
    assert [p.holdings for p in read(text, RULESETS).players] == [{"yen": -5}] * 4


def test_the_largest_seed_is_read() -> None:
    assert read(f"seed = {MOST_SEED}\n{WHOLE}", RULESETS).seed == MOST_SEED


# --- faults -------------------------------------------------------------------------------------------------------

OUT_OF_BOUNDS = "must be a whole number from 1 to 9, not "

FAULTS = {
    "bad TOML": ("ruleset = \n", "line 1, column 11", "bad TOML: Invalid value"),
    "bad TOML at the end": ('ruleset = "x', "end of document", "bad TOML: "),
    "a key twice": (f"{HEAD}{HEAD}", "line 2", "bad TOML: Cannot overwrite a value"),
    "a number of too many digits": (f"seed = {'9' * 5000}\n{WHOLE}", "file", "bad TOML: Exceeds the limit"),
    "a value nested too deeply": (f"seed = {'[' * 100_000}", "file", "bad TOML: nested too deeply"),
    "no ruleset": (PLAYERS, "ruleset", "missing"),
    "ruleset of a wrong type": (f"ruleset = 3\n{PLAYERS}", "ruleset", "must be a text, not 3"),
    "an unknown ruleset": (
        f'ruleset = "Lowest-Lonely"\n{PLAYERS}',
        "ruleset",
        "'Lowest-Lonely' is unknown; there are lowest-lonely and big",
    ),
    "an unknown key": (
        f"colour = 1\n{WHOLE}",
        "'colour'",
        "unknown key; known are ruleset, seed, options, players and turns",
    ),
    "seed of a wrong type": (f'seed = "1"\n{WHOLE}', "seed", "must be a whole number, not '1'"),
    "a seed with a fraction": (f"seed = 1.0\n{WHOLE}", "seed", "must be a whole number, not 1.0"),
    "a switch as a seed": (f"seed = true\n{WHOLE}", "seed", "must be a whole number, not true"),
    "a day as a seed": (f"seed = 2020-01-01\n{WHOLE}", "seed", "must be a whole number, not 2020-01-01"),
    "a seed too large": (f"seed = {MOST_SEED + 1}\n{WHOLE}", "seed", "must be 115,792"),
    "a seed of endless digits": (f"seed = 0x1{'0' * 9000}\n{WHOLE}", "seed", "or less, not a number that long"),
    "options of a wrong type": (f"options = 1\n{WHOLE}", "options", "must be a table, not 1"),
    "an unknown option": (f"options.colour = 1\n{WHOLE}", "options, 'colour'", "is no option of this ruleset"),
    "an option out of its bounds": (f"options.rounds = 10\n{WHOLE}", "options, 'rounds'", f"{OUT_OF_BOUNDS}10"),
    "an option of a wrong type": (f'options.rounds = "3"\n{WHOLE}', "options, 'rounds'", f"{OUT_OF_BOUNDS}'3'"),
    "a switch as a number": (f"options.rounds = true\n{WHOLE}", "options, 'rounds'", f"{OUT_OF_BOUNDS}True"),
    "a number as a switch": (
        f"options.close_when_all_in = 1\n{WHOLE}",
        "options, 'close_when_all_in'",
        "true or false",
    ),
    "hours that are no number": (
        f"options.round_hours = nan\n{WHOLE}",
        "options, 'round_hours'",
        "from 1 minute to 720",
    ),
    "endless hours": (f"options.round_hours = inf\n{WHOLE}", "options, 'round_hours'", "from 1 minute to 720 hours"),
    "no players": (HEAD, "players", "missing"),
    "players of a wrong type": (f'players = "Ann"\n{HEAD}', "players", "must be a list, not 'Ann'"),
    "a player of a wrong type": (f'players = ["Ann"]\n{HEAD}', "player 1", "must be a table, not 'Ann'"),
    "players as one table": (f'{HEAD}[players]\nname = "Ann"', "players", "must be a list, not a table"),
    "two players": (players('"Ann"', '"Bob"'), "players", "2 are too few; lowest-lonely needs at least 3"),
    "fewer players than the ruleset needs": (
        f'ruleset = "big"\n{"".join(f"[[players]]{chr(10)}name = {n!r}{chr(10)}" for n in "abc")}',
        "players",
        "3 are too few; big needs at least 4",
    ),
    "no name": (f"{WHOLE}[[players]]\nchips = 1\n", "player 4", "name is missing"),
    "a name of a wrong type": (players("3", '"Bob"', '"Eve"'), "player 1, name", "must be a text, not 3"),
    "an empty name": (players('"Ann"', '" \\t "', '"Eve"'), "player 2, name", "empty"),
    "two names alike": (players('"Ann"', '"Bob"', '" aNN"'), "player 3, name", "'aNN' is also the name of player 1"),
    "two names alike but for sharp s": (
        players('"Groß"', '"Bob"', '"GROSS"'),
        "player 3, name",
        "also the name of player 1",
    ),
    "the reserved name": (players('"Ann"', '"Bob"', '" LOG "'), "player 3, name", "'LOG' is reserved"),
    "a foreign opening balance": (
        f"{HEAD}{PLAYERS}yen = 3\n",
        "player 3, 'yen'",
        "no opening balance of lowest-lonely (name and chips are)",
    ),
    "an unknown key of a player": (f'{HEAD}{PLAYERS}colour = "red"\n', "player 3, 'colour'", "no opening balance of"),
    "a negative balance": (f"{HEAD}{PLAYERS}chips = -1\n", "player 3, chips", "must not be negative"),
    "a balance with a fraction": (
        f"{HEAD}{PLAYERS}chips = 1.0\n",
        "player 3, chips",
        "must be a whole number, not 1.0",
    ),
    "a switch as a balance": (f"{HEAD}{PLAYERS}chips = true\n", "player 3, chips", "must be a whole number, not true"),
    "a balance too large": (f"{HEAD}{PLAYERS}chips = {MOST_AMOUNT + 1}\n", "player 3, chips", "or less, not"),
    "turns of a wrong type": (f"turns = 3\n{WHOLE}", "turns", "must be a list, not 3"),
    "a turn of a wrong type": (f"turns = [3]\n{WHOLE}", "turn 1", "must be a table, not 3"),
    "an unknown player": (turn('Eve = "3"'), "turn 1, 'Eve'", "no player has the name 'Eve'"),
    "a player in another case": (turn('ANN = "3"'), "turn 1, 'ANN'", "no player has the name 'ANN'"),
    "a player with blanks": (turn('" Ann" = "3"'), "turn 1, ' Ann'", "no player has the name ' Ann'"),
    "a name without its quotes": (turn('Mary.Ann = "3"'), "turn 1, 'Mary'", "no player has the name 'Mary'"),
    "messages of a wrong type": (turn("Ann = 3"), "turn 1, 'Ann'", "must be a message or a list of messages, not 3"),
    "a message of a wrong type": (turn('Ann = ["3", 4]'), "turn 1, 'Ann', message 2", "must be a text, not 4"),
    "a correction outside a log": (
        turn("Ann = [{ chips = 1 }]"),
        "turn 1, 'Ann', message 1",
        "must be a text, not a table",
    ),
    "a log beside another key": (turn('log = []\nAnn = "3"'), "turn 1, 'Ann'", "a turn with a log holds no other key"),
    "another key beside a log": (turn('Ann = "3"\nlog = []'), "turn 1, 'Ann'", "a turn with a log holds no other key"),
    "a log of a wrong type": (turn('log = "3"'), "turn 1, log", "must be a list, not '3'"),
    "a log entry of a wrong type": (turn('log = ["Ann"]'), "turn 1, log entry 1", "must be a list, not 'Ann'"),
    "a log entry of one item": (
        turn('log = [["Ann"]]'),
        "turn 1, log entry 1",
        "must be [player, message], and holds 1",
    ),
    "a log entry of three": (turn('log = [["Ann", "3", "4"]]'), "turn 1, log entry 1", "and holds 3 items"),
    "a player of a wrong type in a log": (
        turn('log = [[1, "3"]]'),
        "turn 1, log entry 1, player",
        "must be a text, not 1",
    ),
    "an unknown player in a log": (
        turn('log = [["Ann", "3"], ["Eve", "3"]]'),
        "turn 1, log entry 2",
        "no player has the name 'Eve'",
    ),
    "a log message of a wrong type": (
        turn('log = [["Ann", 3]]'),
        "turn 1, log entry 1",
        "must be a message or a correction, not 3",
    ),
    "a key that cannot be corrected": (
        turn('log = [["Ann", { yen = 1 }]]'),
        "turn 1, log entry 1, 'yen'",
        "cannot be corrected in lowest-lonely; chips and points can",
    ),
    "an empty correction": (turn('log = [["Ann", {}]]'), "turn 1, log entry 1", "a correction that names no holding"),
    "a correction of a wrong type": (
        turn('log = [["Ann", { chips = "1" }]]'),
        "turn 1, log entry 1, chips",
        "must be a whole number, not '1'",
    ),
    "a switch as a correction": (turn('log = [["Ann", { chips = true }]]'), "turn 1, log entry 1, chips", "not true"),
    "a correction that is no number": (
        turn('log = [["Ann", { points = nan }]]'),
        "turn 1, log entry 1, points",
        "not nan",
    ),
    "an endless correction": (turn('log = [["Ann", { points = -inf }]]'), "turn 1, log entry 1, points", "not -inf"),
    "a correction too large": (
        turn(f'log = [["Ann", {{ chips = {10**16} }}]]'),
        "turn 1, log entry 1, chips",
        "or less",
    ),
    "a correction that the rules do not allow": (
        turn('log = [["Bob", "3"], ["Ann", { chips = -3 }]]'),
        "turn 1, log entry 2",
        "Ann cannot have -1 chips, 0 points.",
    ),
    "a correction with a third": (turn('log = [["Ann", { points = 0.3 }]]'), "turn 1, log entry 1", "0.3 points."),
    "a removal that is false": (
        turn('log = [["Ann", { remove = false }]]'),
        "turn 1, log entry 1, remove",
        "must be true",
    ),
    "a removal that is a number": (turn('log = [["Ann", { remove = 1 }]]'), "turn 1, log entry 1, remove", "not 1"),
    "a removal beside a correction": (
        turn('log = [["Ann", { remove = true, chips = 1 }]]'),
        "turn 1, log entry 1, 'chips'",
        "unknown key; known is remove",
    ),
    "a removal of somebody who is out": (
        turn('log = [["Ann", { remove = true }], ["Ann", { remove = true }]]'),
        "turn 1, log entry 2",
        "Ann is out already.",
    ),
    "a turn after the end": (
        WHOLE + '[[turns]]\nAnn = "3"\n' * 2 + "[[turns]]\n",
        "turn 3",
        "the match had ended with turn 2",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_place(name: str) -> None:
    text, place, what = FAULTS[name]
    said = found(text)
    assert said[0].startswith(place)
    assert what in said[1]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_in_one_short_line(name: str) -> None:
    line = ": ".join(found(FAULTS[name][0]))
    assert line.isprintable()
    assert len(line) < 250


def test_a_name_that_would_break_the_line_is_shown_without_doing_so() -> None:
    place, what = found(turn('"Eve\\nAnn\\u001b[31m" = "3"'))
    assert (place + what).isprintable()


# --- writing ------------------------------------------------------------------------------------------------------


def test_a_record_is_written_with_every_option_and_each_turn_as_a_log() -> None:
    options = completed(TINY.options, {"round_hours": 1.5})
    ann, bob, eve = Player("Ann", {"chips": 2}), Player('B"b', {"chips": 0}), Player("Eve", {"chips": 1})
    entries = (Message(0, "pick 3\nstatus"), Correction(1, {"chips": 1, "points": -0.5}), Removal(2))
    assert toml(Record(TINY, 7, options, (ann, bob, eve), ((), entries))) == (
        'ruleset = "lowest-lonely"\nseed = 7\n\n'
        "[options]\nrounds = 2\nround_hours = 1.5\nhighest = 9\nstake = 0\nclose_when_all_in = false\n\n"
        '[[players]]\nname = "Ann"\nchips = 2\n\n'
        '[[players]]\nname = "B\\"b"\nchips = 0\n\n'
        '[[players]]\nname = "Eve"\nchips = 1\n\n'
        "[[turns]]\nlog = []\n\n"
        "[[turns]]\nlog = [\n"
        '    ["Ann", "pick 3\\nstatus"],\n'
        '    ["B\\"b", { chips = 1, points = -0.5 }],\n'
        '    ["Eve", { remove = true }],\n'
        "]\n"
    )


CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from(
    "\x00\x7f\x85\u2028\ufeff\r\n\t\"\\'#=[]{}🎲\u202e"
)
TEXTS = st.text(CHARACTERS, max_size=20)


@st.composite
def records(draw: st.DrawFn) -> Record:
    name = TEXTS.map(str.strip).filter(lambda n: n != "" and same_name(n) != RESERVED)
    names = draw(st.lists(name, min_size=3, max_size=5, unique_by=same_name))
    seats = st.integers(0, len(names) - 1)
    amount: st.SearchStrategy[Any] = st.integers(-MOST_AMOUNT, MOST_AMOUNT) | st.floats(-1e15, 1e15)
    keys = st.sampled_from([h.name for h in TINY.corrections])
    entry: st.SearchStrategy[Entry] = st.one_of(
        st.builds(Message, seats, TEXTS),
        st.builds(Correction, seats, st.dictionaries(keys, amount, min_size=1)),
        st.builds(Removal, seats),
    )
    given_: dict[str, Any] = {"round_hours": draw(st.floats(1 / 60, 720)), "close_when_all_in": draw(st.booleans())}
    players_ = tuple(Player(n, {"chips": draw(st.integers(0, MOST_AMOUNT))}) for n in names)
    turns = tuple(map(tuple, draw(st.lists(st.lists(entry, max_size=4), max_size=3))))
    seed = draw(st.integers(-MOST_SEED, MOST_SEED))
    return Record(TINY, seed, completed(TINY.options, given_), players_, turns)


@given(records())
def test_a_record_that_was_written_is_read_as_the_same(record: Record) -> None:
    assert read(toml(record), RULESETS) == record


@given(records())
def test_a_record_is_written_the_same_way_every_time(record: Record) -> None:
    assert toml(read(toml(record), RULESETS)) == toml(record)


def test_half_a_character_is_written_as_a_sign_for_what_is_lost() -> None:
    players_ = tuple(Player(n, {"chips": 0}) for n in "abc")
    record = Record(TINY, 0, completed(TINY.options, {}), players_, ((Message(0, "a\ud800b"),),))
    assert read(toml(record), RULESETS).turns == ((Message(0, "a\ufffdb"),),)


def test_an_export_writes_names_where_the_journal_has_seats() -> None:
    names = Names(["Ann", "Vote", 'Al "Ace"'])
    assert [with_names(TINY, f"back #{n}; 3", names) for n in (1, 2, 3, 4)] == [
        "back Ann; 3",
        'back "Vote"; 3',
        "back #3; 3",
        "back #4; 3",
    ]
