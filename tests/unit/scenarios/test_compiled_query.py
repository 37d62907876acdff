"""Queries whose statement is made once give what the ORM gives (ADR 21)."""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scenarios.models import Event, Scenario, Suite
from scenarios.models.compiled_query import OTHER_STAND_IN, STAND_IN, CompiledQuery, prepared
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


def _scenario(slug: str) -> Scenario:
    scenario = make.scenario(suite=make.suite(slug=slug))
    for number in (1, 2, 3):
        make.event(scenario, number, f"Record {number} of {slug}.")
    return scenario


def test_instances_come_with_their_relations_and_deferred_fields() -> None:
    scenario = _scenario("one")
    rows = lambda pk: (  # noqa: E731 - the form in which they are written
        Event.objects.filter(scenario=pk)
        .select_related("scenario__suite")
        .defer("scenario__program")
        .order_by("-seq")
    )
    query: CompiledQuery[Event] = CompiledQuery(rows, STAND_IN)
    for wanted in (scenario.pk, scenario.pk + 1000):
        expected = list(rows(wanted))
        with CaptureQueriesContext(connection) as asked:
            found = query.rows(wanted)
            assert [one.scenario.suite.slug for one in found] == [one.scenario.suite.slug for one in expected]
        assert len(asked) == 1
        assert [one.__dict__.keys() for one in found] == [one.__dict__.keys() for one in expected]
        assert found == expected
    assert all("program" in one.scenario.get_deferred_fields() for one in query.rows(scenario.pk))


def test_tuples_keep_their_types_and_each_value_its_place() -> None:
    one, other = _scenario("one"), _scenario("two")
    query: CompiledQuery[tuple[int, str]] = CompiledQuery(
        lambda scenario, seq: (
            Event.objects.filter(scenario=scenario, seq__gt=seq)
            .order_by("seq")
            .values_list("seq", "observed_at", "scenario__suite__slug")[:2]
        ),
        STAND_IN,
        OTHER_STAND_IN,
    )
    for scenario, seq in ((one.pk, 1), (other.pk, 0), (one.pk, 3)):
        rows = Event.objects.filter(scenario=scenario, seq__gt=seq).order_by("seq")
        expected = list(rows.values_list("seq", "observed_at", "scenario__suite__slug")[:2])
        assert query.rows(scenario, seq) == expected
    assert query.first(one.pk, 3) is None


def test_the_number_of_values_is_checked() -> None:
    query: CompiledQuery[Suite] = CompiledQuery(lambda slug: Suite.objects.filter(slug=slug), "stand-in")
    with pytest.raises(ValueError, match="zip"):
        query.rows("one", "two")


def test_a_value_is_never_part_of_the_statement() -> None:
    _scenario("one")
    query: CompiledQuery[Suite] = CompiledQuery(lambda slug: Suite.objects.filter(slug=slug), "stand-in")
    assert query.rows("' OR true --") == []
    assert [suite.slug for suite in query.rows("one")] == ["one"]


def test_faults_of_the_database_are_those_of_django() -> None:
    suite = make.suite(slug="one")
    with pytest.raises(IntegrityError), transaction.atomic():
        prepared("UPDATE scenarios_suite SET slug = NULL WHERE id = %s RETURNING id", [suite.pk])
    with transaction.atomic(), pytest.raises(transaction.TransactionManagementError):
        transaction.set_rollback(True)
        prepared("SELECT 1", [])
    with transaction.atomic():
        transaction.set_rollback(True)


def test_threads_do_not_share_a_compiler() -> None:
    query: CompiledQuery[Suite] = CompiledQuery(lambda slug: Suite.objects.filter(slug=slug), "stand-in")
    made: list[list[Suite]] = []

    def ask() -> None:
        made.append(query.rows("nobody"))
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert made == [[], [], []]
