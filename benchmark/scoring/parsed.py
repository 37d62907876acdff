"""What scoring makes of the typed field of an answer, before it is compared (spec 12.2). PURE."""

from __future__ import annotations

from typing import Any

from benchmark.scoring.dates import DateFormatError, parse_date
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.numbers import NumberFormatError
from benchmark.scoring.sets import ListFormatError, parse_path, parse_set
from benchmark.scoring.settlement import SettlementFormatError, balances_of, parse_transfers
from benchmark.scoring.texts import is_blank, normalise
from benchmark.scoring.units import UnitMismatchError, amount_of
from scenarios.datalog.values import canonical

_TRUTH = {"yes": True, "true": True, "no": False, "false": False}
_NUMBERS = frozenset({"count", "number", "money"})
_UNREAD = (NumberFormatError, DateFormatError, ListFormatError, SettlementFormatError, UnitMismatchError)


def value_of(answer: Any, gold: GoldView) -> Any:
    """The value as JSON: a number in the query's unit as plain decimal text, a canonical name, an ISO date,
    the sorted members of a set, the stations of a path, transfers as texts. None where it cannot be read as
    the query's type, or is empty."""
    try:
        return None if is_blank(answer) else _value(answer, gold)
    except _UNREAD:
        return None


def _value(answer: Any, gold: GoldView) -> Any:
    kind = gold.answer_type
    if kind in _NUMBERS:
        return canonical(amount_of(answer, gold))
    if kind == "bool":
        return answer if isinstance(answer, bool) else _TRUTH.get(normalise(str(answer)))
    if kind == "date":
        return parse_date(answer, gold.date_order).isoformat() if isinstance(answer, str) else None
    if kind == "path":
        return list(parse_path(answer, gold.names))
    if kind == "settlement":
        transfers = parse_transfers(answer, balances_of(gold), gold)
        return [f"{one.payer} -> {one.payee} : {canonical(one.amount)}" for one in transfers]
    if kind == "set" or isinstance(gold.answer, list):
        return sorted(parse_set(answer, gold.names))
    return gold.names.get(normalise(str(answer)))
