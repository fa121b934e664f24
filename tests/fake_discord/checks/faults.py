"""Collecting everything wrong with a body, so that the refusal names it all, each at its place."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.refusals import invalid_form_body
from tests.fake_discord.things import Json


class Faults:
    """Faults by dotted path; `settle` refuses when there are any."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """One thing wrong at a path such as `components.0.components.1.label`."""
        node = self._tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def need(self, holds: bool, path: str, code: str, message: str) -> bool:
        """Add a fault unless something holds; returns whether it did."""
        if not holds:
            self.add(path, code, message)
        return holds

    def text(self, value: Any, path: str, least: int, most: int) -> None:
        """A string of so many characters."""
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        elif not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def size(self, value: Any, path: str, least: int, most: int) -> bool:
        """A list of so many items; false when it is no list at all."""
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return False
        if not least <= len(value) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return True

    def number(self, value: Any, path: str, least: float, most: float) -> None:
        """A number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.add(path, "NUMBER_TYPE_COERCE", "Value is not a number.")
        elif not least <= value <= most:
            self.add(path, "NUMBER_TYPE_MAX", f"Must be between {least} and {most}.")

    def settle(self) -> None:
        """Refuse with everything that was found, if anything was."""
        if self._tree:
            raise invalid_form_body(self._tree)
