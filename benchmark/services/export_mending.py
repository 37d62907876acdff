"""What the tick does for exports: lost ones are taken up again, old files are removed."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from benchmark.floor.jobs.services import queue
from benchmark.models import Export, ExportStatus
from benchmark.services import exporting

LEFT_AFTER_SECONDS = 3600.0
"""By the clock of the disk: a half-written file that was not touched for so long is nobody's."""


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: exports whose worker or message was lost are asked for again, after
    an hour given up; files older than ``EXPORT_KEEP_DAYS`` are removed. Says which, nothing if none."""
    return "; ".join([*_taken_up_again(now), *purge(now=now), *_swept()])


def _taken_up_again(now: datetime) -> list[str]:
    before = now - exporting.LOST_AFTER
    lost = Q(status=ExportStatus.RUNNING, beat_at__lt=before) | Q(status=ExportStatus.QUEUED, at__lt=before)
    said = []
    for pk, at in list(Export.objects.filter(lost).values_list("pk", "at")):
        if now - at > exporting.GIVE_UP_AFTER:
            message = "No worker could finish it within an hour. Ask for it again."
            changes = {"status": ExportStatus.FAILED, "message": message, "finished_at": now}
            Export.objects.filter(lost, pk=pk).update(**changes)
            said.append(f"export {pk} is given up")
            continue
        with transaction.atomic():
            queue.enqueue(handler=exporting.HANDLER, args={"export": pk}, key=f"export-{pk}")
        said.append(f"export {pk} waits to be taken up")
    return said


def _swept() -> list[str]:
    """Remove what killed workers left half written. A living one writes to its file all the time."""
    before = time.time() - LEFT_AFTER_SECONDS
    old = [path for path in exporting.folder().glob(".*.part") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return [f"{len(old)} half-written exports removed"] if old else []


def purge(*, now: datetime, dry_run: bool = False) -> list[str]:
    """Remove the files of exports that ended ``EXPORT_KEEP_DAYS`` ago; their rows stay, as ``expired``, with
    count and hash. Says what it frees; with ``dry_run`` it only says so."""
    old = now - timedelta(days=settings.EXPORT_KEEP_DAYS)
    said = []
    for row in Export.objects.filter(status=ExportStatus.DONE, finished_at__lt=old):
        if not dry_run:
            message = "Its file was removed. Ask for a new one."
            Export.objects.filter(pk=row.pk).update(status=ExportStatus.EXPIRED, message=message)
            exporting.path_of(row).unlink(missing_ok=True)
        said.append(f"export {row.pk}: {row.size:,} bytes freed")
    return said
