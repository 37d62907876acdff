"""Whether the unit an answer carries is the query's (overview 5). PURE."""

from __future__ import annotations

from fractions import Fraction

from benchmark.scoring.gold_view import RATIO, GoldView
from benchmark.scoring.numbers import GENERIC_MONEY, PERCENT, NumberFormatError, Quantity, parse_quantity
from benchmark.scoring.texts import normalise


class UnitMismatchError(ValueError):
    """The answer names another unit than the query's."""


def amount_of(answer: object, gold: GoldView) -> Fraction:
    """The number an answer gives in the query's unit.

    A missing unit is accepted. ``$`` stands for any currency. Under the unit ``ratio`` a percent is
    divided by 100. Raises ``NumberFormatError`` or ``UnitMismatchError``.
    """
    if isinstance(answer, bool) or not isinstance(answer, int | float | str):
        raise NumberFormatError(f"expected a number, got {answer!r}")
    quantity = parse_quantity(str(answer)) if not isinstance(answer, int) else Quantity(Fraction(answer))
    if not quantity.unit:
        return quantity.number
    if quantity.unit == PERCENT and gold.unit in (PERCENT, RATIO):
        return quantity.number / (100 if gold.unit == RATIO else 1)
    if quantity.unit == GENERIC_MONEY and gold.answer_type in ("money", "settlement"):
        return quantity.number
    if normalise(quantity.unit) in gold.unit_names:
        return quantity.number
    raise UnitMismatchError(f"the unit {quantity.unit!r} is not {gold.unit or 'asked for'}")
