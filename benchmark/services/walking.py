"""The walk: the only half of a run that touches a system under test (overview 3, 4.6).

A worker claims a segment, hands over events and asks questions in the order of the timeline, and
commits after each. Whatever it has not committed when it dies is done again; what it has committed
is never asked again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import django.db
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from benchmark.exceptions import LeaseLostError
from benchmark.floor.jobs import clocks, unavailable
from benchmark.floor.jobs.leases import is_exhausted
from benchmark.models import (
    OPEN_RUNS,
    ContextStatus,
    ItemStatus,
    Question,
    Run,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.services import bells, leasing, losing, settling, walk_rows
from benchmark.services.attempts import Outcome, Verdict, attempt
from benchmark.services.sessions import Session, SessionCache
from benchmark.services.systems import host_name
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.segments import Stretch, stretches
from sut_adapters import registry
from sut_adapters.base import AskedQuestion, MisconfiguredError
from sut_adapters.keys import without_keys

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

#: When a segment is tried again where nobody named a time.
AGAIN_AFTER = timedelta(seconds=5)


class _Stopped(Exception):
    """Why a segment is left before its end; ``status`` is what becomes of it."""

    def __init__(self, message: str, status: ItemStatus, not_before: datetime | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.not_before = not_before


class _SystemLost(Exception):
    """The system cannot take the records: it can no longer be asked soundly."""


def claimable(now: datetime) -> QuerySet[WalkItem]:
    """Segments that our workers may walk now, here."""
    return (
        ready(now)
        .filter(Q(store__portable=True) | Q(store__host__in=["", host_name()]))
        .exclude(store__variant__adapter__in=registry.walked_elsewhere())
    )


def ready(now: datetime) -> QuerySet[WalkItem]:
    """Segments whose turn has come: of open runs, the segment before done, nobody on the store."""
    earlier = WalkItem.objects.filter(store=OuterRef("store"), ordinal__lt=OuterRef("ordinal")).exclude(
        status=ItemStatus.DONE
    )
    return (
        WalkItem.objects.filter(status=ItemStatus.PENDING, run__status__in=OPEN_RUNS)
        .filter(Q(not_before__isnull=True) | Q(not_before__lte=now))
        .exclude(Exists(earlier))
        .order_by("run_id", "ordinal", "pk")
    )


def drain(*, until: datetime, run: Run | None = None, clock: Clock = clocks.now) -> int:
    """Walk segments until none can be claimed or ``until`` has passed; the number of segments touched."""
    touched = 0
    with SessionCache() as sessions:
        while clock() < until:
            candidates = claimable(clock())
            item = leasing.claim(candidates.filter(run=run) if run else candidates, now=clock())
            if item is None:
                break
            touched += 1
            try:
                walk(item, sessions=sessions, until=until, clock=clock)
            except LeaseLostError as error:
                # Another worker goes on from what was committed; this one has written nothing since.
                logger.warning("%s", error)
                sessions.drop(item.store_id)
            except django.db.Error as error:
                sessions.drop(item.store_id)
                if unavailable.of(error) is not None:
                    losing.put_down(item, error, clock=clock)
                    raise
                _note_fault(item, error, clock())
            except Exception as error:
                logger.exception("%s failed", item)
                sessions.drop(item.store_id)
                _note_fault(item, error, clock())
    return touched


def walk(item: WalkItem, *, sessions: SessionCache, until: datetime, clock: Clock = clocks.now) -> None:
    """Do one claimed segment, as far as time and the run allow. Raises ``LeaseLostError``."""
    settling.started(item.run_id, now=clock())
    with leasing.kept_alive(item):
        try:
            session = sessions.open(item.store_id)
            for stretch in stretches(session.scene.timeline, item.next_step, item.end_step):
                _may_go_on(item, until=until, now=clock())
                _do(stretch, item, session, clock)
        except _Stopped as stop:
            _stop(item, stop, clock())
        except _SystemLost as lost:
            sessions.drop(item.store_id)
            try_again_or_write_off(item, session.scene, str(lost), clock())
        except MisconfiguredError as error:
            settling.give_up_walk(item, message=f"misconfigured: {error}", now=clock(), held=True)
        else:
            with transaction.atomic():
                leasing.end(item, status=ItemStatus.DONE, now=clock())
                settling.open_readings(item)
                bells.ring()  # the readings are independent: others may share them
    settling.settle(item.run_id, now=clock())


def _note_fault(item: WalkItem, error: Exception, now: datetime) -> None:
    """A fault of ours, or of an adapter that could not even be opened: tried thrice, then given up."""
    message = without_keys(f"{type(error).__name__}: {error}")
    if is_exhausted(item.attempts):
        settling.give_up_walk(item, message=f"fault: {message}", now=now, held=True)
    else:
        leasing.hand_back(item, message=message, not_before=now + AGAIN_AFTER, counts=True)
    settling.settle(item.run_id, now=now)


def _may_go_on(item: WalkItem, *, until: datetime, now: datetime) -> None:
    if not Run.objects.filter(pk=item.run_id, status__in=OPEN_RUNS).exists():
        raise _Stopped("the run was ended while this segment was walked", ItemStatus.CANCELLED)
    if now >= until:
        raise _Stopped("handed back: the worker's time was up", ItemStatus.PENDING)


def _stop(item: WalkItem, stop: _Stopped, now: datetime) -> None:
    if stop.status == ItemStatus.CANCELLED:
        leasing.end(item, status=ItemStatus.CANCELLED, now=now, message=stop.message)
    elif stop.not_before is None:
        leasing.hand_back(item, message=stop.message)
    elif is_exhausted(item.attempts):
        settling.give_up_walk(item, message=f"infrastructure: {stop.message}", now=now, held=True)
    else:
        leasing.hand_back(item, message=stop.message, not_before=stop.not_before, counts=True)


def try_again_or_write_off(item: WalkItem, scene: SceneTimeline, message: str, now: datetime) -> None:
    """A system that cannot take records gets two more chances; then its open questions count as wrong."""
    if not is_exhausted(item.attempts):
        leasing.hand_back(item, message=message, not_before=now + AGAIN_AFTER, counts=True)
        return
    with transaction.atomic():
        leasing.end(item, status=ItemStatus.DONE, now=now, message=message)
        rest = WalkItem.objects.filter(store=item.store_id, status=ItemStatus.PENDING)
        for part in [item, *rest.order_by("ordinal")]:
            _count_as_failed(part, scene, message, now)
            settling.open_readings(part)
        rest.update(status=ItemStatus.DONE, finished_at=now, message=message, next_step=F("end_step"))


def _count_as_failed(item: WalkItem, scene: SceneTimeline, message: str, now: datetime) -> None:
    asked = SutContext.objects.filter(variant=item.store.variant_id).values_list("question_id", flat=True)
    done = set(asked)
    SutContext.objects.bulk_create(
        SutContext(
            variant_id=item.store.variant_id,
            scenario_id=item.store.scenario_id,
            question=question,
            step=index,
            position=item.store.position,
            status=ContextStatus.SYSTEM_FAILED,
            message=f"the system could not take the records before this question: {message}",
            created_at=now,
        )
        for index in range(item.next_step, item.end_step)
        if (step := scene.timeline.steps[index]).asks
        and (question := scene.questions[step.key]).pk not in done
    )


def _do(stretch: Stretch, item: WalkItem, session: Session, clock: Clock) -> None:
    if stretch.asks:
        question = session.scene.questions[session.scene.timeline.steps[stretch.first].key]
        _ask(question, stretch, item, session, clock)
    else:
        _hand_over(stretch, item, session, clock)


def _hand_over(stretch: Stretch, item: WalkItem, session: Session, clock: Clock) -> None:
    """Give the system the events of a stretch, then write how far its store is."""
    position = session.scene.timeline.events_before(stretch.end)
    outcome = attempt(lambda: session.feed(position), what=f"ingest by {session.store}")
    if outcome.verdict == Verdict.INFRASTRUCTURE:
        raise _later(outcome, clock())
    if outcome.verdict == Verdict.SYSTEM_FAILED:
        raise _SystemLost(outcome.message)
    with transaction.atomic():
        leasing.got_on(item, now=clock(), next_step=stretch.end)
        Store.objects.filter(pk=item.store_id).update(position=position, host=host_name())
        walk_rows.note_cost(session, position, outcome, clock())


def _ask(question: Question, stretch: Stretch, item: WalkItem, session: Session, clock: Clock) -> None:
    """Put one question to the store, which ends at its cutoff, and keep what came back."""
    position = session.scene.timeline.events_before(stretch.first)
    if SutContext.objects.filter(variant_id=session.variant.pk, question=question).exists():
        with transaction.atomic():
            leasing.got_on(item, now=clock(), next_step=stretch.end)
        return
    before = session.asked_before(question)
    if before is not None:
        with transaction.atomic():
            leasing.got_on(item, now=clock(), next_step=stretch.end)
            walk_rows.repeat(before, question, stretch, clock())
        return
    asked = AskedQuestion(question.text, question.cutoff, session.largest_budget)
    outcome = attempt(lambda: session.ask(asked, position), what=f"question {question.pk}")
    if outcome.retry_after is not None and not is_exhausted(item.attempts):
        raise _later(outcome, clock())
    with transaction.atomic():
        leasing.got_on(item, now=clock(), next_step=stretch.end)
        walk_rows.keep(question, stretch, position, session, outcome, clock())


def _later(outcome: Outcome[Any], now: datetime) -> _Stopped:
    wait = AGAIN_AFTER if outcome.retry_after is None else timedelta(seconds=outcome.retry_after)
    return _Stopped(outcome.message, ItemStatus.PENDING, not_before=now + wait)
