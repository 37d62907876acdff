"""`manage.py bench` times ways that agree, and refuses to time ways that do not."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability, Gold
from scenarios.services import building

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _worked_example() -> None:
    building.build(name="worked-example", by=None)


def bench(**options: Any) -> str:
    """What the command printed."""
    out = StringIO()
    call_command("bench", suite="worked-example", pairs=1, stdout=out, **options)
    return out.getvalue()


def test_each_way_is_timed_beside_the_batch() -> None:
    found = json.loads(bench(json=True))
    assert found["queries"] > 0
    ways = [timing["way"] for timing in found["timings"]]
    assert len(set(ways)) == 4
    assert found["timings"][0]["ratio"] == 1
    assert all(timing["seconds"] > 0 for timing in found["timings"])
    assert all(way in bench() for way in ways)


def test_answers_that_differ_are_an_error_not_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "answer", lambda *_: Gold(Answerability.ANSWERABLE, "wrong"))
    with pytest.raises(CommandError, match=r"evaluators differ.*query 1: .*'wrong'"):
        bench()


def test_an_unknown_suite_is_named_with_those_that_are_there() -> None:
    with pytest.raises(CommandError, match="no suite 'nothing'; stored are: worked-example"):
        call_command("bench", suite="nothing")
