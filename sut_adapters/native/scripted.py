"""A test system that records what it was shown, and fails as its script says. A registered choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sut_adapters.base import AskedQuestion, Capabilities, Context, ContextItem, EventRecord
from sut_adapters.native.memory import RecordMemory, item_of
from sut_adapters.native.options import Options
from sut_adapters.scripting import Log, Script, read_rules


class Scripted(RecordMemory):
    """Returns all records, newest first, or the ``reply`` of its script as rewritten text.

    Every call is a line of ``log`` (a ``.jsonl`` file, else memory): ``ingested`` with the ids and times
    taken, ``asked`` with the question, its cutoff and every id shown before it, in order. Scripts stand
    in ``sut_adapters.scripting``.
    """

    name = "scripted"
    capabilities = Capabilities(rebuilt=True, takes_hint=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.log = self.script.log

    def configure(self, options: Options) -> None:
        """Read script and log."""
        self.script = Script(read_rules(options.value("script", [])), Log(options.text("log", default="")))

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Take the records and write down their ids and times."""
        super().ingest(records)
        self.log.write(
            op="ingested",
            store=self.store_key,
            hint=self.hint,
            ids=[record.id for record in records],
            times=[record.t.isoformat() for record in records],
        )

    def retrieve(self, question: AskedQuestion) -> Context:
        """Do what the script says; write down what had been shown before this question."""
        self.log.write(
            op="asked",
            store=self.store_key,
            question=question.text,
            cutoff=question.cutoff.isoformat(),
            budget=question.budget,
            shown=list(self.records),
            latest=max((record.t.isoformat() for record in self.records.values()), default=None),
        )
        rule = self.script.play(question.text, scope=self.store_key)
        if rule is not None and rule.reply is not None:
            return Context((ContextItem(rule.reply),))
        return super().retrieve(question)

    def ranked(self, question: AskedQuestion) -> list[ContextItem]:
        """All records, newest first."""
        return [item_of(record) for record in reversed(self.records.values())]
