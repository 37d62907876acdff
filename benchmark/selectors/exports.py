"""Exports of a run or a suite, and who may have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from benchmark.models import Export, Run
from benchmark.services import export_kinds
from benchmark.services.export_kinds import ExportKind
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import require, verbs_on

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

SHOWN = 20


def kinds_for(user: User | Any, suite: Suite, *, of_run: bool) -> list[ExportKind]:
    """The kinds that the person may ask for."""
    verbs = verbs_on(user, suite)
    return [kind for kind in export_kinds.every().values() if kind.of_run is of_run and kind.verb in verbs]


def of(user: User | Any, suite: Suite, run: Run | None) -> QuerySet[Export]:
    """Those that the person may have, newest first."""
    slugs = [kind.slug for kind in kinds_for(user, suite, of_run=run is not None)]
    found = Export.objects.filter(suite=suite, run=run, kind__in=slugs)
    return found.select_related("by", "run", "suite")


def get(user: User | Any, suite: Suite, run: Run | None, pk: int) -> Export:
    """One of them. Raises ``NotVisibleError`` for one that the person may not have as for none."""
    found = of(user, suite, run).filter(pk=pk).first()
    if found is None:
        raise NotVisibleError("There is no such export.")
    return found


def require_kind(user: User | Any, suite: Suite, slug: str) -> None:
    """Refuse a person a kind that they may not ask for; one that does not exist is told by the service."""
    kind = export_kinds.every().get(slug)
    if kind is not None:
        require(user, kind.verb, suite)
