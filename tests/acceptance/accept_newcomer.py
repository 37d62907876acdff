"""A newcomer's one file of ``docs/add_a_system.md``: a memory, its run and its diagnosis in thirty lines.

The file is taken out of the page, put beside the client and run with an address and a token alone. Seconds
are printed and kept as ``newcomer.json`` in ``var/accept``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.outside import EXAMPLES, caller, prepared
from tests.acceptance.served import ROOT, Served

#: Lines of the file, and seconds from its start to the diagnosis.
MOST_LINES, WITHIN = 30, 60
SUITE = "worked-example"


@pytest.fixture(scope="module")
def script() -> str:
    page = (ROOT / "docs" / "add_a_system.md").read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, "the page shows one Python file"
    return str(found[0])


@pytest.fixture(scope="module")
def said(place: Served, script: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the file printed, and how long it and what goes before took."""
    prepared(place)
    started = time.monotonic()
    place.python("manage.py", "build_suite", SUITE)
    place.python("manage.py", "probes", SUITE)
    place.python("manage.py", "sut", "register", "mine", "--adapter", "pull", "--k", "4")
    lead = caller(place, "caller-lead", "read", "run", "submit")
    made_ready = time.monotonic() - started
    folder: Path = tmp_path_factory.mktemp("newcomer")
    shutil.copy(EXAMPLES / "pull_client.py", folder)
    (folder / "mine.py").write_text(script, encoding="utf-8")
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "mine.py"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "STEMMA_URL": place.address, "STEMMA_TOKEN": lead.token},
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * WITHIN,
    )
    assert done.returncode == 0, done.stderr
    figures = {
        "lines": len(script.splitlines()),
        "suite_probes_and_token_seconds": round(made_ready, 1),
        "seconds": round(time.monotonic() - started, 1),
    }
    kept = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "newcomer.json").write_text(json.dumps(figures) + "\n")
    print(json.dumps(figures))
    return {**figures, "diagnosis": json.loads(done.stdout)}


def test_the_file_is_short(script: str) -> None:
    assert len(script.splitlines()) <= MOST_LINES


def test_it_ends_with_the_diagnosis(said: dict[str, Any]) -> None:
    (line,) = said["diagnosis"]["lines"]
    print(json.dumps(line))
    assert (said["diagnosis"]["suite"], line["system"]) == (SUITE, "mine")
    assert line["right"]["denominator"] == 1
    assert bool(line["frontier_nodes"]) == bool(line["wrong"])


def test_it_takes_a_minute_at_most(said: dict[str, Any]) -> None:
    assert said["seconds"] < WITHIN, said
