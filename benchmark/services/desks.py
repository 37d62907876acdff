"""What reading one batch needs, loaded once, and contexts cut to the budget (spec 12.5)."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.models import ReadingItem, SutContext
from benchmark.services import readers, timelines
from benchmark.services.golds import ScenarioGolds
from benchmark.services.readers import Read, Reader, ReadingScene
from benchmark.walk.opaque import OpaqueIds
from sut_adapters import tokens
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import ContextItem


@dataclass(frozen=True)
class Prepared:
    """A context cut to the budget, ready to be read."""

    context: SutContext
    request: AnswerRequest
    items_used: int
    tokens: int


@dataclass(frozen=True)
class Desk:
    """What reading one batch needs, loaded once."""

    item: ReadingItem
    reader: Reader
    read: Read
    golds: ScenarioGolds
    ids: OpaqueIds


def open_desk(item: ReadingItem) -> Desk:
    """Load scenario, gold, ids and reader for a batch."""
    store = item.store
    scene = timelines.of(run_id=item.run_id, scenario=store.scenario)
    ids = timelines.opaque_ids(store.variant, scene.events)
    reader = readers.get(item.run.reader)
    read = reader.open(ReadingScene(store.scenario, scene, ids, item.run, store.variant.adapter))
    return Desk(item, reader, read, ScenarioGolds(store.scenario), ids)


def prepare(context: SutContext, desk: Desk) -> Prepared:
    """Cut a context to the run's budget, between items, and put the question beside it."""
    question = context.question
    whole = (
        ContextItem(
            text=entry["text"],
            event_ids=tuple(desk.ids.shown.get(label, label) for label in entry["events"]),
            score=entry["score"],
        )
        for entry in context.items
    )
    items = tokens.fill(whole, k=None, budget=desk.item.run.budget)
    hints = desk.item.run.config.get("hint_texts", {})
    request = AnswerRequest(
        question=question.text,
        cutoff=question.cutoff,
        answer_type=question.query.answer_type,
        items=items,
        hint_text=hints.get(context.variant.hint, ""),
    )
    return Prepared(context, request, len(items), sum(tokens.count(item.text) for item in items))
