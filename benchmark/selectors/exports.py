"""Exports of a run or a suite, and who may have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from benchmark.models import Export, Run
from benchmark.services import export_kinds
from benchmark.services.export_kinds import ExportKind
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import permitted, require, verbs_on

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

SHOWN = 20


def kinds_for(user: User | Any, suite: Suite, *, of_run: bool) -> list[ExportKind]:
    """The kinds that the person may ask for."""
    verbs = verbs_on(user, suite)
    return [kind for kind in export_kinds.every().values() if kind.of_run is of_run and kind.verb in verbs]


def of(user: User | Any, suite: Suite, run: Run | None) -> QuerySet[Export]:
    """Those that the person may have, newest first."""
    return of_kinds(kinds_for(user, suite, of_run=run is not None), suite, run)


def of_kinds(kinds: list[ExportKind], suite: Suite, run: Run | None) -> QuerySet[Export]:
    """Those of these kinds, newest first."""
    found = Export.objects.filter(suite=suite, run=run, kind__in=[kind.slug for kind in kinds])
    return found.select_related("by", "run", "suite").order_by("-at", "-pk")


def asked_for_by(user: User | Any) -> QuerySet[Export]:
    """Those that the person asked for and may still have, newest first, of all runs and suites.

    What a person may do is read once for each verb that a kind needs, however many suites there are.
    """
    mine = Export.objects.filter(by=user)
    suites = list(Suite.objects.visible_to(user).filter(pk__in=mine.values("suite")))
    kinds = export_kinds.every().values()
    may = Q(pk__in=())
    for verb in dict.fromkeys(kind.verb for kind in kinds):
        slugs = [kind.slug for kind in kinds if kind.verb is verb]
        may |= Q(kind__in=slugs, suite__in=[suite.pk for suite in permitted(user, verb, suites)])
    return mine.filter(may).select_related("by", "run", "suite").order_by("-at", "-pk")


def get(user: User | Any, suite: Suite, run: Run | None, pk: int) -> Export:
    """One of them. Raises ``NotVisibleError`` for one that the person may not have as for none."""
    found = of(user, suite, run).filter(pk=pk).first()
    if found is None:
        raise NotVisibleError(_("There is no such export."))
    return found


def require_kind(user: User | Any, suite: Suite, slug: str) -> None:
    """Refuse a person a kind that they may not ask for; one that does not exist is told by the service."""
    kind = export_kinds.every().get(slug)
    if kind is not None:
        require(user, kind.verb, suite)
