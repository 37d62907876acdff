"""Launching, cancelling and resuming runs (overview 4.6, 4.7, 4.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from benchmark.models import (
    ENDED_RUNS,
    OPEN_ITEMS,
    Answer,
    AnswerStatus,
    ContextStatus,
    HintLevel,
    ItemStatus,
    ReadingItem,
    Run,
    RunStatus,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.services import bells, launch_rows, launch_settings, questions, reading_kinds, settling
from benchmark.services.estimating import estimate
from benchmark.services.launch_settings import DEFAULT_BUDGET, LaunchSettings
from benchmark.walk.segments import SEGMENT_SECONDS
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest

__all__ = ["DEFAULT_BUDGET", "cancel", "estimate", "launch", "launched_with", "resume"]


def launch(
    *,
    suite: Suite,
    systems: Sequence[SystemUnderTest],
    reader: str,
    reader_config: Mapping[str, Any] | None = None,
    hints: Sequence[str] = (HintLevel.NONE,),
    repetitions: int = 1,
    reading_repetitions: int = 1,
    budget: int = DEFAULT_BUDGET,
    parts: Sequence[str] = (),
    title: str = "",
    note: str = "",
    segment_seconds: float = SEGMENT_SECONDS,
    key: str = "",
    by: User | None,
    now: datetime | None = None,
) -> Run:
    """Write a run with all its items and ring the bell on commit.

    ``budget`` is in tokens; ``parts`` are keys of ``reading_kinds.PARTS``; ``segment_seconds`` is what a
    segment aims to stay under. A ``key`` that ``by`` has launched a run with before gives that run back: a
    form that was sent twice launches once. Raises
    ``RunMisconfiguredError`` with every fault before anything is written.
    """
    if (before := launched_with(key=key, by=by)) is not None:
        return before
    settings = LaunchSettings(
        suite=suite,
        systems=tuple(systems),
        reader=reader,
        reader_config=reader_config or {},
        hints=tuple(str(hint) for hint in hints),
        repetitions=repetitions,
        reading_repetitions=reading_repetitions,
        budget=budget,
        parts=tuple(parts),
        segment_seconds=segment_seconds,
    )
    if faults := launch_settings.faults(settings):
        raise RunMisconfiguredError(faults)
    questions.prepare(suite=suite, parts=settings.parts)
    try:
        with transaction.atomic():
            run = launch_rows.write(settings, title=title, note=note, key=key, by=by, now=now or clocks.now())
            audit.record(
                action="run.launched",
                subject=f"run:{run.pk}",
                by=by,
                details={
                    "suite": suite.slug,
                    "version": suite.version,
                    "systems": run.config["systems"],
                    "reader": reader,
                    "hints": run.config["hints"],
                    "budget": budget,
                    "parts": list(parts),
                },
            )
            bells.ring()
    except IntegrityError:
        if (at_once := launched_with(key=key, by=by)) is None:
            raise
        return at_once
    return run


def launched_with(*, key: str, by: User | None) -> Run | None:
    """The run that ``by`` launched with ``key``, if there is one."""
    return Run.objects.filter(launch_key=key, created_by=by).first() if key and by else None


def cancel(*, run: Run, by: User | None, now: datetime | None = None) -> Run:
    """End an open run now. What is in flight ends by itself and is kept; nothing new is begun.

    Cancelling a cancelled run changes nothing. Raises ``RunStateError`` for a run that ended otherwise.
    """
    now = now or clocks.now()
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run.pk)
        if run.status == RunStatus.CANCELLED:
            return run
        if run.status in ENDED_RUNS:
            raise RunStateError(
                _("run %(pk)s has ended as %(status)s; there is nothing to cancel")
                % {"pk": run.pk, "status": run.status}
            )
        asked = reading_kinds.answers_wanted(run)
        answered = Answer.objects.filter(context__variant__run=run).count()
        run.status = RunStatus.CANCELLED
        run.cancel_requested_at = run.finished_at = now
        run.message = (
            f"Cancelled by {by.username if by else 'the command line'} after {answered} of {asked} answers; "
            "these are kept and partial."
        )
        run.save(update_fields=["status", "cancel_requested_at", "finished_at", "message"])
        for items in (WalkItem.objects, ReadingItem.objects):
            items.filter(run=run, status=ItemStatus.PENDING).update(
                status=ItemStatus.CANCELLED, finished_at=now, message="the run was cancelled"
            )
        audit.record(
            action="run.cancelled",
            subject=f"run:{run.pk}",
            by=by,
            details={"answered": answered, "asked": asked},
        )
    return run


def resume(*, run: Run, by: User | None, now: datetime | None = None) -> Run:
    """Go on with a run that was cancelled, failed or stayed incomplete; what is done is not done again.

    Questions that infrastructure failed on are asked again, of a store that is built anew so that it ends
    at their cutoff. Raises ``RunStateError`` for a run that is open or done.
    """
    now = now or clocks.now()
    with transaction.atomic():
        run = Run.objects.select_for_update().get(pk=run.pk)
        if run.is_open:
            raise RunStateError(
                _("run %(pk)s is %(status)s; there is nothing to resume")
                % {"pk": run.pk, "status": run.status}
            )
        if run.carried_from_id is not None:
            raise RunStateError(
                _("run %(pk)s was carried; launch it on this suite to have the rest walked") % {"pk": run.pk}
            )
        if run.contexts_removed_at is not None:
            raise RunStateError(
                _("the contexts of run %(pk)s were removed; launch it again to repeat it") % {"pk": run.pk}
            )
        if run.status == RunStatus.DONE:
            raise RunStateError(_("run %(pk)s is done; launch it again to repeat it") % {"pk": run.pk})
        if WalkItem.objects.filter(run=run, status=ItemStatus.LEASED).exists():
            raise RunStateError(
                _("run %(pk)s still has a worker ending what was in flight; try again in a minute")
                % {"pk": run.pk}
            )
        again = _forget_unscored(run)
        late = [kind.condition for kind in reading_kinds.of_run(run) if kind.late]
        # Made anew once all else is done: what stands of them may rest on answers that were missing.
        ReadingItem.objects.filter(run=run, condition__in=late).delete()
        for item in [
            *WalkItem.objects.filter(run=run).exclude(status__in=[*OPEN_ITEMS, ItemStatus.DONE]),
            *ReadingItem.objects.filter(run=run).exclude(status__in=[*OPEN_ITEMS, ItemStatus.DONE]),
        ]:
            settling.reopen(item)
        run.status, run.finished_at, run.cancel_requested_at = RunStatus.QUEUED, None, None
        run.message = f"Resumed by {by.username if by else 'the command line'}."
        run.save(update_fields=["status", "finished_at", "cancel_requested_at", "message"])
        audit.record(action="run.resumed", subject=f"run:{run.pk}", by=by, details={"asked_again": again})
        bells.ring()
    return run


def _forget_unscored(run: Run) -> int:
    """Take back what infrastructure failed on, so that it is done again; how many answers that were."""
    failed = Answer.objects.filter(context__variant__run=run, status=AnswerStatus.INFRASTRUCTURE)
    batches = {
        (variant, scenario, step)
        for variant, scenario, step in failed.values_list(
            "context__variant", "context__scenario", "context__step"
        )
    }
    count = failed.delete()[0]
    for variant, scenario, step in batches:
        for batch in ReadingItem.objects.filter(
            store__variant=variant, store__scenario=scenario, first_step__lte=step, end_step__gt=step
        ).exclude(status__in=OPEN_ITEMS):
            settling.reopen(batch)
    contexts = SutContext.objects.filter(variant__run=run, status=ContextStatus.INFRASTRUCTURE)
    for store in Store.objects.filter(variant__run=run):
        if contexts.filter(variant=store.variant_id, scenario=store.scenario_id).exists():
            Store.objects.filter(pk=store.pk).update(position=0)
            for item in WalkItem.objects.filter(store=store):
                settling.reopen(item, next_step=item.first_step)
    contexts.delete()
    return count
