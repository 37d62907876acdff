"""Reading and scoring what a file holds of one scenario, in memory: no row is written (ux 15).

The same code as in a run cuts, reads and scores; the rows that it is handed are made here and never saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

from benchmark.models import (
    Answer,
    Condition,
    IngestVariant,
    Question,
    ReadingItem,
    Run,
    RunStatus,
    Store,
    SutContext,
)
from benchmark.oracles.context_reading import PREFIX
from benchmark.services import answer_rows, desks, questions, readers
from benchmark.services.answer_lines import GivenItem
from benchmark.services.attempts import Outcome, Verdict, attempt
from benchmark.services.desks import Desk, Prepared
from benchmark.services.launch_settings import DEFAULT_BUDGET
from benchmark.services.questions import QuestionSpec
from benchmark.services.reading_kinds import ReadingKind, Wanted
from scenarios.models import Event, Query, Scenario, Suite
from sut_adapters import tokens
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.models import SystemUnderTest

#: Shows the file's records under ids of its own, as every store of a run does.
_SALT = "a file"


@dataclass(frozen=True)
class FileSettings:
    """How the contexts of a file are read: by whom, with which settings, cut to how many tokens. ``name`` is
    what stands in tables as the system."""

    reader: str = "symbolic"
    reader_config: Mapping[str, Any] = field(default_factory=dict)
    budget: int = DEFAULT_BUDGET
    name: str = "file"


def run_of(suite: Suite, settings: FileSettings, *, now: datetime | None = None) -> Run:
    """A run that stands for the file; never saved."""
    now = now or timezone.now()
    return Run(
        suite=suite,
        suite_version=suite.version,
        suite_hash=suite.content_hash,
        title=settings.name,
        status=RunStatus.DONE,
        reader=settings.reader,
        reader_knows=list(readers.get(settings.reader).knows),
        budget=settings.budget,
        config={
            "reader_config": dict(settings.reader_config),
            "tokenizer": tokens.TOKENIZER,
            "prompt_version": readers.get(settings.reader).prompt_version,
        },
        created_at=now,
        started_at=now,
        finished_at=now,
    )


def variant_of(run: Run) -> IngestVariant:
    """The one variant of such a run."""
    system = SystemUnderTest(name=run.title)
    return IngestVariant(run=run, system=system, adapter="", adapter_version="", id_salt=_SALT)


class FileDesk:
    """Reads the contexts and scores the answers that a file holds of one scenario."""

    def __init__(self, variant: IngestVariant, scenario: Scenario) -> None:
        store = Store(variant=variant, scenario=scenario, portable=True)
        item = ReadingItem(run=variant.run, store=store, condition=Condition.ALONE, repetition=1)
        self.desk: Desk = desks.open_desk(item)
        self.variant, self.scenario, self.now = variant, scenario, variant.run.created_at
        self._events: dict[str, Event] = {event.label: event for event in scenario.events.with_text()}

    @cached_property
    def _words(self) -> dict[int, QuestionSpec]:
        """The questions of a run without parts, by the rows of their queries."""
        return {spec.query.pk: spec for spec in questions.of_scenario(self.scenario)}

    def question(self, query: Query) -> Question:
        """What is asked by a query, in its current words; never saved."""
        words = self._words.get(query.pk) or QuestionSpec(query, "", query.cutoff, 0)
        return self.ask(words)

    def ask(self, spec: QuestionSpec) -> Question:
        """A question of a file's run; never saved."""
        return Question(
            run=self.variant.run,
            scenario=self.scenario,
            kind=spec.kind,
            query=spec.query,
            node=spec.node,
            seq=spec.seq,
            cutoff=spec.cutoff,
            text=spec.text,
            text_version=spec.text_version,
            subject=spec.subject,
        )

    def context(self, question: Question, items: Sequence[GivenItem] = ()) -> SutContext:
        """What the file says was handed over for a question; never saved."""
        entries = [self._entry(item) for item in items]
        labels = dict.fromkeys(label for entry in entries for label in entry["events"])
        return SutContext(
            variant=self.variant,
            scenario=self.scenario,
            question=question,
            step=0,
            position=0,
            items=entries,
            event_labels=list(labels),
            tokens=sum(tokens.count(entry["text"]) for entry in entries),
            created_at=self.now,
        )

    def read(self, wanted: Wanted, kind: ReadingKind | None = None) -> Answer:
        """An answer that is wanted of a context, read and scored as a run would; of ``kind``, or alone."""
        desk = self.desk if kind is None else self._of_kind(kind)
        prepared = desks.prepare(wanted, desk)
        outcome = attempt(lambda: desk.read(wanted.question, prepared.request), what="reading of a line")
        return answer_rows.scored(prepared, outcome, desk, self.now)

    def said(
        self, question: Question, raw: str, kind: ReadingKind | None = None, context: SutContext | None = None
    ) -> Answer:
        """The text of an answer that was given elsewhere, scored. What its context held is not known."""
        desk = self.desk if kind is None else self._of_kind(kind)
        wanted = Wanted(question, context or self.context(question))
        nothing = AnswerRequest(question.text, question.cutoff, question.answer_type)
        outcome = Outcome(Verdict.OK, AnswerReply(raw=raw), "", tries=1, seconds=0.0)
        found = answer_rows.scored(Prepared(wanted, nothing, 0, 0, frozenset()), outcome, desk, self.now)
        found.gathered = found.gathered_high = found.support_size_high = None
        return found

    def _of_kind(self, kind: ReadingKind) -> Desk:
        item = ReadingItem(
            run=self.variant.run, store=self.desk.item.store, condition=kind.condition, repetition=1
        )
        return replace(self.desk, item=item, kind=kind)

    def _entry(self, item: GivenItem) -> dict[str, Any]:
        """An item as a store of ours keeps it: under the record's prefix where it is one record.

        It is where its prefix names a record, where it says that it holds one record and no other, or where
        its text is that of one record to the letter.
        """
        shown = self.desk.ids.shown
        prefixed = PREFIX.fullmatch(item.text)
        named = prefixed["id"] if prefixed and prefixed["id"] in shown else ""
        label = named or (item.events[0] if len(item.events) == 1 else "")
        if not label and not item.events and prefixed is None:
            label = self._by_text.get(item.text, "")
        if not label:
            return {"text": item.text, "events": list(item.events), "score": None}
        when = prefixed["when"] if prefixed else f"{self._events[label].observed_at:%Y-%m-%d %H:%M}"
        text = f"[{shown[label]} | {when}] {prefixed['text'] if prefixed else item.text}"
        return {"text": text, "events": list(item.events or (label,)), "score": None}

    @cached_property
    def _by_text(self) -> dict[str, str]:
        """The label of each record whose text no other record has."""
        found: dict[str, str] = {}
        repeated: set[str] = set()
        for label, event in self._events.items():
            if event.text in found:
                repeated.add(event.text)
            found[event.text] = label
        return {text: label for text, label in found.items() if text not in repeated}
