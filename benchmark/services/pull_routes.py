"""A store's timeline as a client that calls us walks it: what is given next, under opaque ids (ADR 26)."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from benchmark.models import IngestVariant, Question, Store
from benchmark.services import timelines
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds, opaque_id
from benchmark.walk.timeline import StepKind
from scenarios.models import Scenario
from sut_adapters.base import EventRecord

#: Stores whose timelines a process keeps at hand.
_KEPT = 16


@dataclass(frozen=True)
class Route:
    """The steps of a store. A *cursor* is the number of a step: all before it is done or given.

    ``asked`` are the steps that ask, in order; ``names`` gives each its opaque question id, ``steps`` the way
    back. ``positions`` holds for each cursor how many events stand before it; ``repeats`` are the steps that
    ask in words that an earlier one asked at the same cutoff. ``variant`` with its run and ``scenario`` are
    those of the store; what of them changes is not to be read here.
    """

    store_id: int
    variant: IngestVariant
    scenario: Scenario
    scene: SceneTimeline
    ids: OpaqueIds
    asked: tuple[int, ...]
    names: dict[int, str]
    steps: dict[str, int]
    positions: tuple[int, ...]
    repeats: frozenset[int]

    @property
    def end(self) -> int:
        """The cursor behind the last step."""
        return len(self.scene.timeline.steps)

    def question(self, step: int) -> Question | None:
        """What is asked at a step; None where nothing is."""
        if step >= self.end or not self.scene.timeline.steps[step].asks:
            return None
        return self.scene.questions[self.scene.timeline.steps[step].key]

    def next_question(self, cursor: int) -> int:
        """The first step at or after ``cursor`` that asks; the end where none does."""
        place = bisect.bisect_left(self.asked, cursor)
        return self.asked[place] if place < len(self.asked) else self.end

    def position(self, cursor: int) -> int:
        """How many events stand before a cursor: where a store must stand there."""
        return self.positions[cursor]

    def records(self, first: int, end: int) -> list[EventRecord]:
        """The records of the steps from ``first`` up to ``end``, as the system sees them."""
        return self.scene.records(self.positions[first], self.positions[end], self.ids)

    def cursor_after(self, first: int, end: int, most: int) -> int:
        """The cursor behind ``most`` events from ``first`` on, ``end`` at the latest."""
        wanted = self.positions[first] + most
        return min(end, max(first, bisect.bisect_right(self.positions, wanted) - 1))

    def unknown(self, ids: Sequence[str]) -> list[str]:
        """Those of the ids that name no record of this timeline."""
        return [one for one in ids if one.strip() not in self.ids.labels]

    def future(self, ids: Sequence[str], cursor: int) -> list[str]:
        """Those of the ids whose records stand at or after a cursor: nobody has been given them."""
        if not ids:
            return []
        given = {event.label for event in self.scene.events[: self.positions[cursor]]}
        return [one for one in ids if self.ids.labels.get(one.strip()) not in given]


def of(store: Store) -> Route:
    """The route of a store. It never changes: a run pins its questions and the release of its suite."""
    return _of(store.pk)


@lru_cache(maxsize=_KEPT)
def _of(store_id: int) -> Route:
    store = Store.objects.select_related("variant__run", "scenario").get(pk=store_id)
    scene = timelines.of(run_id=store.variant.run_id, scenario=store.scenario)
    steps = scene.timeline.steps
    positions = [0]
    for step in steps:
        positions.append(positions[-1] + (step.kind == StepKind.EVENT))
    asked = tuple(index for index, step in enumerate(steps) if step.asks)
    names = {
        index: opaque_id(store.variant.id_salt, f"question {steps[index].key}").replace("r", "q", 1)
        for index in asked
    }
    return Route(
        store_id=store_id,
        variant=store.variant,
        scenario=store.scenario,
        scene=scene,
        ids=timelines.opaque_ids(store.variant, scene.events),
        asked=asked,
        names=names,
        steps={name: index for index, name in names.items()},
        positions=tuple(positions),
        repeats=_repeats(scene, asked),
    )


def _repeats(scene: SceneTimeline, asked: Sequence[int]) -> frozenset[int]:
    """Those of the steps that ask in the words of an earlier one at the same cutoff."""
    known: set[tuple[str, datetime]] = set()
    found = set()
    for step in asked:
        question = scene.questions[scene.timeline.steps[step].key]
        words = (question.text, question.cutoff)
        if words in known:
            found.add(step)
        known.add(words)
    return frozenset(found)


def scenario_name(store: Store) -> str:
    """The opaque name under which a variant sees the scenario of a store."""
    return opaque_id(store.variant.id_salt, f"scenario {store.scenario_id}").replace("r", "s", 1)
