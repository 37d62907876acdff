"""What the walk writes: contexts, and what ingest cost. In the caller's transaction (overview 4.6)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from benchmark.models import ContextStatus, IngestBatch, IngestVariant, Question, Store, SutContext
from benchmark.services.attempts import Outcome
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from benchmark.walk.segments import Stretch
from benchmark.walk.storable import storable, storable_text
from sut_adapters import tokens
from sut_adapters.base import Context, Holdings


class Walked(Protocol):
    """A store as it is walked: by a worker that holds its adapter, or by a client that calls us."""

    store: Store
    variant: IngestVariant

    @property
    def scene(self) -> SceneTimeline:
        """The timeline that it lives through."""

    @property
    def ids(self) -> OpaqueIds:
        """The ids under which it sees events."""

    def holdings(self) -> Holdings:
        """What the store holds now, as far as it says."""

    def note(self, context: SutContext) -> None:
        """Remember what was asked just now."""


def note_cost(session: Walked, position: int, outcome: Outcome[None], now: datetime) -> None:
    """What the records since the last note cost; a stretch without events notes nothing (spec 8.5)."""
    before = session.store.position
    if before == position:
        return
    holdings = session.holdings()
    # Walked again after a reset, the same records cost once more; the first walk's figures stay.
    IngestBatch.objects.bulk_create(
        [
            IngestBatch(
                store=session.store,
                first=before,
                end=position,
                tokens=sum(tokens.count(event.text) for event in session.scene.events[before:position]),
                seconds=outcome.seconds,
                store_items=holdings.items,
                store_bytes=holdings.bytes,
                created_at=now,
            )
        ],
        ignore_conflicts=True,
    )
    session.store.position = position


def keep(
    question: Question,
    stretch: Stretch,
    position: int,
    session: Walked,
    outcome: Outcome[Context],
    now: datetime,
    meta: Mapping[str, Any] | None = None,
) -> None:
    """Store what came back for a question, or whose failure it was that nothing did; ``meta`` stands beside
    what the system said itself."""
    context = outcome.value or Context()
    labels = [[session.ids.label_of(opaque) for opaque in entry.event_ids] for entry in context.items]
    items = [
        {"text": entry.text, "events": events, "score": None if entry.score is None else float(entry.score)}
        for entry, events in zip(context.items, labels, strict=True)
    ]
    kept = SutContext.objects.create(
        variant=session.variant,
        scenario=session.store.scenario,
        question=question,
        step=stretch.first,
        position=position,
        status=ContextStatus(outcome.verdict.value),
        message=storable_text(outcome.message),
        items=storable(items),
        event_labels=storable(list(dict.fromkeys(itertools.chain.from_iterable(labels)))),
        meta=storable({**context.meta, **(meta or {})}),
        tokens=sum(tokens.count(entry.text) for entry in context.items),
        seconds=outcome.seconds,
        created_at=now,
    )
    session.note(kept)


def repeat(before: SutContext, question: Question, stretch: Stretch, now: datetime) -> None:
    """Keep for a question what was handed back for the same words at the same cutoff; it cost nothing."""
    SutContext.objects.create(
        variant=before.variant,
        scenario=before.scenario,
        question=question,
        step=stretch.first,
        position=before.position,
        items=before.items,
        event_labels=before.event_labels,
        meta={**before.meta, "as_for_question": before.question_id},
        tokens=before.tokens,
        created_at=now,
    )
