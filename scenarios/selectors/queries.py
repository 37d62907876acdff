"""Reads queries with their gold."""

from __future__ import annotations

from django.db.models import QuerySet

from scenarios.exceptions import NotVisibleError
from scenarios.models import Query, Scenario, Suite


def of_scenario(scenario: Scenario) -> QuerySet[Query]:
    """The queries of a scenario by label, with ``question`` and ``gold``. One database query."""
    return scenario.queries.with_question().select_related("gold").order_by("label")


def of_suite(suite: Suite) -> QuerySet[Query]:
    """The queries of a suite by scenario and label, with ``question``, ``gold`` and ``scenario``."""
    return (
        Query.objects.filter(scenario__suite=suite)
        .with_question()
        .select_related("gold", "scenario")
        .order_by("scenario__position", "scenario_id", "label")
    )


def get(scenario: Scenario, label: str) -> Query:
    """One query with ``question``, ``gold`` and witnesses. Raises ``NotVisibleError`` where there is none."""
    query = (
        scenario.queries.with_question()
        .select_related("gold__root", "scenario__suite")
        .prefetch_related("witnesses")
        .filter(label=label)
        .first()
    )
    if query is None:
        raise NotVisibleError(f"There is no query {label!r} in scenario {scenario.slug!r}.")
    return query
