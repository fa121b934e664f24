"""A host's hand in the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.hosting.folds.saying import private, public
from bot.hosting.journal import Row
from bot.hosting.match import Match, Outcome
from games.ruleset import Step


def corrected(match: Match, row: Row) -> Outcome:
    assert row.seat is not None
    step = match.rules.correct(match.state, row.seat, row.body["deltas"])
    return _by_host(match, step)


def removed(match: Match, row: Row) -> Outcome:
    assert row.seat is not None
    step = match.rules.remove(match.state, row.seat)
    return _by_host(match, step)


def _by_host(match: Match, step: Step[Any]) -> Outcome:
    after_it = replace(match, state=step.state)
    accepted = step.reply is None or step.reply.accepted
    return Outcome(after_it, (*public(step.notices), *private(after_it, step.notices)), accepted)


def nothing(match: Match, row: Row) -> Outcome:
    return Outcome(match)
