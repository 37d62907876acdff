"""What records name: entities by type, dates, amounts and numbers, read off the words alone. PURE.

A value is found by its form, not by what the record states of it. Kinds of values:

- an entity type of the scenario: a name or an alias of an entity of that type, as a whole word;
- ``date``: a day, ``4 March 2031`` or ``2031-03-04``;
- ``money in <currency>``: a numeral before the name of a currency;
- ``count``: a whole numeral, or a number word from two to twenty ("one" is mostly no number); ``number``: any
  numeral. Bare numerals of four digits are years, for numbers of that size are written with a comma;
- ``bool``: each record says ``yes``. A record states what holds, so that whatever is told is told as true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from benchmark.scoring.dates import MONTHS, DateFormatError, parse_date
from benchmark.scoring.numbers import NUMBER_WORDS

BOOLEAN: Final = "bool"
_MONTH = "|".join(name.capitalize() for name in MONTHS)
_DATE = rf"\d{{1,2}} (?:{_MONTH}) \d{{4}}|\d{{4}}-\d{{2}}-\d{{2}}"
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_YEAR = re.compile(r"\d{4}")
_WORDS = {word: number for word, number in NUMBER_WORDS.items() if number > 1}


class Mentions:
    """The values that the records of one scenario name, by record and kind, in the order of the words.

    ``entities`` maps each name to its type and its aliases; an alias of several names is none.
    """

    def __init__(
        self,
        texts: Iterable[str],
        *,
        entities: Mapping[str, tuple[str, Sequence[str]]],
        currencies: Iterable[str] = (),
    ) -> None:
        self._types = {name: kind for name, (kind, _) in entities.items()}
        self._names = _names(entities)
        self._pattern = _pattern(self._names, currencies)
        self._read = [self._values(text) for text in texts]

    def of(self, record: int, kind: str) -> Sequence[str]:
        """What record number ``record`` names of a kind, repeats included."""
        return self._read[record].get(kind, ())

    def _values(self, text: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {BOOLEAN: ["yes"]}
        for match in self._pattern.finditer(text):
            for kind, value in self._valued(match):
                found.setdefault(kind, []).append(value)
        return found

    def _valued(self, match: re.Match[str]) -> list[tuple[str, str]]:
        """The kinds and the value of a match; what has the form of a date but is no day is nothing."""
        if match["name"]:
            name = self._names[match["name"]]
            return [(self._types[name], name)]
        if match["date"]:
            try:
                return [("date", parse_date(match["date"]).isoformat())]
            except DateFormatError:
                return []
        if match["amount"]:
            return [(f"money in {match['currency']}", f"{match['amount']} {match['currency']}")]
        if match["word"]:
            value = str(_WORDS[match["word"].casefold()])
            return [("count", value), ("number", value)]
        number = match["number"]
        if _YEAR.fullmatch(number):
            return []
        return [("number", number)] + ([] if "." in number else [("count", number)])


def _names(entities: Mapping[str, tuple[str, Sequence[str]]]) -> dict[str, str]:
    """What may stand in a text, to the name that it means."""
    owners: dict[str, set[str]] = {}
    for name, (_, aliases) in entities.items():
        for alias in aliases:
            owners.setdefault(alias, set()).add(name)
    found = {alias: min(names) for alias, names in owners.items() if len(names) == 1}
    return found | {name: name for name in entities}


def _pattern(names: Iterable[str], currencies: Iterable[str]) -> re.Pattern[str]:
    units = _any_of(currencies)
    return re.compile(
        rf"(?<![\w-])(?:(?P<date>{_DATE})|(?P<amount>{_NUMBER}) (?P<currency>{units})"
        rf"|(?P<name>{_any_of(names)})|(?P<number>{_NUMBER})|(?P<word>(?i:{_any_of(_WORDS)})))(?!\w)"
    )


def _any_of(words: Iterable[str]) -> str:
    """One of some words, the longest first; nothing matches where there are none."""
    listed = sorted((word for word in words if word), key=lambda word: (-len(word), word))
    return "|".join(map(re.escape, listed)) or r"(?!)"
