from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.hosting.scene import Scene, played


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with played(tmp_path / "matches.sqlite") as scene:
        yield scene
