"""Bodies read for their reasons: each literal of each row with its evidence (spec 2.4). PURE.

Where the evaluator drops a row as soon as it is false, an explanation goes on: every false literal is an
alternative reason for witnesses (spec 2.1 rule 6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scenarios.datalog.evidence import NEVER, SURE, Evidence, every, some
from scenarios.datalog.reference_values import UNKNOWN, State, Truth, and3, coerce
from scenarios.datalog.syntax import Clause, Const, Decl, Reading
from scenarios.datalog.values import Value


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one literal came out. ``evidence`` proves its truth or falsity, values of its variables
    included; it is ``NEVER`` while the literal is undecided."""

    index: int
    truth: Truth
    evidence: Evidence = NEVER


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable's state, and the evidence that it has it."""

    state: State
    evidence: Evidence = SURE


Scope = dict[str, Bound]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A full row: its variables and the outcome of every literal."""

    scope: Scope
    outcomes: dict[int, Outcome]

    @property
    def truth(self) -> Truth:
        result: Truth = True
        for outcome in self.outcomes.values():
            result = and3(result, outcome.truth)
        return result

    @property
    def proof(self) -> Evidence:
        """Evidence that a true row is true."""
        return every(outcome.evidence for outcome in self.outcomes.values())


@dataclass(frozen=True, slots=True)
class Closing:
    """One driver of a branch: the evidence that it has no further member, and those it names."""

    index: int
    closed: Evidence
    names: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Rows by the member that a variable ranges over.

    ``rejected`` holds the rows of candidates that a derived driver names but rejects: no rows of the
    body, but what refutes them may be another literal than what rejects them. ``phantom`` is the row of
    a member that no driver names: real if all drivers are open, else hypothetical, for what refutes
    every row at once.
    """

    outcomes: dict[int, Outcome]
    drivers: tuple[Closing, ...]
    children: dict[Value, Tree]
    rejected: dict[Value, Tree]
    phantom: Tree
    open: bool


Tree = Leaf | Branch


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The real rows of a tree. A driver that is closed and empty gives one row in which it is false, so
    that what was read before it is seen."""
    if isinstance(tree, Leaf):
        yield tree
        return
    for child in tree.children.values():
        yield from leaves(child)
    if tree.open:
        yield from leaves(tree.phantom)
    elif not tree.children:
        empty = {driver.index: Outcome(driver.index, False) for driver in tree.drivers}
        yield Leaf({}, {**tree.outcomes, **empty})


def all_leaves(tree: Tree) -> Iterator[Leaf]:
    """Real, rejected and hypothetical rows: all that evidence can speak of."""
    if isinstance(tree, Leaf):
        yield tree
        return
    for inside in (*tree.children.values(), *tree.rejected.values(), tree.phantom):
        yield from all_leaves(inside)


def rows(tree: Tree) -> Iterator[Leaf]:
    """The real rows that stand for an assignment: the leaves without those of empty drivers."""
    return (leaf for leaf in leaves(tree) if leaf.truth is not False)


#: Evidence that a row is one of those that need no refutation; ``NEVER`` for the others.
Exempt = Callable[[Leaf], Evidence]


def none_exempt(_leaf: Leaf) -> Evidence:
    """Every row must fall."""
    return NEVER


def refuted(tree: Tree, exempt: Exempt = none_exempt) -> Evidence:
    """Evidence that no row of the tree holds or may hold, but for the exempt ones (spec 2.4).

    A row falls with any of its false literals. All rows of a branch fall together with what refutes the
    unnamed row; or one driver is closed and each row it names falls.
    """
    if isinstance(tree, Leaf):
        false = [outcome.evidence for outcome in tree.outcomes.values() if outcome.truth is False]
        return some([exempt(tree), *false])
    ways = [refuted(tree.phantom, exempt)]
    for driver in tree.drivers:
        if driver.closed is not NEVER:
            rows_named = {**tree.children, **tree.rejected}
            named = (refuted(rows_named[name], exempt) for name in driver.names)
            ways.append(every([driver.closed, *named]))
    return some(ways)


def given(decl: Decl, clause: Clause, leaf: Leaf) -> Bound:
    """The member or value that a clause's head gives in a row, with the evidence that it does."""
    if decl.reading is Reading.TRUTH:
        return Bound(UNKNOWN)
    term = clause.head.args[-1]
    if isinstance(term, Const):
        return Bound(coerce(term, decl.member_type or decl.value_type or "text"))
    return leaf.scope.get(term.name, Bound(UNKNOWN))
