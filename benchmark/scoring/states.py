"""What is said of a state: a label and a typed answer (spec 7.5, 12.1). PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmark.scoring.gold_view import UNKNOWN
from benchmark.scoring.texts import is_blank
from scenarios.datalog.derivation import Gold


@dataclass(frozen=True, slots=True)
class State:
    """An answer to a state probe, whoever gave it: a system, gold, or a recovery.

    ``label`` is an answerability label, empty where none could be read; ``answer`` the typed field as it was
    given, or JSON-ready as in ``datalog.derivation.Gold``.
    """

    label: str
    answer: Any = None

    @classmethod
    def of_gold(cls, gold: Gold) -> State:
        """The state that an evaluation found."""
        return cls(gold.label.value, gold.answer)

    @property
    def known(self) -> bool:
        """Whether a value is stated: not where the label is unknown, nor where the answer says nothing."""
        return self.label != UNKNOWN and not is_blank(self.answer)


#: Nothing is known.
NOT_KNOWN = State(UNKNOWN)
