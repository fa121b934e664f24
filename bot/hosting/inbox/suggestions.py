"""What is the house's own in a direct message: a cry for help, and a command that was mistyped.

What comes near an order of the match is for its ruleset to say (`Ruleset.guess`).
"""

from __future__ import annotations

import re
from typing import Final

from bot.hosting import words
from bot.hosting.model import limits
from games.catalogue import RULESETS
from games.nearly.idle import idle
from games.nearly.lexicon import Lexicon
from games.nearly.saying import MOST
from games.nearly.sentences import read
from games.nearly.spelling import near, slipped
from games.nearly.vocabulary import ORDINARY
from games.reading import Names
from games.ruleset import Guess

_LEXICON: Final = Lexicon()
_NOBODY: Final = Names(())
HELP: Final = "help"
ASK: Final = "ask"
_OF_RULES: Final = frozenset("rules rule play instructions manual tutorial guide".split())
"""With one of these in it a cry for help is for the rules."""
_INITIALS: Final = "".join(rules.title[0] for rules in RULESETS.values())
_OTHER_MATCH: Final = re.compile(rf"\s*([{_INITIALS}](?=\w*\d)[{limits.CODE}]{{2,7}})\b[:,]?\s+\S", re.IGNORECASE)
"""What reads like the code of a match, and more behind it."""
_MINE: Final = ("matches", "status", "rules", "receipts", "reminders", "quiet", "away")
"""What `/my` is followed by."""
_SIGNS: Final = "/!.:,;?\"'`*_ "
_POLITE: Final = ("pls", "please", "plz", "me")


def wants_help(text: str) -> bool:
    """`help`, `Help me please!`, `how does this work??`, `?`; the rules, too."""
    if text.strip() and not text.strip("?/ \n"):
        return True
    said = read(text, _LEXICON, _NOBODY)
    return said is not None and idle(said) == "help"


def wants_rules(text: str) -> bool:
    """`rules`, `what are the rules?`, `How do I play`."""
    said = {word.strip(_SIGNS) for word in text.casefold().split()}
    about = not said.isdisjoint(_OF_RULES) or {"how", "game"} <= said
    return about and wants_help(text)


def is_small_talk(text: str) -> bool:
    """`hello`, `thanks!`, a thumb: nothing that waits for an answer."""
    said = read(text, _LEXICON, _NOBODY)
    return said is not None and idle(said) == "small talk"


def other_match(text: str) -> Guess | None:
    """For a message that begins with the code of a match which is none of its writer's."""
    found = _OTHER_MATCH.match(text)
    return Guess(words.other_match(found[1].upper())) if found else None


def guess(text: str) -> Guess | None:
    """For a message that no ruleset made anything of: the command that it comes near."""
    found = [word.strip(_SIGNS).casefold() for word in text.split()]
    match found:
        case [word, *_] if word in ORDINARY:
            return None
        case [word, *rest] if near(word, HELP) and all(more in _POLITE for more in rest):
            return Guess(words.did_you_mean(HELP), (HELP,))
        case [word, _, *_] if slipped(word, ASK):
            return _asked(text)
        case ["my", word] | [word] if command := _mine(word):
            return Guess(words.a_command(f"/my {command}"))
        case _:
            return None


def _asked(text: str) -> Guess:
    offered = f"{ASK} {text.split(maxsplit=1)[1]}"
    fits = len(offered) <= MOST
    return Guess(words.did_you_mean(f"{ASK} …", fits), (offered,) if fits else ())


def _mine(word: str) -> str | None:
    return next((command for command in _MINE if word == command or near(word, command)), None)
