"""The diagnosis and the maintenance of the whole derive suite, with the symbolic reader (spec 7, 8).

Known-bad systems must each come out with the fault that they have. The figures are printed.
"""

from __future__ import annotations

import json
import signal
import time
from typing import Any

import pytest

from tests.acceptance.served import Served, until

#: Seconds within which BM25 is run over derive with everything, on two cores.
WITHIN = 900
#: More context tokens than any history of the suite has.
ALL = "1000000"

#: Of each known-bad system: what leads its frontier, as (class, dimension or kind of node).
LEADING = {
    "drops_revisions": ("unretrievable", "dimension", {"evolution"}),
    "newest_k": ("", "dimension", {"access"}),
    "loses_rules": ("unretrievable", "kind", {"rule"}),
    "ignores_completeness": ("misderived", "kind", {"derived_set", "aggregate", "derived"}),
    "swaps_clause": ("misderived", "dimension", {"composition"}),
}


def launched(place: Served, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        place.python("manage.py", "run", "--suite", "derive", *arguments, "--wait", "--json")
    )
    assert found["status"] == "done", found["message"]
    return found


def section(place: Served, run: int, name: str) -> dict[str, Any]:
    """A section of a run's report."""
    said = place.python("manage.py", "report", str(run), "--section", name, "--json")
    found: dict[str, Any] = json.loads(said)
    return found


@pytest.fixture(scope="module")
def bm25(place: Served, derive: dict[str, object]) -> dict[str, Any]:
    started = time.monotonic()
    found = launched(place, "--system", "bm25", "--part", "all")
    return {**found, "took": time.monotonic() - started}


def test_bm25_is_run_with_everything_within_a_quarter_of_an_hour(bm25: dict[str, Any]) -> None:
    print(f"bm25 over derive with all parts: {bm25['took']:.0f} s")
    assert bm25["took"] <= WITHIN


def test_its_probes_are_of_the_papers_scale(place: Served, bm25: dict[str, Any]) -> None:
    print(place.python("manage.py", "probes", "derive"))


def test_it_was_asked_each_thing_once(place: Served, bm25: dict[str, Any]) -> None:
    said = place.python("-m", "tests.acceptance.asked_twice", str(bm25["run"]))
    print(said)
    assert json.loads(said)["asked_twice"] == 0


def test_its_diagnosis_is_printed(place: Served, bm25: dict[str, Any]) -> None:
    print(place.python("manage.py", "report", str(bm25["run"])))
