"""The supporting-events system: its context is S(q), read from gold (overview 4.5, spec 12.5). PURE.

Of an imported query whose S(q) does not stand alone (spec 2.4, C4), the context also holds the events that
supersede what its records would revive.

A self-test of records, templates and gold, never a result: it knows gold, is marked so and not ranked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sut_adapters.base import AskedQuestion, Capabilities, Context, ContextItem, EventRecord, SutAdapter

#: (question text, cutoff) -> the ids of the records that its gold rests on; of an unknown gold, the
#: events that its derivation read; with them, whatever C4 needs.
Support = Mapping[tuple[str, datetime], Sequence[str]]


class SupportingEvents(SutAdapter):
    """Hands over exactly the records of S(q), oldest first."""

    name = "supporting_events"
    knows = ("gold",)
    capabilities = Capabilities(rebuilt=True, as_of=True)

    def __init__(
        self, *, config: dict[str, Any], store_key: str, hint: str | None = None, support: Support
    ) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.support = support
        self.records: dict[str, EventRecord] = {}

    def ingest(self, records: Sequence[EventRecord]) -> None:
        self.records.update((record.id, record) for record in records)

    def retrieve(self, question: AskedQuestion) -> Context:
        """The records of S(q) that have been ingested. Raises ``KeyError`` for a question without gold."""
        wanted = set(self.support[question.text, question.cutoff])
        chosen = [record for record in self.records.values() if record.id in wanted]
        return Context(tuple(ContextItem(record.prefixed, (record.id,)) for record in chosen))

    def reset(self) -> None:
        self.records.clear()
