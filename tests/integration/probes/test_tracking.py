"""Tracked queries of a released suite: their gold, words and changes at each checkpoint (spec 8.1, 8.3)."""

from __future__ import annotations

import io
import json
import os
from collections import defaultdict
from datetime import timedelta

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from benchmark.floor.audit.models import AuditRecord
from benchmark.scoring.maintenance import State, label_change
from benchmark.scoring.subjects import Subject
from probes.models import TrackedQuery, TrackedState
from probes.selectors import tracked as selectors
from probes.services import askable, tracking
from scenarios.datalog import reference
from scenarios.domains import registry
from scenarios.exceptions import StateRefusedError
from scenarios.generators import worked_example
from scenarios.models import Scenario, Suite
from scenarios.rendering.questions import readings
from scenarios.selectors import histories, programs
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.kept_rows import once_a_module
from tests.factories.mini_suite import mini_bundle

pytestmark = pytest.mark.django_db


#: The suite mini as if released, without the checks of a release.
mini = once_a_module(lambda: make.released(suites.store(bundle=mini_bundle(), by=None)))


def by_query(scenario: Scenario) -> dict[TrackedQuery, list[TrackedState]]:
    """The states of each tracked query of a scenario, in order of the checkpoints."""
    found: dict[TrackedQuery, list[TrackedState]] = defaultdict(list)
    rows = TrackedState.objects.filter(tracked__query__scenario=scenario)
    for state in rows.select_related("tracked__query").order_by("tracked__position", "number"):
        found[state.tracked].append(state)
    return dict(found)


def test_all_of_mini(mini: Suite) -> None:
    choices = tracking.track_suite(suite=mini)
    assert sum(len(choice.chosen) for choice in choices.values()) == TrackedQuery.objects.count() > 30
    for scenario in mini.scenarios.all():
        found = by_query(scenario)
        assert [row.query.label for row in found] == [one.id for one in choices[scenario.slug].chosen]
        _checkpoints_end_with_the_last_event(scenario, found)
        _gold_is_that_of_the_reference_evaluator(scenario, found)
        _words_read_back(scenario, found)
        _changes_are_where_the_gold_changes(scenario, found)
        _others_refer_by_a_phrase_or_ask_for_a_version(scenario)
    _the_counts_are_those_of_the_choice(mini, choices)
    _a_second_call_leaves_everything_alone(mini)


def _checkpoints_end_with_the_last_event(
    scenario: Scenario, found: dict[TrackedQuery, list[TrackedState]]
) -> None:
    cutoffs = {tuple(state.cutoff for state in states) for states in found.values()}
    assert len(cutoffs) == 1
    (moments,) = cutoffs
    assert len(moments) == 6
    assert all((moment.second, moment.microsecond) == (0, 0) for moment in moments)
    times = list(scenario.events.values_list("observed_at", flat=True))
    assert max(times) <= moments[-1] < max(times) + timedelta(minutes=1)
    shares = [sum(t <= moment for t in times) / len(times) for moment in moments]
    assert all(share >= number / 6 for number, share in enumerate(shares, 1))


def _gold_is_that_of_the_reference_evaluator(
    scenario: Scenario, found: dict[TrackedQuery, list[TrackedState]]
) -> None:
    program, history = programs.load(scenario), histories.load(scenario)
    for states in found.values():
        for state in states:
            subject = Subject.of_json(state.subject)
            told = reference.evaluate(program, history, subject.goal, state.cutoff)
            assert (subject.label, subject.answer) == (told.gold.label.value, told.gold.answer)
            assert subject.events == told.derivation.context_events


def _words_read_back(scenario: Scenario, found: dict[TrackedQuery, list[TrackedState]]) -> None:
    """Each text tells the query's goal and the checkpoint, in the wording that the query has."""
    forms = registry.get(scenario.domain).question_templates
    words = dict(scenario.queries.with_question().values_list("pk", "question"))
    for row, states in found.items():
        for state in states:
            (read,) = readings(forms, state.text)
            assert (read.goal, read.cutoff) == (row.query.goal, state.cutoff)
            assert state.text.split(" Answer as of ")[0] == words[row.query_id].split(" Answer as of ")[0]


def _changes_are_where_the_gold_changes(
    scenario: Scenario, found: dict[TrackedQuery, list[TrackedState]]
) -> None:
    times = dict(scenario.events.values_list("label", "observed_at"))
    for states in found.values():
        golds = [State(state.subject["label"], state.subject["answer"]) for state in states]
        assert (states[0].change, states[0].changed_by) == ("", [])
        for number in range(1, len(states)):
            before, state = states[number - 1], states[number]
            changed = label_change(golds[number - 1], golds[number]) is not None
            assert bool(state.change) is changed
            assert all(before.cutoff < times[label] <= state.cutoff for label in state.changed_by)
            assert not state.changed_by or changed


def _others_refer_by_a_phrase_or_ask_for_a_version(scenario: Scenario) -> None:
    candidates = {one.query.label for one in askable.of_scenario(scenario)}
    left = [query for query in scenario.queries.all() if query.label not in candidates]
    for query in left:
        phrases = [ref for ref in query.target["refs"].values() if ref["kind"] != "id"]
        assert phrases or query.goal_version is not None
    assert left, "mini asks in both ways in each scenario"


def _the_counts_are_those_of_the_choice(mini: Suite, choices: dict[str, tracking.Choice]) -> None:
    for line in selectors.of_suite(mini):
        choice = choices[line.scenario]
        assert (line.tracked, line.checkpoints) == (len(choice.chosen), 6)
        assert (line.changing, line.explicit, line.implicit) == (
            choice.changing,
            choice.explicit,
            choice.implicit,
        )
        assert line.unmet == choice.unmet


def _a_second_call_leaves_everything_alone(mini: Suite) -> None:
    before = list(TrackedState.objects.order_by("pk").values_list("pk", "text"))
    assert tracking.track_suite(suite=mini) == {}
    assert list(TrackedState.objects.order_by("pk").values_list("pk", "text")) == before
    assert AuditRecord.objects.filter(action="suite.tracked").count() == 1


def test_the_command_tracks_and_prints(mini: Suite) -> None:
    out = io.StringIO()
    call_command("track", mini.slug, "--count", "4", "--checkpoints", "3", "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert found["suite"] == "mini"
    assert [line["scenario"] for line in found["scenarios"]] == ["mini-trip", "mini-shop", "mini-edu"]
    assert {(line["tracked"], line["checkpoints"]) for line in found["scenarios"]} == {(4, 3)}
    out = io.StringIO()
    call_command("track", mini.slug, stdout=out)
    assert out.getvalue().splitlines()[0].split() == [
        "scenario",
        "checkpoints",
        "tracked",
        "change",
        "explicit",
        "implicit",
    ]
    assert "mini-edu: 4 of 20 queries tracked" in out.getvalue()


def test_a_suite_without_forms_has_nothing_to_track() -> None:
    example = make.released(suites.store(bundle=worked_example.bundle(), by=None))
    found = tracking.track_suite(suite=example)
    assert [choice.unmet for choice in found.values()] == [
        ("0 of 20 queries tracked: there are no more that can be",)
    ]


def test_a_draft_is_refused() -> None:
    draft = make.suite()
    with pytest.raises(StateRefusedError, match="release it"):
        tracking.track_suite(suite=draft)
    with pytest.raises(CommandError, match="release it"):
        call_command("track", draft.slug)
    with pytest.raises(CommandError, match="not a number from 1"):
        call_command("track", draft.slug, "--checkpoints", "0")


def test_two_calls_at_once_wait_for_each_other() -> None:
    suite = make.released(make.suite())
    settings = connection.settings_dict
    with (
        psycopg.connect(os.environ["DATABASE_URL"], dbname=settings["NAME"], autocommit=False) as other,
        connection.cursor() as cursor,
    ):
        other.execute("SELECT pg_advisory_xact_lock(%s, %s)", [tracking.LOCK, suite.pk])
        cursor.execute("SET LOCAL lock_timeout = '150ms'")
        with pytest.raises(OperationalError, match="lock timeout"):
            tracking.track_suite(suite=suite)
