"""Whether an answer and the gold are one value, by answer type (spec 12.2, overview 5). PURE."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from benchmark.scoring.dates import DateFormatError, parse_date
from benchmark.scoring.gold_view import JUSTIFIED_ZERO, GoldView
from benchmark.scoring.numbers import NumberFormatError, decimals
from benchmark.scoring.sets import ListFormatError, f1, member_key, parse_path, parse_set
from benchmark.scoring.settlement import SettlementFormatError, fault_of
from benchmark.scoring.texts import is_blank, normalise
from benchmark.scoring.units import UnitMismatchError, amount_of
from scenarios.datalog.values import canonical, round_half_even

ZERO_WORDS: Final = frozenset({"none", "nothing", "zero", "[]"})
_TRUTH: Final = {"yes": True, "true": True, "no": False, "false": False}
#: ``/`` and avg round to six decimals (spec 1.7): a gold that fine is compared at its own scale.
_ROUNDED_SCALE: Final = 6
_CENTS: Final = 2


class Reason(enum.StrEnum):
    """Why an answer is right or not. ``format`` and ``no-answer`` are counted apart from ``different``."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNIT = "unit"
    NO_ANSWER = "no-answer"
    FORMAT = "format"


@dataclass(frozen=True, slots=True)
class Match:
    """The verdict on an answer. ``partial`` is F1 for sets, else None, and never enters AnsAcc."""

    reason: Reason
    detail: str = ""
    partial: float | None = None

    @property
    def right(self) -> bool:
        return self.reason == Reason.EQUAL


def compare(answer: Any, gold: GoldView) -> Match:
    """Compare the typed field of an answer with a gold that is not ``unknown``. Never raises on an
    answer; a gold of unknown type raises ``KeyError``."""
    rule = _RULES[
        "set" if gold.answer_type == "entity" and isinstance(gold.answer, list) else gold.answer_type
    ]
    if is_blank(answer):
        return Match(Reason.NO_ANSWER, "the answer is empty")
    if gold.label == JUSTIFIED_ZERO:
        return _zero(answer, gold)
    try:
        return rule(answer, gold)
    except UnitMismatchError as error:
        return Match(Reason.UNIT, str(error))
    except (NumberFormatError, DateFormatError, ListFormatError, SettlementFormatError) as error:
        return Match(Reason.FORMAT, str(error))


def _verdict(right: bool, detail: str = "", partial: float | None = None) -> Match:
    return Match(Reason.EQUAL if right else Reason.DIFFERENT, "" if right else detail, partial)


def _zero(answer: Any, gold: GoldView) -> Match:
    """Zero, none, nothing, "no <asked noun>" and [] are one answer to a query whose gold is zero."""
    if answer == [] and isinstance(answer, list):
        return _verdict(True)
    if gold.answer_type == "settlement":
        return _settlement_or_format(answer, gold)
    if isinstance(answer, str):
        form = normalise(answer)
        if form in ZERO_WORDS or form in {f"no {normalise(noun)}" for noun in gold.nouns}:
            return _verdict(True)
    try:
        return _verdict(amount_of(answer, gold) == 0, "the gold is zero")
    except UnitMismatchError as error:
        return Match(Reason.UNIT, str(error))
    except NumberFormatError as error:
        numeric = gold.answer_type in ("count", "number", "money")
        return Match(Reason.FORMAT if numeric else Reason.DIFFERENT, str(error))


def _settlement_or_format(answer: Any, gold: GoldView) -> Match:
    try:
        return _settlement(answer, gold)
    except UnitMismatchError as error:
        return Match(Reason.UNIT, str(error))
    except SettlementFormatError as error:
        return Match(Reason.FORMAT, str(error))


def _number(answer: Any, gold: GoldView) -> Match:
    given, wanted = amount_of(answer, gold), Fraction(str(gold.answer))
    scale = decimals(str(gold.answer))
    if scale >= _ROUNDED_SCALE:
        given = round_half_even(given, scale)
    return _verdict(abs(given - wanted) <= gold.tolerated, f"{_text(given)} is not {gold.answer}")


def _money(answer: Any, gold: GoldView) -> Match:
    given = round_half_even(amount_of(answer, gold), _CENTS)
    wanted = round_half_even(Fraction(str(gold.answer)), _CENTS)
    return _verdict(abs(given - wanted) <= gold.tolerated, f"{_text(given)} is not {gold.answer}")


def _bool(answer: Any, gold: GoldView) -> Match:
    given = answer if isinstance(answer, bool) else None
    if isinstance(answer, str):
        given = _TRUTH.get(normalise(answer))
    if given is None:
        return Match(Reason.FORMAT, f"{answer!r} is not yes, no, true or false")
    return _verdict(given == gold.answer, f"{answer!r} is not {gold.answer}")


def _entity(answer: Any, gold: GoldView) -> Match:
    if isinstance(answer, bool) or not isinstance(answer, str | int):
        return Match(Reason.FORMAT, f"expected a name, got {answer!r}")
    given = gold.names.get(normalise(str(answer)))
    return _verdict(given == str(gold.answer), f"{answer!r} is not {gold.answer}")


def _date(answer: Any, gold: GoldView) -> Match:
    if not isinstance(answer, str):
        return Match(Reason.FORMAT, f"expected a date, got {answer!r}")
    given = parse_date(answer, gold.date_order)
    return _verdict(given.isoformat() == gold.answer, f"{given.isoformat()} is not {gold.answer}")


def _set(answer: Any, gold: GoldView) -> Match:
    given = parse_set(answer, gold.names)
    wanted = frozenset(member_key(item, gold.names) for item in gold.answer)
    return _verdict(given == wanted, _difference(given, wanted), f1(given, wanted))


def _path(answer: Any, gold: GoldView) -> Match:
    given = parse_path(answer, gold.names)
    wanted = tuple(member_key(item, gold.names) for item in gold.answer)
    right = given == wanted or (gold.undirected and given == wanted[::-1])
    return _verdict(right, f"{' -> '.join(given)} is not the path")


def _settlement(answer: Any, gold: GoldView) -> Match:
    fault = fault_of(answer, gold)
    return _verdict(fault is None, fault or "")


def _difference(given: frozenset[str], wanted: frozenset[str]) -> str:
    parts = [
        f"{word} {', '.join(sorted(names))}"
        for word, names in (("missing", wanted - given), ("not in the gold:", given - wanted))
        if names
    ]
    return "; ".join(parts)


def _text(number: Fraction) -> str:
    return canonical(number)


_RULES: Final[dict[str, Callable[[Any, GoldView], Match]]] = {
    "count": _number,
    "number": _number,
    "money": _money,
    "bool": _bool,
    "entity": _entity,
    "date": _date,
    "set": _set,
    "path": _path,
    "settlement": _settlement,
}
ANSWER_TYPES: Final = tuple(_RULES)
