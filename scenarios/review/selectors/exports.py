"""Exports of a suite's verdicts, and whose they are."""

from __future__ import annotations

from django.utils.translation import gettext

from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite, VerdictExport

SHOWN = 10


def of_suite(suite: Suite) -> list[VerdictExport]:
    """The newest exports, newest first."""
    return list(VerdictExport.objects.filter(suite=suite).select_related("by")[:SHOWN])


def get(suite: Suite, pk: int) -> VerdictExport:
    """One export of this suite. Raises ``NotVisibleError`` for one of another suite as for none."""
    found = VerdictExport.objects.select_related("suite").filter(suite=suite, pk=pk).first()
    if found is None:
        raise NotVisibleError(gettext("There is no such export."))
    return found


def percent(export: VerdictExport) -> int:
    """How far it is, in whole percent."""
    if export.status == VerdictExport.Status.DONE:
        return 100
    return min(99, 100 * export.rows_done // export.rows_total) if export.rows_total else 0
