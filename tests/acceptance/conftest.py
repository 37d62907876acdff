"""What several acceptance checks stand on: one installation that holds the derive suite."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.acceptance.served import Served, installation


@pytest.fixture(scope="session")
def place() -> Iterator[Served]:
    """A served installation, with two workers."""
    with installation() as found:
        yield found


@pytest.fixture(scope="session")
def derive(place: Served) -> dict[str, object]:
    """The derive suite of that place with the systems that ship, and how many seconds it took to build."""
    place.script("give_tokens")
    started = time.monotonic()
    found: dict[str, object] = json.loads(place.python("manage.py", "build_suite", "derive", "--json"))
    return {**found, "took": time.monotonic() - started}


@pytest.fixture(scope="session")
def bm25_over_derive(place: Served, derive: dict[str, object]) -> dict[str, Any]:
    """BM25 over that suite with everything, once for all checks, and how many seconds it took."""
    started = time.monotonic()
    said = place.python(
        *("manage.py", "run", "--suite", "derive", "--system", "bm25", "--part", "all", "--wait", "--json")
    )
    found: dict[str, Any] = json.loads(said)
    assert found["status"] == "done", found["message"]
    return {**found, "took": time.monotonic() - started}
