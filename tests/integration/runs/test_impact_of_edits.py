"""Before an edit the runs and board rows that rest on it are told (overview 4.11)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmark.models import Run
from benchmark.services import draining
from scenarios.models import Scenario
from scenarios.services import history_edits, suites
from scenarios.services.edited_specs import AddEvent, ChangeActions
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

DEST = act("assert", "dest", "Grus", value="Corby")


@pytest.fixture
def scenario() -> Scenario:
    """A released suite that asks where Grus goes at days 10 and 30, and what Anser's cap is at day 20."""
    queries = (
        query_spec(1, "dest", "Grus", cutoff=day(10), question="Question 1: what then?"),
        query_spec(2, "cap", "Corby", cutoff=day(20), question="Question 2: what then?"),
        query_spec(3, "dest", "Grus", cutoff=day(30), question="Question 3: what then?"),
    )
    bundle = make.bundle(event_spec(5, DEST), queries=queries)
    suite = suites.store(bundle=bundle, by=None)
    return suites.release(suite=suite, by=None).scenarios.get()


def counted(scenario: Scenario, edit: AddEvent | ChangeActions) -> dict[str, int]:
    shown = history_edits.preview(scenario=scenario, edit=edit)
    return {one.what: one.count for one in shown.dependents}


def ran(monkeypatch: pytest.MonkeyPatch, scenario: Scenario, *names: str) -> Run:
    """A finished run of scripted systems over the suite."""
    reader = make_runs.reader(monkeypatch, make_runs.OwnAnswers())
    run = make_runs.launch(scenario.suite, *map(make_runs.system, names), reader=reader)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    return run


LATE = AddEvent(event_spec(25, act("revise", "dest", "Grus", value="Ash")))


def test_nothing_rests_on_a_suite_that_nobody_ran(scenario: Scenario) -> None:
    assert set(counted(scenario, LATE).values()) == {0}


def test_answers_and_contexts_that_rest_on_it_are_counted(
    monkeypatch: pytest.MonkeyPatch, scenario: Scenario
) -> None:
    run = ran(monkeypatch, scenario, "one", "two")
    assert run.status == "done"
    assert counted(scenario, LATE) == {
        "runs": 1,
        "leaderboard rows": 2,
        "answers to score again": 2,
        "contexts that saw other records": 2,
    }
    other_words = ChangeActions("e0005", event_spec(5, act("assert", "dest", "Grus", value="Ash")).actions)
    assert counted(scenario, other_words) == {
        "runs": 1,
        "leaderboard rows": 2,
        "answers to score again": 4,
        "contexts that saw other records": 0,
    }
    (runs, *_) = history_edits.preview(scenario=scenario, edit=LATE).dependents
    assert runs.names == (run.title,)
    assert Run.objects.get().suite.is_released


def test_a_record_after_the_last_question_touches_no_run(
    monkeypatch: pytest.MonkeyPatch, scenario: Scenario
) -> None:
    ran(monkeypatch, scenario, "one")
    later = AddEvent(event_spec(35, act("revise", "dest", "Grus", value="Ash")))
    assert set(counted(scenario, later).values()) == {0}
