"""What the suite does for some pages, roles and routes is done here for all: the tests marked ``whole``."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.acceptance.served import ROOT

#: So many there are at least: none is lost by a mark that is spelled wrong.
LEAST = 20


def test_what_the_suite_walks_in_part_holds_for_all() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "whole", "tests"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= LEAST, done.stdout[-500:]
    print(done.stdout.splitlines()[-1])
