"""The dependencies against the known vulnerabilities: `python .ci/audit.py [FILE…]`, with pip-audit installed.

Exit status 1 where one is known. Where its data cannot be reached the audit is skipped, and says why: a machine
without that data is no reason to land nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LOCKS = ("requirements.lock", "requirements-dev.lock")
LONGEST_SECONDS = 240
AUDIT = ("pip_audit", "--progress-spinner", "off", "--disable-pip", "--require-hashes", "--format", "json")


@dataclass(frozen=True)
class Verdict:
    passed: bool
    text: str


def judged(report: Mapping[str, Any]) -> Verdict:
    """What pip-audit's report says. A package that it could not look up was not audited."""
    packages = report["dependencies"]
    found = {_named(package, hole) for package in packages for hole in package.get("vulns", ())}
    unknown = sum("skip_reason" in package for package in packages)
    if found:
        return Verdict(False, "\n".join(sorted(found)))
    if unknown == len(packages):
        return Verdict(True, f"skipped: nothing is known here of any of the {unknown} packages")
    left_out = f", {unknown} could not be looked up" if unknown else ""
    return Verdict(True, f"{len(packages) - unknown} packages, no known vulnerability{left_out}")


def _named(package: Mapping[str, Any], hole: Mapping[str, Any]) -> str:
    mended = ", ".join(hole["fix_versions"]) or "none yet"
    return f"{package['name']} {package['version']}: {hole['id']} (mended in {mended})"


def audit(file: str) -> Verdict:
    """One lock file."""
    command = [sys.executable, "-m", *AUDIT, "--requirement", file]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False)
        return judged(json.loads(done.stdout))
    except subprocess.TimeoutExpired:
        return Verdict(True, f"skipped: no answer within {LONGEST_SECONDS} seconds")
    except ValueError:  # no report: pip-audit did not come so far
        reason = (done.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        return Verdict("Connection" in reason or "Timeout" in reason, f"skipped: {reason[:200]}")


def main(files: Sequence[str]) -> int:
    verdicts = {file: audit(file) for file in files}
    for file, verdict in verdicts.items():
        print(f"{file}: {verdict.text}")
    return 0 if all(verdict.passed for verdict in verdicts.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or LOCKS))
