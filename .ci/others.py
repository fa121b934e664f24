"""The tests as others meet them: in a fresh clone, as a common user, on every other Python that is installed. The
newest one need not be, where its packages can be reached.

    python .ci/others.py            or, for a few tests alone:  python .ci/others.py "tests/operating -k rights"

One Python runs every test as a common user, if this is root: the newest other one, else the same. The rest of them run
the rules, the hosting and the database. What cannot be done here is said in a line that begins with "skipped". Exit
status 1 where something fails.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from common_user import NAMES, PATH, NoUser, User, oneself, somebody
from pythons import MINORS, OutOfReach, Python, asked, installed, within_reach

ROOT: Final = Path(__file__).resolve().parent.parent
PART: Final = "tests/games tests/hosting tests/store"
LONGEST_SECONDS: Final = 600
"""How long it may take to bring a Python."""
PASSED_ON: Final = {"CI", "LANG", "TZ", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"} | {
    one for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy") for one in (name, name.upper())
}
PASSED_ON_LIKE: Final = ("PIP_", "SSL_CERT_", "LC_")
"""How packages are reached from here, and in which language. Nothing else of this environment reaches the user's."""


@dataclass(frozen=True)
class Clone:
    """A copy of this clone that the user owns, with everything installed that `make test` needs."""

    python: Python
    folder: Path
    whose: User


def main(only: str | None) -> int:
    """`only`: these tests everywhere, as pytest's arguments."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # so that everything is removed again
    with ExitStack() as stack:
        base = stack.enter_context(_folder())
        pythons = installed()
        for minor in sorted(set(MINORS) - pythons.keys()):
            found = fetched(minor, base) if minor == max(MINORS) else None
            if found is None:
                say(f"skipped: Python 3.{minor}, which is not installed here")
            else:
                pythons[minor] = [found]
        try:
            whose = stack.enter_context(somebody(base))
        except NoUser as reason:
            say(f"skipped: every test as a common user: {reason}")
            whose = oneself()
        return all_tests(pythons, whose, base, only)


def all_tests(pythons: Mapping[int, Sequence[Python]], whose: User, base: Path, only: str | None = None) -> int:
    mine = sys.version_info[1]
    newest_first = sorted(pythons.keys() - {mine}, reverse=True)
    clones = [clone for minor in newest_first if (clone := set_up(pythons[minor], whose, base)) is not None]
    if whose.made and not clones:
        alike = set_up(pythons[mine], whose, base)
        if alike is None:
            say(f"failed: {whose.name} cannot set up what `make test` needs")
            return 1
        clones = [alike]
    everything = clones[0] if whose.made else None
    wanted = [(clone, only or ("" if clone is everything else PART)) for clone in clones]
    return max([tested(clone, tests) for clone, tests in wanted], default=0)


def fetched(minor: int, base: Path) -> Python | None:
    """The newest Python, unpacked into the folder, where it is not installed; None where it cannot be had here."""
    place = base / f"unpacked-3.{minor}"
    place.mkdir()
    command = ["bash", str(ROOT / ".ci" / "next_python.sh"), f"3.{minor}", str(place)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        say(f"Python 3.{minor} cannot be had: {(done.stderr.strip().splitlines() or ['no reason is given'])[-1]}")
        return None
    return asked(place / "usr" / "bin" / f"python3.{minor}", oneself())


def set_up(alike: Sequence[Python], whose: User, base: Path) -> Clone | None:
    """With one of several Pythons alike. None where that cannot be done on this machine; then it has said so."""
    try:
        python = within_reach(alike, whose, base)
    except OutOfReach as reason:
        say(f"skipped: {alike[0]}: {reason}")
        return None
    clone = Clone(python, base / f"clone-3.{python.minor}", whose)
    copy(clone.folder, whose)
    if make(clone, ".venv/ready", f"PYTHON={python.program}"):
        say(f"skipped: {python}: what the lock names cannot be installed on it here")
        return None
    return clone


def tested(clone: Clone, tests: str) -> int:
    say(f"{clone.python} ({clone.python.program}), as {clone.whose.name}: {tests or 'every test'}")
    return 1 if make(clone, "test", f"ARGS={tests}") else 0


def make(clone: Clone, *arguments: str) -> int:
    """`make`, as the user. Whatever it has started ends with it. Its exit status."""
    process = subprocess.Popen(
        ["make", *arguments],  # noqa: S607 - as everybody calls it
        cwd=clone.folder,
        env=environment(clone.whose, clone.folder.parent),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        **clone.whose.becoming,
    )
    try:
        return process.wait()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def environment(whose: User, home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k in PASSED_ON or k.startswith(PASSED_ON_LIKE)}
    return {"LANG": "C.UTF-8"} | kept | {"HOME": str(home), "USER": whose.name, "LOGNAME": whose.name, "PATH": PATH}


def copy(to: Path, whose: User) -> None:
    """What a clone of this work tree would hold, in a new repository of the user's."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for one in (to, *to.rglob("*")):
        os.chown(one, whose.number, whose.group)
    for command in (["git", "init", "--quiet"], ["git", "add", "--all"]):
        subprocess.run(command, cwd=to, env=environment(whose, to.parent), check=True, **whose.becoming)


@contextmanager
def _folder() -> Iterator[Path]:
    """Where all of it happens; nothing of it is left."""
    base = Path(tempfile.mkdtemp(prefix=NAMES))
    try:
        yield base
    finally:
        shutil.rmtree(base, ignore_errors=True)


def say(text: str) -> None:
    print(f"-- {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:]) or None))
