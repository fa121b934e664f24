"""Garden of Eden (RULES.md)."""

from games.garden_of_eden.garden import GardenOfEden

__all__ = ["GardenOfEden"]
