"""What becomes of a run as its items end: the next half opens, the run ends, its message says why.

Every end goes through ``settle``, which locks the run and never touches one that has ended: a worker
that finishes late cannot write "done" over "cancelled".
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from benchmark.models import (
    OPEN_ITEMS,
    OPEN_RUNS,
    Answer,
    AnswerStatus,
    ItemStatus,
    LeasedWork,
    ReadingItem,
    Run,
    RunStatus,
    Store,
    WalkItem,
)
from benchmark.services import bells, hook_news, leasing, reading_kinds
from benchmark.services.reading_kinds import ReadingKind

#: Contexts in one reading item: small enough to spread over workers, large enough to keep claims cheap.
READINGS_AT_ONCE = 50


def started(run_id: int, *, now: datetime) -> None:
    """Note that work on the run has begun; the first worker to come writes it."""
    Run.objects.filter(pk=run_id, status=RunStatus.QUEUED).update(
        status=RunStatus.WALKING, started_at=now, message=""
    )


def open_readings(item: WalkItem) -> None:
    """Make reading items for the contexts of a segment, in the caller's transaction.

    A batch that stands already, from before a resume, is opened again.
    """
    for kind in reading_kinds.of_run(item.run):
        if not kind.late:
            _open(kind, item.run, item.store, item.first_step, item.end_step)


def _open_late(run: Run) -> bool:
    """Make the items that wait for all others, where they are not made yet; whether there were any."""
    late = [kind for kind in reading_kinds.of_run(run) if kind.late]
    made = set(ReadingItem.objects.filter(run=run).values_list("condition", flat=True).distinct())
    missing = [kind for kind in late if kind.condition not in made]
    for store in Store.objects.filter(variant__run=run).order_by("pk") if missing else ():
        ends = store.walk_items.aggregate(end=Max("end_step"))["end"] or 0
        for kind in missing:
            _open(kind, run, store, 0, ends)
    return ReadingItem.objects.filter(
        run=run, condition__in=[kind.condition for kind in missing], status=ItemStatus.PENDING
    ).exists()


def _open(kind: ReadingKind, run: Run, store: Store, first_step: int, end_step: int) -> None:
    """Batches of one kind for the contexts of these steps."""
    contexts = reading_kinds.contexts_in(store, first_step, end_step)
    steps = list(
        contexts.filter(question__kind__in=kind.opened_by).order_by("step").values_list("step", flat=True)
    )
    repetitions = run.config.get("reading_repetitions", 1)
    for first in range(0, len(steps), READINGS_AT_ONCE):
        part = steps[first : first + READINGS_AT_ONCE]
        for repetition in range(1, repetitions + 1):
            batch, created = ReadingItem.objects.get_or_create(
                store=store,
                first_step=part[0],
                condition=kind.condition,
                repetition=repetition,
                defaults={"run": run, "end_step": part[-1] + 1},
            )
            if not created and batch.status not in OPEN_ITEMS:
                reopen(batch, end_step=part[-1] + 1)


def reopen(item: LeasedWork, **changes: object) -> None:
    """Put an ended item back to the waiting ones, with a clean count of attempts."""
    type(item)._default_manager.filter(pk=item.pk).update(
        status=ItemStatus.PENDING,
        finished_at=None,
        attempts=0,
        not_before=None,
        lease_token=None,
        lease_until=None,
        message="",
        **changes,
    )


def give_up_walk(item: WalkItem, *, message: str, now: datetime, held: bool) -> None:
    """End a segment as failed, and with it the later ones of its store; its contexts are still read.

    ``held``: the caller holds the lease; else the item's lease has run out and its row is locked.
    """
    with transaction.atomic():
        _end(item, message=message, now=now, held=held)
        later = WalkItem.objects.filter(store=item.store_id, status=ItemStatus.PENDING)
        later.update(
            status=ItemStatus.FAILED,
            finished_at=now,
            message=f"not walked: segment {item.ordinal} of this store failed",
        )
        open_readings(item)


def give_up_reading(item: ReadingItem, *, message: str, now: datetime, held: bool) -> None:
    """End a reading item as failed; its answers so far stay. ``held`` as in ``give_up_walk``."""
    _end(item, message=message, now=now, held=held)


def _end(item: LeasedWork, *, message: str, now: datetime, held: bool) -> None:
    if held:
        leasing.end(item, status=ItemStatus.FAILED, now=now, message=message)
        return
    type(item)._default_manager.filter(pk=item.pk).update(
        status=ItemStatus.FAILED, finished_at=now, message=message, lease_token=None, lease_until=None
    )


def settle(run_id: int, *, now: datetime) -> RunStatus:
    """Bring the state of a run up to its items; end it when none is open. The state it then has."""
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run_id)
        if run.status not in OPEN_RUNS or run.carried_from_id is not None:
            return RunStatus(run.status)  # a carried run has no items: carrying ends it
        walks = _counts(WalkItem.objects.filter(run=run))
        readings = _counts(ReadingItem.objects.filter(run=run))
        if walks["open"]:
            if walks["open"] == walks["untouched"]:
                return RunStatus(run.status)
            run.status = RunStatus.WALKING
        elif readings["open"] or _open_late(run):
            run.status = RunStatus.READING
            if not readings["open"]:
                bells.ring()
        else:
            _finish(run, walks, readings, now)
        run.save(update_fields=["status", "message", "finished_at"])
        if run.status not in OPEN_RUNS:
            hook_news.run_ended(run=run, now=now)
        return RunStatus(run.status)


def _counts(items: QuerySet[WalkItem] | QuerySet[ReadingItem]) -> dict[str, int]:
    return items.aggregate(
        open=Count("pk", filter=Q(status__in=OPEN_ITEMS)),
        untouched=Count("pk", filter=Q(status=ItemStatus.PENDING, started_at__isnull=True)),
        failed=Count("pk", filter=Q(status=ItemStatus.FAILED)),
        all=Count("pk"),
    )


def _finish(run: Run, walks: dict[str, int], readings: dict[str, int], now: datetime) -> None:
    answers = Answer.objects.filter(context__variant__run=run)
    kept_off = answers.filter(status=AnswerStatus.INFRASTRUCTURE).count()
    failed = walks["failed"] + readings["failed"]
    run.finished_at = now
    if not failed and not kept_off:
        run.status, run.message = RunStatus.DONE, ""
        return
    reasons = []
    if failed:
        reasons.append(f"{failed} of {walks['all'] + readings['all']} pieces of work failed: {_why(run)}")
    if kept_off:
        reasons.append(f"{kept_off} questions stay unscored because infrastructure failed")
    anything = answers.exclude(status=AnswerStatus.INFRASTRUCTURE).exists()
    run.status = RunStatus.INCOMPLETE if anything else RunStatus.FAILED
    run.message = "; ".join(reasons) + ". Resume the run to do what is missing."


def _why(run: Run) -> str:
    for items in (WalkItem.objects, ReadingItem.objects):
        first = items.filter(run=run, status=ItemStatus.FAILED).exclude(message="").order_by("pk").first()
        if first is not None:
            return first.message
    return "no reason was noted"
