"""Recursion of any stratified form, computed in rounds over tables of calls and rows (``routines``).

Demand needs no analysis: a body asks for the calls of its recursive atoms as it is read, in the reading
order of its plan, and only by rows that are not false by then. A round evaluates

- each call made in the last round, in full, and
- each call one of whose callees gained rows in the last round, once for each recursive atom, which then
  ranges over those rows alone.

A recursion without values is monotone and has one phase. With values there are two, because a value is
known only if no other is possible (spec 1.7): first every possible row, each undecided, then those that are
certain. A value that is not known in the end must be read as unknown from the start, so the phases are run
again with such calls ``vague`` until no more are found; the result is the same in every order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scenarios.datalog.computed import makes_values
from scenarios.datalog.loading import ByIdentity
from scenarios.datalog.plans import Choose, Plan, Read
from scenarios.datalog.sql.body import Body, all_known, key_texts
from scenarios.datalog.sql.columns import NUMERIC, Column, storage
from scenarios.datalog.sql.round_tables import Tables
from scenarios.datalog.sql.round_text import Asking, Component, Finding, assembled
from scenarios.datalog.sql.routines import Routine, key_array
from scenarios.datalog.syntax import Atom, Clause, Decl, Program, Reading, Var

if TYPE_CHECKING:
    from scenarios.datalog.sql.predicates import Compiler

#: Makes the compiler of one statement, outside of a routine or over its tables.
Make = Callable[..., "Compiler"]


def routine_of(program: Program, pred: str, make: Make, *, unfolded: bool = False) -> Routine:
    """The routine of the recursion that a predicate is part of, or of a predicate alone. With ``unfolded``
    it finds the candidates that a collection rejects too (``tr`` false)."""
    return _routine_of(ByIdentity(program), pred, make, unfolded)


@lru_cache(maxsize=1024)
def _routine_of(key: ByIdentity, pred: str, make: Make, unfolded: bool) -> Routine:
    component = make(key.program).plans.component.get(pred, frozenset())
    if component and min(component) != pred:
        return _routine_of(key, min(component), make, unfolded)
    writer = _Writer(key.program, Tables(tuple(sorted(component or {pred})), component), make, unfolded)
    for clause in key.program.clauses:
        if clause.head.pred in writer.tables.preds:
            writer.write(clause)
    return assembled(writer.component(), tuple(writer.needs.values()))


def _recursive_reads(plan: Plan) -> Iterator[tuple[int, Read]]:
    """The recursive atoms of a body, each with the place of its step."""
    for place, step in enumerate(plan.steps):
        reads = step.drivers if isinstance(step, Choose) else (step,)
        yield from ((place, read) for read in reads if isinstance(read, Read) and read.recursive)


class _Writer:
    """Compiles the clauses of a component, once for each way in which a round evaluates them."""

    def __init__(self, program: Program, tables: Tables, make: Make, unfolded: bool) -> None:
        self.program, self.tables, self.make, self.unfolded = program, tables, make, unfolded
        self.plans = make(program).plans
        self.askings: list[Asking] = []
        self.findings: list[Finding] = []
        self.needs: dict[str, Routine] = {}
        self.asks_itself = False

    def component(self) -> Component:
        """What the text of the routine is made of."""
        readings = [self.program.decls[pred].reading for pred in self.tables.preds]
        values = tuple(number for number, reading in enumerate(readings) if reading is Reading.VALUE)
        recursive = bool(self.tables.component)
        return Component(
            preds=self.tables.preds,
            values=values,
            phases=recursive and bool(values),
            bounded=not makes_values(self.plans, self.tables.preds[0]),
            asks_itself=self.asks_itself,
            rejected=self.unfolded,
            askings=tuple(self.askings),
            findings=tuple(self.findings),
        )

    def write(self, clause: Clause) -> None:
        """The statements of one clause: in full, and for each recursive atom by what is fresh of it."""
        plan = next(one.body for one in self.plans.of(clause.head.pred) if one.clause is clause)
        reads = list(_recursive_reads(plan))
        for before, fresh in [(-1, None), *reads]:
            compiler = self.make(self.program, replace(self.tables, fresh=fresh.atom if fresh else None))
            body = self._find(compiler, clause, fresh is not None)
            for place, read in reads:
                if place > before and not self._of_itself(clause, read.atom):
                    self._ask(compiler, clause, body, read, fresh is not None)
            self.needs |= compiler.emission.routines

    def _keys(self, pred: str) -> list[str]:
        return [f"(q.a[{place}])" for place in range(1, len(self.program.decls[pred].key_types) + 1)]

    def _find(self, compiler: Compiler, clause: Clause, again: bool) -> Body:
        decl, keys = self.program.decls[clause.head.pred], self._keys(clause.head.pred)
        if self.unfolded:
            body, truth = compiler.body_of(clause, keys, unfolded=True)
            rows = compiler.unfolded(decl, clause, keys)
        else:
            branch = compiler.branch(decl, clause, keys)
            body, rows = branch.body, branch.rows
        number = self.tables.preds.index(decl.pred)
        type_name = decl.member_type or decl.value_type or "text"
        self.findings.append(
            Finding(number, rows, self._answer(compiler, decl), storage(type_name) == NUMERIC, again)
        )
        return body

    @staticmethod
    def _answer(compiler: Compiler, decl: Decl) -> str:
        """The answer of a row ``x`` as text."""
        if decl.reading is Reading.TRUTH:
            return "NULL::text"
        type_name = decl.member_type or decl.value_type or "text"
        packed = decl.reading is Reading.VALUE and decl.pred in compiler.ties
        return Column("x.m" if decl.reading is Reading.MEMBERS else "x.v", type_name, packed).as_text

    def _of_itself(self, clause: Clause, atom: Atom) -> bool:
        """Whether an atom reads the very call that its clause answers."""
        count = len(self.program.decls[atom.pred].key_types)
        keys = [term for term in atom.args[:count] if isinstance(term, Var) and not term.anonymous]
        same = atom.pred == clause.head.pred and atom.args[:count] == clause.head.args[:count]
        found = same and len({term.name for term in keys}) == count
        self.asks_itself |= found
        return found

    def _ask(self, compiler: Compiler, clause: Clause, body: Body, read: Read, again: bool) -> None:
        """The calls that a recursive atom asks for, by the rows that are not false when it is read."""
        _, tests = compiler.head_scope(clause, self._keys(clause.head.pred))
        terms = read.atom.args[: len(read.decl.key_types)]
        keys = key_texts(compiler.emission, body.scopes[read.index], terms)
        conditions = [f"({' AND '.join([*tests, body.reached[read.index]])}) IS NOT FALSE"]
        if read.decl.reading is Reading.VALUE and keys:
            conditions.append(all_known(keys))
        self.askings.append(
            Asking(
                self.tables.preds.index(clause.head.pred),
                self.tables.preds.index(read.atom.pred),
                body.sources[read.index],
                key_array(keys),
                " AND ".join(conditions),
                again,
            )
        )
