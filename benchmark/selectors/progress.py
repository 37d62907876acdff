"""How far a run is, what failed, and when it should end (ux pains 1 and 16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, Q, Sum
from django.utils.translation import gettext as _

from benchmark.floor.jobs import disks
from benchmark.floor.jobs.selectors import hosts_at_work, worker_status
from benchmark.models import (
    Answer,
    AnswerStatus,
    IngestBatch,
    ItemStatus,
    ReadingItem,
    Run,
    RunStatus,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.services import reading_kinds
from sut_adapters import registry

#: How long nothing may be stored before the page says what is being worked on.
QUIET = timedelta(seconds=45)


@dataclass(frozen=True, slots=True)
class ClientLine:
    """A timeline that a client walks from outside, or that waits for one: ``client`` and ``account`` are
    empty until one has come. ``handed`` of its ``records`` are acknowledged."""

    timeline: int
    system: str
    scenario: str
    state: str
    client: str
    account: str
    called_at: str
    handed: int
    records: int


@dataclass(frozen=True, slots=True)
class Progress:
    """``total`` answers are wanted; ``done`` are there, ``failed`` of them unscored or failed by the
    system, ``left`` are to come. ``steps`` of ``steps_total`` are handed over, asked or read.

    ``estimated_end`` is None before anything was done and after the end. ``reason`` says what befell the
    run and what it waits for; ``message`` also that no worker lives, naming the command that helps.
    """

    status: str
    total: int
    done: int
    failed: int
    left: int
    steps: int
    steps_total: int
    items_failed: int
    at_work: tuple[str, ...]
    estimated_end: datetime | None
    reason: str
    message: str
    clients: tuple[ClientLine, ...] = ()

    @property
    def percent(self) -> int:
        """Of the steps; 100 only when all are done, or the run is and the rest was written off."""
        if self.status == RunStatus.DONE:
            return 100
        return min(99, self.steps * 100 // self.steps_total) if self.steps_total else 0

    def as_json(self) -> dict[str, Any]:
        """For commands and the API."""
        return {
            "status": self.status,
            "total": self.total,
            "done": self.done,
            "failed": self.failed,
            "left": self.left,
            "percent": self.percent,
            "items_failed": self.items_failed,
            "at_work": list(self.at_work),
            "estimated_end": self.estimated_end.isoformat() if self.estimated_end else None,
            "message": self.message,
            "clients": [asdict(line) for line in self.clients],
        }


def of(run: Run, *, now: datetime) -> Progress:
    """The progress of a run at ``now``, in a constant number of queries."""
    walks = WalkItem.objects.filter(run=run).aggregate(
        events=Sum("events", default=0),
        questions=Sum("questions", default=0),
        failed=Count("pk", filter=Q(status=ItemStatus.FAILED)),
    )
    handed = Store.objects.filter(variant__run=run).aggregate(n=Sum("position", default=0))["n"]
    contexts = SutContext.objects.filter(variant__run=run).aggregate(n=Count("pk"), last=Max("created_at"))
    answers = Answer.objects.filter(context__variant__run=run).aggregate(
        n=Count("pk"), bad=Count("pk", filter=~Q(status=AnswerStatus.OK)), last=Max("created_at")
    )
    failed_batches = ReadingItem.objects.filter(run=run, status=ItemStatus.FAILED).count()
    total = reading_kinds.answers_wanted(run)
    steps = handed + contexts["n"] + answers["n"]
    steps_total = walks["events"] + walks["questions"] + total
    clients = tuple(_clients(run))
    reason = _reason(run, now)
    held = _held(run)
    newest = max((one["last"] for one in (contexts, answers) if one["last"]), default=None)
    return Progress(
        status=run.status,
        total=total,
        done=answers["n"],
        failed=answers["bad"],
        left=total - answers["n"],
        steps=steps,
        steps_total=steps_total,
        items_failed=walks["failed"] + failed_batches,
        at_work=tuple(sorted({item.worker for item in held})),
        estimated_end=_estimated_end(run, steps, steps_total, now),
        reason=reason,
        clients=clients,
        message="; ".join(
            part
            for part in (
                reason,
                _waits_for_clients(run, clients),
                _waits_for_hosts(run, now),
                _idle(run, now, held),
                _slow(run, now, held, newest),
            )
            if part
        ),
    )


def _clients(run: Run) -> Iterator[ClientLine]:
    """The timelines of the systems that call us, in one query."""
    stores = Store.objects.filter(variant__run=run, variant__adapter__in=registry.walked_by_clients())
    of_items = {
        status: Count("walk_items", filter=Q(walk_items__status=status))
        for status in (ItemStatus.LEASED, ItemStatus.PENDING, ItemStatus.FAILED, ItemStatus.CANCELLED)
    }
    counted = stores.annotate(
        n_records=Sum("walk_items__events", default=0), **{f"n_{status}": n for status, n in of_items.items()}
    )
    for store in counted.select_related("variant__system", "scenario", "client").order_by("pk"):
        client = getattr(store, "client", None)
        states = [status for status in of_items if getattr(store, f"n_{status}")]
        yield ClientLine(
            timeline=store.pk,
            system=store.variant.system.name,
            scenario=store.scenario.slug,
            state=str(states[0].label if states else ItemStatus.DONE.label),
            client=client.name if client else "",
            account=client.account if client else "",
            called_at=client.called_at.isoformat(timespec="seconds") if client else "",
            handed=store.position,
            records=store.n_records,
        )


def _waits_for_clients(run: Run, clients: tuple[ClientLine, ...]) -> str:
    """That an open run waits for a system to call; else nothing."""
    waiting = [line for line in clients if line.state == ItemStatus.PENDING.label]
    if not run.is_open or not waiting:
        return ""
    names = ", ".join(sorted({line.system for line in waiting}))
    return _("waits for %(names)s to call: %(waiting)s of %(all)s timelines are nobody's") % {
        "names": names,
        "waiting": len(waiting),
        "all": len(clients),
    }


def _waits_for_hosts(run: Run, now: datetime) -> str:
    """That timelines wait for the host that holds their store, and no worker lives there; else nothing."""
    if not run.is_open:
        return ""
    bound = Store.objects.filter(variant__run=run, portable=False, walk_items__status=ItemStatus.PENDING)
    hosts = set(bound.exclude(host="").values_list("host", flat=True))
    gone = sorted(hosts - hosts_at_work(now)) if hosts else []
    if not gone:
        return ""
    return _(
        "waits for %(hosts)s: stores lie there that no other host can read, and no worker lives "
        "there. Start one there with: python manage.py qcluster. Where the host is gone for good, cancel the "
        "run and launch it anew"
    ) % {"hosts": ", ".join(gone)}


def _held(run: Run) -> list[WalkItem | ReadingItem]:
    """What workers hold of the run."""
    of = ("store__variant__system", "store__scenario")
    return [
        item
        for items in (run.walk_items, run.reading_items)
        for item in items.filter(status=ItemStatus.LEASED).select_related(*of).order_by("pk")
    ]


def _estimated_end(run: Run, steps: int, total: int, now: datetime) -> datetime | None:
    if not run.is_open or run.started_at is None or not steps or steps >= total:
        return None
    elapsed = (now - run.started_at).total_seconds()
    return now + timedelta(seconds=elapsed / steps * (total - steps))


def _reason(run: Run, now: datetime) -> str:
    if not run.is_open:
        return run.message
    waiting = [
        item
        for items in (run.walk_items, run.reading_items)
        if (
            item := items.filter(status=ItemStatus.PENDING, not_before__gt=now).order_by("not_before").first()
        )
    ]
    waits = [
        _("waits until %(time)s UTC: %(why)s") % {"time": f"{item.not_before:%H:%M:%S}", "why": item.message}
        for item in waiting
    ]
    return "; ".join(part for part in (run.message, *waits) if part)


def _idle(run: Run, now: datetime, held: list[WalkItem | ReadingItem]) -> str:
    """That nobody works on an open run because a disk is full or no worker lives; else nothing."""
    if run.is_open and (full := disks.shortage()):
        return full  # a worker that holds an item cannot even hand it back
    if not run.is_open or held:
        return ""
    return worker_status(now).message


def _slow(run: Run, now: datetime, held: list[WalkItem | ReadingItem], newest: datetime | None) -> str:
    """What workers are at where for a minute nothing was stored; else nothing. ``newest`` is when the last
    context or answer was. Clients have leases of their own, and are told of by their lines."""
    clients = registry.walked_by_clients()
    ours = [item for item in held if item.store.variant.adapter not in clients]
    times = [newest, *(item.started_at for item in ours)]
    if not run.is_open or not ours or _stands(times, now) <= QUIET:
        return ""
    batches = IngestBatch.objects.filter(store__variant__run=run).aggregate(last=Max("created_at"))
    stands = _stands([*times, batches["last"]], now)
    if stands <= QUIET:
        return ""
    return _(
        "nothing was stored for %(seconds)s s: %(who)s. A step that takes more than %(most)s s is given up"
    ) % {
        "seconds": int(stands.total_seconds()),
        "who": ", ".join(map(_at_what, ours)),
        "most": settings.STEP_SECONDS,
    }


def _stands(times: list[datetime | None], now: datetime) -> timedelta:
    return now - max((time for time in times if time is not None), default=now)


def _at_what(item: WalkItem | ReadingItem) -> str:
    words = _("%(worker)s walks %(system)s over %(scenario)s")
    if isinstance(item, ReadingItem):
        words = _("%(worker)s reads what %(system)s handed over from %(scenario)s")
    store = item.store
    return words % {
        "worker": item.worker,
        "system": store.variant.system.name,
        "scenario": store.scenario.slug,
    }
