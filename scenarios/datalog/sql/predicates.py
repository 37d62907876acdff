"""Any predicate with bound keys as a sub-select, its rules inlined (engine notes).

::

    value    exactly one row (v, ok)     ok TRUE known, FALSE none, NULL unknown
    members  rows (m, tr)                tr TRUE certain, NULL undecided; the phantom is (NULL, NULL)
    truth    exactly one row (tr)

Clauses are branches of a UNION ALL, folded by ``or3``. DISTINCT and GROUP BY are left out where one clause
passes the members of one driver on: they would keep the planner from flattening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.datalog.plans import Fold, Plan
from scenarios.datalog.sql import recorded
from scenarios.datalog.sql.aggregates import compile_early_count, compile_fold
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import Body, SelfReference, term_column
from scenarios.datalog.sql.closures import closure
from scenarios.datalog.sql.columns import TEXT, Column, Emission, or3, storage
from scenarios.datalog.sql.expressions import comparison
from scenarios.datalog.sql.graph import linear_recursion
from scenarios.datalog.sql.outlines import outlined
from scenarios.datalog.sql.round_tables import Tables
from scenarios.datalog.sql.rounds import routine_of
from scenarios.datalog.sql.statements import KEY_COLUMNS, Statement
from scenarios.datalog.sql.ties import planned
from scenarios.datalog.syntax import Atom, Clause, Const, Decl, Program, Reading, Shape, Var


@dataclass(frozen=True, slots=True)
class Branch:
    """One clause of a predicate: its body, its truth, and the answer column ``m`` or ``v`` of its head."""

    body: Body
    truth: str
    answer: str = ""
    name: str = ""

    @property
    def rows(self) -> str:
        """Rows ``(m, tr)`` or ``(v, tr)`` that are not surely out; of a truth all rows ``(tr)``."""
        if not self.name:
            return f"SELECT {self.truth} AS tr FROM {self.body.source}"
        columns = f"{self.answer} AS {self.name}, {self.truth} AS tr"
        return f"SELECT {columns} FROM {self.body.source} WHERE ({self.truth}) IS NOT FALSE"

    @property
    def row(self) -> str:
        """The one row ``(v, ok)`` or ``(tr)`` of a body without drivers: nothing is to fold."""
        if not self.name:
            return self.rows
        value = f"CASE WHEN {self.truth} THEN {self.answer} END AS v"
        return f"SELECT {value}, {self.truth} AS ok FROM {self.body.source}"


class Compiler:
    """Writes the sub-selects of one statement, or with ``tables`` those inside the routine of a recursion."""

    def __init__(self, program: Program, tables: Tables | None = None) -> None:
        self.emission = Emission(program, literal=tables is not None)
        self.plans, self.ties = planned(program)
        self.tables = tables

    def statement(self, text: str, *, keys: int = KEY_COLUMNS, about: str = "") -> Statement:
        """A statement with the constants and routines that its text names."""
        routines = tuple(self.emission.routines.values())
        return Statement(text, self.emission.parameters, routines, max(keys, KEY_COLUMNS), about)

    # ---------------------------------------------------------------- reads
    def read(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a predicate whose keys are bound to SQL texts."""
        decl = self.emission.program.decls[pred]
        if decl.shape is not Shape.DERIVED:
            if decl.reading is Reading.MEMBERS:
                return recorded.members(self.emission, decl, keys)
            return recorded.lookup(self.emission, decl, keys)
        if pred in self.plans.component:
            recursion = linear_recursion(self.plans, pred)
            if recursion is not None and not self._outlined(pred):
                return closure(self, decl, recursion, keys)
        elif not self._outlined(pred):
            return self._derived(decl, keys)
        return self.folded(decl, self._call(decl, keys))

    def read_atom(self, atom: Atom, keys: Sequence[str]) -> str:
        """``read`` for an atom of a body: one of the recursion under compilation reads its tables."""
        if self.tables is not None and atom.pred in self.tables.component:
            return self.tables.read(self, atom, keys)
        return self.read(atom.pred, keys)

    def test_atom(self, atom: Atom, keys: Sequence[str], member: Column) -> str:
        """``member_test`` for an atom of a body."""
        if self.tables is not None and atom.pred in self.tables.component:
            return self._member_among(self.read_atom(atom, keys), atom.pred, member)
        return self.member_test(atom.pred, keys, member)

    def _outlined(self, pred: str) -> bool:
        """Whether a predicate is computed by a routine, because its rules are too many to inline."""
        inside = self.tables is not None and pred in self.tables.preds
        return not inside and pred in outlined(self.plans)

    def _call(self, decl: Decl, keys: Sequence[str], *, unfolded: bool = False) -> str:
        """The rows ``(m, tr)``, ``(v, tr)`` or ``(tr)`` that a routine finds."""
        routine = routine_of(self.emission.program, decl.pred, Compiler, unfolded=unfolded)
        self.emission.call(routine)
        rows, called = self.emission.alias("s"), routine.call(routine.preds.index(decl.pred), keys)
        answer = ""
        if decl.reading is not Reading.TRUTH:
            name = "m" if decl.reading is Reading.MEMBERS else "v"
            found = (
                f'({rows}.answer COLLATE "C")'  # what a routine returns has none, and may start a recursion
            )
            answer = f"{self.answer_column(decl, found)} AS {name}, "
        return f"SELECT {answer}{rows}.tr FROM {called} {rows}"

    def answer_column(self, decl: Decl, text: str) -> str:
        """A member or value kept as text, in the SQL type in which it is computed."""
        packed = decl.reading is Reading.VALUE and decl.pred in self.ties
        return text if packed else Column.from_text(text, decl.member_type or decl.value_type or "text").sql

    def candidates(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a collection with the candidates that it rejects: those have ``tr`` false."""
        decl = self.emission.program.decls[pred]
        if decl.shape is not Shape.DERIVED:
            return self.read(pred, keys)
        clauses = self.emission.program.clauses_of(pred)
        if not clauses:
            return self._without_rule(decl)
        if self._outlined(pred) and pred not in self.plans.component:
            return self.folded(decl, self._call(decl, keys, unfolded=True))
        return self.folded(decl, " UNION ALL ".join(self.unfolded(decl, c, keys) for c in clauses))

    def unfolded(self, decl: Decl, clause: Clause, keys: Sequence[str]) -> str:
        """Rows ``(m, tr)`` of a clause of a collection, those that are surely out too."""
        body, truth = self.body_of(clause, keys, unfolded=True)
        answer = self._answer(decl, clause, body)
        truth = self._naming(clause, body, answer, truth)
        return f"SELECT {answer} AS m, {truth} AS tr FROM {body.source}"

    @staticmethod
    def _naming(clause: Clause, body: Body, answer: str, truth: str) -> str:
        """The truth of a row that gives a member: undecided where it may name none, which a tie does, and a
        key that is not known."""
        last = clause.head.args[-1]
        if isinstance(last, Var) and (last in clause.head.args[:-1] or body.scope[last.name].packed):
            return f"({truth}) AND ({answer} IS NOT NULL OR NULL)"
        return truth

    def member_test(self, pred: str, keys: Sequence[str], member: Column) -> str:
        """The sub-select ``(tr)`` of "member is in the collection"."""
        decl = self.emission.program.decls[pred]
        if decl.shape is not Shape.DERIVED:
            return recorded.member_test(self.emission, decl, keys, member.single.as_text)
        return self._member_among(self.read(pred, keys), pred, member)

    def _member_among(self, read: str, pred: str, member: Column) -> str:
        rows, member_type = self.emission.alias("s"), self.emission.program.decls[pred].member_type
        equal = comparison("=", Column(f"{rows}.m", member_type or "text"), member)
        return f"SELECT {or3(f'{rows}.tr AND {equal}')} AS tr FROM ({read}) {rows}"

    def value_column(self, decl: Decl, alias: str) -> Column:
        """The value of a read of a value predicate, joined as ``alias``."""
        return Column(f"{alias}.v", decl.value_type or "text", packed=decl.pred in self.ties)

    def fold(self, body: Body, fold: Fold, alias: str) -> tuple[str, Column]:
        """The sub-select ``(v, ok)`` of an aggregate in ``body``, joined as ``alias``, and its value."""
        return compile_fold(self, body, fold, alias)

    def early_count(self, body: Body, fold: Fold, at_least: Column) -> str:
        """The sub-select ``(tr)`` of "the count is at least"."""
        return compile_early_count(self, body, fold, at_least)

    # ---------------------------------------------------------------- clauses
    def head_scope(self, clause: Clause, keys: Sequence[str]) -> tuple[dict[str, Column], list[str]]:
        """Variables bound by the head's keys, and the tests its constants and repeated variables make."""
        decl = self.emission.program.decls[clause.head.pred]
        scope: dict[str, Column] = {}
        tests: list[str] = []
        for term, key, type_name in zip(clause.head.args, keys, decl.key_types, strict=False):
            given = Column.from_text(key, type_name)
            if isinstance(term, Const):
                tests.append(comparison("=", given, self.emission.constant(term)))
            elif term.name in scope:
                tests.append(comparison("=", given, scope[term.name]))
            elif not term.anonymous:
                scope[term.name] = given
        return scope, tests

    def plan_of(self, clause: Clause) -> Plan:
        """The reading order of a clause's body."""
        return next(plan.body for plan in self.plans.of(clause.head.pred) if plan.clause is clause)

    def body_of(
        self,
        clause: Clause,
        keys: Sequence[str],
        *,
        unfolded: bool = False,
        itself: SelfReference | None = None,
    ) -> tuple[Body, str]:
        """The compiled body of a clause under bound keys, and its truth with the tests of the head."""
        scope, tests = self.head_scope(clause, keys)
        body = compile_plan(self, clause, self.plan_of(clause), scope, unfolded=unfolded, itself=itself)
        return body, " AND ".join([*tests, body.truth])

    def _answer(self, decl: Decl, clause: Clause, body: Body) -> str:
        """The head's member or value in the SQL type of the declaration."""
        column = term_column(self.emission, body.scope, clause.head.args[-1])
        if decl.pred in self.ties:
            return column.as_text
        return column.single.sql  # validation lets in what is stored alike

    def branch(
        self, decl: Decl, clause: Clause, keys: Sequence[str], itself: SelfReference | None = None
    ) -> Branch:
        """One clause under bound keys."""
        body, truth = self.body_of(clause, keys, itself=itself)
        if decl.reading is Reading.TRUTH:
            return Branch(body, truth)
        answer = self._answer(decl, clause, body)
        if decl.reading is Reading.VALUE:
            return Branch(body, truth, answer, "v")
        truth = self._naming(clause, body, answer, truth)
        return Branch(body, truth, answer, "m")

    def _derived(self, decl: Decl, keys: Sequence[str]) -> str:
        clauses = self.emission.program.clauses_of(decl.pred)
        if not clauses:
            return self._without_rule(decl)
        branches = [self.branch(decl, clause, keys) for clause in clauses]
        alone = branches[0] if len(branches) == 1 else None
        if alone is not None and decl.reading is not Reading.MEMBERS and not alone.body.drivers:
            return alone.row
        if alone is not None and decl.reading is Reading.MEMBERS and self._passes_on(clauses[0], alone.body):
            return alone.rows
        return self.folded(decl, " UNION ALL ".join(branch.rows for branch in branches))

    @staticmethod
    def _passes_on(clause: Clause, body: Body) -> bool:
        """Whether the head's member is the member of the only driver: then no member comes twice."""
        term = clause.head.args[-1]
        return isinstance(term, Var) and [body.scope[term.name].sql] == body.drivers

    @staticmethod
    def _without_rule(decl: Decl) -> str:
        """No clause in force: an absent rule is false, but a value without a rule is unknown (spec 1.7)."""
        if decl.reading is Reading.TRUTH:
            return "SELECT FALSE AS tr"
        kind = storage(decl.member_type or decl.value_type or "text")
        nothing = f"NULL::{kind}" + (' COLLATE "C"' if kind == TEXT else "")  # it may start a recursion
        if decl.reading is Reading.VALUE:
            return f"SELECT {nothing} AS v, NULL::boolean AS ok"
        return f"SELECT {nothing} AS m, NULL::boolean AS tr WHERE FALSE"

    # ---------------------------------------------------------------- folds
    def folded(self, decl: Decl, rows: str) -> str:
        """Rows of several clauses or ways folded to what the predicate answers."""
        if decl.reading is Reading.VALUE:
            return self._one_value(rows)
        truth, alias = f"{or3('tr')} AS tr", self.emission.alias("u")
        if decl.reading is Reading.TRUTH:
            return f"SELECT {truth} FROM ({rows}) {alias}"
        return f"SELECT m, {truth} FROM ({rows}) {alias} GROUP BY m"

    def _one_value(self, rows: str) -> str:
        """known(v) iff some row gives v for certain and no row may give another; none iff no row at all."""
        inner, outer = self.emission.alias("u"), self.emission.alias("u")
        single = "coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*)"
        return (
            f"SELECT CASE WHEN {outer}.single THEN {outer}.v END AS v,"
            f" CASE WHEN {outer}.single THEN TRUE WHEN {outer}.rows = 0 THEN FALSE END AS ok"
            f" FROM (SELECT max(v) AS v, {single} AS single, count(*) AS rows FROM ({rows}) {inner}) {outer}"
        )
