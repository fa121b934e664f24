"""Judges records of every ruleset that the properties know, in a process of its own."""

from __future__ import annotations

import sys

from games.__main__ import main
from tests.games.properties.matches import RULESETS

sys.exit(main(["replay", "--json", *sys.argv[1:]], RULESETS))
