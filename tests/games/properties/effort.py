"""How long the properties search: the same examples in every run, or `DEALER_SEARCH=20` times as many new ones."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("DEALER_SEARCH", "0"))

settings.register_profile(
    "dealer",
    derandomize=not TIMES,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("dealer")


def examples(number: int) -> settings:
    """So many examples, or as often as was asked for."""
    return settings(max_examples=number * max(1, TIMES))
