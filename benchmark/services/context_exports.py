"""The contexts of a run as an export: what was handed over for each question, for another walk to repeat."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Export, IngestVariant, SutContext
from benchmark.services.export_kinds import Column, ExportKind, Type
from benchmark.services.run_exports import READ_AT_ONCE, run_of
from benchmark.walk.opaque import opaque_id
from scenarios.models import Scenario

_CONTEXT: Final = (
    Column("system", Type.TEXT, "name of the system"),
    Column("hint", Type.TEXT, "hint level"),
    Column("walk", Type.INTEGER, "walk of the system, from 1"),
    Column("scenario", Type.TEXT, "scenario"),
    Column("query", Type.TEXT, "label of the query"),
    Column("asked_as", Type.TEXT, "query, tracked query or state probe"),
    Column("cutoff", Type.TEXT, "the question is of this time, ISO 8601"),
    Column("question", Type.TEXT, "the words that were asked"),
    Column("status", Type.TEXT, "ok, system_failed or infrastructure"),
    Column("message", Type.TEXT, "what failed"),
    Column(
        "items",
        Type.JSON,
        "what was handed over, uncut, in the system's order: text, score, and of each record its label, the "
        "id by which the system knew it, and its place among the records of the scenario, from 0",
    ),
    Column("position", Type.INTEGER, "records handed to the system before"),
    Column("history", Type.TEXT, "sha256 of these: for each a line with its time and one with its text"),
    Column("tokens", Type.INTEGER, "tokens of the items"),
    Column("seconds", Type.NUMBER, "how long the system took"),
)


class _Scene:
    """A scenario's records in the order of the walk: place and hash of the history by count of records."""

    def __init__(self, scenario: Scenario) -> None:
        events = list(scenario.events.with_text().order_by("observed_at", "seq"))
        self.places = {event.label: place for place, event in enumerate(events)}
        self.histories = [hashlib.sha256().hexdigest()]
        so_far = hashlib.sha256()
        for event in events:
            so_far.update(f"{event.observed_at.isoformat()}\n{event.text}\n".encode())
            self.histories.append(so_far.hexdigest())


def _contexts(export: Export) -> QuerySet[SutContext]:
    return SutContext.objects.filter(variant__run=run_of(export))


def _rows(export: Export) -> Iterator[Sequence[Any]]:
    scene_of = lru_cache(maxsize=1)(_Scene)
    rows = _contexts(export).select_related("variant__system", "scenario", "question__query")
    for row in rows.order_by("scenario", "variant", "step").iterator(chunk_size=READ_AT_ONCE):
        scene, asked = scene_of(row.scenario), row.question
        yield [
            row.variant.system.name,
            row.variant.hint,
            row.variant.repetition,
            row.scenario.slug,
            asked.query.label,
            asked.kind,
            asked.cutoff.isoformat(),
            asked.text,
            row.status,
            row.message,
            [_item(item, row.variant, scene) for item in row.items],
            row.position,
            scene.histories[row.position],
            row.tokens,
            row.seconds,
        ]


def _item(item: dict[str, Any], variant: IngestVariant, scene: _Scene) -> dict[str, Any]:
    records = [
        {"label": label, "id": opaque_id(variant.id_salt, label), "place": scene.places[label]}
        for label in item["events"]
        if label in scene.places
    ]
    return {"text": item["text"], "score": item["score"], "records": records}


CONTEXTS = ExportKind(
    "contexts",
    _n("Contexts"),
    Verb.GOLD_VIEW,
    True,
    _CONTEXT,
    _rows,
    lambda export: _contexts(export).count(),
)
"""Every context of a run. Which probes are put shows what gold rests on, so they need the verb of gold."""
