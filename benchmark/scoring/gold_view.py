"""What scoring must know of a query and its gold, as plain values (spec 12.2, 12.3). PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from benchmark.scoring.texts import name_index, normalise
from scenarios.datalog.witness_choices import Choices

ANSWERABLE: Final = "answerable"
JUSTIFIED_ZERO: Final = "justified-zero"
UNKNOWN: Final = "unknown"

#: The unit of a query whose gold is a ratio: 0.2 and 20 % are then one value.
RATIO: Final = "ratio"


@dataclass(frozen=True)
class GoldView:
    """Gold of one query with what its equivalence needs.

    ``answer`` is JSON-ready as in ``Gold``; of a settlement it is a list of transfer texts that settle
    the balances, or ``{"balances": {person: amount}}`` (positive: is owed), and ``parties`` are all people
    of the ledger, also those who neither pay nor are paid. ``unit`` is ``%``, ``ratio``, a currency or
    empty; ``aliases`` lists other names of entities and of the currency; ``known_names`` are all names a
    text may be split by. ``nouns`` are the asked nouns ("no trips" is then zero). ``date_order`` is a key
    of ``dates.ORDERS`` where the suite declares one. ``support`` is S(q), of an inexact gold its lower
    bound with ``support_high`` above it; ``choices`` says what the witnesses of such a list are made of,
    and where nothing is known of that, ``smallest_unlisted`` bounds the size of those left out from below.
    ``visible`` holds the ids of events at or before the cutoff.
    """

    label: str
    answer: Any
    answer_type: str
    unit: str = ""
    tolerance: str = "0"
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    known_names: Sequence[str] = ()
    nouns: Sequence[str] = ()
    parties: Sequence[str] = ()
    undirected: bool = False
    date_order: str = ""
    support: frozenset[str] = frozenset()
    support_high: frozenset[str] | None = None
    witnesses: Sequence[Sequence[str]] = ()
    exact: bool = True
    smallest_unlisted: int = 1
    choices: Choices | None = None
    visible: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> dict[str, str]:
        """Normal form of every known name and alias to the canonical name, the gold's own included."""
        own = [self.answer] if isinstance(self.answer, str) else self.answer
        listed = [item for item in own if isinstance(item, str)] if isinstance(own, list) else []
        return name_index([*listed, *self.known_names], self.aliases)

    @cached_property
    def unit_names(self) -> frozenset[str]:
        """The words by which an answer may name the query's unit: itself, its plural, its aliases."""
        if not self.unit:
            return frozenset(normalise(noun) for noun in self.nouns)
        forms = [self.unit, *self.aliases.get(self.unit, ())]
        return frozenset(normalise(form) for form in [*forms, *(form + "s" for form in forms)])

    @property
    def tolerated(self) -> Fraction:
        """The declared tolerance as an exact number."""
        return Fraction(self.tolerance or "0")
