"""Exports of verdicts: asked for, written by a worker with progress, taken up anew when it dies (ux pain 10).

A file is written beside its place and moved there when it is whole, so that what can be downloaded is never
half a file. A worker that was lost leaves its export ``running`` with an old beat; whoever takes it up starts
from the beginning, and the late writer finds that the beat is no longer its own and stops.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records
from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.services import queue
from scenarios.models import Draft, Slot, SlotStatus, Suite, Verdict, VerdictExport
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services import export_lines
from scenarios.services import hook_news

HANDLER = "scenarios.review.services.exporting.run"
LOST_AFTER = timedelta(seconds=60)
"""A running export that has not been heard of for so long has lost its worker."""
GIVE_UP_AFTER = timedelta(hours=1)
_OPEN = (VerdictExport.Status.QUEUED, VerdictExport.Status.RUNNING)


class LostError(RuntimeError):
    """Somebody else has taken this export up; what was written so far is dropped."""


def folder() -> Path:
    """Where exports lie."""
    return Path(settings.VAR_DIR) / "exports"


def path_of(export: VerdictExport) -> Path:
    """The file of a finished export."""
    return folder() / export.file


@transaction.atomic
def request(*, suite: Suite, format: str, by: User | None, now: datetime) -> VerdictExport:
    """Have the suite's verdicts written to a file by a worker. While one in this format is under way, that
    one is given back. Raises ``FormRefusedError`` for another format."""
    if format not in ("jsonl", "csv"):
        raise FormRefusedError({"format": "jsonl or csv."})
    Suite.objects.select_for_update().get(pk=suite.pk)  # a double click asks once
    under_way = VerdictExport.objects.filter(suite=suite, format=format, status__in=_OPEN).first()
    if under_way is not None:
        return under_way
    export = VerdictExport.objects.create(suite=suite, format=format, by=by, at=now)
    records.record(
        action="review.export_requested",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"export": export.pk, "format": format},
    )
    _enqueue(export.pk)
    return export


def _enqueue(pk: int) -> None:
    queue.enqueue(handler=HANDLER, args={"export": pk}, key=f"verdict-export-{pk}")


def run(export: int) -> str:
    """Write the file; called by a worker. Says what was done; an export that somebody else holds, or that
    has ended, is left alone."""
    beat = clocks.now()
    if not _take(export, beat):
        return f"export {export} is not to be written"
    row = VerdictExport.objects.select_related("suite").get(pk=export)
    try:
        return _write(row, beat)
    except LostError as error:
        return str(error)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"[:500]
        with contextlib.suppress(LostError):
            _mine(row, status=VerdictExport.Status.FAILED, message=message, finished_at=clocks.now())
        raise


def _take(pk: int, now: datetime) -> bool:
    free = Q(status=VerdictExport.Status.QUEUED) | Q(
        status=VerdictExport.Status.RUNNING, beat_at__lt=now - LOST_AFTER
    )
    taken = VerdictExport.objects.filter(free, pk=pk)
    return bool(taken.update(status=VerdictExport.Status.RUNNING, beat_at=now, rows_done=0, message=""))


def _write(row: VerdictExport, beat: datetime) -> str:
    row.beat_at = beat
    suite = row.suite
    total = export_lines.counted(suite).count()
    _mine(row, rows_total=total, drafts=_unsubmitted(suite))
    folder().mkdir(parents=True, exist_ok=True)
    # A name of its own for each attempt: a late writer cannot replace the file whose hash is on record.
    name = f"{suite.slug}-verdicts-{row.pk}-{uuid.uuid4().hex[:8]}.{row.format}"
    body, whole = (folder() / f".{name}.{part}" for part in ("body", "whole"))
    try:
        count = _write_body(row, body)
        digest, size = _write_whole(body, whole, _first_line(row, count))
        _mine(row, rows_done=count)
        whole.replace(folder() / name)
    finally:
        for leftover in (body, whole):
            with contextlib.suppress(FileNotFoundError):
                leftover.unlink()
    now = clocks.now()
    done = {"status": VerdictExport.Status.DONE, "finished_at": now, "file": name}
    with transaction.atomic():
        _mine(row, **done, rows_total=count, rows_done=count, sha256=digest, size=size)
        hook_news.export_ready(export=row, now=now)
    return f"export {row.pk}: {count} verdicts of {suite.slug} as {row.format}"


def _unsubmitted(suite: Suite) -> int:
    """Entries that nobody submitted yet; those that stand behind a verdict are no drafts."""
    open_slots = Slot.objects.filter(suite=suite, status__in=(SlotStatus.FREE, SlotStatus.LEASED))
    return Draft.objects.filter(slot__in=open_slots, slot__item__is_check=False).exclude(given={}).count()


def _write_body(row: VerdictExport, path: Path) -> int:
    """All lines but the first; how many verdicts."""
    count = 0
    with path.open("w", encoding="utf-8", newline="") as handle:
        table = export_lines.Table(export_lines.field_names(row.suite)) if row.format == "csv" else None
        if table is not None:
            handle.write(table.head())
        for verdict in export_lines.rows(row.suite):
            handle.write(table.line(verdict) if table is not None else export_lines.as_json(verdict))
            count += 1
            if count % export_lines.BATCH == 0:
                _mine(row, rows_done=count)
    return count


def _first_line(row: VerdictExport, count: int) -> str:
    """What the file holds, in its first line: an object of its own, in CSV a comment."""
    suite = row.suite
    checks = Verdict.objects.filter(item__suite=suite, is_current=True, item__is_check=True).count()
    facts: dict[str, Any] = {
        "export": row.pk,
        "suite": suite.slug,
        "suite_version": suite.version,
        "content_hash": suite.content_hash,
        "verdicts": count,
        "drafts_left_out": row.drafts,
        "check_items_left_out": checks,
        "asked_for_at": row.at.isoformat(),
    }
    text = json.dumps(facts, ensure_ascii=False)
    return f"# {text}\r\n" if row.format == "csv" else f"{text}\n"


def _write_whole(body: Path, whole: Path, first: str) -> tuple[str, int]:
    with whole.open("wb") as target:
        target.write(first.encode())
        with body.open("rb") as source:
            shutil.copyfileobj(source, target, 1 << 20)
    digest = hashlib.sha256()
    with whole.open("rb") as handle:
        for chunk in _chunks(handle):
            digest.update(chunk)
    return digest.hexdigest(), whole.stat().st_size


def _chunks(handle: Any) -> Iterator[bytes]:
    while chunk := handle.read(1 << 20):
        yield chunk


def _mine(row: VerdictExport, **changes: Any) -> None:
    """Note progress, and beat. Raises ``LostError`` where the export is no longer this worker's."""
    now = max(clocks.now(), row.beat_at + timedelta(microseconds=1)) if row.beat_at else clocks.now()
    held = VerdictExport.objects.filter(pk=row.pk, status=VerdictExport.Status.RUNNING, beat_at=row.beat_at)
    if not held.update(beat_at=now, **changes):
        raise LostError(f"export {row.pk} was taken up by another worker")
    row.beat_at = now
    for name, value in changes.items():
        setattr(row, name, value)


def purge(now: datetime) -> int:
    """Delete exports that ended more than ``EXPORT_KEEP_DAYS`` ago, with their files; how many. The file
    goes first: a row without its file is deleted next time, a file without its row never would be."""
    old = VerdictExport.objects.filter(finished_at__lt=now - timedelta(days=settings.EXPORT_KEEP_DAYS))
    for export in old:
        if export.file:
            path_of(export).unlink(missing_ok=True)
    return sum(export.delete()[0] for export in old)


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: exports whose worker was lost, or whose message was, are asked for
    again; after an hour they are given up; old ones are deleted. Says which, nothing if none."""
    lost = Q(status=VerdictExport.Status.RUNNING, beat_at__lt=now - LOST_AFTER)
    unheard = Q(status=VerdictExport.Status.QUEUED, at__lt=now - LOST_AFTER)
    gone = purge(now)
    said = [f"{gone} old export(s) of verdicts deleted"] if gone else []
    for pk, at in VerdictExport.objects.filter(lost | unheard).values_list("pk", "at"):
        if now - at > GIVE_UP_AFTER:
            message = "No worker could finish it within an hour. Ask for it again."
            changes = {"status": VerdictExport.Status.FAILED, "message": message, "finished_at": now}
            VerdictExport.objects.filter(lost | unheard, pk=pk).update(**changes)
            said.append(f"export {pk} is given up")
            continue
        with transaction.atomic():
            _enqueue(pk)
        said.append(f"export {pk} waits to be taken up")
    return "; ".join(said)
