"""A database that can be reached by a second name is refused: two processes could speak for it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.place import mount_points
from tests.fake_discord import FakeDiscord, until
from tests.hosting.scene import new_database
from tests.operating.commands import do
from tests.operating.processes import Dealers

LINKED = "has a second name (a hard link)"
MOUNTED = "is mounted alone"


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    os.mkdir(tmp_path / "data")
    file = await new_database(tmp_path / "data" / "dealer.sqlite3")
    monkeypatch.setenv("DEALER_DATABASE_FILE", str(file))
    monkeypatch.setenv("DEALER_DISCORD_TOKEN", "made.up.token")
    monkeypatch.chdir(tmp_path)
    return file


async def test_whoever_comes_by_a_hard_link_while_a_bot_runs_is_refused(dealers: Dealers, discord: FakeDiscord) -> None:
    dealers.start()
    await until(lambda: discord.gateway.connected, within=60)
    other = dealers.file.with_name("other.sqlite3")
    os.link(dealers.file, other)
    second = dealers.start(DEALER_DATABASE_FILE=str(other))
    assert await second.ended() == 1
    assert second.said.startswith(f"Dealer stops: The database {other} {LINKED}: two processes could speak for it")
    assert discord.gateway.identified == 1


@pytest.mark.parametrize(
    "command", [("run",), ("check",), ("backup", "copy"), ("restore", "kept"), ("forget", "1234")], ids=lambda c: c[0]
)
async def test_every_command_refuses_a_database_with_two_names(
    file: Path, command: tuple[str, ...], dealers: Dealers, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(file, "kept")
    os.link(file, "other.sqlite3")
    before = set(os.listdir(file.parent))
    dealer = dealers.start(*command, DEALER_DATABASE_FILE=str(file))
    assert await dealer.ended() == 1
    assert LINKED in dealer.said
    assert set(os.listdir(file.parent)) == before
    os.unlink("other.sqlite3")
    assert do("check") == 0, "now it has one name"


async def test_a_copy_may_have_as_many_names_as_it_likes(file: Path) -> None:
    """Programs that keep many copies link what did not change. Nobody speaks for a copy."""
    assert do("backup", "monday") == 0
    os.link("monday", "tuesday")
    assert do("restore", "tuesday") == 0
    assert do("check") == 0


async def test_a_symbolic_link_is_no_second_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.symlink(file, "dealer.sqlite3")
    monkeypatch.setenv("DEALER_DATABASE_FILE", "dealer.sqlite3")
    assert do("check") == 0


@pytest.fixture
def mounted(file: Path, tmp_path: Path) -> Iterator[Path]:
    """The file alone, mounted in another folder, whose name holds what the kernel writes otherwise."""
    mount = shutil.which("mount")
    if os.getuid() != 0 or mount is None:
        pytest.skip("only root can mount")
    place = tmp_path / "with a blank" / "dealer.sqlite3"
    place.parent.mkdir()
    place.touch()
    if subprocess.run([mount, "--bind", file, place], check=False, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", place], check=True)  # noqa: S607 - found as mount was


@pytest.mark.parametrize("by", ["its name", "a symbolic link"])
async def test_a_file_that_is_mounted_alone_is_refused(
    mounted: Path, by: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = mounted
    if by != "its name":
        os.symlink(mounted, named := Path("link.sqlite3"))
    monkeypatch.setenv("DEALER_DATABASE_FILE", str(named))
    assert do("check") == 1
    assert capsys.readouterr().err == (
        f"The database {named} {MOUNTED}: two processes could speak for it without seeing each other. "
        "Mount the folder that it lies in.\n"
    )


def test_the_kernels_listing_is_read_with_all_that_a_path_may_hold() -> None:
    listing = (
        b"22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        b"40 22 8:1 /srv/d.sqlite3 /data/with\\040blank/\\134/\xc3\xbc/\xff rw - ext4 /dev/sda1 rw\n"
        b"\n"
    )
    assert mount_points(listing) == {Path("/"), Path(os.fsdecode(b"/data/with blank/\\/\xc3\xbc/\xff"))}
