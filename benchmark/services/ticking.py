"""What the tick does for runs: end expired leases, ring the bells, finish (overview 4.6)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from benchmark.floor.jobs.leases import MAX_ATTEMPTS, is_exhausted
from benchmark.models import OPEN_RUNS, ItemStatus, LeasedWork, ReadingItem, Run, WalkItem
from benchmark.services import bells, reading, settling, walking
from sut_adapters import registry


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``. Says in one line what it found, nothing if nothing."""
    lost = [*_end_expired(WalkItem, now), *_end_expired(ReadingItem, now)]
    for run_id in Run.objects.filter(status__in=OPEN_RUNS).values_list("pk", flat=True):
        settling.settle(run_id, now=now)
    waiting = walking.claimable(now).count() + reading.claimable(now).count()
    if waiting:
        with transaction.atomic():
            bells.ring()
    return "; ".join(lost)


def _end_expired(model: type[WalkItem] | type[ReadingItem], now: datetime) -> list[str]:
    expired = model.objects.filter(status=ItemStatus.LEASED, lease_until__lte=now)
    said = []
    for pk in expired.values_list("pk", flat=True):
        with transaction.atomic():
            item = (
                model.objects.select_for_update(skip_locked=True, of=("self",))
                .select_related("run", "store__variant")
                .filter(pk=pk, status=ItemStatus.LEASED, lease_until__lte=now)
                .first()
            )
            if item is not None:
                said.append(lose(item, now))
    return said


def lose(item: WalkItem | ReadingItem, now: datetime) -> str:
    """Put a lost item back, give it up, or drop it with its run; and say so on item and run. A client that
    calls us is lost when it stops calling: that says nothing of the system, and nothing of our workers."""
    called = isinstance(item, WalkItem) and item.store.variant.adapter in registry.walked_by_clients()
    worker = item.worker if called else f"worker {item.worker}"
    died = f"{worker} was lost ({'it stopped calling' if called else 'it died, or lost the database'})"
    what = f"{died} while it held {item}; noticed at {now:%H:%M:%S} UTC"
    if item.run.status not in OPEN_RUNS:
        _free(item, status=ItemStatus.CANCELLED, finished_at=now, message=f"{what}; the run had ended")
        return what
    if is_exhausted(item.attempts):
        message = (
            f"no client got on: {MAX_ATTEMPTS} times one stopped calling while it held {item}, with no "
            f"answer in between; last: {item.worker}"
            if called
            else f"kills its worker: {MAX_ATTEMPTS} workers were lost while they held {item}; "
            f"last: {item.worker}"
        )
        give_up = settling.give_up_walk if isinstance(item, WalkItem) else settling.give_up_reading
        give_up(item, message=message, now=now, held=False)  # type: ignore[arg-type]  # by its own kind
        said = message
    else:
        said = f"{what}; it waits to be taken up again (attempt {item.attempts} of {MAX_ATTEMPTS})"
        _free(item, status=ItemStatus.PENDING, message=said)
    Run.objects.filter(pk=item.run_id, status__in=OPEN_RUNS).update(message=said)
    return said


def _free(item: LeasedWork, **changes: object) -> None:
    type(item)._default_manager.filter(pk=item.pk).update(lease_token=None, lease_until=None, **changes)
