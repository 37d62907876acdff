"""Lists of runs that a person may see, and the runs beside one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Condition, QuestionKind, Run
from scenarios.models import Suite
from scenarios.permissions import permitted, require

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmark.floor.accounts.models import User


@dataclass(frozen=True, slots=True)
class Counted:
    """A run in a list, and how many answers there are to its queries."""

    run: Run
    n_answers: int


def visible_to(user: User | Any) -> QuerySet[Run]:
    """Runs on the suites whose runs the person may view, newest first."""
    suites = permitted(user, Verb.RUN_VIEW, Suite.objects.visible_to(user))
    return (
        Run.objects.filter(suite__in=suites)
        .select_related("suite", "created_by")
        .order_by("-created_at", "-pk")
    )


def with_counts(runs: Iterable[Run]) -> list[Counted]:
    """Runs of one page, each with how many answers to its queries there are."""
    shown = list(runs)
    answers = Answer.objects.filter(
        question__run__in=shown, question__kind=QuestionKind.QUERY, condition=Condition.ALONE
    ).order_by()
    counts = dict(answers.values_list("question__run").annotate(n=Count("pk")))
    return [Counted(run, counts.get(run.pk, 0)) for run in shown]


def get(user: User | Any, pk: int, verb: Verb = Verb.RUN_VIEW) -> Run:
    """One run. Raises ``Http404`` if absent or not theirs, ``PermissionDenied`` for a refused verb."""
    run = Run.objects.select_related("suite", "created_by").filter(pk=pk).first()
    if run is None:
        raise Http404(_("There is no run %(pk)s that you may see.") % {"pk": pk})
    for needed in dict.fromkeys((Verb.RUN_VIEW, verb)):
        require(user, needed, run.suite)
    return run


def suites_to_launch_on(user: User | Any) -> list[Suite]:
    """The released suites on which the person may launch a run."""
    released = Suite.objects.visible_to(user).filter(status=Suite.Status.RELEASED)
    return permitted(user, Verb.RUN_LAUNCH, released)
