"""A hundred thousand verdicts are exported within a minute and 200 MB, in either format.

Prints one JSON object a format and writes them to ``verdict_export.json`` in ``var/accept``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.acceptance.served import ROOT, Served, installation

VERDICTS = 100_000
LIMIT_SECONDS = 60
LIMIT_MB = 200


@pytest.fixture(scope="module")
def stored() -> Iterator[Served]:
    with installation(serving=False) as found:
        call(found, "store", str(VERDICTS))
        yield found


def call(served: Served, *arguments: str) -> str:
    """The output of the script, in a process of its own."""
    url = served.python("-m", "benchmark.postgres", "url").strip()
    done = subprocess.run(
        [sys.executable, "-m", "tests.acceptance.store_many_verdicts", *arguments],
        cwd=ROOT,
        env={**served.env, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def figures(stored: Served) -> list[dict[str, Any]]:
    found = [json.loads(call(stored, "export", format)) for format in ("jsonl", "csv")]
    folder = ROOT / "var" / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "verdict_export.json").write_text(json.dumps(found, indent=1) + "\n")
    for one in found:
        print(json.dumps(one))
    return found


def test_all_verdicts_are_exported_in_time_and_little_memory(figures: list[dict[str, Any]]) -> None:
    for one in figures:
        assert (one["status"], one["rows"]) == ("done", VERDICTS)
        assert one["seconds"] < LIMIT_SECONDS, one
        assert one["most_memory_mb"] < LIMIT_MB, one
