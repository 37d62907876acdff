"""Values and their one canonical text (overview 5): what is stored, compared and shown.

Numbers are exact rationals; every division is rounded half-even where it happens, so each number
has a finite decimal text. ``5``, ``5.0`` and ``05`` are one value with the text ``5``.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from scenarios.sentences import Sentence

Value = str | Fraction | date | bool

#: Canonical text of a stated absence ("reports to nobody").
NONE_TEXT = "none"

NUMERIC_TYPES = frozenset({"int", "decimal", "money", "count", "number"})
#: Digits that a number may have, those behind its point included. Numbers are exact up to here; a longer one
#: is refused by name (Python's own conversions end at 4,300).
MAX_DIGITS = 4_000
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)


class ValueTextError(ValueError):
    """A text is not a value of the declared type."""


def is_long(value: Fraction) -> bool:
    """Whether a number has more than ``MAX_DIGITS`` digits."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return bits > MAX_DIGITS and _scaled(value)[0] >= 10**MAX_DIGITS


def number_text(value: Fraction) -> str:
    """Shortest plain decimal text of an exact number; ``-0`` is ``0``.

    Raises ``ValueTextError`` if the number has no finite decimal expansion, or too many digits.
    """
    if is_long(value):
        raise ValueTextError(Sentence("a number has more than %(n)s digits", n=f"{MAX_DIGITS:,}"))
    digits, places = _scaled(value)
    text = str(digits).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)


def _scaled(value: Fraction) -> tuple[int, int]:
    """The digits of a number without its point, and how many of them stand behind it."""
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    if denominator != 1:
        raise ValueTextError(f"{value} has no finite decimal text")
    places = max(twos, fives)
    return abs(value.numerator) * 10**places // value.denominator, places


def parse_value(text: str, type_name: str) -> Value:
    """Read a canonical or raw text as a value of ``type_name``.

    Types outside int, decimal, money, number, count, date and bool are entity or enumeration types
    whose values are their own text. Raises ``ValueTextError``.
    """
    if type_name in NUMERIC_TYPES:
        if not _NUMBER.fullmatch(text):
            raise ValueTextError(Sentence("%(text)s is not a number", text=repr(text[:40])))
        if len(text) > MAX_DIGITS:
            raise ValueTextError(f"{text[:20]}… has more than {MAX_DIGITS:,} digits")
        value = Fraction(text)
        if type_name in ("int", "count") and value.denominator != 1:
            raise ValueTextError(Sentence("%(text)s is not an integer", text=repr(text)))
        return value
    if type_name == "date":
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise ValueTextError(Sentence("%(text)s is not an ISO date", text=repr(text))) from error
    if type_name == "bool":
        if text not in ("true", "false"):
            raise ValueTextError(f"{text!r} is neither true nor false")
        return text == "true"
    return text


def canonical(value: Value) -> str:
    """The one text by which a value is stored and compared."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return number_text(value)
    return value.isoformat()


def round_half_even(value: Fraction, places: int) -> Fraction:
    """Round an exact rational half-even to ``places`` decimals."""
    scaled = value * 10**places
    return Fraction(round(scaled), 10**places)  # Fraction.__round__ is half-even


def as_decimal(value: Fraction, places: int | None = None) -> Decimal:
    """The number as a Decimal, rounded half-even to ``places`` if given."""
    number = Decimal(number_text(value if places is None else round_half_even(value, places)))
    return number if places is None else number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
