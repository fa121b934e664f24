"""Settings: what is read from where, and what is said about mistakes."""

from __future__ import annotations

import copy
import logging
import pickle
import re
import tomllib
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any, Protocol

import pytest

from bot.config import KEYS, ConfigurationError, File, Key, OneOf, Secret, Settings, Switch, Token, Whole, load

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"
TOKEN = "MTIz.abc-DEF_456.xyz"
WRONG: dict[type[Any], tuple[object, ...]] = {
    Switch: ("true", 1, "maybe"),
    Whole: (True, 7.0, "7", -1, 10**9),
    OneOf: ("LOUD", 10),
    File: (3, "", ["a"]),
    Token: (3, "two words", "", ["a"]),
}


class Write(Protocol):
    def __call__(self, text: str, name: str = ...) -> Path: ...


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str, name: str = "config.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return written


def mistakes(path: Path | None, environment: dict[str, str] | None = None, *, needs_token: bool = False) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        load(path, environment or {}, needs_token=needs_token)
    assert str(caught.value) == "\n".join(caught.value.mistakes)
    return list(caught.value.mistakes)


def by_name(name: str) -> Key:
    return next(key for key in KEYS if str(key) == name)


def in_toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


# --- where values come from -------------------------------------------------------------------------------------------


def test_without_file_and_environment_every_key_has_its_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(None, {}, needs_token=False) == Settings()
    assert Settings().database.file == Path("data/dealer.sqlite3")


def test_the_file_wins_over_the_default_and_the_environment_over_the_file(write: Write) -> None:
    path = write("[hosting]\nsettle_seconds = 20\nlate_alarm_minutes = 30\naway_extension = false\n")
    settings = load(path, {"DEALER_HOSTING_SETTLE_SECONDS": " 40 "}, needs_token=False)
    assert settings.hosting.settle_seconds == 40
    assert settings.hosting.late_alarm_minutes == 30
    assert settings.hosting.away_extension is False


def test_config_toml_in_the_folder_is_read_without_being_named(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write("[privacy]\nkeep_texts_days = 0\n").parent)
    assert load(None, {}, needs_token=False).privacy.keep_texts_days == 0


def test_an_empty_variable_counts_as_not_set(write: Write) -> None:
    path = write("[log]\nlevel = 'debug'\n")
    settings = load(path, {"DEALER_LOG_LEVEL": "", "DEALER_DISCORD_TOKEN": "  "}, needs_token=False)
    assert settings.log.level == "DEBUG"
    assert settings.discord.token is None


@pytest.mark.parametrize(("text", "value"), [("YES", True), ("1", True), ("on", True), ("False", False), ("0", False)])
def test_a_switch_can_be_spelt_in_several_ways_in_the_environment(write: Write, text: str, value: bool) -> None:
    settings = load(write(""), {"DEALER_HOSTING_AWAY_EXTENSION": text}, needs_token=False)
    assert settings.hosting.away_extension is value


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().log.level = "DEBUG"  # type: ignore[misc]


def test_numbers_at_their_bounds_are_accepted(write: Write) -> None:
    for key in KEYS:
        if isinstance(key.kind, Whole):
            for value in (key.kind.least, key.kind.most):
                settings = load(write(f"[{key.section}]\n{key.name} = {value}\n"), {}, needs_token=False)
                assert getattr(getattr(settings, key.section), key.name) == value


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_all_mistakes_are_reported_at_once_and_each_begins_with_its_key(write: Write) -> None:
    path = write(
        """
        [discord]
        token_file = 5
        [hosting]
        settle_seconds = 3
        setle_seconds = 9
        [hostign]
        [privacy]
        keep_texts_days = "thirty"
        [log]
        level = "LOUD"
        """
    )
    environment = {"DEALER_HOSTING_LATE_ALARM_MINUTES": "soon", "DEALER_DATABSE_FILE": "x"}
    assert sorted(mistakes(path, environment, needs_token=True)) == [
        "DEALER_DATABSE_FILE: there is no such setting; did you mean DEALER_DATABASE_FILE?",
        "DEALER_HOSTING_LATE_ALARM_MINUTES: must be a whole number from 1 to 1440.",
        "discord.token_file: must be the path of a file.",
        "hostign: there is no such section; did you mean hosting?",
        "hosting.setle_seconds: there is no such key; did you mean settle_seconds?",
        "hosting.settle_seconds: must be a whole number from 5 to 60.",
        "log.level: must be one of DEBUG, INFO, WARNING, ERROR.",
        "privacy.keep_texts_days: must be a whole number from 0 to 3650.",
    ]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_value_of_the_wrong_kind_is_a_mistake_for_every_key(write: Write, key: Key) -> None:
    for value in WRONG[type(key.kind)]:
        path = write(f"[{key.section}]\n{key.name} = {in_toml(value)}\n")
        assert mistakes(path) == [f"{key}: must be {key.kind.expects}."]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_nonsense_in_the_environment_is_a_mistake_reported_by_its_variable(write: Write, key: Key) -> None:
    nonsense = "no\0sense at all"
    assert mistakes(write(""), {key.variable: nonsense}) == [f"{key.variable}: must be {key.kind.expects}."]


@pytest.mark.parametrize("text", ["1e3", "0x10", "5.0", "1_0", "٣٠", "9" * 5000])
def test_a_number_in_the_environment_is_written_in_plain_digits(write: Write, text: str) -> None:
    (mistake,) = mistakes(write(""), {"DEALER_PRIVACY_KEEP_TEXTS_DAYS": text})
    assert mistake == "DEALER_PRIVACY_KEEP_TEXTS_DAYS: must be a whole number from 0 to 3650."


def test_a_section_that_is_no_table_is_a_mistake(write: Write) -> None:
    assert mistakes(write("log = 'INFO'\n")) == [
        "log: is a section; write [log] on a line of its own and its keys below."
    ]


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    assert mistakes(missing) == [f"{missing}: cannot be read (No such file or directory)."]


def test_a_file_that_is_not_toml_is_reported_with_its_line(write: Write) -> None:
    (mistake,) = mistakes(path := write("[log]\nlevel = \n"))
    assert mistake.startswith(f"{path}: is not valid TOML:")
    assert "line 2" in mistake


def test_a_file_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"# caf\xe9\n")
    assert mistakes(path) == [f"{path}: is not a text in UTF-8."]


# --- the token --------------------------------------------------------------------------------------------------------


def token_of(settings: Settings) -> str | None:
    return settings.discord.token.reveal() if settings.discord.token else None


def test_the_token_comes_from_the_environment_the_file_it_names_or_the_configuration(write: Write) -> None:
    secret = write(f"\n  {TOKEN}\n", "token.txt")
    for toml, environment in (
        ("", {"DEALER_DISCORD_TOKEN": TOKEN}),
        ("", {"DEALER_DISCORD_TOKEN_FILE": str(secret)}),
        (f"[discord]\ntoken_file = '{secret}'\n", {}),
        (f"[discord]\ntoken = '{TOKEN}'\n", {}),
        ("[discord]\ntoken = 'another'\n", {"DEALER_DISCORD_TOKEN": TOKEN}),
    ):
        assert token_of(load(write(toml), environment, needs_token=True)) == TOKEN


def test_no_token_is_a_mistake_only_where_one_is_needed(write: Write) -> None:
    path = write("")
    assert token_of(load(path, {}, needs_token=False)) is None
    (mistake,) = mistakes(path, needs_token=True)
    assert mistake.startswith("discord.token: there is no token.")


def test_a_token_given_twice_is_a_mistake_that_names_both_places(write: Write) -> None:
    path = write("[discord]\ntoken_file = 'token.txt'\n")
    (mistake,) = mistakes(path, {"DEALER_DISCORD_TOKEN": TOKEN})
    assert mistake == "discord.token: is given twice, by DEALER_DISCORD_TOKEN and discord.token_file; keep one of them."


def test_a_token_file_that_is_missing_or_holds_no_token_is_a_mistake(tmp_path: Path, write: Write) -> None:
    (mistake,) = mistakes(write(""), {"DEALER_DISCORD_TOKEN_FILE": str(tmp_path / "none")}, needs_token=True)
    assert mistake == "discord.token_file: cannot be read (No such file or directory)."
    for content in ("", "\n\n", "my token is secret", "tokén"):
        secret = tmp_path / "token.txt"
        secret.write_text(content, "utf-8")
        (mistake,) = mistakes(write(""), {"DEALER_DISCORD_TOKEN_FILE": str(secret)}, needs_token=True)
        assert mistake == "discord.token_file: must hold the bot's token and nothing else."


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (f"DEALER_DISCORD_TOKEN={TOKEN}", "holds a whole line, NAME=TOKEN; leave nothing of it but the token."),
        (f"export TOKEN = {TOKEN}", "holds a whole line, NAME=TOKEN; leave nothing of it but the token."),
        (f"token: {TOKEN}", "holds a whole line, NAME=TOKEN; leave nothing of it but the token."),
        (f'token = "{TOKEN}"', "holds a whole line, NAME=TOKEN; leave nothing of it but the token."),
        (f'"{TOKEN}"', "holds the token in quotes; take them off."),
        (f"'{TOKEN}'", "holds the token in quotes; take them off."),
    ],
)
def test_what_is_pasted_with_the_token_is_named_and_the_token_is_not(
    tmp_path: Path, write: Write, written: str, why: str
) -> None:
    secret = tmp_path / "token.txt"
    secret.write_text(f"{written}\n", "utf-8")
    path = write(f"[discord]\ntoken = {written!r}\n")
    for mistake, expected in (
        (mistakes(write("", "empty.toml"), {"DEALER_DISCORD_TOKEN_FILE": str(secret)}), "token_file: the file "),
        (mistakes(path), "token: "),
        (mistakes(write("", "empty.toml"), {"DEALER_DISCORD_TOKEN": written}), ""),
    ):
        assert mistake == [f"discord.{expected}{why}" if expected else f"DEALER_DISCORD_TOKEN: {why}"]


def test_a_mark_that_an_editor_put_in_front_of_a_text_is_no_part_of_it(tmp_path: Path) -> None:
    path, secret = tmp_path / "config.toml", tmp_path / "token.txt"
    path.write_text("[log]\nlevel = 'DEBUG'\n", "utf-8-sig")
    secret.write_text(f"{TOKEN}\r\n", "utf-8-sig")
    settings = load(path, {"DEALER_DISCORD_TOKEN_FILE": f"\ufeff{secret}"}, needs_token=True)
    assert settings.log.level == "DEBUG"
    assert settings.discord.token is not None
    assert settings.discord.token.reveal() == TOKEN


def test_a_folder_of_somebody_unknown_is_a_mistake(write: Write) -> None:
    (mistake,) = mistakes(write(""), {"DEALER_DATABASE_FILE": "~nobody-of-that-name/dealer.sqlite3"})
    assert mistake.startswith("DEALER_DATABASE_FILE: begins with ~, and whose folder that is cannot be told here")


def test_a_missing_token_file_is_reported_with_the_folder_it_is_looked_for_from(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("[discord]\ntoken_file = 'token.txt'\n")
    monkeypatch.chdir(path.parent)
    (mistake,) = mistakes(path)
    assert mistake.endswith(f"(No such file or directory); it is looked for from {path.parent}.")


def test_a_key_above_all_sections_is_answered_with_its_section(write: Write) -> None:
    (mistake,) = mistakes(write("token_file = 'token.txt'\n"))
    assert mistake == "token_file: stands in no section; write [discord] on a line of its own above it."


def test_the_token_is_in_no_repr_no_error_and_no_log(write: Write, caplog: pytest.LogCaptureFixture) -> None:
    settings = load(write(f"[discord]\ntoken = '{TOKEN}'\n"), {}, needs_token=True)
    secret = settings.discord.token
    assert secret is not None
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("bot").debug("%s %r", settings, settings)
    printed = [repr(settings), str(settings), f"{secret}", f"{secret!r}", "%s" % secret, caplog.text]  # noqa: UP031
    for wrong in (
        {"DEALER_DISCORD_TOKEN": f"Bot {TOKEN}"},
        {"DEALER_DISCORD_TOKEN_FILE": TOKEN},  # pasted into the wrong variable
        {"DEALER_DISCORD_TOKEN": TOKEN, "DEALER_DISCORD_TOKEN_FILE": "token.txt"},
    ):
        printed += mistakes(write(""), wrong)
    printed += mistakes(write(f"[discord]\ntoken = {TOKEN}\n"))
    printed += mistakes(write(f"[discord]\ntoken = ['{TOKEN}']\n"))
    assert not [text for text in printed if TOKEN in text]


def test_a_secret_cannot_be_pickled_or_copied_out() -> None:
    secret = Secret(TOKEN)
    for write_down in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            write_down(secret)


# --- the example ------------------------------------------------------------------------------------------------------


def explained() -> dict[str, str]:
    """Every key of the example, commented out or not, with the comment that stands above it."""
    found: dict[str, str] = {}
    section, comment = "", ""
    for line in EXAMPLE.read_text("utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section, comment = header[1], ""
        elif name := re.match(r"(?:# )?(\w+) = ", line):
            found[f"{section}.{name[1]}"] = comment
            comment = ""
        else:
            comment += line.removeprefix("#")
    return found


def test_the_example_loads_as_it_stands_and_shows_the_defaults() -> None:
    assert load(EXAMPLE, {}, needs_token=False) == Settings()
    written = tomllib.loads(EXAMPLE.read_text("utf-8"))
    shown = {f"{section}.{name}" for section, table in written.items() for name in table}
    assert shown == {str(key) for key in KEYS if key.default is not None}


def test_the_example_has_every_key_of_the_table_in_its_order_and_no_other() -> None:
    assert list(explained()) == [str(key) for key in KEYS]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_the_example_explains_the_key_in_the_words_of_the_table_with_its_bounds(key: Key) -> None:
    comment = explained()[str(key)].strip()
    assert comment.startswith(key.about.rstrip(".").split(",")[0])
    if isinstance(key.kind, Whole):
        assert f"({key.kind.least} to {key.kind.most})" in comment
    if isinstance(key.kind, OneOf):
        assert all(word in comment for word in key.kind.words)


def test_every_key_is_explained_in_a_sentence_and_has_a_variable_of_its_own() -> None:
    assert len({key.variable for key in KEYS}) == len(KEYS)
    assert by_name("hosting.settle_seconds").variable == "DEALER_HOSTING_SETTLE_SECONDS"
    for key in KEYS:
        assert key.about[0].isupper(), key
        assert key.about.endswith("."), key
