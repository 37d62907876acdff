"""Refresh of changed answers and preservation of unchanged ones (spec 8.1, 8.2). PURE.

Both are asked only of transitions whose first answer was right: refresh of those whose gold changed,
preservation of the others. A transition one end of which was not scored leaves both parts.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.scoring.aggregation import Share
from benchmark.scoring.gold_view import UNKNOWN


class ChangeClass(enum.StrEnum):
    """Whether a new record states the new value, or what it rests on brought the change (spec 8.3)."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"


class LabelChange(enum.StrEnum):
    """What became of the label when the gold changed. Zero is known: a value that turns into zero is a change
    from value to value."""

    LEARNT = "unknown to known"
    LOST = "known to unknown"
    REPLACED = "value to value"


@dataclass(frozen=True, slots=True)
class State:
    """z(q_j): label and answer as in ``datalog.derivation.Gold``, the answer in its one canonical form."""

    label: str
    answer: Any


def label_change(before: State, after: State) -> LabelChange | None:
    """How the gold changed; None where it did not (d_j = 0)."""
    if _form(before) == _form(after):
        return None
    if before.label == UNKNOWN:
        return LabelChange.LEARNT
    return LabelChange.LOST if after.label == UNKNOWN else LabelChange.REPLACED


def _form(state: State) -> tuple[str, str, Any]:
    """``1`` and ``true`` are equal in Python and not the same answer."""
    return state.label, type(state.answer).__name__, state.answer


@dataclass(frozen=True, slots=True)
class Transition:
    """One tracked query from checkpoint ``step`` - 1 to ``step`` (2 or later), as answered in one line.

    ``change`` and ``change_class`` are None where the gold stayed. ``before`` and ``after`` say whether the
    answers were right, None where they were not scored. ``repeated``: the later answer is right by the gold
    of before.
    """

    query: str
    line: str
    step: int
    change: LabelChange | None
    change_class: ChangeClass | None
    before: bool | None
    after: bool | None
    repeated: bool = False

    def __post_init__(self) -> None:
        if self.step < 2:
            raise ValueError(f"a transition ends at checkpoint 2 or later, not at {self.step}")
        if (self.change is None) != (self.change_class is None):
            raise ValueError("a change has a class, and what did not change has none")

    @property
    def changed(self) -> bool:
        """d_j."""
        return self.change is not None

    @property
    def counted(self) -> bool:
        """Whether both its answers were scored."""
        return self.before is not None and self.after is not None

    @property
    def silently_stale(self) -> bool:
        """A right answer that became wrong because it was given again after its gold had changed."""
        return self.changed and self.before is True and self.after is False and self.repeated


def refresh(transitions: Iterable[Transition]) -> Share:
    """Σ d·c(j-1)·c(j) of Σ d·c(j-1): how many right answers followed the change of their gold."""
    return _kept(transition for transition in transitions if transition.changed)


def preservation(transitions: Iterable[Transition]) -> Share:
    """Σ (1-d)·c(j-1)·c(j) of Σ (1-d)·c(j-1): how many right answers stayed right while nothing changed."""
    return _kept(transition for transition in transitions if not transition.changed)


def _kept(transitions: Iterable[Transition]) -> Share:
    after = [one.after for one in transitions if one.counted and one.before]
    return Share(sum(map(bool, after)), len(after))


@dataclass(frozen=True)
class Maintenance:
    """The figures of one line. ``by_class`` and ``by_change`` hold refresh, every class and change there is;
    ``excluded`` counts the transitions that were not scored at both ends."""

    refresh: Share
    preservation: Share
    by_class: dict[ChangeClass, Share]
    by_change: dict[LabelChange, Share]
    transitions: int
    changed: int
    excluded: int
    stale: tuple[Transition, ...]


def summarise(transitions: Sequence[Transition]) -> Maintenance:
    """All figures over the transitions of one line."""
    return Maintenance(
        refresh=refresh(transitions),
        preservation=preservation(transitions),
        by_class={
            one: refresh(found for found in transitions if found.change_class is one) for one in ChangeClass
        },
        by_change={
            one: refresh(found for found in transitions if found.change is one) for one in LabelChange
        },
        transitions=len(transitions),
        changed=sum(one.changed for one in transitions),
        excluded=sum(not one.counted for one in transitions),
        stale=tuple(one for one in transitions if one.silently_stale),
    )
