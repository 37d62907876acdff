"""Goals of a program at a cutoff for an engine of two values, and what it found as gold (spec 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.sql.graph import reachable
from scenarios.datalog.syntax import Decl, Goal, Reading, Shape
from scenarios.datalog.values import parse_value
from tests.factories.two_valued import (
    Domain,
    Rule,
    Symbols,
    UnsupportedError,
    helpers,
    recorded_facts,
    simplified,
)
from tests.factories.two_valued_clauses import ClauseWriter
from tests.factories.two_valued_folds import fold

#: What an engine found: the rows of each predicate that was asked for, numbers as texts.
Found = dict[str, set[tuple[str, ...]]]
_UNKNOWN = Gold(Answerability.UNKNOWN, None)


@dataclass
class Translation:
    """The rules for all goals that the other engines can answer, and why others were left out."""

    evaluator: Evaluator
    pools: dict[str, tuple[str, ...]]
    symbols: Symbols = field(default_factory=Symbols)
    rules: list[Rule] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> list[str]:
        """The predicates to read out."""
        preds = dict.fromkeys(goal.pred for goal in self.goals)
        found = [f"{word}_{pred}" for pred in preds for word in "cp"]
        return found + [f"maybe_{goal.pred}" for goal in self.goals if goal.member is not None]


def translate(evaluator: Evaluator, pools: dict[str, tuple[str, ...]], goals: Iterable[Goal]) -> Translation:
    """The program in force of an evaluator, as far as the goals need it."""
    found = Translation(evaluator, pools)
    domain = Domain(pools, found.symbols)
    written: dict[str, list[Rule]] = {}
    for pred, decl in evaluator.program.decls.items():
        try:
            written[pred] = _of_predicate(evaluator, decl, domain)
        except UnsupportedError as error:
            found.left_out[pred] = str(error)
    needed: dict[str, None] = {}
    for goal in goals:
        reads = {goal.pred, *reachable(evaluator.program, goal.pred)}
        if not reads & set(found.left_out):
            found.goals.append(goal)
            needed.update(dict.fromkeys(sorted(reads)))
    rules = (rule for pred in needed for rule in written[pred])
    found.rules = [*domain.facts(), *simplified(rules)]
    return found


def _of_predicate(evaluator: Evaluator, decl: Decl, domain: Domain) -> list[Rule]:
    if decl.shape is not Shape.DERIVED:
        found = list(recorded_facts(evaluator.program, evaluator.resolved, decl, domain))
    else:
        for type_name in decl.key_types:
            domain.of(type_name)
        today = evaluator.resolved.cutoff.astimezone(UTC).date().toordinal()
        writer = ClauseWriter(
            program=evaluator.program, symbols=domain.symbols, today=today, tag=decl.pred, fold=fold
        )
        writer.predicate(decl)
        found = writer.rules
    return [*found, *helpers(decl)]


def gold_found(translation: Translation, goal: Goal, found: Found) -> Gold:
    """Label and answer of a goal from what an engine found."""
    decl, symbols = translation.evaluator.program.decls[goal.pred], translation.symbols
    key = tuple(symbols.term(parse_value(t, k)) for t, k in zip(goal.key, decl.key_types, strict=True))
    certain, possible = (_rows(found, f"{word}_{goal.pred}", key) for word in "cp")
    if decl.reading is Reading.TRUTH:
        return _truth(certain=bool(certain), possible=bool(possible))
    if goal.member is not None:
        member = symbols.term(parse_value(goal.member, decl.member_type or "text"))
        maybe = _rows(found, f"maybe_{goal.pred}", key)
        return _truth(certain=(member,) in certain, possible=(member,) in maybe)
    type_name = decl.member_type or decl.value_type or "text"
    if possible - certain:
        return _UNKNOWN
    values = [symbols.value(term, type_name) for (term,) in certain]
    if decl.reading is Reading.MEMBERS:
        names = sorted(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
        return Gold(Answerability.ANSWERABLE if names else Answerability.JUSTIFIED_ZERO, names)
    if not values:
        return Gold(Answerability.JUSTIFIED_ZERO, "none")
    zero = values[0] == 0 and not isinstance(values[0], bool)
    return Gold(Answerability.JUSTIFIED_ZERO if zero else Answerability.ANSWERABLE, values[0])


def _rows(found: Found, pred: str, key: tuple[str, ...]) -> set[tuple[str, ...]]:
    """What stands behind a key."""
    return {row[len(key) :] for row in found.get(pred, ()) if row[: len(key)] == key}


def _truth(*, certain: bool, possible: bool) -> Gold:
    if possible and not certain:
        return _UNKNOWN
    return Gold(Answerability.ANSWERABLE, certain)
