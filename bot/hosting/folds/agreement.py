"""What the players of a hostless match are asked by who plays with them. Nobody is named, and nobody counted."""

from __future__ import annotations

from dataclasses import replace

from bot.hosting import words
from bot.hosting.model.events import Agreed, Proposed, Row
from bot.hosting.model.match import Match, Outcome, Proposal
from bot.hosting.model.saying import PUBLIC, Button, Say


def proposed(match: Match, row: Row, event: Proposed) -> Outcome:
    """Asking is agreeing, for who is still in."""
    number, act = event.number, event.act
    agreed = () if row.seat is None else (row.seat,)
    button = Button(words.AGREE, f"agree:{match.code}:{number}", "primary")
    asked = Say(PUBLIC, words.proposal(act, match.code), pings=match.phase.playing, buttons=(button,))
    proposal = Proposal(number, act, match.turn, agreed)
    return Outcome(replace(match, proposal=proposal, proposals=number), (asked,))


def agreed(match: Match, row: Row, event: Agreed) -> Outcome:
    proposal = match.proposal
    assert proposal is not None
    assert row.seat is not None
    return Outcome(replace(match, proposal=replace(proposal, agreed=(*proposal.agreed, row.seat))))
