"""Readings: functions of stored contexts alone (overview 3). Cut to the budget, answer, score.

Nothing here touches a system under test. A batch is independent of all others; an answer is committed
as soon as it is there, under the lease of its batch.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta

import django.db
from django.db import transaction
from django.db.models import Q, QuerySet

from benchmark.exceptions import LeaseLostError, RunMisconfiguredError
from benchmark.floor.jobs import clocks, unavailable
from benchmark.floor.jobs.leases import is_exhausted
from benchmark.models import (
    OPEN_RUNS,
    Answer,
    ItemStatus,
    ReadingItem,
    Run,
)
from benchmark.services import answer_rows, leasing, losing, reading_kinds, settling
from benchmark.services.attempts import Outcome, attempt
from benchmark.services.desks import Desk, Prepared, open_desk, prepare
from benchmark.services.reading_kinds import Wanted
from sut_adapters.answering.base import AnswerReply
from sut_adapters.base import MisconfiguredError
from sut_adapters.keys import without_keys

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

#: When a batch is taken up again where a model asked for patience without naming a time.
AGAIN_AFTER = timedelta(seconds=10)


def claimable(now: datetime) -> QuerySet[ReadingItem]:
    """Batches that may be read now, oldest run first."""
    return (
        ReadingItem.objects.filter(status=ItemStatus.PENDING, run__status__in=OPEN_RUNS)
        .filter(Q(not_before__isnull=True) | Q(not_before__lte=now))
        .order_by("run_id", "pk")
    )


def drain(*, until: datetime, run: Run | None = None, clock: Clock = clocks.now) -> int:
    """Read batches until none can be claimed or ``until`` has passed; the number of batches touched."""
    touched = 0
    while clock() < until:
        candidates = claimable(clock())
        item = leasing.claim(candidates.filter(run=run) if run else candidates, now=clock())
        if item is None:
            break
        touched += 1
        try:
            read_batch(item, until=until, clock=clock)
        except LeaseLostError as error:
            logger.warning("%s", error)
        except django.db.Error as error:
            if unavailable.of(error) is not None:
                losing.put_down(item, error, clock=clock)
                raise
            _note_fault(item, error, clock())
        except Exception as error:
            logger.exception("%s failed", item)
            _note_fault(item, error, clock())
    return touched


def _note_fault(item: ReadingItem, error: Exception, now: datetime) -> None:
    """A fault of ours: tried thrice, then the batch is given up with what it has."""
    message = without_keys(f"{type(error).__name__}: {error}")
    if is_exhausted(item.attempts):
        settling.give_up_reading(item, message=f"fault: {message}", now=now, held=True)
    else:
        leasing.hand_back(item, message=message, not_before=now + AGAIN_AFTER, counts=True)
    settling.settle(item.run_id, now=now)


def read_batch(item: ReadingItem, *, until: datetime, clock: Clock = clocks.now) -> None:
    """Answer and score what a claimed batch still lacks. Raises ``LeaseLostError``."""
    settling.started(item.run_id, now=clock())
    with leasing.kept_alive(item):
        try:
            later = _work(item, until=until, clock=clock)
        except (MisconfiguredError, RunMisconfiguredError) as error:
            settling.give_up_reading(item, message=f"misconfigured: {error}", now=clock(), held=True)
        else:
            _let_go(item, later, clock)
    settling.settle(item.run_id, now=clock())


def _work(item: ReadingItem, *, until: datetime, clock: Clock) -> timedelta | None:
    """Do a claimed batch. None if all of it is done; else after what time to go on with it."""
    kind = reading_kinds.get(item.condition)
    if kind.work is not None:
        return kind.work(item, until, clock)
    desk = open_desk(item)
    left = unanswered(item)
    for wanted in left:
        if wanted.failed is not None:
            _keep(answer_rows.unanswerable(wanted, desk, clock()), desk, clock())
    readable = (prepare(wanted, desk) for wanted in left if wanted.failed is None)
    return _answer_all(readable, desk, until=until, clock=clock)


def unanswered(item: ReadingItem) -> list[Wanted]:
    """What a batch wants and has no answer to under its condition and repetition."""
    kind = reading_kinds.get(item.condition)
    wanted = list(kind.wanted(item)) if kind.wanted else []
    answered = set(
        Answer.objects.filter(
            condition=item.condition,
            repetition=item.repetition,
            context__in={one.context.pk for one in wanted},
        ).values_list("context", "question")
    )
    return [one for one in wanted if (one.context.pk, one.question.pk) not in answered]


def _answer_all(
    prepared: Iterable[Prepared], desk: Desk, *, until: datetime, clock: Clock
) -> timedelta | None:
    """Read all, at most ``parallel`` at once, keeping each answer as it comes.

    None if all are answered; else after what time the rest should be taken up again.
    """
    waiting = iter(prepared)
    following = next(waiting, None)
    flying: dict[Future[Outcome[AnswerReply]], Prepared] = {}
    stopping = threading.Event()
    later: timedelta | None = None

    def read(one: Prepared) -> Outcome[AnswerReply]:
        return attempt(
            lambda: desk.read(one.wanted.question, one.request),
            what=f"reading of question {one.wanted.question.pk}",
            wait=stopping.wait,
        )

    with ThreadPoolExecutor(desk.reader.parallel, thread_name_prefix="reader") as pool:
        try:
            while following is not None or flying:
                while following is not None and len(flying) < desk.reader.parallel:
                    if later is None and not may_go_on(desk.item, until=until, now=clock()):
                        later = timedelta(0)
                    if later is not None:
                        break
                    kept = desk.replays.find(following.request)
                    if kept is not None:
                        _keep(answer_rows.scored(following, kept, desk, clock()), desk, clock())
                    else:
                        flying[pool.submit(read, following)] = following
                    following = next(waiting, None)
                if not flying:
                    break
                for future in wait(flying, return_when=FIRST_COMPLETED).done:
                    one, outcome = flying.pop(future), future.result()
                    if outcome.retry_after is not None and not is_exhausted(desk.item.attempts):
                        later = max(later or timedelta(0), timedelta(seconds=outcome.retry_after))
                    else:
                        desk.replays.keep(one.request, outcome, now=clock())
                        _keep(answer_rows.scored(one, outcome, desk, clock()), desk, clock())
        finally:
            stopping.set()
    return later


def may_go_on(item: ReadingItem, *, until: datetime, now: datetime) -> bool:
    """Whether there is time left and the run is still open."""
    return now < until and Run.objects.filter(pk=item.run_id, status__in=OPEN_RUNS).exists()


def _let_go(item: ReadingItem, later: timedelta | None, clock: Clock) -> None:
    if later is None:
        leasing.end(item, status=ItemStatus.DONE, now=clock())
    elif not Run.objects.filter(pk=item.run_id, status__in=OPEN_RUNS).exists():
        leasing.end(item, status=ItemStatus.CANCELLED, now=clock(), message="the run was ended")
    elif later > timedelta(0):
        leasing.hand_back(
            item,
            message="the model asked for a pause",
            not_before=clock() + max(later, AGAIN_AFTER),
            counts=True,
        )
    else:
        leasing.hand_back(item, message="handed back: the worker's time was up")


def _keep(answer: Answer, desk: Desk, now: datetime) -> None:
    with transaction.atomic():
        leasing.got_on(desk.item, now=now)
        answer.save(force_insert=True)
