"""tbd"""

from typing import Any


def pages(options: Any) -> tuple[str, ...]:
    return ("x",)
