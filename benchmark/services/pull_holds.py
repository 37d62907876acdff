"""What a client that calls us holds: the lease on one timeline, and how far it has come (ADR 26).

A hold is found by its lease at each call, under a lock, so that calls on one timeline come one after another.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from benchmark.exceptions import PullRefusedError
from benchmark.floor.accounts.models import User
from benchmark.models import (
    ContextStatus,
    IngestVariant,
    ItemStatus,
    PullClient,
    Question,
    Run,
    RunStatus,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.services import bells, leasing, pull_routes, settling, walk_rows
from benchmark.services.attempts import Outcome, Verdict
from benchmark.services.pull_routes import Route
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from benchmark.walk.segments import Stretch
from sut_adapters.base import Holdings

#: How long a client may be silent. Longer than for a worker of ours: it is far, and may wait for a model.
CLIENT_LEASE = timedelta(minutes=2)


@dataclass
class Hold:
    """A client's hold on a store. ``item`` is the segment at hand, None once the timeline has ended;
    ``ended`` says that a segment ended or went back: the run must be settled once this is committed."""

    client: PullClient
    store: Store
    variant: IngestVariant
    route: Route
    item: WalkItem | None
    ended: bool = field(default=False)

    @property
    def scene(self) -> SceneTimeline:
        """The timeline of the store."""
        return self.route.scene

    @property
    def ids(self) -> OpaqueIds:
        """The ids that its variant sees."""
        return self.route.ids

    def holdings(self) -> Holdings:
        """What the client's store holds is not known here."""
        return Holdings()

    def note(self, context: SutContext) -> None:
        """Nothing is kept at hand between calls."""

    def renew(self, now: datetime, **changes: Any) -> None:
        """Extend the lease. Raises ``LeaseLostError``."""
        if self.item is not None:
            leasing.renew(self.item, now=now, hold=CLIENT_LEASE, **changes)

    def called(self, now: datetime, **changes: Any) -> None:
        """Note the call on the client's row."""
        PullClient.objects.filter(pk=self.client.pk).update(called_at=now, **changes)

    def go_on(self, now: datetime) -> None:
        """Pass over what needs no call: questions that have a context, or were asked in the same words at the
        same cutoff. End segments that are done, and take up the next under the same lease."""
        while self.item is not None:
            step = self.item.next_step
            while step < self.item.end_step:
                question = self.route.question(step)
                if question is None or not self._is_settled(question, step, now):
                    break
                step += 1
            if step != self.item.next_step:
                self.renew(now, next_step=step)
            if step < self.item.end_step:
                return
            self._end_segment(self.item, now)

    def seconds_since_given(self, now: datetime) -> float:
        """How long the client has had what it was given last, as far as that can be told from here."""
        given = self.client.given_at
        return max(0.0, (now - given).total_seconds()) if given else 0.0

    def _is_settled(self, question: Question, step: int, now: datetime) -> bool:
        contexts = SutContext.objects.filter(variant=self.variant, scenario=self.store.scenario_id)
        if contexts.filter(question=question).exists():
            return True
        if step not in self.route.repeats:
            return False
        same = contexts.filter(
            status=ContextStatus.OK, question__text=question.text, question__cutoff=question.cutoff
        )
        before = same.order_by("step").first()
        if before is None:
            return False
        walk_rows.repeat(before, question, Stretch(step, step + 1, True), now)
        return True

    def _end_segment(self, item: WalkItem, now: datetime) -> None:
        leasing.end(item, status=ItemStatus.DONE, now=now)
        settling.open_readings(item)
        bells.ring()
        self.ended = True
        later = WalkItem.objects.filter(store=self.store, status=ItemStatus.PENDING).order_by("ordinal")
        self.item = leasing.claim(
            later, now=now, holder=item.worker, hold=CLIENT_LEASE, token=self.client.lease
        )


def acknowledged(hold: Hold, cursor: int, now: datetime) -> None:
    """Note that the client has taken the records before ``cursor``, which renews the lease: the store stands
    there now.

    What they took is counted from when they were given. Raises ``PullRefusedError`` for a cursor behind what
    the client may have been given.
    """
    item = hold.item
    assert item is not None
    furthest = min(hold.route.next_question(item.next_step), item.end_step)
    if not 0 <= cursor <= furthest:
        raise PullRefusedError(
            f"after={cursor} is past what was given on this timeline ({furthest}). An empty memory starts "
            "with after=0; a question is passed by answering it.",
            "cursor_ahead",
            422,
            furthest=furthest,
        )
    if cursor <= item.next_step:
        hold.renew(now)
        return
    position = hold.route.position(cursor)
    seconds = hold.seconds_since_given(now)
    spent: Outcome[None] = Outcome(Verdict.OK, None, "", tries=1, seconds=seconds)
    walk_rows.note_cost(hold, position, spent, now)
    Store.objects.filter(pk=hold.store.pk).update(position=position)
    hold.renew(now, next_step=cursor)
    hold.client.given_at = None
    hold.go_on(now)


def find(*, run: Run, lease: uuid.UUID, by: User, now: datetime) -> Hold:
    """The hold of a lease, locked in the caller's transaction; ``item`` is None where its timeline has ended.

    Raises ``PullRefusedError``: 409 where the lease was lost.
    """
    client = (
        PullClient.objects.select_for_update(of=("self",))
        .select_related("store")
        .filter(lease=lease, account=by.username)
        .first()
    )
    route = pull_routes.of(client.store) if client is not None else None
    if client is None or route is None or route.variant.run_id != run.pk:
        raise _lost("it was given to another client, or never was yours")
    # What a run pins is at hand with the route: reading it again at each call was a third of the call.
    store = client.store
    store.variant, store.scenario = route.variant, route.scenario
    held = WalkItem.objects.filter(store=store, status=ItemStatus.LEASED, lease_token=lease)
    # Locked after the client's row, everywhere: two calls never wait for each other crosswise.
    item = held.select_for_update().first()
    hold = Hold(client, store, store.variant, route, item)
    if item is None and WalkItem.objects.filter(store=store).exclude(status=ItemStatus.DONE).exists():
        raise _lost("it ran out, was handed back, or its timeline was given up")
    return hold


def _lost(why: str) -> PullRefusedError:
    return PullRefusedError(
        f"This lease no longer holds: {why}. Claim again and go on from the cursor that the claim gives.",
        "lease_lost",
        409,
    )


def require_open(run: Run, now: datetime) -> None:
    """Let go of what clients hold of a cancelled run. Raises ``PullRefusedError`` (410) if it is one."""
    if run.status != RunStatus.CANCELLED:
        return
    WalkItem.objects.filter(run=run, status=ItemStatus.LEASED, store__client__isnull=False).update(
        status=ItemStatus.CANCELLED,
        finished_at=now,
        message="the run was cancelled",
        lease_token=None,
        lease_until=None,
    )
    raise PullRefusedError(f"Run {run.pk} has ended. {run.message}", "run_ended", 410, status=run.status)
