"""A hundred thousand answers of a run are exported within a minute and 200 MB, in each format.

Prints one JSON object a format and writes them to ``answer_export.json`` in ``var/accept``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.served import ROOT, Served, installation

ANSWERS = 100_000
LIMIT_SECONDS = 60
LIMIT_MB = 200
FORMATS = ("jsonl", "csv", "parquet")


@pytest.fixture(scope="module")
def stored() -> Iterator[Served]:
    with installation(serving=False) as found:
        call(found, "store", str(ANSWERS))
        yield found


def call(served: Served, *arguments: str) -> str:
    """The output of the script, in a process of its own."""
    url = served.python("-m", "benchmark.postgres", "url").strip()
    done = subprocess.run(
        [sys.executable, "-m", "tests.acceptance.store_many_answers", *arguments],
        cwd=ROOT,
        env={**served.env, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def figures(stored: Served) -> dict[str, dict[str, Any]]:
    found = {format: json.loads(call(stored, "export", format)) for format in FORMATS}
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "answer_export.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    return found


@pytest.mark.parametrize("format", FORMATS)
def test_all_answers_are_exported_in_time_and_little_memory(
    format: str, figures: dict[str, dict[str, Any]]
) -> None:
    found = figures[format]
    assert found["status"] == "done", found
    assert found["seconds"] < LIMIT_SECONDS, found
    assert found["most_memory_mb"] < LIMIT_MB, found


@pytest.mark.parametrize("format", FORMATS)
def test_the_file_holds_what_its_row_says(format: str, figures: dict[str, dict[str, Any]]) -> None:
    found = figures[format]
    assert {found["rows"], found["rows_in_manifest"], found["rows_in_file"]} == {ANSWERS}
    assert found["sha256"] == found["sha256_of_file"]
