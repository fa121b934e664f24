"""What `.ci/others.py` runs elsewhere: on which Python, as whom, and that nothing of it is left."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / ".ci"
MINE = sys.version_info[1]
OTHERS = [minor for minor in (11, 12, 13, 14) if minor != MINE]
NAMES = ("others", "pythons", "common_user")


@pytest.fixture
def ci(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """The scripts, as modules."""
    monkeypatch.syspath_prepend(str(FOLDER))
    yield SimpleNamespace(**{name: import_module(name) for name in NAMES})
    for name in NAMES:
        sys.modules.pop(name, None)


class Machine:
    """One on which these Pythons are installed, and some of them of no use."""

    def __init__(self, ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, base: Path, *useless: int) -> None:
        self.others: ModuleType = ci.others
        self.ran: list[tuple[int, str]] = []
        self.failing: set[int] = set()
        self._base = base
        self._user = ci.common_user.User

        def set_up(alike: list[Any], *_: object) -> Any:
            return None if alike[0].minor in useless else SimpleNamespace(python=alike[0])

        def tested(clone: Any, tests: str) -> int:
            self.ran.append((clone.python.minor, tests))
            return int(clone.python.minor in self.failing)

        monkeypatch.setattr(ci.others, "set_up", set_up)
        monkeypatch.setattr(ci.others, "tested", tested)

    def run(self, *minors: int, made: bool = True, only: str | None = None) -> int:
        pythons = {minor: [SimpleNamespace(minor=minor)] for minor in minors}
        status: int = self.others.all_tests(pythons, self._user("somebody", 1, 1, made), self._base, only)
        return status


def test_the_newest_other_python_runs_everything_as_a_common_user_and_the_rest_their_part(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = Machine(ci, monkeypatch, tmp_path)
    assert machine.run(MINE, *OTHERS) == 0
    newest, *rest = sorted(OTHERS, reverse=True)
    assert machine.ran == [(newest, ""), *((minor, ci.others.PART) for minor in rest)]


def test_where_the_newest_is_of_no_use_the_next_one_runs_everything(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = Machine(ci, monkeypatch, tmp_path, max(OTHERS))
    assert machine.run(MINE, *OTHERS) == 0
    assert machine.ran[0] == (sorted(OTHERS)[-2], "")


def test_where_there_is_no_other_python_the_same_one_runs_everything_as_a_common_user(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = Machine(ci, monkeypatch, tmp_path, *OTHERS)
    assert machine.run(MINE, *OTHERS) == 0
    assert machine.ran == [(MINE, "")]


def test_where_no_common_user_can_be_had_the_others_run_their_part(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = Machine(ci, monkeypatch, tmp_path)
    assert machine.run(MINE, *OTHERS, made=False) == 0
    assert {tests for _, tests in machine.ran} == {ci.others.PART}
    assert machine.run(MINE, made=False) == 0


def test_a_failure_anywhere_fails_the_whole(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine = Machine(ci, monkeypatch, tmp_path)
    machine.failing = {min(OTHERS)}
    assert machine.run(MINE, *OTHERS) == 1
    assert len(machine.ran) == len(OTHERS), "the others are run all the same"
    assert Machine(ci, monkeypatch, tmp_path, MINE).run(MINE) == 1, "a common user cannot set it up"


# --- the user ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def tools(ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """useradd and userdel that only write down how they were called; and this is root."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("useradd", "userdel"):
        (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/calls\n')
        (folder / name).chmod(0o755)
    monkeypatch.setattr(ci.common_user, "PATH", f"{folder}:{os.defpath}")
    monkeypatch.setattr("os.getuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda *_: None)
    monkeypatch.setattr("pwd.getpwnam", lambda _: SimpleNamespace(pw_uid=777, pw_gid=778))
    return folder


def calls(tools: Path) -> list[str]:
    written = tools.parent / "calls"
    return [line.split()[0] for line in written.read_text().splitlines()] if written.exists() else []


def test_the_user_is_removed_whatever_happens(ci: SimpleNamespace, tools: Path, tmp_path: Path) -> None:
    with suppress(ZeroDivisionError), ci.common_user.somebody(tmp_path) as user:
        assert (user.number, user.group, user.made) == (777, 778, True)
        assert user.becoming == {"user": 777, "group": 778, "extra_groups": []}
        assert calls(tools) == ["useradd"]
        raise ZeroDivisionError
    assert calls(tools) == ["useradd", "userdel"]


def test_what_a_killed_run_left_behind_is_removed_by_the_next_one(
    ci: SimpleNamespace, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/proc").is_dir():
        pytest.skip("it cannot be told here whether a process lives")
    names = [f"{ci.common_user.NAMES}{number}" for number in (os.getpid(), 2**22 + 1, "x")]
    monkeypatch.setattr("pwd.getpwall", lambda: [SimpleNamespace(pw_name=name) for name in ["root", *names]])
    ci.common_user.remove_left_behind()
    assert (tools.parent / "calls").read_text() == f"userdel --force {names[1]}\n"


@pytest.mark.parametrize("missing", ["useradd", "userdel", None])
def test_where_no_user_can_be_made_that_is_said(
    ci: SimpleNamespace, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str | None
) -> None:
    if missing is None:
        monkeypatch.setattr("os.getuid", lambda: 1000)
    else:
        shutil.move(tools / missing, tmp_path)
        monkeypatch.setattr(ci.common_user, "PATH", str(tools))
    with pytest.raises(ci.common_user.NoUser), ci.common_user.somebody(tmp_path):
        pytest.fail("there is none")
    assert calls(tools) == []


def test_the_user_gets_what_reaches_packages_and_nothing_of_roots(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("PIP_INDEX_URL", "https_proxy", "SSL_CERT_FILE", "DEALER_DISCORD_TOKEN", "CI_JOB_TOKEN", "PYTHONPATH"):
        monkeypatch.setenv(name, "x")
    known = ci.others.environment(ci.common_user.User("somebody", 1, 1, True), tmp_path)
    assert {"PIP_INDEX_URL", "https_proxy", "SSL_CERT_FILE"} <= known.keys()
    assert not {"DEALER_DISCORD_TOKEN", "CI_JOB_TOKEN", "PYTHONPATH"} & known.keys()
    assert (known["HOME"], known["USER"]) == (str(tmp_path), "somebody")


# --- Pythons ----------------------------------------------------------------------------------------------------------


def test_this_python_is_found_and_none_that_does_not_work(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """pyenv leaves programs on the path that only say that they are not installed."""
    broken = tmp_path / f"python3.{MINE}"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = ci.pythons.installed()
    assert found[MINE][0].program == Path(sys.executable)
    assert broken not in {python.program for alike in found.values() for python in alike}


def test_a_python_that_is_out_of_reach_is_run_from_a_copy(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = tmp_path / "installed"
    (installed / "bin").mkdir(parents=True)
    (installed / "lib" / "site-packages").mkdir(parents=True)
    (installed / "lib" / "os.py").touch()
    program = installed / "bin" / "python3.13"
    program.write_bytes(b"\x7fELF\0" + os.fsencode(installed / "lib") + b"\0libc.so.6\0")
    python = ci.pythons.Python(13, program, installed)

    def asked(path: Path, _whose: object) -> Any:
        """It runs where it was copied to, and nowhere else."""
        return ci.pythons.Python(13, path, path.parents[1]) if path.is_relative_to(tmp_path / "reach") else None

    monkeypatch.setattr(ci.pythons, "asked", asked)
    reached = ci.pythons.within_reach([python], ci.common_user.oneself(), tmp_path / "reach")
    assert reached.program == tmp_path / "reach" / "python-3.13" / "bin" / "python3.13"
    assert sorted(one.name for one in (reached.prefix / "lib").iterdir()) == ["os.py"]
    before, after = program.read_bytes(), reached.program.read_bytes()
    assert len(after) == len(before)
    assert after.startswith(b"\x7fELF\0$ORIGIN/../lib\0")
    assert after.endswith(b"\0libc.so.6\0")


def test_a_python_that_runs_nowhere_else_is_out_of_reach(
    ci: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ci.pythons, "asked", lambda *_: None)
    nowhere = ci.pythons.Python(13, tmp_path / "none" / "bin" / "python3.13", tmp_path / "none")
    with pytest.raises(ci.pythons.OutOfReach, match="cannot be copied"):
        ci.pythons.within_reach([nowhere], ci.common_user.oneself(), tmp_path)


def test_the_tests_own_summary_closes_the_output_of_ci() -> None:
    steps = [line for line in (FOLDER / "run").read_text("utf-8").splitlines() if line.startswith("step ")]
    assert [step.split("#")[0].strip() for step in steps[-2:]] == ["step python3 .ci/others.py", "step make test"]
