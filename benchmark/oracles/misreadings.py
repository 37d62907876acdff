"""Faults of a reader: how the symbolic reader reads the contexts of two known-bad systems (spec 12.6). PURE.

Both change what the reader takes the program to be, never what a program means, and both answer honestly what
was recorded: only what is derived goes wrong, so that a diagnosis finds the step and not its inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from benchmark.oracles.known_bad import IgnoresCompleteness, SwapsClause
from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.resolution import AssumedSizes
from scenarios.datalog.stratification import predicate_graph
from scenarios.datalog.syntax import Atom, Clause, Comparison, Goal, Literal, Program, Shape

#: (program, goal, assumed sizes) -> the program and the sizes that the goal is derived with. Sizes of None
#: are those that the context shows.
Misreading = Callable[[Program, Goal, AssumedSizes], tuple[Program, AssumedSizes | None]]

#: What a comparison turns into.
TURNED: Final = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def as_written(program: Program, goal: Goal, sizes: AssumedSizes) -> tuple[Program, AssumedSizes | None]:
    """No fault."""
    return program, sizes


def ignoring_completeness(
    program: Program, goal: Goal, sizes: AssumedSizes
) -> tuple[Program, AssumedSizes | None]:
    """Derive as if every recorded collection were whole with the members that the context shows; what is
    recorded, a collection asked about itself too, is answered as it stands."""
    decl = program.decls.get(goal.pred)  # a goal that asks which rule is declared has none
    if decl is None or decl.shape is not Shape.DERIVED:
        return program, sizes
    return _all_whole(ByIdentity(program)), None


def swapping_clause(program: Program, goal: Goal, sizes: AssumedSizes) -> tuple[Program, AssumedSizes | None]:
    """Derive with the swapped program. What is recorded has no clause, so it stays right."""
    return swapped(ByIdentity(program)), sizes


@lru_cache(maxsize=64)
def _all_whole(program: ByIdentity) -> Program:
    decls = program.program.decls
    collections = frozenset(pred for pred, decl in decls.items() if decl.shape is Shape.SET)
    return replace(program.program, assumed_complete=collections)


@lru_cache(maxsize=64)
def swapped(program: ByIdentity) -> Program:
    """The program with one test of one clause turned round: a comparison reversed, or a ``not`` taken away.

    The clause is the one with such a test, and with no rule key, whose head most derived predicates rest on,
    so that many queries go through it; of equals the first in the source, and of its tests the first. A
    program without such a clause stays as it is.
    """
    written = program.program
    candidates = [
        clause for clause in written.clauses if clause.rule_key is None and _test_of(clause) is not None
    ]
    if not candidates:
        return written
    resting = _resting_on(written)
    chosen = max(candidates, key=lambda clause: resting[clause.head.pred])  # the first of equals
    clauses = tuple(_turned(clause) if clause is chosen else clause for clause in written.clauses)
    return replace(written, clauses=clauses)


def swapped_clause(program: Program) -> Clause | None:
    """The clause as it reads in the swapped program; None where nothing could be swapped."""
    pairs = zip(program.clauses, swapped(ByIdentity(program)).clauses, strict=True)
    return next((read for written, read in pairs if read is not written), None)


def _resting_on(program: Program) -> dict[str, int]:
    """How many derived predicates read each predicate, directly or through others; itself counts too."""
    edges, _ = predicate_graph(program)
    derived = [pred for pred, decl in program.decls.items() if decl.shape is Shape.DERIVED]
    counts = dict.fromkeys(edges, 0)
    for pred in derived:
        reached, open_ = {pred}, [pred]
        while open_:
            fresh = edges[open_.pop()] - reached
            reached |= fresh
            open_ += fresh
        for one in reached:
            counts[one] += 1
    return counts


def _test_of(clause: Clause) -> int | None:
    """The place of the first literal that can be turned round."""
    return next((place for place, literal in enumerate(clause.body) if _is_test(literal)), None)


def _is_test(literal: Literal) -> bool:
    return isinstance(literal, Comparison) or (isinstance(literal, Atom) and literal.negated)


def _turned(clause: Clause) -> Clause:
    place = _test_of(clause)
    assert place is not None, "only clauses with a test are chosen"
    literal = clause.body[place]
    turned: Literal
    if isinstance(literal, Comparison):
        turned = replace(literal, op=TURNED[literal.op])
    else:
        assert isinstance(literal, Atom)
        turned = replace(literal, negated=False)
    return replace(clause, body=(*clause.body[:place], turned, *clause.body[place + 1 :]))


#: By the name of the system whose contexts are read so.
MISREADINGS: Final[dict[str, Misreading]] = {
    IgnoresCompleteness.name: ignoring_completeness,
    SwapsClause.name: swapping_clause,
}


def of(adapter: str) -> Misreading:
    """How the contexts of a system are read; as written for all but two."""
    return MISREADINGS.get(adapter, as_written)
