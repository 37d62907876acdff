"""The symbolic reader: the offline answer model (overview 4.5, spec 12.6). PURE.

It knows the templates and the rules, so its boards say "what the retrieved records allow". It reads the
records of a context as a complete history (spec 2.4, C4), derives the target at the cutoff with the
reference evaluator and cites a witness of what it found. It never sees gold.

Where an importer assumes a collection complete, no record says how many members it has, so the reader is told
the sizes, as replay is (spec 1.7): a context that lacks a member then leaves the collection open, and says
unknown instead of a confident "no" or 0 (docs/adr/0007).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from benchmark.oracles.context_reading import ContextReader, ReadContext, Stored, no_stored_records
from benchmark.oracles.misreadings import Misreading, as_written
from scenarios.datalog.derivation import Answerability, Derivation, Evaluation, Gold
from scenarios.datalog.history import History
from scenarios.datalog.minimality import assumed_sizes
from scenarios.datalog.reference import asking, evaluate
from scenarios.datalog.resolution import AssumedSizes, resolve
from scenarios.datalog.rule_goals import RULE, gold_of_rule, is_rule_goal
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.witness_lists import UNKNOWN_WITNESSES
from scenarios.domains.base import Domain
from scenarios.importers import folds
from scenarios.importers.deriving import asker
from sut_adapters.answering.base import AnswerReply, AnswerRequest

#: The sizes at a cutoff that an importer assumes of its collections.
Sizes = Callable[[datetime], AssumedSizes]


def nothing_assumed(cutoff: datetime) -> AssumedSizes:
    """The ``Sizes`` of a program that assumes nothing complete."""
    return {}


def sizes_at(program: Program, history: History) -> Sizes:
    """The assumed sizes that a full history shows, each cutoff resolved once."""

    @cache
    def at(cutoff: datetime) -> AssumedSizes:
        if not program.assumed_complete:
            return {}
        return assumed_sizes(program, resolve(history, cutoff))

    return at


#: Below this share of items read, a score says nothing of the system: it is n/a, "needs a language model".
READABLE_FLOOR = 0.9


class SymbolicReader:
    """Reads contexts of one scenario.

    ``domain`` is None for imported histories, whose records are then read by ``stored`` alone. ``sizes``
    are those of the full history; they matter only where the program assumes completeness. ``misreading`` is
    the fault with which it reads the contexts of some known-bad systems.
    """

    name = "symbolic"
    knows = ("templates", "rules")

    def __init__(
        self,
        *,
        program: Program,
        domain: Domain | None,
        stored: Stored = no_stored_records,
        sizes: Sizes = nothing_assumed,
        misreading: Misreading = as_written,
    ) -> None:
        if program.assumed_complete and sizes is nothing_assumed:
            raise ValueError(
                f"the program assumes {', '.join(sorted(program.assumed_complete))} complete: "
                "give the sizes of the full history"
            )
        self.program = program
        self.sizes = sizes
        self.misreading = misreading
        self.contexts = ContextReader(domain, stored)
        self._kept: tuple[ReadContext, datetime, int, bool, Callable[[Goal], Gold]] | None = None

    def answer(
        self,
        request: AnswerRequest,
        goal: Goal,
        target: Mapping[str, Any] | None = None,
        *,
        cites: bool = True,
    ) -> AnswerReply:
        """The reply to one question, whose target compiles to ``goal`` and may name a fold. One that need
        not cite finds no witnesses; what asks which clause is declared never does."""
        context = self.contexts.read(request.items)
        if is_rule_goal(goal):
            return self._reply(declared(context.history, goal, request.cutoff, target or {}), context)
        program, sizes = self.misreading(self.program, goal, self.sizes(request.cutoff))
        names: tuple[str, ...] = ()
        if cites:
            history, names = by_place(context.history)
            derived = evaluate(program, history, goal, request.cutoff, sizes)
        else:
            gold = self._asking(program, context, request.cutoff, sizes)(goal)
            derived = Evaluation(gold, Derivation(("", "", ()), {}, ()), UNKNOWN_WITNESSES)
        found = self._folded(derived, program, context, request.cutoff, target or {}, sizes)
        return self._reply(found.gold, context, tuple(names[int(place)] for place in cited(found)))

    def _asking(
        self, program: Program, context: ReadContext, cutoff: datetime, sizes: AssumedSizes | None
    ) -> Callable[[Goal], Gold]:
        """What answers goals over a context; kept for the next question, which often has the same one."""
        kept = self._kept
        if kept is None or kept[0] is not context or kept[1:4] != (cutoff, id(program), sizes is None):
            ask = asking(program, context.history, cutoff, sizes)
            kept = self._kept = (context, cutoff, id(program), sizes is None, ask)
        return kept[4]

    def _reply(self, gold: Gold, context: ReadContext, citations: tuple[str, ...] = ()) -> AnswerReply:
        envelope = {"label": str(gold.label), "answer": gold.answer, "citations": list(citations)}
        return AnswerReply(
            raw=json.dumps(envelope, ensure_ascii=False),
            label=str(gold.label),
            answer=gold.answer,
            citations=citations,
            model=self.name,
            readable_share=context.readable_share,
        )

    def _folded(
        self,
        found: Evaluation,
        program: Program,
        context: ReadContext,
        cutoff: datetime,
        target: Mapping[str, Any],
        sizes: AssumedSizes | None,
    ) -> Evaluation:
        if not folds.is_folded(target):
            return found
        kept = None if folds.reads_what_is_told(target) else sizes
        ask = asker(program, context.history, cutoff, kept)
        return replace(
            found,
            gold=folds.fold(target, found.gold, ask),
            witnesses=folds.fold_witnesses(target, found.witnesses),
        )


def declared(history: History, goal: Goal, cutoff: datetime, target: Mapping[str, Any]) -> Gold:
    """The word for the clause that a history declares under the key of a rule goal; ``target`` has the
    words."""
    rules = resolve(history, cutoff).rules
    return gold_of_rule(rules.get(goal.pred.removeprefix(RULE)), target.get("options", {}))


def by_place(history: History) -> tuple[History, tuple[str, ...]]:
    """The history with its events named by their place in time, and their own names by place.

    Of witnesses of one size the first by name is cited. Systems know records by names that are drawn for
    each run; by place, the same contexts are answered with the same citations.
    """
    names = tuple(dict.fromkeys(action.event for action in history.actions))
    places = {name: f"{place:06}" for place, name in enumerate(names)}
    return History(tuple(replace(one, event=places[one.event]) for one in history.actions)), names


def cited(found: Evaluation) -> tuple[str, ...]:
    """A smallest witness of what was found; nothing for unknown."""
    if found.gold.label is Answerability.UNKNOWN or not found.witnesses.witnesses:
        return ()
    return found.witnesses.witnesses[0]
