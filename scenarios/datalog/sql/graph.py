"""Which predicates of a program are recursive, and in which form (engine notes).

A linear recursion of one of these forms is one ``WITH RECURSIVE``; every other recursion is computed in
rounds (``rounds``).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import lru_cache

from scenarios.datalog.computed import computed_names, computing_predicates
from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Choose, ClausePlan, Plans, Read
from scenarios.datalog.syntax import Atom, Clause, Program, Reading, Var
from scenarios.datalog.variables import all_vars, body_atoms, names


class Direction(enum.Enum):
    """LEFT: every recursive atom has the keys of its head. RIGHT: each passes its answer on unchanged.
    DOUBLED: ``p(X,Z) :- p(X,Y), p(Y,Z)``, which is the closure of the other clauses."""

    LEFT = "left"
    RIGHT = "right"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True)
class Step:
    """A recursive clause and its recursive atom, of two the first."""

    clause: Clause
    atom: Atom


@dataclass(frozen=True, slots=True)
class Recursion:
    """A linear recursion: the clauses that start it, and those that repeat. ``place`` is the key that a
    doubled recursion hands its member to."""

    base: tuple[Clause, ...]
    steps: tuple[Step, ...]
    direction: Direction
    place: int = 0


def linear_recursion(plans: Plans, pred: str) -> Recursion | None:
    """The recursion of a recursive predicate, None if one ``WITH RECURSIVE`` does not hold it."""
    if plans.component[pred] != {pred}:
        return None
    base: list[Clause] = []
    steps: list[tuple[ClausePlan, list[Atom]]] = []
    for plan in plans.of(pred):
        atoms = [atom for atom, _ in body_atoms(plan.clause.body) if atom.pred == pred]
        if atoms:
            steps.append((plan, atoms))
        else:
            base.append(plan.clause)
    place = _doubled(plans, steps)
    if place is not None:
        (plan, atoms) = steps[0]
        return Recursion(tuple(base), (Step(plan.clause, atoms[0]),), Direction.DOUBLED, place)
    if any(len(atoms) > 1 for _, atoms in steps):
        return None
    found = tuple(Step(plan.clause, atoms[0]) for plan, atoms in steps)
    if all(_is_left(plans, plan, atoms[0]) for plan, atoms in steps):
        return Recursion(tuple(base), found, Direction.LEFT)
    if all(_is_right(plans, plan, atoms[0]) for plan, atoms in steps) and _folds_once(plans, pred):
        return Recursion(tuple(base), found, Direction.RIGHT)
    return None


def _is_left(plans: Plans, plan: ClausePlan, atom: Atom) -> bool:
    head, decl = plan.clause.head, plans.program.decls[atom.pred]
    count = len(decl.key_types)
    if decl.reading is not Reading.MEMBERS or atom.args[:count] != head.args[:count]:
        return False
    member = head.args[-1]
    alone = all(
        len(step.drivers) == 1 or all(read.atom is not atom for read in step.drivers)
        for step in plan.body.steps
        if isinstance(step, Choose)
    )
    return alone and not (isinstance(member, Var) and member.name in computed_names(plans, plan))


def _is_right(plans: Plans, plan: ClausePlan, atom: Atom) -> bool:
    head, count = plan.clause.head, len(plans.program.decls[atom.pred].key_types)
    if not count:
        return False  # one call that asks for itself: it has no column to visit by
    answer = head.args[count:]
    carried = {term.name for term in answer if isinstance(term, Var)}
    elsewhere = [var for literal in plan.clause.body if literal is not atom for var in all_vars(literal)]
    given = names(term for term in head.args[:count] if isinstance(term, Var))
    asked = names(term for term in atom.args[:count] if isinstance(term, Var))
    if (
        atom.args[count:] != answer
        or len(carried) != len(answer)
        or carried & (names(elsewhere) | given | asked)
    ):
        return False
    return not asked & computed_names(plans, plan)


def _folds_once(plans: Plans, pred: str) -> bool:
    """A value known at each call is folded from what its calls know, so rows may be folded at the end only
    where none is undecided unless its value is unknown: bodies of one lookup each, one of them a start,
    which says "unknown" of a key that is."""
    if plans.program.decls[pred].reading is not Reading.VALUE:
        return True
    if all(_asked(plans, plan, pred) for plan in plans.of(pred)):
        return False
    for plan in plans.of(pred):
        rest = [step for step in plan.body.steps if not (isinstance(step, Read) and step.recursive)]
        if len(rest) != 1 or not isinstance(rest[0], Read) or rest[0].binds is None:
            return False
        last = plan.clause.head.args[-1]
        recursive = len(plan.body.steps) > 1
        if not recursive and not (isinstance(last, Var) and last.name == rest[0].binds):
            return False
        if recursive and rest[0].binds not in _asked(plans, plan, pred):
            return False
    return True


def _asked(plans: Plans, plan: ClausePlan, pred: str) -> frozenset[str]:
    count = len(plans.program.decls[pred].key_types)
    atoms = [atom for atom, _ in body_atoms(plan.clause.body) if atom.pred == pred]
    return names(term for atom in atoms for term in atom.args[:count] if isinstance(term, Var))


def _doubled(plans: Plans, steps: list[tuple[ClausePlan, list[Atom]]]) -> int | None:
    """The key that ``p(…X…,Z) :- p(…X…,Y), p(…Y…,Z)`` hands its member to, where that is the only
    recursive clause. Each row is a path of base rows then, whatever the bracketing, and by Kleene's tables
    its truth is the conjunction of theirs, so stepping by base rows gives the same members."""
    if len(steps) != 1:
        return None
    (plan, atoms), head = steps[0], steps[0][0].clause.head
    decl = plans.program.decls[head.pred]
    count = len(decl.key_types)
    if decl.reading is not Reading.MEMBERS or len(plan.clause.body) != 2 or len(atoms) != 2:
        return None
    if head.pred in computing_predicates(plans):
        return None
    terms = (*head.args[:count], head.args[-1], atoms[0].args[-1], atoms[1].args[-1])
    if not all(isinstance(term, Var) and not term.anonymous for term in terms):
        return None
    for first, second in (atoms, atoms[::-1]):
        middle = first.args[-1]
        places = [place for place in range(count) if second.args[place] != head.args[place]]
        named = [*head.args, middle]
        if (
            first.args[:count] == head.args[:count]
            and second.args[-1] == head.args[-1]
            and len(places) == 1
            and second.args[places[0]] == middle
            and len({term.name for term in named if isinstance(term, Var)}) == count + 2
        ):
            return places[0]
    return None


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
