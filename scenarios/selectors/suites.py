"""Reads suites and scenarios for lists and pages, each in a fixed number of database queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from scenarios.exceptions import NotVisibleError
from scenarios.models import Event, GoldAnswer, Query, Scenario, Suite
from scenarios.models.compiled_query import STAND_IN, CompiledQuery
from scenarios.models.suite import SuiteQuerySet, sees_all

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from benchmark.floor.accounts.models import User


def visible_to(user: User | AnonymousUser | Any) -> QuerySet[Suite]:
    """The suites a person may know of, each with ``n_scenarios``, ``n_events`` and ``n_queries``, and its
    verified texts."""
    return _with_counts(Suite.objects.visible_to(user))


def counted(suite: Suite) -> Suite:
    """The same suite read anew, with the counts of ``visible_to``."""
    return _with_counts(Suite.objects.filter(pk=suite.pk)).get()


def _with_counts(rows: SuiteQuerySet) -> QuerySet[Suite]:
    return rows.with_verified_texts().annotate(
        n_scenarios=_count(Scenario.objects.filter(suite=OuterRef("pk")), "suite"),
        n_events=_count(Event.objects.filter(scenario__suite=OuterRef("pk")), "scenario__suite"),
        n_queries=_count(Query.objects.filter(scenario__suite=OuterRef("pk")), "scenario__suite"),
    )


def get_visible(user: User | AnonymousUser | Any, slug: str) -> Suite:
    """One suite by slug, without counts, which grow with its history.

    Raises ``NotVisibleError`` (404) alike for what is absent and what is not theirs.
    """
    member = user.is_authenticated and user.is_active and not sees_all(user)
    if member and getattr(user, "token_suite", "") in ("", slug):
        found = _OF_MEMBER.rows(slug, user.pk)
    else:
        found = list(Suite.objects.visible_to(user).filter(slug=slug))
    if not found:
        raise NotVisibleError(f"There is no suite {slug!r}.")
    return found[0]


_OF_MEMBER: CompiledQuery[Suite] = CompiledQuery(
    lambda slug, person: Suite.objects.visible_to(get_user_model()(pk=person)).filter(slug=slug).order_by(),
    "stand-in",
    STAND_IN,
)


def scenarios_of(suite: Suite) -> QuerySet[Scenario]:
    """The scenarios of a suite in order, each with ``n_events`` and ``n_queries``."""
    return suite.scenarios.annotate(
        n_events=_count(Event.objects.filter(scenario=OuterRef("pk")), "scenario"),
        n_queries=_count(Query.objects.filter(scenario=OuterRef("pk")), "scenario"),
    ).order_by("position", "pk")


def get_scenario(suite: Suite, slug: str) -> Scenario:
    """One scenario of a suite, without counts. Raises ``NotVisibleError`` where there is none."""
    scenario = suite.scenarios.select_related("suite").filter(slug=slug).first()
    if scenario is None:
        raise NotVisibleError(f"There is no scenario {slug!r} in suite {suite.slug!r}.")
    return scenario


def label_counts(suite: Suite) -> dict[str, int]:
    """How many queries of a suite have each answerability label."""
    rows = GoldAnswer.objects.filter(query__scenario__suite=suite).order_by("label").values_list("label")
    return dict(rows.annotate(n=Count("pk")))


def _count(rows: QuerySet[Any], group: str) -> Coalesce:
    """A count in a subquery, so several counts of one row do not multiply each other."""
    counted = rows.order_by().values(group).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)
