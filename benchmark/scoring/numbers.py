"""Numbers and quantities as answers write them (overview 5, spec 12.2). PURE, exact.

``,`` groups three digits, ``.`` is the decimal mark; ``1.240,00`` is a format error, never 1.24.
Number words run from zero to twenty. A quantity may carry ``%`` or a unit before or after it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

NUMBER_WORDS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
PERCENT: Final = "%"
#: ``$`` stands for money of any currency, escaped or not.
GENERIC_MONEY: Final = "$"

_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?|\.[0-9]+)")
_QUANTITY = re.compile(
    r"(?P<sign>[+-]?)\s*(?P<before>[^0-9.,+-]*?)\s*(?P<number>[+-]?[0-9.,]*[0-9])\s*(?P<after>[^0-9]*)"
)
_CLOSING = ".,;:!?"
_MAX_LENGTH = 400


class NumberFormatError(ValueError):
    """A text is not one number in the declared notation."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact number and its unit as written: ``%``, ``$``, another text, or empty."""

    number: Fraction
    unit: str = ""


def parse_number(text: str) -> Fraction:
    """A bare number, digits or a number word. Raises ``NumberFormatError``."""
    quantity = parse_quantity(text)
    if quantity.unit:
        raise NumberFormatError(f"{text!r} carries the unit {quantity.unit!r}")
    return quantity.number


def parse_quantity(text: str) -> Quantity:
    """A number with at most one unit, as the whole text. Raises ``NumberFormatError``."""
    cleaned = text.replace("\\$", "$").replace("\N{MINUS SIGN}", "-").strip().rstrip(_CLOSING).strip()
    _refuse_odd_numerals(cleaned)
    if not any(character.isdigit() for character in cleaned):
        return _in_words(cleaned)
    match = _QUANTITY.fullmatch(cleaned)
    if match is None or (match["sign"] and match["number"][0] in "+-"):
        raise NumberFormatError(f"{text!r} is not one number")
    digits = match["sign"] + match["number"]
    if not _NUMBER.fullmatch(digits):
        raise NumberFormatError(
            f"{match['number']!r} is not a number: ',' groups three digits, '.' is the point"
        )
    units = [unit for unit in (_unit(match["before"]), _unit(match["after"])) if unit]
    if len(units) > 1:
        raise NumberFormatError(f"{text!r} carries two units")
    return Quantity(Fraction(digits.replace(",", "")), units[0] if units else "")


def decimals(text: str) -> int:
    """The number of digits after the decimal point in a canonical number text."""
    return len(text.partition(".")[2])


def _refuse_odd_numerals(text: str) -> None:
    if len(text) > _MAX_LENGTH:
        raise NumberFormatError("the text is too long for a number")
    for character in text:
        if character == "_" or (not character.isascii() and unicodedata.numeric(character, None) is not None):
            raise NumberFormatError(f"{character!r} is not allowed in a number")


def _in_words(text: str) -> Quantity:
    word, _, rest = text.partition(" ")
    if word.casefold() in NUMBER_WORDS:
        return Quantity(Fraction(NUMBER_WORDS[word.casefold()]), _unit(rest))
    raise NumberFormatError(f"{text!r} is not a number")


def _unit(text: str) -> str:
    unit = text.strip()
    return PERCENT if unit.casefold() in ("%", "percent", "per cent") else unit
