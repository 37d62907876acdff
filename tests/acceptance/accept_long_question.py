"""A question longer than the usual retry of the queue is put once, with two workers at hand (case R01)."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.acceptance.served import Served, installation, until

SLEEP = 90.0
WATCH = 240.0


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with installation() as found:
        yield found


def test_a_question_of_ninety_seconds_is_put_once(served: Served) -> None:
    started = time.monotonic()
    run = served.launch("patient", sleep=SLEEP, questions=1)
    took = until(lambda: served.report(run).get("status") == "done", seconds=180, what="the run ends")
    assert took >= SLEEP - 5
    while time.monotonic() - started < WATCH:
        assert len(served.asked("patient")) == 1
        time.sleep(5)
    assert [line["n"] for line in served.report(run)["results"]] == [1]
