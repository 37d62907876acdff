"""Runs from a file: what a system handed over elsewhere becomes the contexts of a run (ADR 23).

The file is checked whole before a row is written. Then a worker writes the contexts segment by segment, each
under the lease of its walk item: one that dies is followed by another, which does nothing twice. The readings
are those of every run.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings as django_settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from benchmark.exceptions import LaunchFault, RunMisconfiguredError, SubmissionRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.services import queue
from benchmark.models import OPEN_RUNS, ContextStatus, ItemStatus, Run, SutContext, WalkItem
from benchmark.services import bells, launch_rows, launch_settings, leasing, runs, settling, submission_lines
from benchmark.services.answer_lines import Given
from benchmark.services.file_desks import FileDesk
from benchmark.services.launch_settings import DEFAULT_BUDGET, LaunchSettings
from benchmark.services.submission_lines import MOST_BYTES, Inspection
from benchmark.services.timelines import of as timeline_of
from benchmark.walk.storable import storable, storable_text
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest

HANDLER = "benchmark.services.submitting.work"
ADAPTER = "files"
#: What stands beside every figure of such a run, and keeps it unranked.
KNOWS = _n("every question and record beforehand (submitted by file: not walked, order not enforced)")
#: What such a run cannot say, in words.
WITHOUT = _n(
    "State probes were not put: where a wrong answer was lost (frontier, recoveries) is n/a, and so are "
    "maintenance and costs of ingest. What of the support was gathered is told where contexts were given."
)
#: Characters of a system's name at most, as its row holds.
MOST_NAME = 60
#: How long one message keeps a worker.
_WORK_FOR = timedelta(minutes=4)


def folder() -> Path:
    """Where submitted files lie, by their hash."""
    return Path(django_settings.VAR_DIR) / "submissions"


def keep(chunks: Iterable[bytes]) -> Path:
    """Write what is uploaded to its place, never all of it in memory. Raises ``SubmissionRefusedError`` for
    more than ``MOST_BYTES``, and keeps nothing of it."""
    folder().mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    handle, name = tempfile.mkstemp(dir=folder(), prefix=".upload-")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            for chunk in chunks:
                size += len(chunk)
                if size > MOST_BYTES:
                    raise SubmissionRefusedError(
                        [(0, _("the file is longer than %(most)s bytes") % {"most": f"{MOST_BYTES:,}"})], 413
                    )
                digest.update(chunk)
                out.write(chunk)
        return draft.replace(folder() / f"{digest.hexdigest()}.jsonl")
    finally:
        draft.unlink(missing_ok=True)


def require_open(suite: Suite) -> None:
    """Raises ``SubmissionRefusedError`` for a suite that takes no file."""
    if suite.held_out:
        why = _(
            "%(suite)s is held out and takes walked systems alone: files that differ in one answer would "
            "give its gold away"
        )
        raise SubmissionRefusedError([(0, why % {"suite": suite.slug})])
    if not suite.is_released:
        raise SubmissionRefusedError(
            [(0, _("%(suite)s is a draft; release it first") % {"suite": suite.slug})]
        )


def inspect(*, suite: Suite, path: Path, reader: str) -> Inspection:
    """What a kept file holds for a suite. Raises ``SubmissionRefusedError`` for one that takes none."""
    require_open(suite)
    return submission_lines.inspect(suite=suite, path=path, reader=reader)


def submit(
    *,
    suite: Suite,
    system: str,
    path: Path,
    reader: str,
    budget: int = DEFAULT_BUDGET,
    title: str = "",
    note: str = "",
    key: str = "",
    by: User | None,
    now: datetime | None = None,
) -> Run:
    """Make a run of a kept file, to be filled by a worker. ``system`` is the name that stands in tables.

    A ``key`` that ``by`` has made a run with gives that run back. Questions without a line count as missed.
    Raises ``SubmissionRefusedError`` naming every line that cannot be used, ``RunMisconfiguredError``.
    """
    if (before := runs.launched_with(key=key, by=by)) is not None:
        return before
    found = inspect(suite=suite, path=path, reader=reader)
    if found.faults:
        raise SubmissionRefusedError(found.faults)
    try:
        with transaction.atomic():
            settings = LaunchSettings(
                suite=suite, systems=(_system(system),), reader=reader, budget=budget, submitted=True
            )
            if faults := launch_settings.faults(settings):
                raise RunMisconfiguredError(faults)
            run = launch_rows.write(settings, title=title, note=note, key=key, by=by, now=now or clocks.now())
            _note(run, path, found, by)
            _enqueue(run.pk)
    except IntegrityError:
        if (at_once := runs.launched_with(key=key, by=by)) is None:
            raise
        return at_once
    return run


def _note(run: Run, path: Path, found: Inspection, by: User | None) -> None:
    run.config["submission"] = {"sha256": path.stem, "bytes": path.stat().st_size, **found.counts}
    run.save(update_fields=["config"])
    audit.record(
        action="run.submitted",
        subject=f"run:{run.pk}",
        by=by,
        details={"suite": run.suite.slug, "reader": run.reader, **run.config["submission"]},
    )


def _system(name: str) -> SystemUnderTest:
    """The system of that name that takes files; made where there is none."""
    if not name or len(name) > MOST_NAME:
        raise RunMisconfiguredError(
            [LaunchFault("system", _("needs a name of 1 to 60 characters."), _("Name it."))]
        )
    system, _made = SystemUnderTest.objects.get_or_create(
        name=name,
        defaults={"adapter": ADAPTER, "knows": [KNOWS], "description": "Submitted by file."},
    )
    if system.adapter != ADAPTER:
        fault = LaunchFault(
            "system",
            _("%(name)s is registered as %(adapter)s.") % {"name": name, "adapter": system.adapter},
            _("Choose another name."),
        )
        raise RunMisconfiguredError([fault])
    return system


def _enqueue(run: int) -> None:
    queue.enqueue(handler=HANDLER, args={"run": run}, key=f"submission-{run}")


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: have a worker go on with files that are not wholly written."""
    waiting = WalkItem.objects.filter(
        run__status__in=OPEN_RUNS, run__config__has_key="submission", status=ItemStatus.PENDING
    )
    with transaction.atomic():
        for run in waiting.order_by("run").values_list("run", flat=True).distinct():
            _enqueue(run)
    return ""


def work(run: int, until: datetime | None = None) -> str:
    """Write the contexts of a submitted run, segment by segment; called by a worker. A worker on another
    machine than the file leaves it alone."""
    row = Run.objects.select_related("suite").get(pk=run)
    path = folder() / f"{row.config['submission']['sha256']}.jsonl"
    if not path.is_file():
        return f"the file of run {run} lies on another machine"
    until = until or clocks.now() + _WORK_FOR
    given: Mapping[int, Given] | None = None
    written = 0
    while clocks.now() < until:
        waiting = WalkItem.objects.filter(
            run=row, run__status__in=OPEN_RUNS, status=ItemStatus.PENDING
        ).order_by("store", "ordinal")
        item = leasing.claim(waiting, now=clocks.now())
        if item is None:
            break
        if given is None:
            found = submission_lines.inspect(suite=row.suite, path=path, reader=row.reader)
            given = {line.query.pk: line for line in found.given}
        _write(item, given, now=clocks.now())
        written += 1
    settling.settle(run, now=clocks.now())
    return f"wrote {written} segments of run {run}"


def _write(item: WalkItem, given: Mapping[int, Given], *, now: datetime) -> None:
    """The contexts of one segment, with its end, at once or not at all."""
    settling.started(item.run_id, now=now)
    store = item.store
    scene = timeline_of(run_id=item.run_id, scenario=store.scenario)
    desk = FileDesk(store.variant, store.scenario)
    rows = []
    for index in range(item.first_step, item.end_step):
        step = scene.timeline.steps[index]
        if step.asks:
            question = scene.questions[step.key]
            line = given.get(question.query_id)
            row = desk.context(question, line.context or () if line else ())
            row.step, row.position, row.created_at = index, scene.timeline.events_before(index), now
            _fill(row, line)
            rows.append(row)
    with transaction.atomic():
        SutContext.objects.bulk_create(rows)
        leasing.end(item, status=ItemStatus.DONE, now=now)
        WalkItem.objects.filter(pk=item.pk).update(next_step=item.end_step)
        settling.open_readings(item)
        bells.ring()


def _fill(row: SutContext, line: Given | None) -> None:
    """What else is known of a context, in the form in which it can be stored."""
    row.items, row.event_labels = storable(row.items), storable(row.event_labels)
    if line is None:
        row.status, row.message = (
            ContextStatus.SYSTEM_FAILED,
            "missed: the file has no line for this question",
        )
        return
    row.meta = {"line": line.number}
    if line.raw is not None:
        row.meta["answer"] = storable(_answer(line.raw))


def _answer(raw: str) -> object:
    """An object, without citations if it names none; any other text as it stands."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return storable_text(raw)
    return {"citations": [], **found} if isinstance(found, dict) else storable_text(raw)
