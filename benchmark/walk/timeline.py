"""The timeline of one scenario as a system lives through it (overview 3). PURE.

Steps stand in the order (t, kind, seq): events at τ come before the question at τ, later ones after
it; at one cutoff checkpoints come after the events, then queries and tracked queries, then probes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


class StepKind(enum.IntEnum):
    """The order of what falls on one instant."""

    EVENT = 0
    CHECKPOINT = 1
    QUERY = 2
    PROBE = 3


class TimelineError(ValueError):
    """The parts do not make a timeline: a naive time, or two steps that are the same."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: ``key`` names the event, the checkpoint or the question; ``seq`` orders equal ones."""

    t: datetime
    kind: StepKind
    seq: int
    key: str

    @property
    def rank(self) -> tuple[datetime, StepKind, int, str]:
        """The order of steps; the key only makes the order total."""
        return (self.t, self.kind, self.seq, self.key)

    @property
    def asks(self) -> bool:
        """Whether the system is asked something here."""
        return self.kind in (StepKind.QUERY, StepKind.PROBE)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All steps in order."""

    steps: tuple[Step, ...]

    def events_before(self, index: int) -> int:
        """How many events stand before step ``index``: the position a store must have there."""
        return sum(step.kind == StepKind.EVENT for step in self.steps[:index])


def plan(steps: Iterable[Step]) -> Timeline:
    """Put steps into the order of the walk, whatever order they come in.

    Raises ``TimelineError`` for a naive time or two steps of one kind with one key.
    """
    found = tuple(steps)
    seen: set[tuple[StepKind, str]] = set()
    for step in found:
        if step.t.tzinfo is None:
            raise TimelineError(f"{step.kind.name.lower()} {step.key} has a time without a zone")
        if (step.kind, step.key) in seen:
            raise TimelineError(f"{step.kind.name.lower()} {step.key} stands twice in the timeline")
        seen.add((step.kind, step.key))
    return Timeline(tuple(sorted(found, key=lambda step: step.rank)))
