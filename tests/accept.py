"""``make accept``: what is too long for the suite. Files ``tests/acceptance/accept_*.py``, one JSON summary.

    python -m tests.accept [pytest arguments]

Writes ``var/accept/summary.json`` (one entry a check: passed, failed or not run, with seconds and why) and
prints it; a check that lacks what it needs says so and counts as "not run", never as passed.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Check:
    """What came of one check."""

    name: str
    outcome: str
    seconds: float
    why: str = ""


class Summary:
    """A pytest plugin that keeps what came of each check."""

    def __init__(self) -> None:
        self.checks: dict[str, Check] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the worst phase of each check; seconds are summed over its phases."""
        check = self.checks.setdefault(report.nodeid, Check(report.nodeid, "passed", 0.0))
        check.seconds = round(check.seconds + report.duration, 2)
        if report.failed:
            check.outcome, check.why = "failed", str(report.longrepr)[-2000:]
        elif report.skipped:
            check.outcome, check.why = "not run", _reason(report)


def _reason(report: pytest.TestReport) -> str:
    return str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else str(report.longrepr)


def main(arguments: list[str]) -> int:
    """Run the checks, write and print the summary; 1 if one failed."""
    summary = Summary()
    status = pytest.main(
        ["-q", "-o", "python_files=accept_*.py", *(arguments or [str(ROOT / "tests" / "acceptance")])],
        plugins=[summary],
    )
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    checks = sorted(summary.checks.values(), key=lambda check: check.name)
    text = json.dumps({"checks": [asdict(check) for check in checks]}, indent=1, sort_keys=True)
    (folder / "summary.json").write_text(text + "\n", encoding="utf-8")
    for check in checks:
        first = check.why.splitlines()[-1] if check.why else ""
        sys.stdout.write(f"{check.outcome:8} {check.seconds:7.1f} s  {check.name}  {first}\n")
    if not checks:
        sys.stdout.write("No check was found.\n")
    return int(bool(status) or not checks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
