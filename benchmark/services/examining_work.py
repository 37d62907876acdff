"""Work that nobody does any more: leases that ran out, exports whose worker died. The tick mends these as
well; the doctor does so where no tick runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.db.models import Q

from benchmark.models import Export, ExportStatus, ItemStatus, ReadingItem, WalkItem
from benchmark.services import export_mending, exporting, ticking
from benchmark.services.findings import Finding
from scenarios.models import Slot, SlotStatus, VerdictExport
from scenarios.review.services import exporting as verdict_exporting
from scenarios.review.services import ticking as review_ticking

TICK_HAD_TIME = timedelta(seconds=30)
"""The tick comes each ten seconds: what has been overdue for less is its business."""


def examine(now: datetime) -> Iterator[Finding]:
    """Each kind of work that may have been left lying."""
    late = now - TICK_HAD_TIME
    leased = [
        model.objects.filter(status=ItemStatus.LEASED, lease_until__lt=late).count()
        for model in (WalkItem, ReadingItem)
    ]
    yield _overdue(
        "leases", "items of runs", sum(leased), "items whose worker is gone", lambda: ticking.mend(now)
    )
    slots = Slot.objects.filter(status=SlotStatus.LEASED, lease_until__lt=late).count()
    yield _overdue(
        "slots",
        "leases of people",
        slots,
        "slots whose lease is over",
        lambda: review_ticking.free_expired(now),
    )
    yield _overdue("exports", "exports", _stuck(late), "exports whose worker is gone", lambda: _exports(now))


def _overdue(code: str, what: str, count: int, of: str, mend: Callable[[], str]) -> Finding:
    if not count:
        return Finding(code, what, "ok", "none is overdue")
    remedy = "Start the tick: python manage.py serve"
    return Finding(
        f"{code}.expired", what, "wrong", f"{count} {of}", remedy, lambda: mend() or "looked again"
    )


def _stuck(late: datetime) -> int:
    before = late - exporting.LOST_AFTER
    runs = Q(status=ExportStatus.RUNNING, beat_at__lt=before) | Q(status=ExportStatus.QUEUED, at__lt=before)
    verdicts = Q(status=VerdictExport.Status.RUNNING, beat_at__lt=before)
    verdicts |= Q(status=VerdictExport.Status.QUEUED, at__lt=before)
    return Export.objects.filter(runs).count() + VerdictExport.objects.filter(verdicts).count()


def _exports(now: datetime) -> str:
    said = (export_mending.mend(now), verdict_exporting.mend(now))
    return "; ".join(line for line in said if line)
