"""What the clauses of a frontier of nodes read: the keys of every read, for every candidate row.

From these come the inputs of derivations (spec 2.1, 2.4). A body is cut to the steps that find keys, and
unfolded: rows that are surely out stay, derived drivers list what they reject, and every driver has an
unnamed candidate. What an aggregate folds is listed by a statement of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.datalog.computed import makes_values
from scenarios.datalog.plans import Choose, Fold, Plan, Step
from scenarios.datalog.sql.bodies import compile_plan
from scenarios.datalog.sql.body import Body
from scenarios.datalog.sql.columns import conjunction
from scenarios.datalog.sql.key_steps import aggregates, before, cut_to, key_variables, own_atoms
from scenarios.datalog.sql.predicates import Compiler
from scenarios.datalog.sql.statements import Statement, key_texts, query_rows
from scenarios.datalog.syntax import Atom, Clause, Const, Literal, Program, Var
from scenarios.datalog.values import canonical

#: Where a listing stands in its clause: the places of the aggregates around it, outermost first.
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListedRead:
    """One read of a level. A part of its key is the text of a constant, or the place of a variable among
    those of the listing. A recursive read is made only by rows in which none of ``truths`` is false.
    """

    pred: str
    parts: tuple[str | int, ...]
    truths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """How to find what one level of a clause reads.

    ``variables`` are those of the keys. Rows of the statement are ``(id, values, truths)``: the canonical
    texts of the variables, NULL where unknown, and, where there is a recursion to be guarded, one truth for
    the head's own tests and then one for each literal. Without a statement the variables are those of the
    head, at the place of the key that ``head`` gives for each; one that it does not give ranges over the
    members of the call itself.
    """

    variables: tuple[str, ...]
    reads: tuple[ListedRead, ...]
    statement: Statement | None = None
    head: dict[str, int] = field(default_factory=dict)

    @property
    def ranges(self) -> bool:
        """Whether a variable ranges over the members of the call itself."""
        return self.statement is None and not self.head.keys() >= set(self.variables)


def listings(program: Program, clause: Clause) -> tuple[Listing, ...]:
    """The listing of a clause's body, then those of the aggregates in it; those that read nothing are left
    out."""
    found = (_Level(program, clause, path).listing() for path in ((), *aggregates(clause.body)))
    return tuple(listing for listing in found if listing.reads)


class _Level:
    """One level of a clause: its body, or the inside of an aggregate in it."""

    def __init__(self, program: Program, clause: Clause, path: Path) -> None:
        # a statement writes its own aliases and constants, so each level compiles the clause anew
        self.program, self.clause, self.compiler = program, clause, Compiler(program)
        self.decl = program.decls[clause.head.pred]
        #: The predicates whose calls are made only by rows that are not false: they could go on without end.
        self.component = self._endless(clause.head.pred)
        self.literals: tuple[Literal, ...] = clause.body
        self.around: list[tuple[Plan, Fold]] = []
        plan = self.compiler.plan_of(clause)
        for place in path:
            fold = next(step for step in plan.steps if isinstance(step, Fold) and step.index == place)
            self.around.append((plan, fold))
            self.literals = (*fold.literal.body, *fold.literal.condition)
            plan = fold.body
        self.wanted = key_variables(self.literals, program.decls)
        self.guarded = any(self._reaches_others(atom) for one in self.literals for atom in own_atoms(one))
        self.plans = self._cut(plan)

    def _endless(self, pred: str) -> frozenset[str]:
        plans = self.compiler.plans
        return plans.component.get(pred, frozenset()) if makes_values(plans, pred) else frozenset()

    def _cut(self, plan: Plan) -> list[Plan]:
        """The plans to join, outermost first, each cut to what those behind it need."""
        found: list[Plan] = []
        needed = self.wanted
        if self.around and self.around[-1][1].condition is not None:
            condition, needed = cut_to(self.around[-1][1].condition, needed)
            found.append(condition)
            needed |= self.wanted
        own, needed = cut_to(plan, needed, guarded=self.guarded)
        found.append(own)
        for outer, fold in reversed(self.around):
            part, needed = cut_to(before(outer, fold), needed | self.wanted)
            found.append(part)
        return found[::-1]

    def listing(self) -> Listing:
        """The listing, with a statement only where the database is needed to find the keys."""
        places = {term.name: place for place, term in enumerate(self._keys()) if isinstance(term, Var)}
        steps = [step for plan in self.plans for step in plan.steps]
        tested = self.guarded and len(places) < len(self.decl.key_types)
        variables = tuple(sorted(self.wanted))
        if not tested and (not steps or self._drives_itself(steps)):
            return Listing(variables, self._reads(variables, ()), None, places)
        body, sources = self._joined()
        texts = [body.scope[name].as_text for name in variables]
        truths = "NULL"
        if self.guarded:
            found = [self._head_tests(), *(body.truths.get(n, "TRUE") for n in range(len(self.literals)))]
            truths = _array(found, "boolean")
        columns = f"{_array(texts, 'text')}, {truths}"
        count = len(self.decl.key_types)
        text = f"SELECT q.id, {columns} FROM {' CROSS JOIN '.join([query_rows(count), *sources])}"
        statement = self.compiler.statement(text, keys=count, about=self.clause.head.pred)
        return Listing(variables, self._reads(variables, tuple(body.truths)), statement)

    def _keys(self) -> tuple[Var | Const, ...]:
        return self.clause.head.args[: len(self.decl.key_types)]

    def _is_itself(self, atom: Atom) -> bool:
        return atom.pred == self.clause.head.pred and atom.args[: len(self._keys())] == self._keys()

    def _reaches_others(self, atom: Atom) -> bool:
        """Whether an atom asks for another call of an endless recursion than the one it stands in."""
        return atom.pred in self.component and not self._is_itself(atom)

    def _drives_itself(self, steps: list[Step]) -> bool:
        """Whether only the members of the very call range: they are known once its state is."""
        step = steps[0] if len(steps) == 1 else None
        return isinstance(step, Choose) and [self._is_itself(read.atom) for read in step.drivers] == [True]

    def _joined(self) -> tuple[Body, list[str]]:
        keys = key_texts(len(self.decl.key_types))
        scope, _ = self.compiler.head_scope(self.clause, keys)
        sources: list[str] = []
        for plan in self.plans:
            body = compile_plan(self.compiler, self.clause, plan, scope, unfolded=True)
            scope = body.scope
            sources.append(body.source)
        return body, sources

    def _head_tests(self) -> str:
        _, tests = self.compiler.head_scope(self.clause, key_texts(len(self.decl.key_types)))
        return conjunction(tests)

    def _reads(self, variables: tuple[str, ...], order: tuple[int, ...]) -> tuple[ListedRead, ...]:
        """The reads of all literals, each once; ``order`` are the literals that are computed, in order."""
        found = [
            self._read(atom, variables, (0, *(place + 1 for place in _until(order, literal))))
            for literal in range(len(self.literals))
            for atom in own_atoms(self.literals[literal])
        ]
        return tuple(dict.fromkeys(found))

    def _read(self, atom: Atom, variables: tuple[str, ...], truths: tuple[int, ...]) -> ListedRead:
        terms = atom.args[: len(self.program.decls[atom.pred].key_types)]
        parts = tuple(
            canonical(term.value) if isinstance(term, Const) else variables.index(term.name) for term in terms
        )
        guarded = self.guarded and self._reaches_others(atom)
        return ListedRead(atom.pred, parts, truths if guarded else ())


def _until(order: tuple[int, ...], place: int) -> tuple[int, ...]:
    """What is computed before a literal: all of it where the literal itself is not."""
    return order[: order.index(place)] if place in order else order


def _array(items: list[str], type_name: str) -> str:
    return f"ARRAY[{', '.join(items)}]::{type_name}[]"
