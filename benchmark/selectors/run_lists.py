"""Lists of runs that a person may see, and the runs beside one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Condition, QuestionKind, Run
from scenarios.models import Suite
from scenarios.permissions import permitted, require

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


def visible_to(user: User | Any) -> QuerySet[Run]:
    """Runs on the suites whose runs the person may view, newest first, each with ``n_answers`` to
    the ``n_questions`` queries that it asks."""
    suites = permitted(user, Verb.RUN_VIEW, Suite.objects.visible_to(user))
    answers = Answer.objects.filter(
        context__variant__run=OuterRef("pk"), question__kind=QuestionKind.QUERY, condition=Condition.ALONE
    ).order_by()
    queries = Count("questions", filter=Q(questions__kind=QuestionKind.QUERY))
    counted = answers.values("context__variant__run").annotate(n=Count("pk")).values("n")
    return (
        Run.objects.filter(suite__in=suites)
        .select_related("suite", "created_by")
        .annotate(n_answers=Coalesce(Subquery(counted), 0), n_questions=queries)
        .order_by("-created_at", "-pk")
    )


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
