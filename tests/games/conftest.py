"""Loads the profile of the properties before any of them is defined."""

from __future__ import annotations

import tests.games.properties.effort  # noqa: F401
