"""What a derived call reads, in the order in which its derivation lists it (spec 2.1). PURE.

The rows of a body are read as far as the derivation shows them: every row of every candidate, each up to
its first false literal in clause order. Which events prove it is another matter (see ``explainer``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from scenarios.datalog.computed import makes_values
from scenarios.datalog.explanation_text import atom_check, binding_check, comparison_check, truth_text
from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.reference_body import (
    Key,
    early_count,
    fold,
    fold_keys,
    fold_term,
    fold_terms,
    key_of,
    last_of,
    lookup_truth,
    read_at,
    step_truth,
)
from scenarios.datalog.reference_evaluator import Evaluator, bind_head, texts
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import UNKNOWN, Absence, State, Truth, state_text
from scenarios.datalog.references import Ref, is_known, member_ref, read_ref, tied_key, tied_operands
from scenarios.datalog.syntax import Expr, Reading, Shape
from scenarios.datalog.values import canonical
from scenarios.datalog.variables import expr_atoms

#: The place of the first false literal of a row that has none.
STANDS = sys.maxsize


@dataclass(slots=True)
class Readings:
    """What the rows of a body read and test, each once, in reading order."""

    refs: dict[Ref, None] = field(default_factory=dict)
    checks: dict[str, None] = field(default_factory=dict)

    def take(self, row: Row) -> None:
        """What one row reads: its literals in clause order, up to and including the first false one."""
        for index in sorted(row.found):
            refs, checks = row.found[index]
            for ref in refs:
                self.refs[ref] = None
            for check in checks:
                self.checks[check] = None
            if index == row.fallen:
                return


Found = tuple[tuple[Ref, ...], tuple[str, ...]]
"""What one literal reads, and the tests it makes."""


@dataclass(slots=True)
class Row:
    """One row of a body: its variables, what its literals read, and the first false one in clause order."""

    env: dict[str, State]
    found: dict[int, Found]
    fallen: int = STANDS

    def copy(self) -> Row:
        return Row(dict(self.env), dict(self.found), self.fallen)

    def note(self, index: int, truth: Truth, refs: tuple[Ref, ...], checks: tuple[str, ...] = ()) -> None:
        self.found[index] = (refs, checks)
        if truth is False and index < self.fallen:
            self.fallen = index


class Reader:
    """Reads calls that an evaluator has answered; each once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._calls: dict[tuple[str, Key], Readings] = {}
        self._first: dict[int, tuple[int, ...]] = {}

    def of(self, pred: str, key: Key) -> Readings:
        """What the clauses of a call read, without what the calls below it read."""
        if (pred, key) not in self._calls:
            found, decl = Readings(), self.evaluator.program.decls[pred]
            for plan in self.evaluator.plans.of(pred):
                env, start = bind_head(plan, decl, key)
                if start is not False:
                    for row in self._rows(plan.body, Row(env, {}), all_rows=False):
                        found.take(row)
            self._calls[pred, key] = found
        return self._calls[pred, key]

    # ---------------------------------------------------------------- rows
    def _rows(self, plan: Plan, row: Row, place: int = 0, *, all_rows: bool) -> Iterator[Row]:
        """The rows of a body; ``row`` is used up. Without ``all_rows`` those that read the same as others
        may be left out."""
        first = self._first_index(plan)
        for position in range(place, len(plan.steps)):
            if row.fallen < first[position]:
                break  # nothing that is shown is left to be read
            step = plan.steps[position]
            if isinstance(step, Choose):
                yield from self._chosen(plan, step, row, position + 1, all_rows=all_rows)
                return
            self._step(plan, step, row)
        yield row

    def _first_index(self, plan: Plan) -> tuple[int, ...]:
        """For each step the first literal, in clause order, that it or a later step reads."""
        if id(plan) not in self._first:
            found: list[int] = []
            for step in reversed(plan.steps):
                indices = [read.index for read in step.drivers] if isinstance(step, Choose) else [step.index]
                found.append(min(*indices, found[-1] if found else STANDS))
            self._first[id(plan)] = tuple(reversed(found))
        return self._first[id(plan)]

    def _chosen(self, plan: Plan, step: Choose, row: Row, place: int, *, all_rows: bool) -> Iterator[Row]:
        """The rows by the member that a variable ranges over, unnamed ones of open collections included."""
        reads = [(driver, key_of(driver, row.env)) for driver in step.drivers]
        shown = [() if self._unread(driver, row) else read_ref(driver.decl, key) for driver, key in reads]
        states = [self._members(driver, key, row) for driver, key in reads]
        names = sorted({name for state in states for name in state.truth}, key=canonical)
        alike = place == len(plan.steps) and len(states) == 1 and not all_rows
        for name in names[:1] if alike else names:
            inside = row if alike else row.copy()
            inside.env[step.var] = name
            for (driver, key), state, refs in zip(reads, states, shown, strict=True):
                if refs and driver is not step.drivers[0]:
                    refs = self._member_refs(driver, key, name)
                inside.note(driver.index, state.has(name), refs)
            yield from self._rows(plan, inside, place, all_rows=all_rows)
        if names and alike:
            return
        if all(state.open for state in states):
            inside = row.copy()
            inside.env[step.var] = UNKNOWN
            for (driver, _), refs in zip(reads, shown, strict=True):
                inside.note(driver.index, None, refs)
            yield from self._rows(plan, inside, place, all_rows=all_rows)
        elif not names:  # closed and empty: the row ends here
            for (driver, _), refs in zip(reads, shown, strict=True):
                row.note(driver.index, False, refs)
            yield row

    def _unread(self, read: Read, row: Row) -> bool:
        """A call that the row does not make, because it is false by then, of a recursion that makes values:
        it could go on without end. Whether another goal made the call does not matter."""
        return read.recursive and row.fallen != STANDS and makes_values(self.evaluator.plans, read.atom.pred)

    def _members(self, read: Read, key: Key, row: Row) -> Members:
        if self._unread(read, row):
            return Members(open=True)
        return self.evaluator.members(read.atom.pred, key)

    # ---------------------------------------------------------------- literals
    def _step(self, plan: Plan, step: Step, row: Row) -> None:
        """Read one literal that ranges over nothing."""
        if isinstance(step, Read):
            self._read(step, row)
        elif isinstance(step, Fold):
            self._fold(plan, step, row)
        elif isinstance(step, Compare):
            sides = (step.left, step.right)
            refs, truth, _ = self._computed(plan, step, sides, row.env)
            refs += tied_operands(sides, row.env)
            row.note(step.index, truth, tuple(refs), (comparison_check(step, row.env, truth),))
        else:
            assert isinstance(step, Bind)
            refs, truth, state = self._computed(plan, step, (step.expr,), row.env)
            row.note(step.index, truth, tuple(refs), binding_check(step, row.env, state))
            row.env[step.var] = _bound(state)

    def _computed(
        self, plan: Plan, step: Compare | Bind, exprs: tuple[Expr, ...], env: dict[str, State]
    ) -> tuple[list[Ref], Truth, State]:
        """What expressions read, those that have no value included; the truth and value of their literal."""
        refs = list(self._coalesced_refs(exprs, env))
        before = len(self.evaluator.undefined)
        truth, _, state = step_truth(self.evaluator, plan, step, env)
        refs += [Ref("undefined", text) for text in self.evaluator.undefined[before:]]
        return refs, truth, state

    def _coalesced_refs(self, exprs: tuple[Expr, ...], env: dict[str, State]) -> Iterator[Ref]:
        for expr in exprs:
            for atom in expr_atoms(expr):
                decl = self.evaluator.program.decls[atom.pred]
                key = key_of(Read(0, atom, decl), env)
                self.evaluator.value(atom.pred, key)  # so that what it leaves undefined is not ours
                yield from read_ref(decl, key)

    def _read(self, read: Read, row: Row) -> None:
        key, decl = key_of(read, row.env), read.decl
        if self._unread(read, row):
            row.note(read.index, None, ())
            if read.binds is not None:
                row.env[read.binds] = UNKNOWN
            return
        last = last_of(read, row.env)
        truth, state = read_at(self.evaluator, read, key, last)
        refs = read_ref(decl, key)
        if decl.reading is Reading.MEMBERS and last is not None:
            refs = self._member_refs(read, key, last)
        elif decl.reading is Reading.VALUE:
            refs = (*refs, *tied_key(decl.pred, key))
        checks = (atom_check(read, row.env, truth),) if read.atom.negated else ()
        row.note(read.index, truth, refs, checks)
        if read.binds is not None:
            row.env[read.binds] = _bound(state)

    def _member_refs(self, read: Read, key: Key, member: State) -> tuple[Ref, ...]:
        recorded_group = read.decl.shape is not Shape.DERIVED and is_known(key)
        group = self.evaluator.recorded.group(read.decl, texts(key)) if recorded_group else None
        return member_ref(read.decl, key, group, member)

    # ---------------------------------------------------------------- aggregates
    def _fold(self, plan: Plan, step: Fold, row: Row) -> None:
        if step.at_least is not None:
            least = self.evaluator.arithmetic(plan).value(step.at_least, row.env)
            keys = fold_keys(self.evaluator, step, row.env)
            truth, certain = early_count(keys, least), sum(t is True for t in keys.values())
            inner = self._inside(step, row)
            check = f"count {certain} >= {state_text(least)}: {truth_text(truth)}"
            row.note(step.index, truth, tuple(inner.refs), (*inner.checks, check))
            return
        state = fold(self.evaluator, step, row.env)
        conflicting = state is UNKNOWN and step.literal.function not in ("any", "all", "count")
        values: dict[State, set[State]] | None = {} if conflicting else None
        inner = self._inside(step, row, values)
        refs = (*inner.refs, *_conflicts(values or {}))
        wanted = None if step.binds else row.env[step.literal.var.name]
        row.note(step.index, lookup_truth(state, wanted), refs, tuple(inner.checks))
        if step.binds is not None:
            row.env[step.binds] = _bound(state)

    def _inside(self, step: Fold, around: Row, values: dict[State, set[State]] | None = None) -> Readings:
        """What an aggregate reads; ``values`` takes the values of each key in rows that are not false."""
        found, (key, value) = Readings(), fold_terms(step)
        each = values is not None or step.condition is not None
        for row in self._rows(step.body, Row(dict(around.env), {}), all_rows=each):
            if step.condition is not None and row.fallen == STANDS:
                self._condition(step.condition, row)
            found.take(row)
            if values is not None and row.fallen == STANDS:
                values.setdefault(fold_term(key, row.env), set()).add(fold_term(value, row.env))
        return found

    def _condition(self, plan: Plan, row: Row) -> None:
        """The condition of ``all`` is read behind its domain, where that is not false."""
        inner = Readings()
        for within in self._rows(plan, Row(dict(row.env), {}), all_rows=False):
            inner.take(within)
        row.found[max(row.found, default=-1) + 1] = (tuple(inner.refs), tuple(inner.checks))


def _bound(state: State) -> State:
    """What a variable holds: nothing is known of a value that is absent."""
    return UNKNOWN if isinstance(state, Absence) else state


def _conflicts(values: dict[State, set[State]]) -> Iterator[Ref]:
    """Keys of an aggregate that may have two values."""
    clashing = [k for k, found in values.items() if k is not UNKNOWN and len(found - {UNKNOWN}) > 1]
    for key in sorted(clashing, key=state_text):
        yield Ref("conflict", state_text(key))
