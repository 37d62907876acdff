"""What the native systems share: records by id in order of arrival, and bounded contexts. PURE."""

from __future__ import annotations

import abc
from collections.abc import Container, Iterable, Sequence
from typing import Any

from sut_adapters import tokens
from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    ContextItem,
    EventRecord,
    Holdings,
    SutAdapter,
)
from sut_adapters.native.options import Options


def item_of(record: EventRecord, score: float | None = None) -> ContextItem:
    """A record as a piece of context."""
    return ContextItem(record.prefixed, (record.id,), score)


def first_of_each(records: Sequence[EventRecord], *, known: Container[str]) -> list[EventRecord]:
    """The records whose ids are not known yet, each id once, in order: what makes ingest idempotent."""
    found: dict[str, EventRecord] = {}
    for record in records:
        if record.id not in known:
            found.setdefault(record.id, record)
    return list(found.values())


class NativeAdapter(SutAdapter):
    """An adapter of ours with a checked configuration; contexts end at ``k`` items, at the system's own
    budget, and at the largest budget that anybody will read."""

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.options = Options(self.name, config)
        self.configure(self.options)
        self.options.done()

    @abc.abstractmethod
    def configure(self, options: Options) -> None:
        """Read the settings that this adapter knows. Raises ``MisconfiguredError``."""

    def bounded(self, items: Iterable[ContextItem], question: AskedQuestion) -> tuple[ContextItem, ...]:
        """The leading items that the bounds allow."""
        own = self.options.budget
        budget = question.budget if own is None else min(own, question.budget)
        return tokens.fill(items, k=self.options.k, budget=budget)


class RecordMemory(NativeAdapter):
    """A system that is rebuilt from the records: it holds them in memory, each id once."""

    capabilities = Capabilities(rebuilt=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.records: dict[str, EventRecord] = {}
        self._bytes = 0

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Add what is new. A record that came before under its id is left as it was."""
        fresh = first_of_each(records, known=self.records)
        self.records |= {record.id: record for record in fresh}
        self._bytes += sum(len(record.prefixed.encode()) for record in fresh)
        if fresh:
            self.took(fresh)

    def took(self, fresh: Sequence[EventRecord]) -> None:
        """Called with the records that were new."""

    def reset(self) -> None:
        """Forget all records."""
        self.records, self._bytes = {}, 0

    def holdings(self) -> Holdings:
        """The records, and their text as it would be handed back."""
        return Holdings(len(self.records), self._bytes)

    def retrieve(self, question: AskedQuestion) -> Context:
        """The ranked items, as far as the bounds allow."""
        return Context(self.bounded(self.ranked(question), question))

    @abc.abstractmethod
    def ranked(self, question: AskedQuestion) -> Iterable[ContextItem]:
        """All items worth showing, best first."""
