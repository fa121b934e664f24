"""Write the snapshots anew, as the bot speaks now."""

from __future__ import annotations

import asyncio

from tests.snapshots.files import FOLDER, written

for name, text in asyncio.run(written()).items():
    (FOLDER / name).write_text(text, "utf-8")
    print(f"{name}: {len(text.splitlines()):,} lines")
