"""The audit of the dependencies: what is known fails it; what cannot be known is said."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SOURCE = Path(__file__).parents[1] / ".ci" / "audit.py"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["audit"] = module
    spec.loader.exec_module(module)
    return module


def package(name: str, *vulns: Any) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": list(vulns)}


UNKNOWN = {"name": "odd", "skip_reason": "not found"}
HOLE = {"id": "PYSEC-1", "fix_versions": ["1.1"]}


def test_a_known_vulnerability_fails_and_is_named_with_what_mends_it(audit: ModuleType) -> None:
    verdict = audit.judged({"dependencies": [package("good"), package("bad", HOLE), UNKNOWN]})
    assert not verdict.passed
    assert verdict.text == "bad 1.0: PYSEC-1 (mended in 1.1)"


def test_nothing_known_passes_with_how_many_were_looked_up(audit: ModuleType) -> None:
    verdict = audit.judged({"dependencies": [package("good"), package("fine"), UNKNOWN]})
    assert verdict.passed
    assert verdict.text == "2 packages, no known vulnerability, 1 could not be looked up"


def test_an_audit_that_looked_up_nothing_does_not_call_itself_clean(audit: ModuleType) -> None:
    verdict = audit.judged({"dependencies": [UNKNOWN, UNKNOWN]})
    assert verdict.passed
    assert verdict.text.startswith("skipped")


@pytest.mark.parametrize(
    ("error", "passed"), [("requests.exceptions.ConnectionError: no name", True), ("ERROR: no such file", False)]
)
def test_only_what_cannot_be_reached_is_skipped(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, error: str, passed: bool
) -> None:
    done = audit.subprocess.CompletedProcess([], 1, stdout="", stderr=f"Traceback\n{error}\n")
    monkeypatch.setattr(audit.subprocess, "run", lambda *arguments, **options: done)
    assert audit.audit("requirements.lock").passed is passed
