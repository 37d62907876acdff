"""Values as people type them, read into their one canonical text (spec 1.2, 6.5). PURE.

Names lose stray blanks and take the spelling that the scenario has for them, aliases included; numbers and
money may have separators of thousands and a currency's name; dates stand as ISO or with the month in words.
What could be read in two ways is refused, never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date

from scenarios.datalog.values import NONE_TEXT, NUMERIC_TYPES, ValueTextError, canonical, parse_value
from scenarios.rendering.slots import MONTHS
from scenarios.sentences import Sentence

#: Name or alias, folded, to the names it may stand for, each with its type.
Names = Mapping[str, frozenset[tuple[str, str]]]
NO_NAMES: Names = {}

_MONTHS = {month[:length].casefold(): n for n, month in enumerate(MONTHS, 1) for length in (3, len(month))}
#: Days with the month in words: groups day, month, year; and month, day, year.
DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([^\W\d]+)\.?,?\s+(\d{4})")
MONTH_FIRST = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_SLASHED = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:[,'\u2019\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?")
_UNIT = re.compile(r"[^\W\d_]{1,20}\.?|[$€£¥₹%]")
_TRUTHS = {"true": "true", "yes": "true", "false": "false", "no": "false"}


def tidy(text: str) -> str:
    """Composed characters, and single blanks between words, none around them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded(name: str) -> str:
    """The form in which names are looked up."""
    return tidy(name).casefold()


def names_of(entities: Iterable[tuple[str, str, Iterable[str]]]) -> Names:
    """The names of (name, type, aliases)."""
    found: dict[str, set[tuple[str, str]]] = {}
    for name, kind, aliases in entities:
        for text in (name, *aliases):
            found.setdefault(folded(text), set()).add((name, kind))
    return {text: frozenset(owners) for text, owners in found.items()}


def read_value(text: str, type_name: str, names: Names = NO_NAMES, *, absent: bool = False) -> str:
    """The canonical text of what was typed for an argument of ``type_name``. With ``absent`` the word
    ``none`` is a stated absence. Raises ``ValueTextError`` with what to write instead."""
    plain = tidy(text)
    if not plain:
        raise ValueTextError(Sentence("write a value (%(type)s)", type=type_name))
    if absent and plain.casefold() == NONE_TEXT:
        return NONE_TEXT
    if type_name in NUMERIC_TYPES:
        return canonical(parse_value(_number(plain, type_name), type_name))
    if type_name == "date":
        return _date(plain)
    if type_name == "bool":
        if plain.casefold() not in _TRUTHS:
            raise ValueTextError(Sentence("%(text)s is neither yes nor no", text=_quoted(plain)))
        return _TRUTHS[plain.casefold()]
    return _name(plain, type_name, names)


def _name(plain: str, type_name: str, names: Names) -> str:
    """The name that is known for the text, the one of the type where several are; else the text itself."""
    owners = names.get(plain.casefold(), frozenset())
    if any(name == plain for name, _ in owners):
        return plain
    fitting = sorted({name for name, kind in owners if kind == type_name} or {name for name, _ in owners})
    if len(fitting) > 1:
        raise ValueTextError(
            Sentence(
                "%(text)s may be %(names)s: write the name in full",
                text=_quoted(plain),
                names=_either(fitting[:4]),
            )
        )
    return fitting[0] if fitting else plain


def _number(plain: str, type_name: str) -> str:
    """Digits with a point, without separators of thousands, currency or unit."""
    found = _NUMBER.search(plain)
    rest = [] if found is None else [plain[: found.start()].strip(), plain[found.end() :].strip()]
    if found is None or any(part and not _UNIT.fullmatch(part) for part in rest) or all(rest):
        raise ValueTextError(
            Sentence(
                "%(text)s is not a number (%(type)s): write digits with a point, such as 1240.50",
                text=_quoted(plain),
                type=type_name,
            )
        )
    return re.sub(r"[,'\u2019\u00a0\u202f ]", "", found.group())


def _date(plain: str) -> str:
    if _ISO.fullmatch(plain):
        return canonical(parse_value(plain, "date"))
    if found := DAY_FIRST.fullmatch(plain):
        day, month, year = found.groups()
    elif found := MONTH_FIRST.fullmatch(plain):
        month, day, year = found.groups()
    else:
        text = _quoted(plain)
        raise ValueTextError(
            Sentence("%(text)s may be read in two ways: write 2026-03-14 or 14 March 2026", text=text)
            if _SLASHED.fullmatch(plain)
            else Sentence("%(text)s is not a date: write 2026-03-14 or 14 March 2026", text=text)
        )
    number = month_number(month)
    if number is None:
        raise ValueTextError(
            Sentence("%(text)s is no month: write 2026-03-14 or 14 March 2026", text=_quoted(month, 20))
        )
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError as error:
        raise ValueTextError(Sentence("there is no day %(text)s", text=_quoted(plain))) from error


def _either(names: list[str]) -> str:
    first, *others = names
    for other in others:
        first = Sentence("%(one)s or %(other)s", one=first, other=other)
    return first


def _quoted(text: str, most: int = 40) -> str:
    return repr(text[:most])


def month_number(word: str) -> int | None:
    """1 to 12 for a month's name or its first three letters."""
    return _MONTHS.get(word.casefold())
