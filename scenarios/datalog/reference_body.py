"""Bodies and aggregates of the reference evaluator: rows under a plan, three values each (spec 1.7). PURE.

A row is an assignment of the body's variables with the truth of the conjunction. An open collection adds
one row whose member is unknown (the phantom); it passes through the rest like any candidate. Rows that
are surely false are dropped at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from scenarios.datalog.inference import place_types
from scenarios.datalog.plans import Bind, Choose, Compare, Fold, Plan, Read, Step
from scenarios.datalog.reference_folds import FOLDS
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import (
    NONE,
    UNKNOWN,
    Arithmetic,
    Env,
    State,
    Truth,
    and3,
    coerce,
    compare,
    not3,
    or3,
    usable,
)
from scenarios.datalog.syntax import Const, Reading, Term, Var
from scenarios.datalog.values import Value

Key = tuple[State, ...]
Row = tuple[dict[str, State], Truth]


class Reader(Protocol):
    """What a body asks of the evaluator around it."""

    def value(self, pred: str, key: Key) -> State:
        """The state of a functional predicate."""

    def truth(self, pred: str, key: Key) -> Truth:
        """The truth of a predicate without a value."""

    def members(self, pred: str, key: Key) -> Members:
        """The state of a collection."""

    def arithmetic(self, plan: Plan) -> Arithmetic:
        """Expressions over the variables of one plan."""


def term_state(term: Term, env: Env, type_name: str) -> State:
    """The state of an argument in a place of the given type."""
    return coerce(term, type_name) if isinstance(term, Const) else env[term.name]


def key_of(read: Read, env: Env) -> Key:
    """The states of the key or group arguments of an atom."""
    types = read.decl.key_types
    return tuple(term_state(arg, env, t) for arg, t in zip(read.atom.args, types, strict=False))


def last_of(read: Read, env: Env) -> State | None:
    """The state of the member or value argument; None where it is ``_`` or still free."""
    if read.decl.reading is Reading.TRUTH:
        return None
    term = read.atom.args[-1]
    if isinstance(term, Var) and (term.anonymous or term.name not in env):
        return None
    return term_state(term, env, place_types(read.decl)[-1])


def read_truth(reader: Reader, read: Read, env: Env) -> tuple[Truth, State]:
    """The truth of an atom (its ``not`` applied), and of a lookup its state."""
    return read_at(reader, read, key_of(read, env), last_of(read, env))


def read_at(reader: Reader, read: Read, key: Key, last: State | None) -> tuple[Truth, State]:
    """``read_truth`` of an atom whose key, and member or value, are found already."""
    state: State = UNKNOWN
    truth: Truth
    if read.decl.reading is Reading.TRUTH:
        truth = reader.truth(read.atom.pred, key)
    elif read.decl.reading is Reading.MEMBERS:
        members = reader.members(read.atom.pred, key)
        truth = members.any if last is None else members.has(last)
    else:
        state = reader.value(read.atom.pred, key)
        truth = lookup_truth(state, last)
    return (not3(truth) if read.atom.negated else truth), state


def lookup_truth(found: State, wanted: State | None) -> Truth:
    """A lookup holds if it has a value, and the wanted one where one is wanted; none makes it false."""
    if found is NONE:
        return False
    if wanted is None:
        return None if found is UNKNOWN else True
    return compare("=", found, wanted)


def step_truth(reader: Reader, plan: Plan, step: Step, env: Env) -> tuple[Truth, str | None, State]:
    """Truth of a step that ranges over nothing; the variable it binds, if any, and the value."""
    if isinstance(step, Read):
        truth, state = read_truth(reader, step, env)
        return truth, step.binds, state
    if isinstance(step, Compare):
        value = reader.arithmetic(plan).value
        return compare(step.op, value(step.left, env), value(step.right, env)), None, UNKNOWN
    if isinstance(step, Bind):
        state = reader.arithmetic(plan).value(step.expr, env)
        return lookup_truth(state, None), step.var, state
    assert isinstance(step, Fold)
    if step.at_least is not None:
        least = reader.arithmetic(plan).value(step.at_least, env)
        return early_count(fold_keys(reader, step, env), least), None, UNKNOWN
    state = fold(reader, step, env)
    return lookup_truth(state, None if step.binds else env[step.literal.var.name]), step.binds, state


def candidates(states: list[Members]) -> Iterator[Value]:
    """Named candidates of all collections, each once; sees members that are found meanwhile."""
    seen: set[Value] = set()
    places = [0] * len(states)
    while any(place < len(state.names) for place, state in zip(places, states, strict=True)):
        for which, state in enumerate(states):
            while places[which] < len(state.names):
                name = state.names[places[which]]
                places[which] += 1
                if name not in seen:
                    seen.add(name)
                    yield name


def rows(reader: Reader, plan: Plan, env: Env, truth: Truth = True, place: int = 0) -> Iterator[Row]:
    """All rows of a body that are not surely false, the unnamed ones of open collections included."""
    current = dict(env)
    for position in range(place, len(plan.steps)):
        step = plan.steps[position]
        if isinstance(step, Choose):
            yield from _choices(reader, plan, step, current, truth, position + 1)
            return
        found, binds, state = step_truth(reader, plan, step, current)
        truth = and3(truth, found)
        if truth is False:
            return
        if binds is not None:
            current[binds] = state
    yield current, truth


def _choices(
    reader: Reader, plan: Plan, step: Choose, env: dict[str, State], truth: Truth, place: int
) -> Iterator[Row]:
    states = [reader.members(driver.atom.pred, key_of(driver, env)) for driver in step.drivers]
    for name in candidates(states):
        found = truth
        for state in states:
            found = and3(found, state.has(name))
        if found is not False:
            yield from rows(reader, plan, {**env, step.var: name}, found, place)
    if all(state.open for state in states):
        yield from rows(reader, plan, {**env, step.var: UNKNOWN}, None, place)


# -------------------------------------------------------------------- aggregates
Pairs = dict[tuple[State, State], Truth]


def fold_terms(fold: Fold) -> tuple[Term, Term]:
    """Key and value of an aggregate: value @ key, but member @ score in argmax and argmin."""
    literal = fold.literal
    at = literal.term if literal.at is None else literal.at
    return (literal.term, at) if literal.function in ("argmax", "argmin") else (at, literal.term)


def fold_pairs(reader: Reader, step: Fold, env: Env) -> Pairs:
    """Rows of an aggregate folded by (key, value)."""
    key, value = fold_terms(step)
    pairs: Pairs = {}
    for found, truth in rows(reader, step.body, env):
        pair = (fold_term(key, found), fold_term(value, found))
        pairs[pair] = or3((pairs.get(pair, False), truth))
    return pairs


def fold_term(term: Term, env: Env) -> State:
    return term.value if isinstance(term, Const) else env[term.name]


def fold_keys(reader: Reader, step: Fold, env: Env) -> dict[State, Truth]:
    """The counted keys and their truths."""
    keys: dict[State, Truth] = {}
    for (key, _), truth in fold_pairs(reader, step, env).items():
        keys[key] = or3((keys.get(key, False), truth))
    return keys


def early_count(keys: dict[State, Truth], least: State) -> Truth:
    """``count >= k`` decided as soon as the certain and the possible members decide it (spec 1.7)."""
    certain = sum(truth is True for truth in keys.values())
    if least is NONE:
        return False
    enough, possible = compare(">=", _number(certain), least), compare(">=", _number(len(keys)), least)
    if enough is True:
        return True
    if UNKNOWN not in keys and possible is False:
        return False
    return None


def _number(count: int) -> Value:
    return Fraction(count)


def fold(reader: Reader, step: Fold, env: Env) -> State:
    """The state of an aggregate (spec 1.7)."""
    function = step.literal.function
    if function == "any":
        return _known_truth(or3(truth for _, truth in rows(reader, step.body, env)))
    if function == "all":
        return _known_truth(not3(or3(_counterexamples(reader, step, env))))
    if function == "count":
        keys = fold_keys(reader, step, env)
        return UNKNOWN if None in keys.values() else _number(len(keys))
    pairs = fold_pairs(reader, step, env)
    if None in pairs.values() or len({key for key, _ in pairs}) < len(pairs):
        return UNKNOWN
    values = [(usable(key), usable(value)) for key, value in pairs]
    if any(key is None or value is None for key, value in values):
        return UNKNOWN
    return FOLDS[function]([(k, v) for k, v in values if k is not None and v is not None], step)


def _known_truth(truth: Truth) -> State:
    return UNKNOWN if truth is None else truth


def _counterexamples(reader: Reader, step: Fold, env: Env) -> Iterator[Truth]:
    """Truths of "in the domain and the condition fails", row by row of the domain."""
    assert step.condition is not None
    for found, truth in rows(reader, step.body, env):
        holds = or3(t for _, t in rows(reader, step.condition, found))
        yield and3(truth, not3(holds))
