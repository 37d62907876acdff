"""Slots of templates: how a value is written into a text and read back from it (spec 6.1). PURE.

A slot kind pairs a regular expression with two functions that undo each other: ``write`` turns the
canonical text of a value into words, ``read`` turns the words back. One format per domain for numbers,
money and dates, so that reading is exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from scenarios.datalog.values import number_text

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class SlotValueError(ValueError):
    """A value cannot be written into this kind of slot."""


@dataclass(frozen=True, slots=True)
class SlotKind:
    """``pattern`` matches the written form whole; ``write`` and ``read`` undo each other."""

    name: str
    pattern: str
    write: Callable[[str], str]
    read: Callable[[str], str]

    def checked(self, value: str) -> str:
        """The written form of ``value``. Raises ``SlotValueError`` if it would not be read back."""
        try:
            text = self.write(value)
        except (ValueError, KeyError) as error:
            raise SlotValueError(f"{value!r} does not fit a {self.name} slot") from error
        if not re.fullmatch(self.pattern, text) or self.read(text) != value:
            raise SlotValueError(f"{value!r} does not fit a {self.name} slot: written as {text!r}")
        return text


def _same(text: str) -> str:
    return text


def date_words(iso: str) -> str:
    """``2031-03-04`` as ``4 March 2031``."""
    day = date.fromisoformat(iso)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def date_iso(words: str) -> str:
    """``4 March 2031`` as ``2031-03-04``. Raises ``ValueError`` for a day that does not exist."""
    day, month, year = words.split()
    return date(int(year), MONTHS.index(month) + 1, int(day)).isoformat()


def _number_canonical(text: str) -> str:
    return number_text(Fraction(text.replace(",", "")))


_WORD = r"[A-Z][a-z]+"
DATE_PATTERN = rf"\d{{1,2}} (?:{'|'.join(MONTHS)}) \d{{4}}"

NAME = SlotKind("name", _WORD, _same, _same)
PERSON = SlotKind("person", rf"{_WORD} {_WORD}", _same, _same)
CODE = SlotKind("code", r"[A-Z]{2}-\d{4}", _same, _same)
WORD = SlotKind("word", r"[a-z]+", _same, _same)
YEAR = SlotKind("year", r"\d{4}", _same, _same)
DATE = SlotKind("date", DATE_PATTERN, date_words, date_iso)
INT = SlotKind("int", r"\d{1,3}(?:,\d{3})*", lambda text: f"{int(text):,}", _number_canonical)


def money(currency: str) -> SlotKind:
    """Amounts with two decimals and the currency's name: ``1,240.50 Galot``."""

    def write(text: str) -> str:
        hundredths = Fraction(text) * 100
        if hundredths.denominator != 1 or hundredths < 0:
            raise SlotValueError(f"{text!r} is not an amount of money with at most two decimals")
        whole, cents = divmod(hundredths.numerator, 100)
        return f"{whole:,}.{cents:02d} {currency}"

    def read(text: str) -> str:
        return _number_canonical(text.removesuffix(f" {currency}"))

    return SlotKind("money", rf"\d{{1,3}}(?:,\d{{3}})*\.\d{{2}} {re.escape(currency)}", write, read)


def choice(name: str, phrases: Mapping[str, str]) -> SlotKind:
    """A value out of a fixed few, each with its phrase."""
    back = {phrase: value for value, phrase in phrases.items()}
    if len(back) != len(phrases):
        raise ValueError(f"two values of the choice {name} share a phrase: {sorted(phrases.items())}")
    pattern = "|".join(re.escape(phrase) for phrase in phrases.values())
    return SlotKind(name, pattern, phrases.__getitem__, back.__getitem__)


@dataclass(frozen=True, slots=True)
class ListSlot:
    """One or more values of one kind, written ``A, B and C``."""

    of: SlotKind

    @property
    def pattern(self) -> str:
        item = f"(?:{self.of.pattern})"
        return rf"{item}(?:(?:, {item})* and {item})?"

    def write(self, values: tuple[str, ...]) -> str:
        """Raises ``SlotValueError`` for an empty list: a template of its own says that there is nothing."""
        if not values:
            raise SlotValueError("an empty list has no words of its own here")
        words = [self.of.checked(value) for value in values]
        return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(self.of.read(part) for part in re.split(r", | and ", text))


Slot = SlotKind | ListSlot
