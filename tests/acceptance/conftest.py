"""What several acceptance checks stand on: one installation that holds the derive suite."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from tests.acceptance.served import Served, installation


@pytest.fixture(scope="session")
def place() -> Iterator[Served]:
    """A served installation, with two workers."""
    with installation() as found:
        yield found


@pytest.fixture(scope="session")
def derive(place: Served) -> dict[str, object]:
    """The derive suite of that place, and how many seconds it took to build."""
    started = time.monotonic()
    found: dict[str, object] = json.loads(place.python("manage.py", "build_suite", "derive", "--json"))
    return {**found, "took": time.monotonic() - started}
