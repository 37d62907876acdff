"""States of goals at their cutoffs as Postgres computes them, and the gold they are (spec 1.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.errors import EvaluationError
from scenarios.datalog.sql.columns import TIE_SEPARATOR
from scenarios.datalog.syntax import Decl, Goal, Reading
from scenarios.datalog.values import MAX_DIGITS, NONE_TEXT, NUMERIC_TYPES


@dataclass(frozen=True, slots=True)
class State:
    """What a predicate answers for one key: a value or truth as text, or the members of a collection.

    ``value`` is None for unknown and for none; ``label`` tells them apart.
    """

    label: Answerability
    value: str | None = None
    members: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    open: bool = False

    @property
    def known(self) -> bool:
        return self.label is not Answerability.UNKNOWN


_LABELS = {label.value: label for label in Answerability}


def _check_length(text: str | None, type_name: str) -> None:
    """Postgres computes on where the reference evaluator stops: both refuse a number that is too long."""
    if text is not None and type_name in NUMERIC_TYPES and len(text) > MAX_DIGITS:
        raise EvaluationError(f"a number of more than {MAX_DIGITS:,} digits was made")


def state_of_row(row: tuple[Any, ...]) -> State:
    """A result row of ``answers.batch_statement``."""
    _, label, value, members, undecided, is_open = row
    return State(_LABELS[label], value, tuple(members or ()), tuple(undecided or ()), bool(is_open))


def answer_of(state: State, decl: Decl, goal: Goal) -> Any:
    """The JSON-ready answer of a state (``derivation.Gold.answer``)."""
    if not state.known:
        return None
    if goal.member is not None or decl.reading is Reading.TRUTH:
        return state.value == "true"
    if decl.reading is Reading.MEMBERS:
        return list(state.members)
    if state.value is None:
        return NONE_TEXT
    return _value_answer(state.value, decl.value_type or "text")


def _value_answer(text: str, type_name: str) -> Any:
    _check_length(text, type_name)
    if TIE_SEPARATOR in text:
        return text.split(TIE_SEPARATOR)
    if type_name in NUMERIC_TYPES:
        return text if "." in text else int(text)
    return text == "true" if type_name == "bool" else text
