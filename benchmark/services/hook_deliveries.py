"""What becomes of deliveries: claimed, noted, given up, sent again, forgotten (ADR 27)."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records
from benchmark.floor.hooks.backoff import MOST_ATTEMPTS, wait_after
from benchmark.floor.hooks.exceptions import HookStateError
from benchmark.floor.hooks.models import Delivery, DeliveryState, Hook
from benchmark.floor.hooks.services import announcing
from benchmark.services.hook_posting import Outcome

LEASE = timedelta(minutes=1)
"""How long a sender holds what it claimed; well over the time that one post may take."""
AT_ONCE = 16
OF_ONE_HOOK = 4
"""So many of one hook at most are claimed together: a slow receiver does not hold up the others."""


@transaction.atomic
def claim(*, now: datetime) -> list[Delivery]:
    """Take what is due, for one lease; each comes with its hook, its owner and its secrets.

    What a sender holds is not given to another before its lease ends; then it is, with the same id.
    """
    place = Window(RowNumber(), partition_by="hook", order_by=("next_at", "pk"))
    fair = _due(now).annotate(place=place).filter(place__lte=OF_ONE_HOOK).order_by("next_at", "pk")
    ids = list(fair.values_list("pk", flat=True)[:AT_ONCE])
    free = _due(now).filter(pk__in=ids).select_for_update(skip_locked=True, of=("self",))
    taken = list(free.select_related("hook__owner").prefetch_related("hook__secrets").order_by("next_at"))
    lease = uuid.uuid4()
    Delivery.objects.filter(pk__in=[one.pk for one in taken]).update(
        attempts=F("attempts") + 1, lease=lease, next_at=now + LEASE
    )
    for one in taken:
        one.attempts, one.lease = one.attempts + 1, lease
    return taken


def due(now: datetime) -> bool:
    """Whether anything waits to be sent."""
    return _due(now).exists()


def _due(now: datetime) -> QuerySet[Delivery]:
    waiting = Delivery.objects.filter(state=DeliveryState.PENDING, next_at__lte=now, hook__active=True)
    return waiting.filter(attempts__lt=MOST_ATTEMPTS)


@transaction.atomic
def note(*, delivery: Delivery, outcome: Outcome, now: datetime, chance: float) -> None:
    """Write down what came of an attempt; nothing where the lease was lost meanwhile. 410 ends the hook.

    ``chance``, from 0 to 1, spreads the next attempts.
    """
    changes: dict[str, object] = {"last_status": outcome.status, "last_error": outcome.error, "lease": None}
    wait = wait_after(delivery.attempts, chance=chance, asked=outcome.retry_after)
    if outcome.arrived:
        changes |= {"state": DeliveryState.DELIVERED, "ended_at": now}
    elif outcome.gone or wait is None:
        changes |= {"state": DeliveryState.DEAD, "ended_at": now}
    else:
        changes["next_at"] = now + wait
    held = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, lease=delivery.lease)
    if held.update(**changes) and outcome.gone:
        switch_off(hook=delivery.hook, why="The receiver answered 410 Gone.", by=None, now=now)


@transaction.atomic
def give_up(*, delivery: Delivery, why: str, now: datetime) -> None:
    """End a delivery that is held and must not be sent."""
    held = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, lease=delivery.lease)
    held.update(state=DeliveryState.DEAD, ended_at=now, lease=None, last_error=why)


def give_up_lost(*, now: datetime) -> int:
    """End what lost its sender at the last attempt too; how many."""
    lost = Delivery.objects.filter(state=DeliveryState.PENDING, attempts__gte=MOST_ATTEMPTS, next_at__lte=now)
    why = f"{MOST_ATTEMPTS} attempts were made; the last sender was lost"
    return lost.update(state=DeliveryState.DEAD, ended_at=now, lease=None, last_error=why)


@transaction.atomic
def switch_off(*, hook: Hook, why: str, by: User | None, now: datetime) -> None:
    """Send this hook nothing more; what waits for it is given up, and may be sent again once it is on."""
    if not Hook.objects.filter(pk=hook.pk, active=True).update(active=False, note=why[:300]):
        return
    waiting = Delivery.objects.filter(hook=hook, state=DeliveryState.PENDING)
    waiting.update(state=DeliveryState.DEAD, ended_at=now, lease=None, last_error="the hook is switched off")
    records.record(
        action="hook.switched_off", subject=f"hook:{hook.pk}", by=by, details={"host": hook.host, "why": why}
    )


@transaction.atomic
def send_again(*, hook: Hook, delivery: int | None = None, by: User, now: datetime) -> int:
    """Send the dead deliveries of a hook again, or one of them, under the ids they had; how many.

    Raises ``HookStateError`` while the hook is off, and for one that is not dead.
    """
    hook = Hook.objects.select_for_update(of=("self",)).get(pk=hook.pk)
    if not hook.active:
        raise HookStateError(_("The hook is switched off. Switch it on, then send again."))
    dead = Delivery.objects.filter(hook=hook, state=DeliveryState.DEAD)
    if delivery is not None:
        dead = dead.filter(pk=delivery)
    count = dead.update(state=DeliveryState.PENDING, ended_at=None, attempts=0, next_at=now)
    if delivery is not None and not count:
        raise HookStateError(_("Only a delivery that was given up can be sent again."))
    if count:
        announcing.ring()
        records.record(
            action="hook.sent_again", subject=f"hook:{hook.pk}", by=by, details={"deliveries": count}
        )
    return count


def forget(*, before: datetime) -> int:
    """Delete deliveries that ended before this time; how many. What waits stays."""
    ended = Delivery.objects.exclude(state=DeliveryState.PENDING).filter(ended_at__lt=before)
    return ended.delete()[0]
