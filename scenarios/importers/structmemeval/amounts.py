"""Sums of money in a sentence: sign or code before or after the number (overview 5). PURE."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
_WORDS = {"euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "pound": "GBP", "pounds": "GBP"}
_CODE = r"EUR|USD|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|euros?|dollars?|pounds?"
_NUMBER = r"-?\d(?:[\d.,]*\d)?"
_MONEY = re.compile(
    rf"(?<![\w.,])(?:-\s?)?(?:(?P<sign>[€$£¥])\s?|(?P<before>\b(?:{_CODE})\b)\s?)(?P<after>{_NUMBER})"
    rf"|(?<![\w.,])(?P<number>{_NUMBER})\s?(?:(?P<behind>[€$£¥])|(?P<code>(?:{_CODE})\b))",
    re.IGNORECASE,
)
#: ``,`` groups three digits, ``.`` is the decimal mark; anything else is no number (overview 5).
_PLAIN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum in a text: where it stands, and its value, None if its number cannot be read."""

    start: int
    end: int
    text: str
    value: Fraction | None
    currency: str


def find_amounts(text: str) -> tuple[Amount, ...]:
    """Every sum with a currency, in reading order."""
    return tuple(_amount(found) for found in _MONEY.finditer(text))


def _amount(found: re.Match[str]) -> Amount:
    number = found["after"] or found["number"]
    unit = found["sign"] or found["behind"] or found["before"] or found["code"]
    currency = _SIGNS.get(unit) or _WORDS.get(unit.lower()) or unit.upper()
    negative = found.group().lstrip().startswith("-")
    plain = _PLAIN.fullmatch(number) and not negative
    value = Fraction(number.replace(",", "")) if plain else None
    return Amount(found.start(), found.end(), found.group(), value, currency)
