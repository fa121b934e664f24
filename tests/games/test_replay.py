"""The judge: what comes of a record, for people and for programs, and its command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import RULESETS
from games.options import bounds, shown
from games.record import read
from games.replay import as_json, json_line, judge
from games.report import report
from tests.games.properties.tiny import Tiny

TINY = """
    ruleset = "lowest-lonely"
    options.round_hours = 1.5
    players = [{ name = "Ann", chips = 1 }, { name = "**Mary** Ann" }, { name = "Bob" }]
"""
PLAYED = f"""{TINY}
    [[turns]]
    [[turns]]
    Bob = ["pick 2; back ann", "fly"]
    Ann = ["pick 1", "back bob", "status"]
    [[turns]]
    log = [["Ann", {{ chips = 2, points = 0.5 }}], ["Bob", "3"], ["**Mary** Ann", {{ remove = true }}], ["Ann", "1; 2"]]
"""
LADDER = """
ruleset = "ghost-ladder"
seed = 7
[options]
rounds = 2
[[players]]
name = "Søren"
[[players]]
name = "Ωmega"
[[players]]
name = "Bob"
[[turns]]
"Søren" = ["12", "hello"]
Bob = "3"
[[turns]]
"""


def judged(text: str) -> dict[str, Any]:
    return as_json(judge(read(text, {"lowest-lonely": Tiny()})))


def said(text: str) -> str:
    return report(judge(read(text, {"lowest-lonely": Tiny()})))


# --- for programs -------------------------------------------------------------------------------------------------


def test_a_turn_names_the_phase_that_it_closed_or_extended() -> None:
    assert [turn["phase"] for turn in judged(PLAYED)["turns"]] == ["round 1", "round 1", "round 2"]


def test_replies_stand_by_name_in_seat_order_with_the_message_as_it_was_written() -> None:
    replies = judged(PLAYED)["turns"][1]["replies"]
    assert list(replies) == ["Ann", "Bob"]
    assert replies["Bob"] == [
        {"message": "pick 2; back ann", "accepted": False, "text": "You have no chip left."},
        {"message": "fly", "accepted": False, "text": "I do not understand fly. Write `pick 3`."},
    ]
    assert [(r["message"], r["accepted"]) for r in replies["Ann"]] == [
        ("pick 1", True),
        ("back bob", True),
        ("status", True),
    ]


def test_players_are_read_in_the_order_of_the_table() -> None:
    record = read(PLAYED, {"lowest-lonely": Tiny()})
    assert [entry.seat for entry in record.turns[1]] == [2, 2, 0, 0, 0]


def test_marks_become_names_in_texts_facts_and_keys() -> None:
    turn = judged(PLAYED)["turns"][1]
    assert turn["public"] == [
        {"kind": "round", "facts": {"round": 1, "winner": "Ann"}, "text": "# Round 1 is over\n**Ann** wins it."}
    ]
    assert turn["host"] == {"picks": {"Ann": 1}}


def test_a_public_notice_in_the_middle_comes_before_what_the_close_brings() -> None:
    text = 'ruleset = "garden-of-eden"\n' + "".join(f'[[players]]\nname = "{n}"\n' for n in "abcd")
    text += '[[turns]]\na = ["extend", "basket gs", "extend"]\nb = "basket gs"\nc = "basket gs"\n'
    turn = as_json(judge(read(text, RULESETS)))["turns"][0]
    assert [notice["kind"] for notice in turn["public"]] == ["extended", "extended", "time_bank"]


def test_what_the_opening_says_belongs_to_the_first_turn() -> None:
    hosts = [turn["host"] for turn in judged(PLAYED)["turns"]]
    assert ["first" in host for host in hosts] == [True, False, False]


def test_a_correction_is_told_to_the_player_and_is_no_message() -> None:
    turn = judged(PLAYED)["turns"][2]
    assert [(n["kind"], n["facts"]) for n in turn["private"]["Ann"]] == [("correction", {"chips": 2, "points": 0.5})]
    assert [reply["message"] for reply in turn["replies"]["Ann"]] == ["1; 2"]
    assert "**Mary** Ann" not in turn["replies"]


def test_a_record_may_run_out_before_the_match_ends() -> None:
    assert [judged(text)["ended"] for text in (TINY, TINY + '[[turns]]\nAnn = "1"\n', PLAYED)] == [False, False, True]


def test_the_standing_is_that_of_every_player_in_seat_order() -> None:
    players = judged(PLAYED)["players"]
    assert list(players) == ["Ann", "**Mary** Ann", "Bob"]
    assert players["Bob"] == {"points": 0, "chips": 0}
    assert judged(TINY)["turns"] == []


def test_one_judgement_is_one_line_whatever_people_wrote() -> None:
    text = TINY + '[[turns]]\nAnn = ["a\\u2028b\\u0085c\\u000bd\\u2029e\\nf"]\n'
    line = json_line(judge(read(text, {"lowest-lonely": Tiny()})))
    assert len(line.splitlines()) == 1
    assert json.loads(line)["turns"][0]["replies"]["Ann"][0]["message"] == "a\u2028b\x85c\x0bd\u2029e\nf"


# --- for people ---------------------------------------------------------------------------------------------------


def test_the_report_tells_everything_that_was_said_and_to_whom() -> None:
    text = said(PLAYED)
    assert "Lowest Lonely, 3 players, seed 0\n  round_hours 1.5 hours\n" in text
    assert "Turn 3: Round 2 of 2\n" in text
    assert "Sent\n  Bob: pick 2; back ann\n      not taken: You have no chip left.\n" in text
    assert "Public\n  Round 1 is over\n  Ann wins it.\n" in text
    assert "Private\n  Ann:\n      You have 0 chips.\n" in text
    assert "For the host\n  Ann: 1\n" in text
    assert "  Ann: (corrected by the host: chips +2, points +0.5)\n      Ann is corrected.\n" in text
    assert "  **Mary** Ann: (removed by the host)\n" in text
    assert "Final standing\n\n  Ann: points 2.5, chips 2\n" in text


def test_the_report_says_when_the_match_has_not_ended() -> None:
    assert "Standing (the match has not ended)\n" in said(TINY)


def test_markdown_is_taken_out_of_texts_but_not_of_names_and_messages() -> None:
    text = said(TINY + '[[turns]]\n"**Mary** Ann" = ["pick 1", "# **x**"]\n')
    assert "  **Mary** Ann: # **x**\n" in text
    assert "  **Mary** Ann wins it.\n" in text
    assert "# Round" not in text


def test_the_report_fits_a_terminal_and_cannot_steer_it() -> None:
    nasty = "\\u001b[31m " + "long words " * 30
    text = said(f'{TINY}[[turns]]\nAnn = ["{nasty}", "a\\nb", "", "pick 1\\u2028status"]\n')
    assert all(len(line) <= 80 for line in text.split("\n"))
    assert text.replace("\n", "").isprintable()
    assert "  Ann: a / b\n" in text
    assert "  Ann: (an empty message)\n" in text
    assert "  Ann: pick 1 / status\n" in text


# --- the command line ---------------------------------------------------------------------------------------------


def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The judge on a bare interpreter, without site-packages (-S), locale or anything else of ours."""
    command = [sys.executable, "-S", "-m", "games", *arguments]
    plain = {"LC_ALL": "C", **environment}
    return subprocess.run(command, input=given, capture_output=True, env=plain, timeout=60, check=False)


@pytest.fixture
def ladder(tmp_path: Path) -> str:
    file = tmp_path / "ladder.toml"
    file.write_text(LADDER, encoding="utf-8")
    return str(file)


def test_without_a_command_the_rulesets_are_listed_with_all_their_options() -> None:
    done = run()
    listed = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    for ruleset in RULESETS.values():
        assert f"{ruleset.name}: {ruleset.title}" in listed
        for option in ruleset.options:
            assert f"    {option.name} = {shown(option, option.default)} ({bounds(option)})\n" in listed
    assert "python -m games replay --json FILE" in listed
    assert all(len(line) <= 80 for line in listed.split("\n"))


@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_of_a_ruleset_are_printed(name: str) -> None:
    done = run("rules", name)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith("# ")
    assert len(done.stdout) > 2_000


def test_an_unknown_ruleset_is_told_with_those_there_are() -> None:
    done = run("rules", "chess")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "no ruleset is called 'chess'; there are ghost-ladder, garden-of-eden\n"


@pytest.mark.parametrize(
    "arguments",
    [["replay"], ["replay", "--json"], ["replay", "--yaml", "x"], ["judge"], ["rules"], ["rules", "a", "b"]],
)
def test_a_command_that_is_none_is_answered_with_how_to_use_it(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"python -m games replay" in done.stderr


def test_a_record_is_judged_in_one_line_of_json_in_utf_8_under_any_locale(ladder: str) -> None:
    done = run("replay", "--json", ladder, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr, done.stdout.count(b"\n")) == (0, b"", 1)
    game = json.loads(done.stdout.decode("utf-8"))
    assert (game["ruleset"], game["ended"], list(game["players"])) == ("ghost-ladder", True, ["Søren", "Ωmega", "Bob"])
    assert "Søren" in done.stdout.decode("utf-8")


def test_the_report_names_the_file_and_the_players(ladder: str) -> None:
    done = run("replay", ladder)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8")
    assert text.startswith(f"{ladder}\n")
    assert "  Søren: 12\n" in text


def test_standard_input_is_judged_by_the_name_of_a_dash() -> None:
    done = run("replay", "--json", "-", given=LADDER.encode())
    assert (done.returncode, json.loads(done.stdout)["ended"]) == (0, True)


def test_a_file_with_a_mark_of_its_encoding_and_foreign_line_ends_is_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(LADDER.replace("\n", "\r\n").encode("utf-8-sig"))
    assert run("replay", "--json", str(file)).returncode == 0


def test_a_faulty_file_is_told_in_one_line_and_the_others_are_judged(ladder: str, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text(LADDER + "[[turns]]\n", encoding="utf-8")
    done = run("replay", "--json", str(faulty), ladder, str(faulty), ladder)
    assert done.returncode == 2
    assert done.stderr.decode() == f"{faulty}: turn 3: the match had ended with turn 2\n" * 2
    assert [json.loads(line)["ended"] for line in done.stdout.splitlines()] == [True, True]


@pytest.mark.parametrize("json_or_not", [["--json"], []])
def test_nothing_of_a_faulty_file_is_judged(tmp_path: Path, json_or_not: list[str]) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text(LADDER + 'log = [["Bob", { garnets = -1 }]]\n', encoding="utf-8")
    done = run("replay", *json_or_not, str(faulty))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"{faulty}: turn 2, log entry 1: ")
    assert done.stderr.count(b"\n") == 1


def test_a_foreign_balance_is_a_fault(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.toml"
    faulty.write_text(LADDER.replace('"Bob"', '"Bob"\nyen = 5', 1), encoding="utf-8")
    place = f"{faulty}: player 3, 'yen': no opening balance of ghost-ladder (name and garnets are)\n"
    assert run("replay", str(faulty)).stderr.decode() == place


def test_files_that_cannot_be_read_are_told_each_in_a_line(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b'ruleset = "\xff"')
    missing = tmp_path / "not\nthere.toml"
    done = run("replay", "--json", str(binary), str(missing), str(tmp_path))
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert lines[0] == f"{binary}: byte 12: bad TOML: not UTF-8"
    assert lines[1].startswith(f"{tmp_path}/not\\nthere.toml: file: cannot be read: ")
    assert lines[2].startswith(f"{tmp_path}: file: cannot be read: ")
    assert len(lines) == 3


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes that break are a matter of Unix")
def test_a_reader_that_stops_reading_is_no_error_to_tell_of(ladder: str) -> None:
    command = [sys.executable, "-m", "games", "replay", *[ladder] * 200]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == -signal.SIGPIPE


def test_the_same_records_give_the_same_bytes_in_every_process(ladder: str) -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-m", "games", "replay", "--json", ladder],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
