"""Which predicates of a program are recursive, and in which form (engine notes)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import lru_cache

from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.sql.unsupported import not_compiled
from scenarios.datalog.syntax import Atom, Clause, Program, Reading, Var
from scenarios.datalog.variables import all_vars, body_atoms, names


class Direction(enum.Enum):
    """LEFT: the recursive atom has the keys of the head. RIGHT: it passes its answer on unchanged."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Recursion:
    """A linear recursion: the clauses that start it, the one that repeats, and its recursive atom."""

    base: tuple[Clause, ...]
    step: Clause
    atom: Atom
    direction: Direction


def recursion_of(program: Program, pred: str) -> Recursion | None:
    """The recursion of a predicate, None if it has none.

    Raises ``NotCompiledError`` for mutual and non-linear recursion and for several recursive rules.
    """
    clauses = program.clauses_of(pred)
    steps = [clause for clause in clauses if any(atom.pred == pred for atom, _ in body_atoms(clause.body))]
    _refuse_mutual(program, pred)
    if not steps:
        return None
    step = steps[0]
    if len(steps) > 1:
        raise not_compiled(program, steps[1], f"several recursive rules for {pred} are not computed in SQL")
    found = [atom for atom, _ in body_atoms(step.body) if atom.pred == pred]
    if len(found) > 1:
        raise not_compiled(
            program, step, f"non-linear recursion of {pred} is not computed in SQL", found[1].span
        )
    base = tuple(clause for clause in clauses if clause is not step)
    return Recursion(base, step, found[0], _direction(program, step, found[0]))


def _direction(program: Program, step: Clause, atom: Atom) -> Direction:
    decl = program.decls[step.head.pred]
    count = len(decl.key_types)
    if decl.reading is Reading.MEMBERS and atom.args[:count] == step.head.args[:count]:
        return Direction.LEFT
    answer = step.head.args[count:]
    carried = {term.name for term in answer if isinstance(term, Var)}
    used = names(var for literal in step.body if literal is not atom for var in all_vars(literal))
    if (
        atom in step.body
        and atom.args[count:] == answer
        and len(carried) == len(answer)
        and not carried & used
    ):
        return Direction.RIGHT
    message = f"this form of recursion of {step.head.pred} is not computed in SQL"
    raise not_compiled(program, step, message, atom.span)


def _refuse_mutual(program: Program, pred: str) -> None:
    """Refuse a cycle that runs through another predicate."""
    for clause in program.clauses_of(pred):
        for atom, _ in body_atoms(clause.body):
            if atom.pred != pred and pred in reachable(program, atom.pred):
                message = f"mutual recursion of {pred} and {atom.pred} is not computed in SQL"
                raise not_compiled(program, clause, message, atom.span)


def reachable(program: Program, pred: str) -> frozenset[str]:
    """The predicates that a derived predicate reads, directly or not; itself only if it is recursive."""
    return _reachable(ByIdentity(program), pred)


def rule_keys_of(program: Program, pred: str) -> frozenset[str]:
    """The keys of the rules that a predicate can rest on."""
    return _rule_keys_of(ByIdentity(program), pred)


@lru_cache(maxsize=4096)
def _rule_keys_of(key: ByIdentity, pred: str) -> frozenset[str]:
    read = {pred, *reachable(key.program, pred)}
    keys = (clause.rule_key for clause in key.program.clauses if clause.head.pred in read)
    return frozenset(rule_key for rule_key in keys if rule_key is not None)


@lru_cache(maxsize=4096)
def _reachable(key: ByIdentity, pred: str) -> frozenset[str]:
    program = key.program
    found: set[str] = set()
    waiting = [pred]
    while waiting:
        for clause in program.clauses_of(waiting.pop()):
            fresh = {atom.pred for atom, _ in body_atoms(clause.body)} - found
            found |= fresh
            waiting.extend(fresh)
    return frozenset(found)
