"""RECORD.md, "Messages": what the shared readers make of a person's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.reading import (
    KEYWORDS,
    Either,
    Names,
    Part,
    either_written,
    parts,
    replace_names,
    seat_written,
)
from games.renaming import NamesForSeats, NamesToShow
from games.visible import same_name, visible

NASTY = st.text(st.sampled_from("abAB12 \t\n,;.@#<\"“”'’-−+🎲é\u200b\u2028\x02"), max_size=30)


def texts(text: str) -> list[list[str]]:
    return [[word.text for word in part] for part in parts(text)]


def every(part: Part) -> range:
    return range(len(part))


# --- parts and words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [";", "\n", "\r\n", "\r", " ; ", "\u2028", "\x85"])
def test_semicolons_and_line_ends_join_messages(end: str) -> None:
    assert texts(f"gold pink{end}status") == [["gold", "pink"], ["status"]]


@pytest.mark.parametrize("text", ["", " ", ";;", "\n ; \t\n", ",,,"])
def test_empty_parts_are_skipped(text: str) -> None:
    assert parts(text) == []


@pytest.mark.parametrize("text", ["gold, pink", "gold ,pink", "gold,pink", "gold,,pink,"])
def test_a_comma_is_a_blank(text: str) -> None:
    assert texts(text) == [["gold", "pink"]]


@pytest.mark.parametrize("text", ["7,5", "７,５", "7,\u200b5", "7\u200b,5"])
def test_a_comma_between_two_digits_stays_in_the_word_and_makes_it_unreadable(text: str) -> None:
    assert texts(text) == [[text]]
    assert Names(["7,5"]).seat(parts(text)[0][0]) is None


def test_a_comma_beside_only_one_digit_is_a_blank() -> None:
    assert texts("12,rank 3, 4") == [["12", "rank", "3", "4"]]


@pytest.mark.parametrize("text", ['void "T. Rex"', "void “T. Rex”", 'void ”T. Rex"'])
def test_straight_and_curly_quotes_keep_a_name_together(text: str) -> None:
    assert texts(text) == [["void", "T. Rex"]]


def test_nothing_is_split_inside_quotes() -> None:
    assert texts('void "a, b; c" Eve') == [["void", "a, b; c", "Eve"]]


def test_an_apostrophe_is_an_ordinary_character() -> None:
    assert texts("void O'Neil 'x y'") == [["void", "O'Neil", "'x", "y'"]]


def test_a_quote_that_is_never_closed_is_an_ordinary_character() -> None:
    assert texts('5" tall; 6') == [['5"', "tall"], ["6"]]


def test_quotes_end_the_word_before_them() -> None:
    assert texts('void"Ann"Bob') == [["void", "Ann", "Bob"]]


@given(NASTY)
def test_every_word_says_where_it_stands(text: str) -> None:
    for word in (w for part in parts(text) for w in part):
        cut = text[word.start : word.end]
        assert word.text == (cut[1:-1] if word.quoted else cut)


@given(NASTY)
def test_nothing_but_blanks_and_ends_stands_between_words(text: str) -> None:
    last = 0
    for word in [w for part in parts(text) for w in part]:
        assert all(c in ",;" or c.isspace() for c in visible(text[last : word.start]))
        last = word.end


# --- plain words --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "plain"),
    [("GOLD", "gold"), ("１２", "12"), ("−3", "-3"), ("–3", "-3"), ("－3", "-3"), ("＋2g", "+2g"), ("7．5", "7.5")],
)
def test_case_full_width_and_minus_forms_are_read_as_the_plain_ones(written: str, plain: str) -> None:
    assert parts(written)[0][0].plain == plain


def test_invisible_characters_are_not_read() -> None:
    assert parts("go\u200bld\ufeff")[0][0].plain == "gold"
    assert texts("gold \u200b \u2060pink") == [["gold", "\u2060pink"]]


def test_a_quoted_word_is_neither_keyword_nor_number() -> None:
    assert [w.plain for w in parts('"gold" "12"')[0]] == ["", ""]


# --- names --------------------------------------------------------------------------------------------------------

NAMES = Names(["Ann", "Vote", "Mary Ann", "@home", "#1", 'Al "Ace" B', "<b>", "a,b", "ß", "g\u200b", "12"])


def seat(text: str) -> int | None:
    return NAMES.seat(parts(text)[0][0])


@pytest.mark.parametrize("text", ["Ann", "aNN", "@ann", "@Ann", '"Ann"', "“ann”", '" ann "', "#1"])
def test_a_name_is_found_in_any_case_quoted_or_behind_an_at(text: str) -> None:
    assert seat(text) == 0


def test_a_keyword_names_a_player_only_in_quotes_or_behind_an_at() -> None:
    assert (seat("vote"), seat('"vote"'), seat("@VOTE")) == (None, 1, 1)


def test_a_keyword_with_an_invisible_character_is_still_a_keyword() -> None:
    assert (seat("g\u200b"), seat('"g\u200b"')) == (None, 9)


@pytest.mark.parametrize(("text", "found"), [('"@home"', 3), ("@home", None), ('"#1"', 4), ('"<b>"', 6), ("<b>", None)])
def test_a_name_that_begins_like_a_mention_is_found_in_quotes_only(text: str, found: int | None) -> None:
    assert seat(text) == found


def test_an_at_is_not_dropped_inside_quotes() -> None:
    assert seat('"@Ann"') is None


def test_a_seat_number_is_not_read_inside_quotes() -> None:
    assert Names(["a", "b", "c"]).seat(parts('"#2"')[0][0]) is None


@pytest.mark.parametrize("text", ["#0", "#12", "#-1", "#1.0", "#", "# 1", "#01", "#99999999999"])
def test_a_seat_number_must_be_one_of_the_match(text: str) -> None:
    assert seat(text) is None


def test_a_full_width_seat_number_is_read() -> None:
    assert seat("#１１") == 10


@pytest.mark.parametrize(
    "text", ["Zoe\u0308", "ZOË", "@zo\u00ad\xeb", '"Zoe\u0308"', '" zo\u200b\xeb "', "Zoë\ufe0f", "@\u200bZoë"]
)
def test_c9_a_name_is_found_however_its_accents_are_put_and_whatever_in_it_cannot_be_seen(text: str) -> None:
    for name in ("Zo\xeb", "Zoe\u0308", "Zo\u200d\xeb", "\u2060zo\xeb"):
        assert Names(["Ann", name]).seat(parts(text)[0][0]) == 1


def test_c9_a_name_with_something_invisible_in_it_is_written_as_it_is() -> None:
    assert Names(["Z\u200doë", "go\u200dld", "\u200d@home"]).written == ("Z\u200doë", '"go\u200dld"', '"\u200d@home"')


def test_names_are_alike_but_for_case_and_blanks_at_the_ends() -> None:
    assert same_name(" STRASSE ") == same_name("straße")


def test_a_name_is_written_in_quotes_where_needed_and_as_a_number_where_they_cannot_help() -> None:
    assert NAMES.written == (
        *("Ann", '"Vote"', '"Mary Ann"', '"@home"', '"#1"', "#6", '"<b>"', '"a,b"', "ß", '"g\u200b"', "12"),
    )


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_every_keyword_needs_quotes_as_a_name(word: str) -> None:
    assert Names([word.upper()]).written == (f'"{word.upper()}"',)


def no_two_alike(names: list[str]) -> bool:
    return all(n.strip() for n in names) and len({same_name(n) for n in names}) == len(names)


NAME_LISTS = st.lists(NASTY.map(str.strip), min_size=1, max_size=5).filter(no_two_alike)


@given(NAME_LISTS)
def test_every_name_as_an_export_writes_it_is_read_back(written: list[str]) -> None:
    names = Names(written)
    for expected, word in enumerate(names.written):
        read = parts(word)
        assert len(read) == 1
        assert len(read[0]) == 1
        assert names.seat(read[0][0]) == expected


# --- replacing names ----------------------------------------------------------------------------------------------


def test_names_become_seat_numbers_and_the_rest_stays() -> None:
    names = Names(["Ann", "Bob"])
    assert replace_names("  void ANN  @bob;\nvoid Eve ", names, every) == "  void #1  #2;\nvoid Eve "


def test_only_the_places_given_are_replaced() -> None:
    assert replace_names("ann ann", Names(["Ann"]), lambda part: [1]) == "ann #1"


@pytest.mark.parametrize(
    ("text", "words"),
    [('"Ann""Bob"', ["#1", "#2"]), ('x"Ann"y', ["x", "#1", "y"]), ("Ann,2", ["#1", "2"]), ('"Bob",5', ["#2", "5"])],
)
def test_what_replaces_a_name_never_grows_together_with_its_neighbours(text: str, words: list[str]) -> None:
    assert texts(replace_names(text, Names(["Ann", "Bob"]), every)) == [words]


@given(NAME_LISTS, NASTY, st.data())
def test_replacing_names_changes_the_names_and_no_other_word(
    written: list[str], noise: str, data: st.DataObject
) -> None:
    names = Names(written)
    pieces = data.draw(st.lists(st.sampled_from([*names.written, noise, ",", " ", ";"]), max_size=8))
    text = "".join(pieces)

    def read(word_text: str, found: int | None) -> str:
        return word_text if found is None else f"#{found + 1}"

    expected = [[read(w.text, names.seat(w)) for w in part] for part in parts(text)]
    assert texts(replace_names(text, names, every)) == expected


@pytest.mark.parametrize("lists", [False, True])
@given(written=NAME_LISTS, noise=NASTY, data=st.data())
def test_replacing_names_twice_is_replacing_them_once(
    lists: bool, written: list[str], noise: str, data: st.DataObject
) -> None:
    names = Names(written)
    text = "".join(data.draw(st.lists(st.sampled_from([*names.written, *written, noise, ",", " ", ";"]), max_size=8)))
    once = replace_names(text, names, every, lists)
    assert replace_names(once, names, every, lists) == once


@given(NAME_LISTS, st.data())
def test_names_put_back_are_read_as_the_same_seats(written: list[str], data: st.DataObject) -> None:
    names = Names(written)
    seats = data.draw(st.lists(st.integers(0, len(written) - 1), min_size=1, max_size=5))
    journalled = "void " + " ".join(f"#{s + 1}" for s in seats)
    exported = replace_names(journalled, NamesForSeats(names.names), lambda part: range(1, len(part)))
    assert replace_names(exported, names, lambda part: range(1, len(part))) == journalled


@pytest.mark.parametrize(("text", "found"), [("#3", 2), ("#１", 0), ('"#3"', None), ("3", None), ("Ann", None)])
def test_a_seat_in_a_journalled_message_is_its_number(text: str, found: int | None) -> None:
    assert seat_written(parts(text)[0][0]) == found


# --- two readings -----------------------------------------------------------------------------------------------------

LEES = Names(["Ann", "Lee", "Ann Lee", "Ray", "Lee Ray", "a", "b", "a,b", "Ann Lee Ray", "gold", "Gold Lee"])


def listed(text: str, names: Names = LEES) -> str:
    return replace_names(text, names, lambda part: range(1, len(part)), lists=True)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("void Ann Lee", "void #1+#2=#3"),
        ("void ANN\t lee", "void #1+#2=#3"),
        ("void @Ann Lee", "void #1+#2=#3"),
        ("void Bob Ann Lee", "void Bob #1+#2=#3"),
        ("void Ann Lee Ray", "void #1+#2+#4=#9"),
        ("void Lee Ray Ann", "void #2+#4=#5 #1"),
        ("void a,b", "void #6+#7=#8"),
        ("void a , b", "void #6+#7=#8"),
        ("void @gold Lee", "void #10+#2=#11"),
        ("void An\u200bn Lee; void Ann Lee", "void #1+#2=#3; void #1+#2=#3"),
    ],
)
def test_c10_names_that_are_one_longer_name_together_have_two_readings(text: str, written: str) -> None:
    assert listed(text) == written
    assert listed(written) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("void Ann, Lee", "void #1, #2"),
        ("void Ann,Lee", "void #1 , #2"),
        ("void Lee Ann", "void #2 #1"),
        ('void "Ann" Lee', "void #1 #2"),
        ('void "Ann Lee"', "void #3"),
        ("void @Ann @Lee", "void #1 #2"),
        ("void #1 #2", "void #1 #2"),
        ("void #1 Lee", "void #1 #2"),
        ("void a b", "void #6 #7"),
        ("void gold Lee", "void gold #2"),
    ],
)
def test_c10_a_comma_quotes_an_at_or_a_seat_number_make_it_plain(text: str, written: str) -> None:
    assert listed(text) == written


def test_c10_where_a_word_is_nobodys_name_there_is_one_reading_at_most() -> None:
    assert listed("void Mary Ann", Names(["Ann", "Mary Ann", "Bob"])) == "void Mary #1"


def test_c10_a_place_that_takes_one_name_has_no_list_to_be_read_in_two_ways() -> None:
    assert replace_names("vote Ann Lee", LEES, lambda part: range(1, len(part))) == "vote #1 #2"


@pytest.mark.parametrize("text", ["void Ann Lee", "void @gold lee, Ann", "void a,b Ann", "void Ann, Lee", "void #1 #2"])
def test_c10_an_export_is_read_as_the_journal_was(text: str) -> None:
    journalled = listed(text)
    assert listed(listed(journalled, NamesForSeats(LEES.names))) == journalled


def test_c10_an_export_writes_the_words_that_were_sent_and_quotes_what_would_be_read_together() -> None:
    names = NamesForSeats(LEES.names)
    assert listed("void #1+#2=#3", names) == "void Ann Lee"
    assert listed("void #1 #2 #4", names) == 'void "Ann" "Lee" "Ray"'
    assert listed("void #1+#2=#99", names) == "void #1+#2=#99"


def test_both_readings_are_told_from_the_word_that_stands_for_them() -> None:
    assert either_written(parts("#1+#2=#3")[0][0]) == Either((0, 1), 2)
    assert [either_written(parts(text)[0][0]) for text in ("#1", '"#1+#2=#3"', "#1+#2", "#1=#2")] == [None] * 4


def test_a_message_is_shown_with_marks_for_the_seats_there_are() -> None:
    assert listed("void #1 #2; 3", NamesToShow(2)) == "void \x02=1\x03 \x02=2\x03; 3"
    assert listed("void #3 Ann", NamesToShow(2)) == "void #3 Ann"
    assert listed("void #1+#2=#3", NamesToShow(3)) == "void \x02=1\x03 \x02=2\x03"
