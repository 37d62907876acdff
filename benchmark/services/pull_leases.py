"""Claiming a timeline of a run from outside, staying alive, handing it back (ADR 26)."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from benchmark.exceptions import PullRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.services import records as audit
from benchmark.models import OPEN_ITEMS, IngestVariant, ItemStatus, PullClient, Run, Store, WalkItem
from benchmark.services import leasing, pull_holds, settling, systems, ticking, timelines, walking
from benchmark.services.pull_holds import CLIENT_LEASE, Hold
from benchmark.walk.storable import storable_text
from scenarios.exceptions import NotVisibleError
from scenarios.permissions import can, require
from sut_adapters import registry

#: When a client that found nothing to claim, while timelines are open, had best ask again.
ASK_AGAIN = timedelta(seconds=10)
MOST_NAME = 80


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a claim gave. ``hold`` is None where nothing could be claimed: ``left`` timelines are still open,
    held by others or kept back, worth asking again after ``wait`` seconds; with none left all is done."""

    hold: Hold | None
    left: int
    wait: float | None


def run_for(*, pk: int, by: User) -> Run:
    """The run, for whoever may submit to it. Raises ``NotVisibleError`` where there is none, alike for one
    that is not theirs, and as ``require``."""
    # Each call of a walk reads the run: what it never needs of it is left out.
    lean = Run.objects.select_related("suite").defer("config", "reader_knows", "carried", "suite__config")
    run = lean.filter(pk=pk).first()
    if run is None:
        raise NotVisibleError(f"There is no run {pk}.")
    require(by, Verb.RUN_SUBMIT, run.suite)
    return run


def claim(*, run: Run, client: str, by: User, now: datetime) -> Claimed:
    """A lease on the next timeline that waits for a client. One that this client of this account holds
    already is taken over, so that a client that died goes on at once.

    Raises ``PullRefusedError``: 410 for a cancelled run, 409 where no system of the run is walked by clients,
    403 where other accounts walk them, 422 for a name that is empty or too long.
    """
    name = _named(client)
    pull_holds.require_open(run, now)
    theirs = _variants(run, by)
    with transaction.atomic():
        mine = _lose_own(run, name, by, now)
        waiting = walking.ready(now).filter(store__variant__in=theirs).order_by("store_id", "ordinal")
        holder = f"client {name} ({by.username})"
        item = None
        if mine is not None:
            item = leasing.claim(waiting.filter(pk=mine.pk), now=now, holder=holder, hold=CLIENT_LEASE)
        item = item or leasing.claim(waiting, now=now, holder=holder, hold=CLIENT_LEASE)
        if item is not None:
            leasing.is_back(item)  # a client is back when it calls
        hold = _held(item, name, by, now) if item is not None else None
    if hold is not None:
        settling.started(run.pk, now=now)
    if mine is not None or (hold is not None and hold.ended):
        settling.settle(run.pk, now=now)
    left = _open_timelines(theirs)
    wait = ASK_AGAIN.total_seconds() if hold is None and left else None
    return Claimed(hold, left, wait)


def keep_alive(*, run: Run, lease: uuid.UUID, by: User, now: datetime) -> Hold:
    """Extend a lease between other calls, while the client is busy. Raises ``PullRefusedError``."""
    pull_holds.require_open(run, now)
    with transaction.atomic():
        hold = pull_holds.find(run=run, lease=lease, by=by, now=now)
        hold.renew(now)
        hold.called(now)
    return hold


def release(
    *, run: Run, lease: uuid.UUID, by: User, now: datetime, message: str = "", failed: bool = False
) -> None:
    """Hand a timeline back, for this client or another to go on where it stands; it costs no attempt.

    ``failed``: the system cannot take the records. It gets two more chances, then its open questions count as
    failed by the system. Raises ``PullRefusedError``.
    """
    pull_holds.require_open(run, now)
    with transaction.atomic():
        hold = pull_holds.find(run=run, lease=lease, by=by, now=now)
        hold.called(now, given_at=None)
        if hold.item is None:
            return
        said = storable_text(message)[:2000]
        if failed:
            scene = timelines.of(run_id=run.pk, scenario=hold.store.scenario)
            walking.try_again_or_write_off(hold.item, scene, said or "its client said so", now)
        else:
            leasing.hand_back(hold.item, message=said or f"handed back by client {hold.client.name}")
    settling.settle(run.pk, now=now)


def _named(client: str) -> str:
    name = client.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise PullRefusedError(
            f"client must be a name of 1 to {MOST_NAME} printable characters; clients that walk at once need "
            "names of their own.",
            "invalid_client",
            422,
        )
    return name


def _lose_own(run: Run, name: str, by: User, now: datetime) -> WalkItem | None:
    """End a lease that a client of this name and account still holds: it has begun anew."""
    rows = PullClient.objects.filter(store__variant__run=run, name=name, account=by.username)
    stores = list(rows.select_for_update(of=("self",)).values_list("store", flat=True))
    item = (
        WalkItem.objects.select_for_update(of=("self",))
        .select_related("run", "store__variant")
        .filter(store__in=stores, status=ItemStatus.LEASED)
        .first()
    )
    if item is not None:
        ticking.lose(item, now)
    return item


def _variants(run: Run, by: User) -> list[IngestVariant]:
    """The variants of a run that this account may walk: of systems bound to it, or to nobody. On a held-out
    suite those bound to nobody are walked by those alone who may see its records. Raises as ``claim``."""
    called = list(run.variants.filter(adapter__in=registry.walked_by_clients()))
    if not called:
        raise PullRefusedError(
            f"Run {run.pk} has no system that calls us; launch one with the adapter pull.",
            "no_client_wanted",
            409,
        )
    accounts = {by.username}
    if not run.suite.held_out or can(by, Verb.RECORD_VIEW, run.suite):
        accounts.add("")
    found = [variant for variant in called if variant.config.get("account", "") in accounts]
    if not found:
        raise PullRefusedError(
            f"The systems of run {run.pk} that call us are bound to other accounts than {by.username}.",
            "bound_elsewhere",
            403,
        )
    return found


def _open_timelines(variants: list[IngestVariant]) -> int:
    items = WalkItem.objects.filter(store__variant__in=variants, status__in=OPEN_ITEMS)
    return items.values("store").distinct().count()


def _held(item: WalkItem, name: str, by: User, now: datetime) -> Hold:
    store = Store.objects.select_related("variant__run", "scenario").get(pk=item.store_id)
    values = {
        "name": name,
        "account": by.username,
        "lease": item.lease_token,
        "claimed_at": now,
        "called_at": now,
        "given_at": None,
    }
    client, _ = PullClient.objects.update_or_create(store=store, defaults=values)
    audit.record(
        action="run.claimed",
        subject=f"run:{item.run_id}",
        by=by,
        details={"client": name, "store": store.key, "segment": item.ordinal, "attempt": item.attempts},
    )
    hold = pull_holds.find(run=store.variant.run, lease=client.lease, by=by, now=now)
    hold.go_on(now)
    return hold


def hint_of(hold: Hold) -> str | None:
    """The words of the hint that the system is given; None where its variant has none."""
    return systems.hint_text(hold.variant)
