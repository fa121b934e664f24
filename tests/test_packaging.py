"""What is installed: locked by hash, from no registry in particular; and what the wheel holds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUNTIME = ROOT / "requirements.lock"
DEVELOPMENT = ROOT / "requirements-dev.lock"

ELSEWHERE = {name: value for name, value in os.environ.items() if not name.startswith("DEALER_")}

PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9a-z.]*)(?P<marker> ; [^\\]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
NOTE = re.compile(r"    #(?: via|  )(?: (?:-c requirements\.lock|[\w-]+(?: \(pyproject\.toml\))?))?")


def pins(lock: Path) -> dict[str, str]:
    found = [PIN.fullmatch(line) for line in lock.read_text("utf-8").splitlines()]
    return {pin["name"]: pin["version"] for pin in found if pin}


def requirements(*extras: str) -> list[Requirement]:
    optional = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in optional[extra])]
    return [one for one in map(Requirement, lines) if one.name != PROJECT["name"]]


@pytest.mark.parametrize("lock", [RUNTIME, DEVELOPMENT], ids=lambda lock: lock.name)
def test_a_lock_holds_nothing_but_pins_hashes_and_who_asked_for_them(lock: Path) -> None:
    """So it names no registry, no address, no folder of a machine and no option of an installer."""
    lines = lock.read_text("utf-8").splitlines()
    assert [line for line in lines if not (PIN.fullmatch(line) or HASH.fullmatch(line) or NOTE.fullmatch(line))] == []
    for before, line in pairwise(lines):
        assert not PIN.fullmatch(before) or HASH.fullmatch(line), f"{before} has no hash"


@pytest.mark.parametrize(
    ("lock", "extras"), [(RUNTIME, []), (DEVELOPMENT, ["rehearsal", "dev"])], ids=["runtime", "development"]
)
def test_a_lock_pins_everything_that_the_project_asks_for(lock: Path, extras: list[str]) -> None:
    locked = pins(lock)
    for requirement in requirements(*extras):
        version = locked.get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name} is not in {lock.name}: make lock"
        assert requirement.specifier.contains(version, prereleases=False), f"{requirement}: {version} is locked"


def test_the_tests_run_with_the_versions_that_are_shipped() -> None:
    assert pins(RUNTIME).items() <= pins(DEVELOPMENT).items()


def test_what_only_the_demo_and_the_tests_need_is_not_shipped() -> None:
    """Least of all in the container, which cannot make use of it."""
    of_the_bot = {canonicalize_name(one.name) for one in requirements()}
    elsewhere = {canonicalize_name(one.name) for one in requirements("rehearsal", "dev")} - of_the_bot
    assert {"simcord", "rich", "pytest"} <= elsewhere
    assert (elsewhere | {"pygments", "markdown-it-py", "mdurl"}) & pins(RUNTIME).keys() == set()
    assert "requirements.lock" in (ROOT / "Dockerfile").read_text("utf-8")


WITHOUT_THE_DEMO = """
import sys
sys.modules |= dict.fromkeys(["simcord", "rich", "pygments", "markdown_it", "mdurl"])
import bot.operating.service, bot.operating.upkeep, bot.operating.health, bot.operating.secrecy, bot.wiring
from bot.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("command", "status", "said"), [("check", 1, "There is no database yet"), ("demo", 1, "demo")])
def test_the_bot_does_without_them_and_the_demo_says_kindly_what_is_missing(
    tmp_path: Path, command: str, status: int, said: str
) -> None:
    run = [sys.executable, "-c", WITHOUT_THE_DEMO, command]
    done = subprocess.run(run, cwd=tmp_path, env=ELSEWHERE, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
    assert said in done.stdout + done.stderr
    if command == "demo":
        assert done.stderr.startswith("The demo needs ")
        assert "make demo" in done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return ZipFile(path)


def tracked(*folders: str) -> set[str]:
    shown = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    return set(shown.stdout.splitlines())


def test_the_wheel_holds_the_bot_the_games_with_their_rules_and_the_migrations(wheel: ZipFile) -> None:
    held = set(wheel.namelist())
    assert {"bot/__main__.py", "games/__main__.py", "games/ghost_ladder/RULES.md"} <= held
    assert tracked("bot", "games", "migrations") <= held


def test_the_wheel_holds_nothing_else(wheel: ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bot", "games", "migrations"}
    assert [name for name in wheel.namelist() if name.endswith((".pyc", ".sqlite3", ".toml"))] == []


def test_the_wheel_brings_the_command_dealer_and_the_licence(wheel: ZipFile) -> None:
    named = {name.partition("/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}
    entries = ConfigParser()
    entries.read_string(wheel.read(named["entry_points.txt"]).decode())
    assert dict(entries["console_scripts"]) == {"dealer": "bot.__main__:main"}
    assert "licenses/LICENSE" in named
