"""What the rules move, by name: who paid and who got what in a record that was judged, added up from what was told and
not from what the engine holds."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from games.record import Correction, Message
from games.replay import Judgement, as_json

_TRANSFER = re.compile(r"transfer\s+(\d+)\s*(m?)\s+#(\d+)")


def moved_by_the_rules(judgement: Judgement) -> list[int]:
    """What each seat has at the end of the record more than it brought: garnets, or yen."""
    told = as_json(judgement)["turns"]
    account = _garnets if judgement.record.ruleset.name == "ghost-ladder" else _yen
    moved, corrected = account(judgement, told), _corrected(judgement)
    return [moved[seat] + corrected[seat] for seat in range(len(judgement.record.players))]


def _corrected(judgement: Judgement) -> Counter[int]:
    """By a host (C4), before the last deadline."""
    kind = "garnets" if judgement.record.ruleset.name == "ghost-ladder" else "yen"
    return _added(judgement, judgement.record.turns, kind)


def _added(judgement: Judgement, turns: Any, key: str) -> Counter[int]:
    found: Counter[int] = Counter()
    for entry in (entry for turn in turns for entry in turn if isinstance(entry, Correction)):
        found[entry.seat] += int(entry.deltas.get(key, 0))
    return found


# --- Ghost Ladder -----------------------------------------------------------------------------------------------------


def _garnets(judgement: Judgement, told: list[dict[str, Any]]) -> Counter[int]:
    """Less what was burnt on rungs (GL2) and paid for score checks (GL9); more what points were worth (GL10)."""
    options, names = judgement.record.options, judgement.names.names
    moved: Counter[int] = Counter()
    height, asked = [options["height"]] * len(names), [0] * len(names)
    for number, turn in enumerate(told):
        if not turn["phase"].startswith("round "):
            continue
        added = _added(judgement, judgement.record.turns[number : number + 1], "height")
        for seat, name in enumerate(names):
            left = turn["host"]["height"][name]
            spent = height[seat] + added[seat] - left
            moved[seat] -= (turn["host"]["submissions"][name] - spent) // options["garnet_boost"]
            height[seat] = left
            for _ in [n for n in turn["private"].get(name, []) if n["kind"] == "score"]:
                asked[seat] += 1
                moved[seat] -= asked[seat] * options["score_check_cost"]
            if turn["phase"] == f"round {options['rounds']}":
                moved[seat] += max(0, turn["host"]["points"][name]) // options["points_per_garnet"]
    return moved


# --- Garden of Eden ---------------------------------------------------------------------------------------------------


def _yen(judgement: Judgement, told: list[dict[str, Any]]) -> Counter[int]:
    """Less entry (GE1) and fines (GE15); prizes (GE20) and transfers (GE21) as they come."""
    names = judgement.names.names
    moved: Counter[int] = Counter(dict.fromkeys(range(len(names)), -judgement.record.options["entry"]))
    for notice in (notice for turn in told for notice in turn["public"]):
        facts = notice["facts"]
        if notice["kind"] == "out" and facts["reason"] == "inactive":
            moved[names.index(facts["player"])] -= judgement.record.options["inactivity_fine"]
        elif notice["kind"] == "result":
            _prize(judgement, facts["how"], [names.index(name) for name in facts["winners"]], moved)
    for turn in judgement.turns:
        for entry, reply in turn.answers:
            if isinstance(entry, Message) and reply.accepted:
                _transfer(judgement, entry, moved)
    return moved


def _prize(judgement: Judgement, how: str, winners: list[int], moved: Counter[int]) -> None:
    options = judgement.record.options
    losers = [seat for seat in range(len(judgement.record.players)) if seat not in winners]
    if how == "all_red":
        for seat in winners:
            moved[seat] += options["all_red_award"]
    elif winners and losers:
        pot = options["prize"] * (len(losers) if options["prize_from_each_loser"] else 1)
        for seat, share in _shares(pot, losers):
            moved[seat] -= share
        for seat, share in _shares(pot + (options["lone_apple_bonus"] if how == "lone_apple" else 0), winners):
            moved[seat] += share


def _shares(yen: int, seats: list[int]) -> list[tuple[int, int]]:
    """Equal ones; the odd yen are the first seats'."""
    each, odd = divmod(yen, len(seats))
    return [(seat, each + (n < odd)) for n, seat in enumerate(seats)]


def _transfer(judgement: Judgement, entry: Message, moved: Counter[int]) -> None:
    for sent in _TRANSFER.finditer(judgement.record.ruleset.with_seats(entry.text, judgement.names)):
        yen = int(sent[1]) * (1_000_000 if sent[2] else 1)
        moved[entry.seat] -= yen
        moved[int(sent[3]) - 1] += yen
