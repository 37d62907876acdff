"""The tests of a file, and those of some folders, stay in one process (tests/sharing.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.sharing import scope

CONFTEST = """
from tests.sharing import ByFile

def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False
    return ByFile(config, log)
"""
TESTS = """
import os
import pytest

@pytest.mark.parametrize("number", range(4))
def test_one(number):
    print("ran", __file__, os.environ["PYTEST_XDIST_WORKER"])
"""


@pytest.mark.parametrize(
    ("nodeid", "group"),
    [
        ("tests/unit/walk/test_plan.py::test_order[a::b]", "tests/unit/walk/test_plan.py"),
        ("tests/faults/test_serve.py::test_it", "tests/faults"),
        ("tests/browser/test_playground.py::test_it", "tests/browser"),
        ("tests/unit/browser/test_it.py::test_it", "tests/unit/browser/test_it.py"),
    ],
)
def test_a_group_is_a_file_or_one_of_the_folders(nodeid: str, group: str) -> None:
    assert scope(nodeid) == group


def test_two_processes_share_no_group(tmp_path: Path) -> None:
    """By a suite of its own, so that a new xdist or pytest under which groups fall apart is noticed."""
    for name in ("browser/test_a", "browser/test_b", "unit/test_c", "unit/test_d", "unit/test_e"):
        file = tmp_path / "tests" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(TESTS)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    ours = str(Path(__file__).resolve().parents[3])
    command = [sys.executable, "-m", "pytest", "-rP", "-n2", "-p", "no:cacheprovider", "-p", "no:django"]
    done = subprocess.run(
        [*command, "-p", "no:hypothesispytest", "--import-mode=importlib", "tests"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ours},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "20 passed" in done.stdout, done.stdout + done.stderr
    processes = defaultdict(set)
    for line in done.stdout.splitlines():
        if line.startswith("ran "):
            _, file_name, process = line.split()
            processes[scope(str(Path(file_name).relative_to(tmp_path)))].add(process)
    assert len(processes) == 4
    assert all(len(found) == 1 for found in processes.values()), processes
