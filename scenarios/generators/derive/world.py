"""What a domain gives the generator: a planned history, and what to ask of it (spec 5.3). PURE."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scenarios.domains.base import Domain
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.plan import Cast, PlannedEvent
from scenarios.generators.derive.targets import Cell

#: Arguments of a question form, by slot.
Arguments = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Streams:
    """Chance by stage, so that a change in one stage leaves the others alone. Same path, same numbers."""

    path: str

    def of(self, stage: str) -> random.Random:
        """A new stream for a stage."""
        return random.Random(f"{self.path}/{stage}")


@dataclass(frozen=True, slots=True)
class Brief:
    """What a world is to be made for.

    ``room`` is how many events it may plan at most, distractors with facts (D2 to D4, D8, D9) included; what
    is left of it is filled with talk. ``names_seed`` draws the names. ``short`` holds the cells of the
    quotas for which the last world of this scenario had too little; the next one plans more for them.
    """

    domain: Domain
    config: ScenarioConfig
    room: int
    names_seed: int
    streams: Streams
    short: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class World:
    """A planned history. ``arguments`` lists what each question form is worth asking of, by slug; forms that
    are missing are not asked. The day that a form of T2 asks for is not among them: it depends on the cutoff.
    ``planned`` is the form and the arguments of the query whose witness has exactly the planned size."""

    cast: Cast
    events: tuple[PlannedEvent, ...]
    arguments: Mapping[str, Sequence[Arguments]]
    planned: tuple[str, Arguments] | None = None
