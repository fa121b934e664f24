"""Lowest Lonely with a leak: what the properties must find."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.reading import Names
from games.ruleset import PUBLIC, Draw, Form, Guess, NewPhase, Notice, Phase, Reply, Step
from tests.games.properties.tiny import State, Tiny


def picked(state: State) -> int:
    """How many have picked: a secret."""
    return sum(seat.pick is not None for seat in state.seats)


class PhaseTells(Tiny):
    def phase(self, state: State) -> Phase:
        phase = super().phase(state)
        return replace(phase, title=f"{phase.title} ({picked(state)} are in)")


class NextPhaseTells(Tiny):
    """What one round left on file shows in the next."""

    def phase(self, state: State) -> Phase:
        phase = super().phase(state)
        return replace(phase, ask=phase.ask + " " * sum(seat.chips for seat in state.seats))


class ReplyTells(Tiny):
    def take(self, state: State, seat: int, text: str) -> Step[State]:
        step = super().take(state, seat, text)
        assert step.reply is not None
        return replace(
            step, reply=Reply(step.reply.accepted, f"{step.reply.text} You are number {picked(step.state)}.")
        )


class StatusTells(Tiny):
    def status(self, state: State, seat: int) -> str:
        return f"{super().status(state, seat)} All chips: {sum(s.chips for s in state.seats)}."


class FormTells(Tiny):
    def form(self, state: State, seat: int) -> Form | None:
        form = super().form(state, seat)
        return form and replace(form, title=f"{form.title}, {sum(s.chips for s in state.seats)} chips about")


class HelpTells(Tiny):
    def examples(self, state: State, seat: int) -> tuple[str, ...]:
        return super().examples(state, seat)[sum(s.chips for s in state.seats) % 2 :]


class GuessTells(Tiny):
    def guess(self, state: State, seat: int, text: str, names: Names) -> Guess | None:
        return Guess(f"{sum(s.chips for s in state.seats)} chips are about.")


class ForeseenTells(Tiny):
    """A host could tell by it what somebody holds."""

    def foreseen(self, state: State, seat: int, text: str) -> bool:
        reply = self.take(state, seat, text).reply
        return reply is not None and reply.accepted and state.seats[seat].chips % 2 == 0


class Closing(Tiny):
    def close(self, state: State, draw: Draw) -> Step[State]:
        step = super().close(state, draw)
        return replace(step, notices=tuple(self.leak(state, notice) for notice in step.notices))

    def leak(self, state: State, notice: Notice) -> Notice:
        return notice


class PublicTextTells(Closing):
    """A text that is no function of the facts: a blank more for everyone who picked."""

    def leak(self, state: State, notice: Notice) -> Notice:
        return replace(notice, text=notice.text + " " * picked(state)) if notice.audience == PUBLIC else notice


class PrivateTextTells(Closing):
    def leak(self, state: State, notice: Notice) -> Notice:
        told = f"{notice.text} {picked(state)} picked."
        return replace(notice, text=told) if isinstance(notice.audience, int) else notice


class OrderTells(Tiny):
    """Whoever backs somebody makes others hear of it."""

    def close(self, state: State, draw: Draw) -> Step[State]:
        step = super().close(state, draw)
        rumours = [Notice(s.back, "chips", {"chips": 0}, "?") for s in state.seats if s.back is not None]
        return replace(step, notices=(*step.notices, *rumours))


class ClockTells(Tiny):
    """The round is longer when somebody backed."""

    def close(self, state: State, draw: Draw) -> Step[State]:
        step = super().close(state, draw)
        backed = any(s.back is not None for s in state.seats)
        return replace(step, clock=NewPhase(1)) if backed and isinstance(step.clock, NewPhase) else step


class AnnouncementTells(Tiny):
    """An extension that nobody asked for, when somebody backs."""

    def take(self, state: State, seat: int, text: str) -> Step[State]:
        step = super().take(state, seat, text)
        return replace(step, clock=NewPhase(1)) if step.state.seats[seat].back is not None else step


LEAKS = (
    PhaseTells,
    NextPhaseTells,
    ReplyTells,
    StatusTells,
    FormTells,
    HelpTells,
    GuessTells,
    ForeseenTells,
    PublicTextTells,
    PrivateTextTells,
    OrderTells,
    ClockTells,
    AnnouncementTells,
)


class FactTells(Closing):
    """A fact more than the record names."""

    def leak(self, state: State, notice: Notice) -> Notice:
        facts: dict[str, Any] = {**notice.facts, "picked": picked(state)}
        return replace(notice, facts=facts) if notice.audience == PUBLIC else notice
