"""States of values, Kleene's tables and exact arithmetic of the reference evaluator (spec 1.7). PURE."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction

from scenarios.datalog.errors import EvaluationError
from scenarios.datalog.inference import category
from scenarios.datalog.syntax import Call, Const, Expr, Var
from scenarios.datalog.values import MAX_DIGITS, Value, canonical, is_long, round_half_even


class Absence(enum.Enum):
    """What a functional value is when it is not known: stated or proven absent, or open."""

    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Tied:
    """The tied members of an argmax, argmin or mode: an answer, but no key and no operand."""

    values: frozenset[Value]
    source: str = ""


State = Value | Tied | Absence
Truth = bool | None
Env = Mapping[str, State]

NONE, UNKNOWN = Absence.NONE, Absence.UNKNOWN


def and3(left: Truth, right: Truth) -> Truth:
    if left is False or right is False:
        return False
    return None if left is None or right is None else True


def not3(truth: Truth) -> Truth:
    return None if truth is None else not truth


def or3(truths: Iterable[Truth]) -> Truth:
    """True if one is, else unknown if one is, else false; false over nothing."""
    result: Truth = False
    for truth in truths:
        if truth is True:
            return True
        if truth is None:
            result = None
    return result


def usable(state: State) -> Value | None:
    """The value where a state can be a key or an operand."""
    return None if isinstance(state, (Absence, Tied)) else state


def coerce(const: Const, type_name: str) -> Value:
    """A constant as a value of the place it stands in: bare true and false may be text."""
    if isinstance(const.value, bool) and category(type_name) == "text":
        return canonical(const.value)
    return const.value


_ORDERS: dict[str, Callable[[Fraction | date, Fraction | date], bool]] = {
    "<": lambda a, b: a < b,  # type: ignore[operator]  # validation allows numbers or dates on both sides
    "<=": lambda a, b: a <= b,  # type: ignore[operator]
    ">": lambda a, b: a > b,  # type: ignore[operator]
    ">=": lambda a, b: a >= b,  # type: ignore[operator]
}


def compare(op: str, left: State, right: State) -> Truth:
    """A comparison by Kleene's tables: none makes it false for every operator, unknown unknown."""
    if left is NONE or right is NONE:
        return False
    a, b = usable(left), usable(right)
    if a is None or b is None:
        return None
    if isinstance(a, bool) is not isinstance(b, bool):
        a, b = canonical(a), canonical(b)
    if op in ("=", "!="):
        return (a == b) is (op == "=")
    if isinstance(a, (str, bool)) or isinstance(b, (str, bool)):
        raise TypeError(f"{a!r} {op} {b!r}: text and truth have no order")
    return _ORDERS[op](a, b)


@dataclass(frozen=True)
class Arithmetic:
    """Evaluates expressions. ``coalesced`` reads the functional atom inside ``coalesce``; ``type_of``
    tells money from other numbers; ``undefined`` collects the expressions that have no value."""

    cutoff: datetime
    coalesced: Callable[[Expr, Env], State]
    type_of: Callable[[Expr], str | None]
    undefined: Callable[[str], None]

    def value(self, expr: Expr, env: Env) -> State:
        """The state of an expression; unknown if an operand is."""
        if isinstance(expr, Var):
            return env[expr.name]
        if isinstance(expr, Const):
            return expr.value
        if not isinstance(expr, Call):
            return self.coalesced(expr, env)
        if expr.function == "cutoff":
            return self.cutoff.astimezone(UTC).date()
        if expr.function == "coalesce":
            found = self.coalesced(expr.args[0], env)
            return self.value(expr.args[1], env) if found is NONE else found
        return self._operation(expr, [self.value(arg, env) for arg in expr.args])

    def _operation(self, expr: Call, states: list[State]) -> State:
        if NONE in states:
            return NONE
        operands = [usable(state) for state in states]
        if any(isinstance(state, Tied) for state in states):
            self.undefined(operation_text(expr.function, states))
        left, right = operands
        if left is None or right is None:
            return UNKNOWN
        if expr.function in ("min", "max"):
            return _extreme(expr.function, left, right)
        if expr.function == "days" and isinstance(left, date) and isinstance(right, date):
            return Fraction((right - left).days)
        if not isinstance(left, Fraction) or not isinstance(right, Fraction):
            raise TypeError(
                f"{expr.function} of {left!r} and {right!r}: validation lets numbers through only"
            )
        if expr.function == "/":
            if right == 0:
                self.undefined(operation_text("/", states))
                return UNKNOWN
            return round_half_even(left / right, 2 if self.type_of(expr) == "money" else 6)
        if expr.function == "convert":
            return round_half_even(left * right, 2)
        return _exact(expr.function, left, right)


def _exact(function: str, left: Fraction, right: Fraction) -> Fraction:
    """A sum, difference or product: exact, up to the stated size of a number."""
    if function == "*":
        found = left * right
    else:
        found = left + right if function == "+" else left - right
    return checked(function, found)


def checked(function: str, found: Fraction) -> Fraction:
    """A number that was made. Raises ``EvaluationError`` beyond the stated size (ADR 0008)."""
    if is_long(found):
        raise EvaluationError(f"{function} makes a number of more than {MAX_DIGITS:,} digits")
    return found


def _extreme(function: str, left: Value, right: Value) -> Value:
    smaller = compare("<=", left, right)
    return left if bool(smaller) is (function == "min") else right


def state_text(state: State) -> str:
    """A state as it is shown: the value's text, ``none``, ``unknown`` or the tied values."""
    if isinstance(state, Absence):
        return state.value
    if isinstance(state, Tied):
        return "{" + ", ".join(sorted(canonical(value) for value in state.values)) + "}"
    return canonical(state)


def operation_text(function: str, states: Iterable[State]) -> str:
    """An operation with its operands as bound: ``5 / 0`` or ``min(3, 4)``."""
    texts = [state_text(state) for state in states]
    return f" {function} ".join(texts) if function in "+-*/" else f"{function}({', '.join(texts)})"
