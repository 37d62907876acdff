"""Lines that stand beside systems unranked: floors, ceilings, what people reach (spec 12.5). PURE."""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from benchmark.scoring.aggregation import Share
from benchmark.scoring.envelope import LABELS
from scenarios.sentences import Sentence


class LineKind(enum.StrEnum):
    """``floor``: had without deriving anything. ``ceiling``: a reader that knows what no system may.
    ``human``: people who answered from the records of a witness."""

    FLOOR = "floor"
    CEILING = "ceiling"
    HUMAN = "human"


_KINDS = {
    LineKind.FLOOR: Sentence("floor"),
    LineKind.CEILING: Sentence("ceiling"),
    LineKind.HUMAN: Sentence("human"),
}


@dataclass(frozen=True, slots=True)
class Tried:
    """How many of the ``n`` answers of a line to one query are right, and how many have the right label."""

    gold_label: str
    right: int
    label_right: int
    n: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A line by its name, what it knows in words, and what it reaches on each query, by the query's row."""

    kind: LineKind
    name: str
    knows: str
    tried: Mapping[int, Tried]

    @property
    def title(self) -> str:
        """Its name with what kind of line it is: ``floor: majority answer``."""
        return Sentence("%(kind)s: %(name)s", kind=_KINDS[self.kind], name=self.name)

    def on(self, queries: Collection[int]) -> Share:
        """How many of its answers to these queries are right."""
        found = self._of(queries)
        return Share(sum(one.right for one in found), sum(one.n for one in found))

    def labels_on(self, queries: Collection[int]) -> Share:
        """How many of its answers to these queries have the right label."""
        found = self._of(queries)
        return Share(sum(one.label_right for one in found), sum(one.n for one in found))

    def by_label(self, queries: Collection[int]) -> dict[str, Share]:
        """How many of its answers are right, per gold label."""
        found = self._of(queries)
        return {
            label: Share(
                sum(one.right for one in found if one.gold_label == label),
                sum(one.n for one in found if one.gold_label == label),
            )
            for label in LABELS
        }

    def _of(self, queries: Collection[int]) -> list[Tried]:
        return [self.tried[query] for query in queries if query in self.tried]
