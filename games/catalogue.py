"""The rulesets that can be hosted and judged. A new one is a folder, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.garden_of_eden import GardenOfEden
from games.ghost_ladder import GhostLadder
from games.ruleset import Ruleset

Catalogue = Mapping[str, Ruleset[Any]]

RULESETS: Catalogue = {ruleset.name: ruleset for ruleset in (GhostLadder(), GardenOfEden())}
