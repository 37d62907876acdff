"""What the aggregates make of their certain (key, value) pairs (spec 1.7). PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from scenarios.datalog.plans import Fold
from scenarios.datalog.reference_values import NONE, State, Tied, checked, compare
from scenarios.datalog.values import Value, round_half_even

KeyedValues = list[tuple[Value, Value]]


def _sum(values: KeyedValues, _step: Fold) -> State:
    return checked("sum", sum((v for _, v in values if isinstance(v, Fraction)), Fraction(0)))


def _average(values: KeyedValues, step: Fold) -> State:
    total = _sum(values, step)
    if not values or not isinstance(total, Fraction):
        return NONE
    return round_half_even(total / len(values), 2 if step.money else 6)


def _best(values: list[Value], op: str) -> Value:
    best = values[0]
    for value in values[1:]:
        if compare(op, value, best) is True:
            best = value
    return best


def _extreme(values: KeyedValues, step: Fold) -> State:
    if not values:
        return NONE
    return _best([value for _, value in values], ">" if step.literal.function == "max" else "<")


def _extreme_key(values: KeyedValues, step: Fold) -> State:
    if not values:
        return NONE
    best = _best([value for _, value in values], ">" if step.literal.function == "argmax" else "<")
    return _tied([key for key, value in values if value == best])


def _mode(values: KeyedValues, _step: Fold) -> State:
    if not values:
        return NONE
    votes = Counter(value for _, value in values)
    most = max(votes.values())
    return _tied([value for value, count in votes.items() if count == most])


def _tied(values: list[Value]) -> State:
    return values[0] if len(values) == 1 else Tied(frozenset(values))


#: Aggregates of values, by name; count, any and all look at rows instead.
FOLDS: dict[str, Callable[[KeyedValues, Fold], State]] = {
    "sum": _sum,
    "avg": _average,
    "min": _extreme,
    "max": _extreme,
    "argmax": _extreme_key,
    "argmin": _extreme_key,
    "mode": _mode,
}
