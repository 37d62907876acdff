"""Combining the states of a node's inputs by the rules: the offline combiner of recoveries (spec 7.5). PURE.

It applies the clauses of the node's predicate to what is said of its inputs, as the reference evaluator
would, over a history of which nothing else is known. It knows the rules, so it is an oracle: named beside
every figure it made, never ranked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from benchmark.oracles.stated_values import Reading as Answers
from benchmark.scoring.states import NOT_KNOWN, State
from benchmark.scoring.texts import normalise
from scenarios.datalog.derivation import NodeKind
from scenarios.datalog.errors import EvaluationError, bounded_depth
from scenarios.datalog.goals import canonical_goal, goal_key, goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.loading import ByIdentity, program_in_force
from scenarios.datalog.reference_evaluator import Call, Evaluator, Result
from scenarios.datalog.reference_state import Members, Recorded, Texts
from scenarios.datalog.reference_values import UNKNOWN, Truth
from scenarios.datalog.reference_values import State as ValueState
from scenarios.datalog.resolution import resolve
from scenarios.datalog.rule_goals import RULE, is_rule_goal
from scenarios.datalog.syntax import (
    Aggregate,
    Const,
    Decl,
    Goal,
    Literal,
    Program,
    Reading,
    Shape,
    Var,
)
from scenarios.datalog.values import Value, canonical, parse_value

#: Kind and goal of an input, and what is said of it.
Input = tuple[NodeKind, Goal, State]
Key = tuple[str, Texts]

#: Answers that are folded further from what the rules derive: no clause combines them.
_FOLDED: Final = frozenset({"path", "settlement"})
_ADDING: Final = frozenset({"count", "sum"})


class RuleCombiner:
    """Combines states at one cutoff.

    ``rules`` are the declared clauses in force, text by rule key (``Resolved.rules``): they hold where no
    input is about them. ``options`` says by rule key which word stands for which clause text, where inputs
    ask which clause is in force (``datalog.rule_goals``). ``entities``: type and aliases of each name;
    ``currency``: the home currency; ``date_order``: see ``scoring.dates``. Raises ``ProgramError`` for rules
    that do not fit the program.
    """

    name = "rules"
    knows = ("rules",)

    def __init__(
        self,
        program: Program,
        cutoff: datetime,
        *,
        entities: Mapping[str, tuple[str, Sequence[str]]] | None = None,
        currency: str = "",
        date_order: str = "",
        rules: Mapping[str, str] | None = None,
        options: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.base, self.rules, self.options = program, dict(rules or {}), options or {}
        self.program = program_in_force(program, self.rules)
        self.cutoff = cutoff
        self._empty = resolve(History.of(()), cutoff)
        self.answers = Answers(entities or {}, texts_of(ByIdentity(self.program)), currency, date_order)

    def combine(self, goal: Goal, answer_type: str, inputs: Sequence[Input]) -> State:
        """The state of a goal from that of its inputs.

        What no input says is not known; inputs that contradict each other say nothing. Unknown, too, is which
        of two versions is the later, and whatever is folded beyond the rules. Raises ``GoalError`` for goals
        that do not fit the program.
        """
        goal = canonical_goal(self.program, goal, self.cutoff)
        rules = self._rules([one for one in inputs if is_rule_goal(one[1])])
        said = self._said(one for one in inputs if not is_rule_goal(one[1]))
        if rules is None or goal.version is not None or answer_type in _FOLDED:
            return NOT_KNOWN
        try:
            with bounded_depth():
                evaluator = self._evaluator(program_in_force(self.base, rules), said)
                return State.of_gold(gold_of(goal_state(evaluator, goal)))
        except EvaluationError:  # what was said leads the rules astray, into values without end
            return NOT_KNOWN

    def _evaluator(self, program: Program, said: Said) -> Evaluator:
        evaluator = Evaluator(program, self._empty)
        evaluator.recorded = SaidRecords(program, self._empty, said.values, said.collections(Shape.SET))
        evaluator.memo.update(said.calls)
        for (pred, key), members in said.collections(Shape.DERIVED).items():
            evaluator.memo[pred, goal_key(program, Goal(pred, key))] = members
        return evaluator

    # ---------------------------------------------------------------- the clauses in force
    def _rules(self, inputs: Sequence[Input]) -> dict[str, str] | None:
        """The declared clauses in force as the inputs say; None where they leave one open."""
        rules, told = dict(self.rules), dict[str, str]()
        for _, asked, state in inputs:
            rule_key = asked.pred.removeprefix(RULE)
            text = self._clause(rule_key, state)
            if text is None or told.setdefault(rule_key, text) != text:
                return None
            rules[rule_key] = text
        return rules

    def _clause(self, rule_key: str, state: State) -> str | None:
        """The clause that a word stands for; None where it stands for none."""
        if not state.known or not isinstance(state.answer, str):
            return None
        form = normalise(state.answer)
        named = {normalise(word): text for text, word in self.options.get(rule_key, {}).items()}
        own = self.rules.get(rule_key, "")
        return named.get(form) or (own if form == normalise(own) else None)

    # ---------------------------------------------------------------- what the inputs say
    def _said(self, inputs: Iterable[Input]) -> Said:
        said = Said(self.program)
        for _, asked, state in inputs:
            goal = canonical_goal(self.program, asked, self.cutoff)
            decl = self.program.decls[goal.pred]
            if decl.reading is Reading.MEMBERS:
                self._collection(said, decl, goal, state)
            elif decl.reading is Reading.TRUTH:
                said.call((goal.pred, goal_key(self.program, goal)), self.answers.truth(state), None)
            else:
                self._value(said, decl, goal, state)
        said.read_backwards()
        return said

    def _collection(self, said: Said, decl: Decl, goal: Goal, state: State) -> None:
        key, type_name = (goal.pred, goal.key), decl.member_type or "text"
        if goal.member is None:
            said.whole(key, self.answers.members(state, type_name, _currency(decl)))
        else:
            said.test(key, parse_value(goal.member, type_name), self.answers.truth(state))

    def _value(self, said: Said, decl: Decl, goal: Goal, state: State) -> None:
        found = self.answers.value(
            state,
            decl.value_type or "text",
            currency=_currency(decl),
            empty_is_zero=self._never_none(decl),
        )
        if decl.shape is Shape.DERIVED:
            said.call((goal.pred, goal_key(self.program, goal)), found, UNKNOWN)
        else:
            said.value((goal.pred, goal.key), found)

    def _never_none(self, decl: Decl) -> bool:
        """Whether a predicate counts or adds up on no condition: then it always has a value, and nothing is
        0."""
        clauses = self.program.clauses_of(decl.pred)
        return any(
            all(isinstance(arg, Var) for arg in clause.head.args) and all(map(_adds_up, clause.body))
            for clause in clauses
        )


@dataclass
class Said:
    """What the inputs of one node say, brought together: of each goal one state, unknown where they
    differ."""

    program: Program
    values: dict[Key, ValueState] = field(default_factory=dict)
    calls: dict[Call, Result] = field(default_factory=dict)
    wholes: dict[Key, Members] = field(default_factory=dict)
    tests: dict[Key, dict[Value, Truth]] = field(default_factory=dict)

    def value(self, key: Key, state: ValueState) -> None:
        """A func, a param or an inverse."""
        self.values[key] = state if self.values.get(key, state) == state else UNKNOWN

    def call(self, call: Call, state: Result, unknown: Result) -> None:
        """A derived value or truth; ``unknown`` is what it is where inputs differ."""
        self.calls[call] = state if self.calls.get(call, state) == state else unknown

    def whole(self, key: Key, members: Members) -> None:
        """A collection."""
        self.wholes[key] = members if self.wholes.get(key, members) == members else Members(open=True)

    def test(self, key: Key, member: Value, truth: Truth) -> None:
        """Whether something is a member of a collection."""
        tests = self.tests.setdefault(key, {})
        tests[member] = truth if tests.get(member, truth) is truth else None

    def collections(self, shape: Shape) -> dict[Key, Members]:
        """The collections that are recorded, or those that are derived."""
        keys = [key for key in {**self.wholes, **self.tests} if self.program.decls[key[0]].shape is shape]
        return {key: self._members(key) for key in keys}

    def _members(self, key: Key) -> Members:
        """A collection with the members that were asked about one by one."""
        whole = self.wholes.get(key, Members(open=True))
        found = Members(list(whole.names), dict(whole.truth), whole.open, whole.dead)
        for member, truth in self.tests.get(key, {}).items():
            if truth is None:
                continue
            if (known := whole.has(member)) is not None and known is not truth:
                return Members(open=True)
            if truth:
                found.add(member, True)
            else:
                found.dead |= {member}
        return found

    def read_backwards(self) -> None:
        """What memberships say of the inverses: the group of a member, unknown where it has several."""
        found: dict[Key, set[Texts]] = {}
        inverses = [decl for decl in self.program.decls.values() if decl.shape is Shape.INVERSE]
        for (pred, group), members in self.collections(Shape.SET).items():
            for decl in inverses:
                if decl.inverse_of == pred:
                    for member in members.certain:
                        found.setdefault((decl.pred, (canonical(member),)), set()).add(group)
        for key, groups in found.items():
            self.value(key, self._group(key, groups))

    def _group(self, key: Key, groups: set[Texts]) -> ValueState:
        decl = self.program.decls[key[0]]
        if len(groups) != 1 or decl.inverse_key is None:
            return UNKNOWN
        return parse_value(next(iter(groups))[decl.inverse_key], decl.value_type or "text")


@dataclass(frozen=True)
class SaidRecords(Recorded):
    """Reads of recorded predicates where only ``values`` and ``sets`` are known: all else is unknown,
    whatever the declarations give where nothing is recorded."""

    values: Mapping[Key, ValueState]
    sets: Mapping[Key, Members]

    def lookup(self, decl: Decl, key: Texts) -> ValueState:
        """What was said of a func, a param or an inverse."""
        return self.values.get((decl.pred, key), UNKNOWN)

    def members(self, decl: Decl, key: Texts) -> Members:
        """What was said of a collection; open where nothing was."""
        return self.sets.get((decl.pred, key)) or Members(open=True)


@lru_cache(maxsize=64)
def texts_of(program: ByIdentity) -> frozenset[str]:
    """The texts that the clauses of a program name, found once."""
    return frozenset(text for text in constants(program.program.clauses) if isinstance(text, str))


def constants(tree: object) -> Iterator[object]:
    """The values of all constants below a piece of a program."""
    if isinstance(tree, Const):
        yield tree.value
    elif isinstance(tree, tuple):
        for part in tree:
            yield from constants(part)
    elif is_dataclass(tree):
        for one in fields(tree):
            yield from constants(getattr(tree, one.name))


def _adds_up(literal: Literal) -> bool:
    """Whether a literal is a count or a sum, which hold whatever there is."""
    return isinstance(literal, Aggregate) and literal.function in _ADDING


def _currency(decl: Decl) -> str:
    """The currency of the value or member place; empty for the home currency."""
    return decl.currencies[-1] if decl.currencies else ""
