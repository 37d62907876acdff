"""When the answer of a query turns into another one: the next change after a cutoff, or the last before it.

An answer can change only when something is observed that its goal may rest on, so only those times are tried,
many in one statement, and at most ``TIMES_TRIED`` of them. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import QuerySet

from scenarios.datalog.derivation import Derivation, Evaluation, Gold
from scenarios.datalog.sql.graph import reachable
from scenarios.datalog.syntax import Program, Shape
from scenarios.datalog.witness_lists import UNKNOWN_WITNESSES
from scenarios.importers.folds import is_folded
from scenarios.models import FactVersion, Query, Scenario
from scenarios.selectors import programs
from scenarios.selectors.resolved_state import COMPLETE, RULE
from scenarios.services import evaluation, evaluators

#: Times at which an answer is tried, and how many of them one statement tries at first and at most.
TIMES_TRIED, FIRST_TIMES, MOST_TIMES = 600, 8, 120
_BEFORE = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Turn:
    """The cutoff at which an answer changes; None where none of the ``tried`` times changes it, and then
    ``more`` says whether others were left."""

    cutoff: datetime | None
    tried: int
    more: bool = False


def following(*, query: Query, cutoff: datetime) -> Turn:
    """The first later cutoff with another answer. Raises as ``evaluation.answers``."""
    times = _times(query).filter(observed_at__gt=cutoff).order_by("observed_at")
    before, tried = _answers(query, [cutoff])[0], 0
    for some in _batches(times.values_list("observed_at", flat=True).distinct()[: TIMES_TRIED + 1]):
        for moment, gold in zip(some, _answers(query, some), strict=True):
            if tried == TIMES_TRIED:
                return Turn(None, tried, more=True)
            tried += 1
            if _differ(gold, before):
                return Turn(moment, tried)
    return Turn(None, tried)


def preceding(*, query: Query, cutoff: datetime) -> Turn:
    """The last cutoff before this one at which the answer became what it was from then on. Raises as
    ``following``."""
    times = _times(query).filter(observed_at__lt=cutoff).order_by("-observed_at")
    after: tuple[datetime, Gold] | None = None
    tried = 0
    for some in _batches(times.values_list("observed_at", flat=True).distinct()[: TIMES_TRIED + 1]):
        for moment, gold in zip(some, _answers(query, some), strict=True):
            if after is not None and _differ(gold, after[1]):
                return Turn(after[0], tried)
            if tried == TIMES_TRIED:
                return Turn(None, tried, more=True)
            tried += 1
            after = moment, gold
    if after is not None and _differ(_answers(query, [after[0] - _BEFORE])[0], after[1]):
        return Turn(after[0], tried)
    return Turn(None, tried)


def _differ(one: Gold, other: Gold) -> bool:
    return (one.label, one.answer) != (other.label, other.answer)


def _batches(times: Iterable[datetime]) -> Iterator[list[datetime]]:
    """The times in batches that grow, for a change is often near."""
    rest, size = iter(times), FIRST_TIMES
    while some := list(islice(rest, size)):
        yield some
        size = min(2 * size, MOST_TIMES)


def _times(query: Query) -> QuerySet[FactVersion]:
    """The version rows that the query's goal may rest on."""
    names = version_predicates(query)
    return FactVersion.objects.filter(scenario=query.scenario, predicate__in=names).order_by()


def version_predicates(query: Query) -> list[str]:
    """Version predicates that the goal may read, directly or not; all of them where rules are declared, since
    another clause may read what the base program does not."""
    scenario: Scenario = query.scenario
    program = programs.load(scenario)
    rules = scenario.rule_versions.order_by("rule_key").values_list("rule_key", flat=True).distinct()
    declared = [f"{RULE}{key}" for key in rules]
    preds = set(program.decls) if declared else _read(program, query.goal_pred)
    return sorted({*declared, *preds, *(f"{COMPLETE}{pred}" for pred in preds)})


def _read(program: Program, pred: str) -> set[str]:
    read = {pred, *reachable(program, pred)}
    inverse = (program.decls[name] for name in read if name in program.decls)
    return read | {decl.inverse_of for decl in inverse if decl.shape is Shape.INVERSE and decl.inverse_of}


def _answers(query: Query, cutoffs: Sequence[datetime]) -> list[Gold]:
    golds = evaluation.answers_at(scenario=query.scenario, asked=[(query.goal, cutoff) for cutoff in cutoffs])
    if not is_folded(query.target):
        return golds
    nothing = Derivation(("", "", ()), {}, ())
    return [
        evaluators.folded_at(query, cutoff, Evaluation(gold, nothing, UNKNOWN_WITNESSES)).gold
        for cutoff, gold in zip(cutoffs, golds, strict=True)
    ]
