"""The symbolic reader: the offline answer model (overview 4.5, spec 12.6). PURE.

It knows the templates and the rules, so its boards say "what the retrieved records allow". It reads the
records of a context as a complete history (spec 2.4, C4), derives the target at the cutoff with the
reference evaluator and cites a witness of what it found. It never sees gold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchmark.oracles.context_reading import ContextReader, ReadContext, Stored, no_stored_records
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.reference import evaluate
from scenarios.datalog.syntax import Goal, Program
from scenarios.domains.base import Domain
from scenarios.importers import folds
from scenarios.importers.deriving import asker
from sut_adapters.answering.base import AnswerReply, AnswerRequest

#: Below this share of items read, a score says nothing of the system: it is n/a, "needs a language model".
READABLE_FLOOR = 0.9


class SymbolicReader:
    """Reads contexts of one scenario.

    ``domain`` is None for imported histories, whose records are then read by ``stored`` alone.
    """

    name = "symbolic"
    knows = ("templates", "rules")

    def __init__(
        self, *, program: Program, domain: Domain | None, stored: Stored = no_stored_records
    ) -> None:
        self.program = program
        self.contexts = ContextReader(domain, stored)

    def answer(
        self, request: AnswerRequest, goal: Goal, target: Mapping[str, Any] | None = None
    ) -> AnswerReply:
        """The reply to one question, whose target compiles to ``goal`` and may name a fold."""
        context = self.contexts.read(request.items)
        found = self._folded(
            evaluate(self.program, context.history, goal, request.cutoff), context, request, target or {}
        )
        citations = cited(found)
        envelope = {"label": str(found.gold.label), "answer": found.gold.answer, "citations": list(citations)}
        return AnswerReply(
            raw=json.dumps(envelope, ensure_ascii=False),
            label=str(found.gold.label),
            answer=found.gold.answer,
            citations=citations,
            model=self.name,
            readable_share=context.readable_share,
        )

    def _folded(
        self, found: Evaluation, context: ReadContext, request: AnswerRequest, target: Mapping[str, Any]
    ) -> Evaluation:
        if not folds.is_folded(target):
            return found
        ask = asker(self.program, context.history, request.cutoff)
        return replace(
            found,
            gold=folds.fold(target, found.gold, ask),
            witnesses=folds.fold_witnesses(target, found.witnesses),
        )


def cited(found: Evaluation) -> tuple[str, ...]:
    """A smallest witness of what was found; nothing for unknown."""
    if found.gold.label is Answerability.UNKNOWN or not found.witnesses.witnesses:
        return ()
    return found.witnesses.witnesses[0]
