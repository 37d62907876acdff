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

from scenarios.datalog.plans import Bind, Fold, Plan
from scenarios.datalog.sql import recorded
from scenarios.datalog.sql.aggregates import compile_early_count, compile_fold
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import Body, SelfReference, term_column
from scenarios.datalog.sql.columns import Column, Emission, or3, storage
from scenarios.datalog.sql.expressions import comparison
from scenarios.datalog.sql.graph import Direction, Recursion, recursion_of
from scenarios.datalog.sql.ties import planned
from scenarios.datalog.sql.unsupported import not_compiled, undeclared
from scenarios.datalog.syntax import Clause, Const, Decl, Program, Reading, Shape, Var


class Compiler:
    """Writes the sub-selects of one statement."""

    def __init__(self, program: Program) -> None:
        self.emission = Emission(program)
        self.plans, self.ties = planned(program)

    # ---------------------------------------------------------------- reads
    def read(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a predicate whose keys are bound to SQL texts."""
        decl = self._decl(pred)
        if decl.shape is not Shape.DERIVED:
            if decl.reading is Reading.MEMBERS:
                return recorded.members(self.emission, decl, keys)
            return recorded.lookup(self.emission, decl, keys)
        recursion = recursion_of(self.emission.program, pred)
        if recursion is not None:
            self._refuse_new_values(recursion)
            return self._closure(decl, recursion, keys)
        return self._derived(decl, keys)

    def candidates(self, pred: str, keys: Sequence[str]) -> str:
        """The sub-select of a collection with the candidates that it rejects: those have ``tr`` false."""
        decl = self._decl(pred)
        if decl.shape is not Shape.DERIVED or recursion_of(self.emission.program, pred) is not None:
            return self.read(pred, keys)
        clauses = self.emission.program.clauses_of(pred)
        if not clauses:
            return self._without_rule(decl)
        return self._folded(" UNION ALL ".join(self._unfolded(decl, clause, keys) for clause in clauses))

    def _unfolded(self, decl: Decl, clause: Clause, keys: Sequence[str]) -> str:
        body, truth = self.body_of(clause, keys, unfolded=True)
        return f"SELECT {self._answer(decl, clause, body)} AS m, {truth} AS tr FROM {body.source}"

    def member_test(self, pred: str, keys: Sequence[str], member: Column) -> str:
        """The sub-select ``(tr)`` of "member is in the collection"."""
        decl = self._decl(pred)
        if decl.shape is not Shape.DERIVED:
            return recorded.member_test(self.emission, decl, keys, member.as_text)
        rows = self.emission.alias("s")
        equal = comparison("=", Column(f"{rows}.m", decl.member_type or "text"), member)
        return f"SELECT {or3(f'{rows}.tr AND {equal}')} AS tr FROM ({self.read(pred, keys)}) {rows}"

    def value_column(self, decl: Decl, alias: str) -> Column:
        """The value of a read of a value predicate, joined as ``alias``."""
        return Column(f"{alias}.v", decl.value_type or "text", packed=decl.pred in self.ties)

    def fold(self, body: Body, fold: Fold, alias: str) -> tuple[str, Column]:
        """The sub-select ``(v, ok)`` of an aggregate in ``body``, joined as ``alias``, and its value."""
        return compile_fold(self, body, fold, alias)

    def early_count(self, body: Body, fold: Fold, at_least: Column) -> str:
        """The sub-select ``(tr)`` of "the count is at least"."""
        return compile_early_count(self, body, fold, at_least)

    def _decl(self, pred: str) -> Decl:
        decl = self.emission.program.decls.get(pred)
        if decl is None or (decl.shape is not Shape.DERIVED and len(decl.key_types) > recorded.KEY_COLUMNS):
            raise undeclared(self.emission.program, pred)
        return decl

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
        column, type_name = column.single, decl.member_type or decl.value_type or "text"
        if column.storage == storage(type_name):
            return column.sql
        return Column.from_text(column.as_text, type_name).sql

    def _branch(
        self, decl: Decl, clause: Clause, keys: Sequence[str], itself: SelfReference | None = None
    ) -> tuple[str, Body]:
        """One clause as rows ``(m, tr)``, ``(v, tr)`` or ``(tr)``; rows surely out are dropped."""
        body, truth = self.body_of(clause, keys, itself=itself)
        if decl.reading is Reading.TRUTH:
            return f"SELECT {truth} AS tr FROM {body.source}", body
        name, answer = "v", self._answer(decl, clause, body)
        if decl.reading is Reading.MEMBERS:
            name = "m"
            if term_column(self.emission, body.scope, clause.head.args[-1]).packed:
                truth = f"({truth}) AND ({answer} IS NOT NULL OR NULL)"  # a tie names no member
        return (
            f"SELECT {answer} AS {name}, {truth} AS tr FROM {body.source} WHERE ({truth}) IS NOT FALSE",
            body,
        )

    def _derived(self, decl: Decl, keys: Sequence[str]) -> str:
        clauses = self.emission.program.clauses_of(decl.pred)
        if not clauses:
            return self._without_rule(decl)
        branches = [self._branch(decl, clause, keys) for clause in clauses]
        union = " UNION ALL ".join(text for text, _ in branches)
        single = branches[0][1] if len(branches) == 1 else None
        if decl.reading is Reading.TRUTH:
            return union if single is not None and not single.drivers else self._some(union)
        if decl.reading is Reading.VALUE:
            if single is not None and not single.drivers:
                return self._single_value(decl, clauses[0], keys)
            return self._one_value(union)
        if single is not None and self._passes_on(clauses[0], single):
            return union
        return self._folded(union)

    def _single_value(self, decl: Decl, clause: Clause, keys: Sequence[str]) -> str:
        """One clause of one row: its truth is the knownness of the value, so nothing is to fold."""
        body, truth = self.body_of(clause, keys)
        answer = self._answer(decl, clause, body)
        return f"SELECT CASE WHEN {truth} THEN {answer} END AS v, {truth} AS ok FROM {body.source}"

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
        if decl.reading is Reading.VALUE:
            return f"SELECT NULL::{storage(decl.value_type or 'text')} AS v, NULL::boolean AS ok"
        return f"SELECT NULL::{storage(decl.member_type or 'text')} AS m, NULL::boolean AS tr WHERE FALSE"

    # ---------------------------------------------------------------- folds
    def _some(self, rows: str) -> str:
        return f"SELECT {or3('tr')} AS tr FROM ({rows}) {self.emission.alias('u')}"

    def _folded(self, rows: str) -> str:
        return f"SELECT m, {or3('tr')} AS tr FROM ({rows}) {self.emission.alias('u')} GROUP BY m"

    def _one_value(self, rows: str) -> str:
        """known(v) iff some row gives v for certain and no row may give another; none iff no row at all."""
        inner, outer = self.emission.alias("u"), self.emission.alias("u")
        single = "coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*)"
        return (
            f"SELECT CASE WHEN {outer}.single THEN {outer}.v END AS v,"
            f" CASE WHEN {outer}.single THEN TRUE WHEN {outer}.rows = 0 THEN FALSE END AS ok"
            f" FROM (SELECT max(v) AS v, {single} AS single, count(*) AS rows FROM ({rows}) {inner}) {outer}"
        )

    # ---------------------------------------------------------------- recursion
    def _closure(self, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
        if recursion.direction is Direction.LEFT:
            return self._left_closure(decl, recursion, keys)
        return self._right_closure(decl, recursion, keys)

    def _refuse_new_values(self, recursion: Recursion) -> None:
        """A step that computes what it reaches can go on for ever, and SQL could not say where it stopped."""
        steps = self.plan_of(recursion.step).steps
        computed = {
            step.var if isinstance(step, Bind) else step.binds
            for step in steps
            if isinstance(step, (Bind, Fold))
        }
        count = len(self.emission.program.decls[recursion.atom.pred].key_types)
        left = recursion.direction is Direction.LEFT
        reached = recursion.step.head.args[count:] if left else recursion.atom.args[:count]
        for term in reached:
            if isinstance(term, Var) and term.name in computed:
                message = f"the recursion of {recursion.atom.pred} makes new values: not computed in SQL"
                raise not_compiled(self.emission.program, recursion.step, message, term.span)

    def _left_closure(self, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
        """Rows reached so far repeat the step; phantom rows fall together and lead nowhere."""
        table = self.emission.alias("r")
        start = self._starts(decl, recursion, keys)
        step, _ = self._branch(decl, recursion.step, keys, SelfReference(decl.pred, table))
        folded = self._folded(f"SELECT m, tr FROM {table}")
        return f"WITH RECURSIVE {table}(m, tr) AS (({start}) UNION ({step})) {folded}"

    def _right_closure(self, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
        """Keys visited from the bound ones; the starting clauses answer for each of them."""
        table, seed = self.emission.alias("r"), self.emission.alias("b")
        columns = [f"k{place}" for place in range(len(keys))]
        first = ", ".join(
            [*(f"{key} AS {column}" for key, column in zip(keys, columns, strict=True)), "TRUE AS tr"]
        )
        visited = [f"{table}.{column}" for column in columns]
        step = self._visit(recursion, visited, table)
        starts = self._starts(decl, recursion, visited)
        answer = {Reading.MEMBERS: f"{seed}.m, ", Reading.VALUE: f"{seed}.v, "}.get(decl.reading, "")
        rows = (
            f"SELECT {answer}{table}.tr AND {seed}.tr AS tr FROM {table} CROSS JOIN LATERAL ({starts}) {seed}"
        )
        rows = f"SELECT * FROM ({rows}) {self.emission.alias('u')} WHERE tr IS NOT FALSE"
        folded = {Reading.MEMBERS: self._folded, Reading.VALUE: self._one_value}.get(
            decl.reading, self._some
        )(rows)
        return f"WITH RECURSIVE {table}({', '.join(columns)}, tr) AS (SELECT {first} UNION ({step})) {folded}"

    def _visit(self, recursion: Recursion, visited: Sequence[str], table: str) -> str:
        """One step of a right recursion: the keys its recursive atom asks for."""
        scope, tests = self.head_scope(recursion.step, visited)
        plan = self.plan_of(recursion.step)
        body = compile_plan(self, recursion.step, plan, scope, without=recursion.atom)
        truth = " AND ".join([f"{table}.tr", *tests, body.truth])
        asked = []
        for term in recursion.atom.args[: len(visited)]:
            column = self.emission.constant(term) if isinstance(term, Const) else body.scope.get(term.name)
            if column is None:
                message = f"a key of the recursive {recursion.atom.pred} is not bound by the rest of its rule"
                raise not_compiled(self.emission.program, recursion.step, message, term.span)
            asked.append(column.single.as_text)
        return (
            f"SELECT {', '.join([*asked, truth])} FROM {table} CROSS JOIN {body.source}"
            f" WHERE ({truth}) IS NOT FALSE"
        )

    def _starts(self, decl: Decl, recursion: Recursion, keys: Sequence[str]) -> str:
        if not recursion.base:
            return self._nothing(decl)
        return " UNION ALL ".join(self._branch(decl, clause, keys)[0] for clause in recursion.base)

    @staticmethod
    def _nothing(decl: Decl) -> str:
        """No row: a recursion that nothing starts reaches nothing."""
        if decl.reading is Reading.TRUTH:
            return "SELECT NULL::boolean AS tr WHERE FALSE"
        name, type_name = (
            ("m", decl.member_type) if decl.reading is Reading.MEMBERS else ("v", decl.value_type)
        )
        return f"SELECT NULL::{storage(type_name or 'text')} AS {name}, NULL::boolean AS tr WHERE FALSE"
