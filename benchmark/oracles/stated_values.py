"""Typed texts of answers as values of the places that they stand in (spec 7.5, 12.2). PURE.

An accepted alias becomes its entity, "12 March 2031" a date, "1,240.50 Kest" an amount. What cannot be read
as a value of its type is unknown, never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from benchmark.scoring.dates import DateFormatError, parse_date
from benchmark.scoring.equivalence import ZERO_WORDS
from benchmark.scoring.numbers import GENERIC_MONEY, PERCENT, NumberFormatError, Quantity, parse_quantity
from benchmark.scoring.sets import ListFormatError, parse_set
from benchmark.scoring.states import State
from benchmark.scoring.texts import name_index, normalise
from scenarios.datalog.inference import category
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, Tied, Truth, usable
from scenarios.datalog.reference_values import State as ValueState
from scenarios.datalog.values import Value

_TRUTH = {"yes": True, "true": True, "no": False, "false": False}
#: Words for an absence; "zero" is a number.
_NOTHING = ZERO_WORDS - {"zero"}


@dataclass(frozen=True)
class Reading:
    """How answers of one scenario are read.

    ``entities``: type and aliases of each name. ``texts``: other texts that values may be, such as the
    constants of the rules. ``currency``: the home currency, empty where it does not matter. ``date_order``: a
    key of ``dates.ORDERS`` or empty.
    """

    entities: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)
    texts: frozenset[str] = frozenset()
    currency: str = ""
    date_order: str = ""

    @cached_property
    def names(self) -> dict[str, str]:
        """Normal form of each name, alias and other text to the one text of its value."""
        aliases = {name: others for name, (_, others) in self.entities.items()}
        return name_index([*self.entities, *sorted(self.texts)], aliases)

    @cached_property
    def entity_types(self) -> frozenset[str]:
        """The types whose values are all known by name."""
        return frozenset(type_name for type_name, _ in self.entities.values())

    # ---------------------------------------------------------------- states
    def value(
        self, said: State, type_name: str, *, currency: str = "", empty_is_zero: bool = False
    ) -> ValueState:
        """The state of a functional predicate. ``currency`` is that of the place, the home currency if empty;
        ``empty_is_zero``: a word for nothing means 0 there, not none."""
        if not said.known:
            return UNKNOWN
        if self._is_nothing(said.answer):
            return Fraction(0) if empty_is_zero else NONE
        found = self.one(said.answer, type_name, currency)
        if found is not None:
            return found
        return self._tie(said.answer, type_name, currency)

    def truth(self, said: State) -> Truth:
        """The state of a predicate without a value."""
        return _truth(said.answer) if said.known else None

    def members(self, said: State, type_name: str, currency: str = "") -> Members:
        """The state of a collection: closed with what is listed, open and without names where it is unknown.
        A member that cannot be read leaves it open."""
        if not said.known:
            return Members(open=True)
        if self._is_nothing(said.answer):
            return Members()
        found = Members()
        listed = self._listed(said.answer)
        if listed is None:
            return Members(open=True)
        for item in listed:
            found.add(self._member(item, type_name, currency), True)
        return found

    # ---------------------------------------------------------------- single values
    def one(self, answer: Any, type_name: str, currency: str = "") -> Value | None:
        """One value of a type, None where the answer is none."""
        match category(type_name):
            case "number":
                return self._number(answer, type_name, currency or self.currency)
            case "date":
                return self._date(answer)
            case "bool":
                return _truth(answer)
            case _:
                return self._text(answer, type_name)

    def _number(self, answer: Any, type_name: str, currency: str) -> Value | None:
        if isinstance(answer, bool) or not isinstance(answer, int | float | str):
            return None
        try:
            quantity = Quantity(Fraction(answer)) if isinstance(answer, int) else parse_quantity(str(answer))
        except NumberFormatError:
            return None
        if quantity.unit and not self._fits(quantity.unit, type_name, currency):
            return None
        whole = type_name in ("int", "count")
        return None if whole and quantity.number.denominator != 1 else quantity.number

    def _fits(self, unit: str, type_name: str, currency: str) -> bool:
        """Whether a number of this type may carry the unit: a count what it counts, money its currency."""
        if unit == PERCENT:
            return False
        if type_name != "money":
            return unit != GENERIC_MONEY
        if unit == GENERIC_MONEY or not currency:
            return True
        _, aliases = self.entities.get(currency, ("", ()))
        forms = [currency, *aliases]
        return normalise(unit) in {normalise(form) for form in [*forms, *(f"{form}s" for form in forms)]}

    def _date(self, answer: Any) -> date | None:
        if not isinstance(answer, str):
            return None
        try:
            return parse_date(answer, self.date_order)
        except DateFormatError:
            return None

    def _text(self, answer: Any, type_name: str) -> str | None:
        """An entity by its name or alias. A type without known entities (an enumeration) has any text."""
        if isinstance(answer, bool) or not isinstance(answer, str | int):
            return None
        text = str(answer)
        if (form := normalise(text)) in self.names:
            return self.names[form]
        return None if type_name in self.entity_types else text.strip()

    # ---------------------------------------------------------------- several
    def _listed(self, answer: Any) -> list[Any] | None:
        """The members that a list or a text names; None where it names nothing."""
        if isinstance(answer, list):
            return answer
        try:
            return sorted(parse_set(answer, self.names))
        except ListFormatError:
            return None

    def _member(self, item: Any, type_name: str, currency: str) -> ValueState:
        found = self.one(item, type_name, currency)
        return UNKNOWN if found is None else found

    def _tie(self, answer: Any, type_name: str, currency: str) -> ValueState:
        """Several values where one was asked for: the members of a tie."""
        found = [self._member(item, type_name, currency) for item in self._listed(answer) or ()]
        known = frozenset(value for state in found if (value := usable(state)) is not None)
        return Tied(known) if len(known) == len(found) > 1 else UNKNOWN

    def _is_nothing(self, answer: Any) -> bool:
        """A stated absence: none, nothing, "no trips", an empty list."""
        if isinstance(answer, list):
            return not answer
        if not isinstance(answer, str) or (form := normalise(answer)) in self.names:
            return False
        return form in _NOTHING or form.startswith("no ")


def _truth(answer: Any) -> bool | None:
    if isinstance(answer, bool):
        return answer
    return _TRUTH.get(normalise(answer)) if isinstance(answer, str) else None
