"""Full branch coverage of the engine: every branch of ``scenarios/datalog`` is taken by its own tests.

Left out, by ``[tool.coverage.report]`` in ``pyproject.toml``: imports for types alone (``if TYPE_CHECKING``)
and bodies that only say ``...``; and by a comment beside it what runs in a child process. Nothing else is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: The tests that concern the engine.
TESTS = (
    "tests/spec",
    "tests/unit/datalog",
    "tests/unit/walls",
    "tests/generative",
    "tests/integration/engine",
    "tests/integration/scenarios",
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """coverage with its data in a file of its own, so that two runs do not mix."""
    command = [sys.executable, "-m", "coverage", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_branch_of_the_engine_is_taken(tmp_path: Path) -> None:
    data = f"--data-file={tmp_path / 'coverage'}"
    source = "--source=scenarios/datalog"
    tests = run("run", "--branch", source, data, "-m", "pytest", "-q", "-x", *TESTS)
    assert tests.returncode == 0, tests.stdout[-4000:] + tests.stderr[-2000:]
    merged = run("combine", "-q", data)  # the configuration writes a file a process
    assert merged.returncode == 0, merged.stdout + merged.stderr
    report = run("report", data, "--include=scenarios/datalog/*", "--show-missing", "--fail-under=100")
    assert report.returncode == 0, report.stdout[-6000:] + report.stderr[-2000:]
