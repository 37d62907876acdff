"""What reading one batch needs, loaded once, and contexts cut to the budget (spec 12.5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmark.models import ReadingItem, SutContext
from benchmark.services import readers, reading_kinds, replaying, timelines
from benchmark.services.golds import ScenarioGolds
from benchmark.services.readers import Read, Reader, ReadingScene
from benchmark.services.reading_kinds import ReadingKind, Wanted
from benchmark.services.replaying import Replays
from benchmark.walk.opaque import OpaqueIds
from sut_adapters import tokens
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import ContextItem


@dataclass(frozen=True)
class Prepared:
    """A context cut to the budget, ready to be read. ``events`` are the labels that its items name."""

    wanted: Wanted
    request: AnswerRequest
    items_used: int
    tokens: int
    events: frozenset[str]


@dataclass(frozen=True)
class Desk:
    """What reading one batch needs, loaded once."""

    item: ReadingItem
    kind: ReadingKind
    reader: Reader
    read: Read
    golds: ScenarioGolds
    ids: OpaqueIds
    replays: Replays


def open_desk(item: ReadingItem) -> Desk:
    """Load scenario, gold, ids and reader for a batch."""
    store = item.store
    scene = timelines.of(run_id=item.run_id, scenario=store.scenario)
    ids = timelines.opaque_ids(store.variant, scene.events)
    reader = readers.get(item.run.reader)
    read = reader.open(
        ReadingScene(store.scenario, scene, ids, item.run, store.variant.adapter, store.variant)
    )
    kind = reading_kinds.get(item.condition)
    replays = replaying.of_batch(item, reader)
    return Desk(item, kind, reader, read, ScenarioGolds(store.scenario), ids, replays)


def prepare(wanted: Wanted, desk: Desk) -> Prepared:
    """Cut what is to be read to the budget, between items, and put the question beside it."""
    question = wanted.question
    whole = [
        ContextItem(
            text=entry["text"],
            event_ids=tuple(desk.ids.shown.get(label, label) for label in entry["events"]),
            score=entry["score"],
        )
        for entry in joined(wanted.contexts)
    ]
    budget = None if desk.kind.uncut else desk.kind.budget or desk.item.run.budget
    items = tokens.fill(whole, k=None, budget=budget)
    hints = desk.item.run.config.get("hint_texts", {})
    request = AnswerRequest(
        question=question.text,
        cutoff=question.cutoff,
        answer_type=question.answer_type,
        items=items,
        hint_text=hints.get(wanted.context.variant.hint, ""),
    )
    named = frozenset(desk.ids.label_of(shown) for item in items for shown in item.event_ids)
    return Prepared(wanted, request, len(items), sum(tokens.count(item.text) for item in items), named)


def joined(contexts: tuple[SutContext, ...]) -> Iterator[dict[str, Any]]:
    """The items of contexts one after the other, each text once."""
    seen: set[str] = set()
    for entry in itertools.chain.from_iterable(context.items for context in contexts):
        if len(contexts) > 1 and entry["text"] in seen:
            continue
        seen.add(entry["text"])
        yield entry
