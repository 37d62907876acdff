"""Exports of any registered kind: asked for, written by a worker with progress, taken up anew when it dies.

A file is written beside its place and moved there when it is whole, so that what can be downloaded is never
half a file. A worker that was lost leaves its export ``running`` with an old beat; whoever takes it up starts
from the beginning, and the late writer finds that the beat is no longer its own and stops (ux pain 10).
"""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from benchmark.exceptions import ExportRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records
from benchmark.floor.jobs import clocks, disks
from benchmark.floor.jobs.services import queue
from benchmark.models import OPEN_EXPORTS, Export, ExportFormat, ExportStatus, Run
from benchmark.services import export_files, export_kinds, hook_news
from benchmark.services.export_kinds import ExportKind
from scenarios.models import Suite

HANDLER = "benchmark.services.exporting.write"
LOST_AFTER = timedelta(seconds=60)
"""A running export that has not been heard of for so long has lost its worker."""
GIVE_UP_AFTER = timedelta(hours=1)
DISK_IS_FULL = "The disk of exports is full. Nothing of the file was kept. Make room, then ask for it again."
BATCH = 1000
"""Rows that are written, and told as progress, together. They are in memory as Python objects, twice over."""


class LostError(RuntimeError):
    """Somebody else has taken this export up, or it was cancelled; what was written so far is dropped."""


def folder() -> Path:
    """Where exports lie: no path of a web server leads there."""
    return Path(settings.VAR_DIR) / "exports"


def path_of(export: Export) -> Path:
    """The file of a finished export."""
    return folder() / export.file


@transaction.atomic
def request(
    *, kind: str, format: str, suite: Suite, run: Run | None = None, by: User | None, now: datetime
) -> Export:
    """Have a worker write the rows. While the same is under way, that one is given back. Raises
    ``ExportRefusedError`` for a kind or format that does not exist here."""
    offered = [one.slug for one in export_kinds.every().values() if one.of_run is (run is not None)]
    if kind not in offered:
        raise ExportRefusedError(
            "kind",
            _("There is no kind %(kind)s here. Choose %(offered)s.")
            % {"kind": f"{kind!r}", "offered": ", ".join(offered)},
        )
    if format not in ExportFormat.values:
        names = ", ".join(ExportFormat.values)
        raise ExportRefusedError(
            "format",
            _("There is no format %(format)s. Choose one of %(names)s.")
            % {"format": f"{format!r}", "names": names},
        )
    if kind == "contexts" and run is not None and run.contexts_removed_at is not None:
        raise ExportRefusedError(
            "kind",
            _("The contexts of run %(pk)s were removed on %(day)s; its answers can still be exported.")
            % {"pk": run.pk, "day": f"{run.contexts_removed_at:%Y-%m-%d}"},
        )
    Suite.objects.select_for_update().get(pk=suite.pk)  # a double click asks once
    same = Export.objects.filter(kind=kind, format=format, suite=suite, run=run, status__in=OPEN_EXPORTS)
    if (under_way := same.first()) is not None:
        return under_way
    export = Export.objects.create(kind=kind, format=format, suite=suite, run=run, by=by, at=now)
    _note("export.requested", export, by)
    _enqueue(export.pk)
    return export


@transaction.atomic
def cancel(*, export: Export, by: User | None, now: datetime) -> Export:
    """Give an export up that is under way; one that has ended stays as it is."""
    held = Export.objects.filter(pk=export.pk, status__in=OPEN_EXPORTS)
    if held.update(status=ExportStatus.CANCELLED, message="Cancelled.", finished_at=now):
        _note("export.cancelled", export, by)
    export.refresh_from_db()
    return export


def _note(action: str, export: Export, by: User | None) -> None:
    subject = f"run:{export.run_id}" if export.run_id else f"suite:{export.suite.slug}"
    details = {"export": export.pk, "kind": export.kind, "format": export.format}
    records.record(action=action, subject=subject, by=by, details=details)


def _enqueue(pk: int) -> None:
    queue.enqueue(handler=HANDLER, args={"export": pk}, key=f"export-{pk}")


def write(export: int) -> str:
    """Write the file; called by a worker. Says what was done; an export that somebody else holds, or that
    has ended, is left alone."""
    beat = clocks.now()
    if not _take(export, beat):
        return f"export {export} is not to be written"
    row = Export.objects.select_related("suite", "run").get(pk=export)
    try:
        return _write(row, export_kinds.every()[row.kind])
    except LostError as error:
        return str(error)
    except Exception as error:
        message = DISK_IS_FULL if disks.is_full(error) else f"{type(error).__name__}: {error}"[:500]
        with contextlib.suppress(LostError):
            _mine(row, status=ExportStatus.FAILED, message=message, finished_at=clocks.now())
        raise


def _take(pk: int, now: datetime) -> bool:
    lost = Q(status=ExportStatus.RUNNING, beat_at__lt=now - LOST_AFTER)
    free = Export.objects.filter(Q(status=ExportStatus.QUEUED) | lost, pk=pk)
    return bool(free.update(status=ExportStatus.RUNNING, beat_at=now, rows_done=0, message=""))


def _write(row: Export, kind: ExportKind) -> str:
    _mine(row, rows_total=kind.count(row))
    folder().mkdir(parents=True, exist_ok=True)
    # A name of its own for each attempt: a late writer cannot replace the file whose hash is on record.
    name = f"{row.suite.slug}-{row.kind}-{row.pk}-{uuid.uuid4().hex[:8]}.{row.format}"
    part, place = folder() / f".{name}.part", folder() / name
    try:
        count = _write_rows(row, kind, part)
        digest, size = _measured(part)
        part.replace(place)
        # The name goes on record with the state: nothing is served that this update does not name.
        now = clocks.now()
        done = {
            "status": ExportStatus.DONE,
            "rows_total": count,
            "rows_done": count,
            "sha256": digest,
            "size": size,
            "file": name,
            "manifest": manifest_of(row, kind, count),
            "finished_at": now,
        }
        with transaction.atomic():
            _mine(row, **done)
            hook_news.export_ready(export=row, kind=kind, now=now)
    except BaseException:
        part.unlink(missing_ok=True)
        place.unlink(missing_ok=True)
        raise
    return f"export {row.pk}: {count} rows of {row.kind} as {row.format}"


def _write_rows(row: Export, kind: ExportKind, path: Path) -> int:
    count = 0
    writer = export_files.open_writer(row.format, path, kind.columns)
    try:
        for batch in _batches(kind.rows(row)):
            writer.write(batch)
            count += len(batch)
            _mine(row, rows_done=count)
    finally:
        writer.close()
    return count


def _batches(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def manifest_of(row: Export, kind: ExportKind, count: int) -> dict[str, Any]:
    """What the file holds and of what: suite, release, reader, verification, count, columns, code."""
    suite, run = row.suite, row.run
    found: dict[str, Any] = {
        "export": row.pk,
        "kind": kind.slug,
        "format": row.format,
        "suite": suite.slug,
        "suite_version": run.suite_version if run else suite.version,
        "content_hash": run.suite_hash if run else suite.content_hash,
        "verification": suite.verification_text,
        "rows": count,
        "columns": [{"name": one.name, "type": one.type.value, "doc": one.doc} for one in kind.columns],
        "asked_for_at": row.at.isoformat(),
    }
    if run is not None:
        found |= {
            "run": run.pk,
            "run_status": run.status,
            "reader": run.reader,
            "reader_knows": run.reader_knows,
            "budget": run.budget,
            "prompt_version": run.config.get("prompt_version", ""),
            "code": run.config.get("revision") or "not recorded",
        }
    return found


def _measured(path: Path) -> tuple[str, int]:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest(), path.stat().st_size


def _mine(row: Export, **changes: Any) -> None:
    """Note progress, and beat. Raises ``LostError`` where the export is no longer this worker's."""
    now = max(clocks.now(), row.beat_at + timedelta(microseconds=1)) if row.beat_at else clocks.now()
    held = Export.objects.filter(pk=row.pk, status=ExportStatus.RUNNING, beat_at=row.beat_at)
    if not held.update(beat_at=now, **changes):
        raise LostError(f"export {row.pk} was cancelled or taken up by another worker")
    row.beat_at = now
    for name, value in changes.items():
        setattr(row, name, value)
