"""Clauses of a three-valued program as rules of the certain and of the possible program.

A body becomes ways: lists of literals, each of which makes it certain (or possible) alone. An aggregate gets
relations of its own: ``ctx``, what stands around it, and its rows ``arc`` and ``arp``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scenarios.datalog.inference import category, expr_type
from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Plans, Read, Step
from scenarios.datalog.stratification import recursive_components
from scenarios.datalog.syntax import Clause, Decl, Reading, Shape, Term, Var
from scenarios.datalog.variables import all_vars, names
from tests.factories.two_valued import UNK, Rule, UnsupportedError, absent, atom, let, test
from tests.factories.two_valued_expressions import Expressions, Way, variable

_RANKING = frozenset({"avg", "argmax", "argmin", "mode"})


@dataclass
class Ways:
    """How a body comes out certain, and how possible; and the variables bound so far."""

    certain: list[Way]
    possible: list[Way]
    bound: set[str] = field(default_factory=set)
    computed: set[str] = field(default_factory=set)

    def both(self, certain: list[Way], possible: list[Way]) -> None:
        """One more literal: each way of the body with each way of the literal."""
        self.certain = [a + b for a in self.certain for b in certain]
        self.possible = [a + b for a in self.possible for b in possible]
        if len(self.possible) > 64:
            raise UnsupportedError("too many ways")


@dataclass(kw_only=True)
class ClauseWriter(Expressions):
    """Writes the rules of one program."""

    fold: Callable[[ClauseWriter, Ways, Plan, Fold], None]
    rules: list[Rule] = field(default_factory=list)
    here: tuple[Ways, Plan] | None = None

    def __post_init__(self) -> None:
        self.plans = Plans(self.program)
        self.recursive = {pred for group in recursive_components(self.program) for pred in group}

    def predicate(self, decl: Decl) -> None:
        """All rules of a derived predicate."""
        pred, keys = decl.pred, tuple(f"K{place}" for place in range(len(decl.key_types)))
        if decl.reading is Reading.VALUE and pred in self.recursive:
            raise UnsupportedError("functional values in a recursion")
        plans = self.plans.of(pred)
        for plan in plans:
            self._clause(decl, plan.clause, plan.body, keys)
        if decl.reading is Reading.VALUE:
            self._one_value(decl, keys, in_force=bool(plans))

    def _one_value(self, decl: Decl, keys: tuple[str, ...], *, in_force: bool) -> None:
        """known(v) iff v is certain and nothing else possible; under an unknown key unknown."""
        pred, known = decl.pred, tuple(test(key, "!=", UNK) for key in keys)
        spread = tuple(atom(f"dom_{t}", key) for t, key in zip(decl.key_types, keys, strict=True))
        row_c, row_p = f"rowc_{pred}", f"rowp_{pred}"
        add = self.rules.append
        two = (atom(row_p, *keys, "V"), atom(row_p, *keys, "W"), test("V", "!=", "W"))
        add(Rule(f"conflict_{pred}", keys, two))
        sure = (atom(row_c, *keys, "V"), test("V", "!=", UNK), absent(f"conflict_{pred}", *keys), *known)
        add(Rule(f"c_{pred}", (*keys, "V"), sure))
        add(Rule(f"p_{pred}", (*keys, "V"), (atom(f"c_{pred}", *keys, "V"),)))
        add(Rule(f"known_{pred}", keys, (atom(f"c_{pred}", *keys, "V"),)))
        open_value = (atom(row_p, *keys, "V"), absent(f"known_{pred}", *keys), *known)
        add(Rule(f"p_{pred}", (*keys, UNK), open_value))
        for key in keys:
            add(Rule(f"p_{pred}", (*keys, UNK), (*spread, test(key, "=", UNK))))
        if not in_force:
            add(Rule(f"p_{pred}", (*keys, UNK), spread))

    def _clause(self, decl: Decl, clause: Clause, plan: Plan, keys: tuple[str, ...]) -> None:
        start = tuple(atom(f"dom_{t}", key) for t, key in zip(decl.key_types, keys, strict=True))
        ways = Ways([start], [start])
        for key, term, type_name in zip(keys, clause.head.args, decl.key_types, strict=False):
            self._check_place(ways, plan, term, type_name)
            if isinstance(term, Var) and term.name not in ways.bound:
                ways.bound.add(term.name)
                ways.both([(let(variable(term), key),)], [(let(variable(term), key),)])
            else:
                self._equal(ways, key, self.term(term, type_name))
        self.body(ways, plan)
        last = clause.head.args[-1] if decl.reading is not Reading.TRUTH else None
        out = (
            () if last is None else (self._output(plan, last, decl.member_type or decl.value_type or "text"),)
        )
        words = {"c": ways.certain, "p": ways.possible}
        for word, found in words.items():
            stem = f"row{word}_" if decl.reading is Reading.VALUE else f"{word}_"
            named = (test(out[0], "!=", UNK),) if word == "c" and decl.reading is Reading.MEMBERS else ()
            self.rules += [Rule(f"{stem}{decl.pred}", (*keys, *out), way + named) for way in found]

    def _output(self, plan: Plan, term: Term, type_name: str) -> str:
        """What a clause answers. A name comes from the pool of its type; numbers and dates may be any."""
        if category(type_name) == "text" and isinstance(term, Var) and plan.types[term.name] != type_name:
            raise UnsupportedError(f"{term.name} stands in places of two types")
        return self.term(term, type_name)

    def _equal(self, ways: Ways, left: str, right: str) -> None:
        known = (test(left, "!=", UNK), test(right, "!=", UNK), test(left, "=", right))
        ways.both([known], [known, (test(left, "=", UNK),), (test(left, "!=", UNK), test(right, "=", UNK))])

    # ---------------------------------------------------------------- bodies
    def body(self, ways: Ways, plan: Plan) -> None:
        """Add the steps of a plan to the ways so far."""
        for step in plan.steps:
            self._step(ways, plan, step)

    def check_key(self, term: Term, type_name: str) -> None:
        if self.here is not None:
            self._check_place(*self.here, term, type_name)

    def _step(self, ways: Ways, plan: Plan, step: Step) -> None:
        self.here = (ways, plan)
        if isinstance(step, Choose):
            self._choose(ways, plan, step)
        elif isinstance(step, Read):
            self._read(ways, plan, step)
        elif isinstance(step, Compare):
            self._compare(ways, step)
        elif isinstance(step, Bind):
            self._bind(ways, plan, step)
        else:
            self._fold(ways, plan, step)

    def _keys(self, ways: Ways, plan: Plan, read: Read) -> tuple[str, ...]:
        found = []
        for term, type_name in zip(read.atom.args, read.decl.key_types, strict=False):
            self._check_place(ways, plan, term, type_name)
            found.append(self.term(term, type_name))
        return tuple(found)

    def _check_place(self, ways: Ways, plan: Plan, term: Term, type_name: str) -> None:
        """A key or member comes from the pool of its type; a value from elsewhere may not be in it."""
        if isinstance(term, Var) and plan.types.get(term.name) != type_name:
            raise UnsupportedError(f"{term.name} stands in places of two types")
        if isinstance(term, Var) and term.name in ways.computed:
            raise UnsupportedError("a computed key or member")

    def _derives_value(self, ways: Ways, name: str, decl: Decl, type_name: str) -> None:
        """Numbers and dates of derived predicates may be computed."""
        if decl.shape is Shape.DERIVED and category(type_name) in ("number", "date"):
            ways.computed.add(name)

    def _choose(self, ways: Ways, plan: Plan, step: Choose) -> None:
        var, reads = f"X{step.var}", [(d.atom.pred, self._keys(ways, plan, d)) for d in step.drivers]
        for driver in step.drivers:
            self._check_place(ways, plan, driver.atom.args[-1], driver.decl.member_type or "")
            self._derives_value(ways, step.var, driver.decl, driver.decl.member_type or "")
        if len(reads) > 1 and step.var in ways.computed:
            raise UnsupportedError("a computed key or member")
        ways.bound.add(step.var)
        possible: list[Way] = [(*(atom(f"p_{pred}", *keys, UNK) for pred, keys in reads), let(var, UNK))]
        for place, (pred, keys) in enumerate(reads):
            others = [other for number, other in enumerate(reads) if number != place]
            named = (atom(f"p_{pred}", *keys, var), test(var, "!=", UNK))
            possible.append((*named, *(atom(f"maybe_{p}", *k, var) for p, k in others)))
        ways.both([tuple(atom(f"c_{pred}", *keys, var) for pred, keys in reads)], possible)

    def _read(self, ways: Ways, plan: Plan, step: Read) -> None:
        pred, keys, last = step.atom.pred, self._keys(ways, plan, step), step.atom.args[-1:]
        if step.decl.reading is Reading.TRUTH:
            certain, possible = [(atom(f"c_{pred}", *keys),)], [(atom(f"p_{pred}", *keys),)]
            refuted, doubted = [(absent(f"p_{pred}", *keys),)], [(absent(f"c_{pred}", *keys),)]
        elif isinstance(last[0], Var) and last[0].anonymous:
            certain, possible = [(atom(f"anyc_{pred}", *keys),)], [(atom(f"anyp_{pred}", *keys),)]
            refuted, doubted = [(absent(f"anyp_{pred}", *keys),)], [(absent(f"anyc_{pred}", *keys),)]
        elif step.decl.reading is Reading.MEMBERS:
            self._check_place(ways, plan, last[0], step.decl.member_type or "")
            member = self.term(last[0], step.decl.member_type or "")
            place = (*keys, member)
            certain, possible = [(atom(f"c_{pred}", *place),)], [(atom(f"maybe_{pred}", *place),)]
            refuted, doubted = [(absent(f"maybe_{pred}", *place),)], [(absent(f"c_{pred}", *place),)]
        elif step.binds is not None:
            found = f"X{step.binds}"
            ways.bound.add(step.binds)
            self._derives_value(ways, step.binds, step.decl, step.decl.value_type or "")
            certain, possible = [(atom(f"c_{pred}", *keys, found),)], [(atom(f"p_{pred}", *keys, found),)]
            refuted = doubted = []
        else:
            wanted = self.term(last[0], step.decl.value_type or "text")
            known = test(wanted, "!=", UNK)
            certain = [(known, atom(f"c_{pred}", *keys, wanted))]
            possible = [
                (known, atom(f"p_{pred}", *keys, wanted)),
                (known, atom(f"p_{pred}", *keys, UNK)),
                (test(wanted, "=", UNK), atom(f"anyp_{pred}", *keys)),
            ]
            refuted = [
                (known, absent(f"p_{pred}", *keys, wanted), absent(f"p_{pred}", *keys, UNK)),
                (test(wanted, "=", UNK), absent(f"anyp_{pred}", *keys)),
            ]
            doubted = [(absent(f"c_{pred}", *keys, wanted),)]
        if step.atom.negated:
            certain, possible = refuted, doubted
        ways.both(certain, possible)

    # ---------------------------------------------------------------- expressions
    def _compare(self, ways: Ways, step: Compare) -> None:
        """Certain where both sides are known and it holds; possible there and where one is unknown."""
        certain: list[Way] = []
        possible: list[Way] = []
        for left_way, left in self.expression(step.left):
            for right_way, right in self.expression(step.right):
                if UNK in (left, right):
                    possible.append(left_way + right_way)
                    continue
                known = (*left_way, *right_way, test(left, "!=", UNK), test(right, "!=", UNK))
                held = (*known, test(left, step.op, right))
                certain.append(held)
                possible.append(held)
                possible.append((*left_way, *right_way, test(left, "=", UNK)))
                possible.append((*left_way, *right_way, test(left, "!=", UNK), test(right, "=", UNK)))
        ways.both(certain, possible)

    def _bind(self, ways: Ways, plan: Plan, step: Bind) -> None:
        var = f"X{step.var}"
        found_type = expr_type(step.expr, plan.types, self.program.decls) or "text"
        if category(found_type) in ("number", "date") or found_type != plan.types[step.var]:
            ways.computed.add(step.var)
        ways.bound.add(step.var)
        found = self.expression(step.expr)
        certain = [(*way, let(var, term), test(var, "!=", UNK)) for way, term in found if term != UNK]
        ways.both(certain, [(*way, let(var, term)) for way, term in found])

    # ---------------------------------------------------------------- aggregates
    def _fold(self, ways: Ways, plan: Plan, step: Fold) -> None:
        if step.literal.function in _RANKING:
            raise UnsupportedError(step.literal.function)
        self.fold(self, ways, plan, step)

    def shared(self, ways: Ways, step: Fold) -> tuple[str, ...]:
        """The variables around an aggregate that stand in its braces."""
        inside = names(all_vars(step.literal)) - {step.literal.var.name}
        return tuple(f"X{name}" for name in sorted(inside & ways.bound))
