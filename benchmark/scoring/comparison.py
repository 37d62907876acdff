"""Two or more systems on the same queries: paired tests, and what has no pair (spec 10.4, 12.4). PURE.

A pair is a query that counts on both sides; a failure of the system's own counts as wrong. What one side
lacks leaves both parts of every figure and is listed with the reason. The first side is the baseline:
differences are the other less the first.
"""

from __future__ import annotations

import dataclasses
import enum
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmark.scoring.aggregation import SMALL_CELL, ScoredAnswer, Share, Status
from benchmark.scoring.statistics import Interval, cluster_bootstrap, holm, mcnemar

#: What queries can be sliced by. ``label`` is that of the gold, ``scenario`` the cluster; others are traits.
SLICED_BY: Final = ("family", "label", "answer_type", "domain", "scenario")


class Missing(enum.StrEnum):
    """Why a side has no counted answer to a query."""

    NOT_ASKED = "not asked"
    NOT_ANSWERED = "not answered"
    INFRASTRUCTURE = "infrastructure failed"
    UNREAD = "unread"


@dataclass(frozen=True)
class Side:
    """What one system answered: one answer a query. ``asked`` may name further queries, which were asked and
    have no answer."""

    answers: Mapping[str, ScoredAnswer]
    asked: frozenset[str] = frozenset()

    def missing(self, query: str) -> Missing | None:
        """Why the query does not count here; None where it does."""
        answer = self.answers.get(query)
        if answer is None:
            return Missing.NOT_ANSWERED if query in self.asked else Missing.NOT_ASKED
        if answer.counted:
            return None
        return Missing.UNREAD if answer.status == Status.UNREAD else Missing.INFRASTRUCTURE

    @property
    def accuracy(self) -> Share:
        """Right answers of all that count here, with a pair or without."""
        counted = [answer.correct for answer in self.answers.values() if answer.counted]
        return Share(sum(counted), len(counted))


def side(answers: Iterable[ScoredAnswer], asked: Iterable[str] = ()) -> Side:
    """A side of these answers. Raises ``ValueError`` where a query has two: a pair would not be one."""
    found: dict[str, ScoredAnswer] = {}
    for answer in answers:
        if answer.query in found:
            raise ValueError(f"two answers to query {answer.query}; a paired test takes one a query")
        found[answer.query] = answer
    return Side(found, frozenset(asked))


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A query without a pair, and why it does not count on either side; None: it counts there."""

    query: str
    first: Missing | None
    second: Missing | None


@dataclass(frozen=True, slots=True)
class Paired:
    """Both sides on the ``n`` queries that count on both.

    ``lost`` are right on the first side alone, ``gained`` on the second alone. ``spread`` is the bootstrap
    interval of the difference: ``clusters`` scenarios are drawn, or queries where all are of one scenario.
    ``p`` is that of McNemar's exact test, ``holm`` the same corrected over all tests that are shown beside
    it. These three are None without a pair.
    """

    n: int
    first: Share
    second: Share
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    spread: Interval | None
    clusters: int
    p: float | None
    holm: float | None = None

    @property
    def difference(self) -> float | None:
        """Accuracy of the second side less that of the first."""
        return (len(self.gained) - len(self.lost)) / self.n if self.n else None

    @property
    def discordant(self) -> int:
        """How many queries are right on one side alone."""
        return len(self.lost) + len(self.gained)

    @property
    def small(self) -> bool:
        """True where there are too few pairs to be read as a result."""
        return self.n < SMALL_CELL


@dataclass(frozen=True, slots=True)
class Slice:
    """The pairs of the queries that have one value of a trait."""

    trait: str
    value: str
    paired: Paired


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system beside the baseline: over all pairs, by slice in order of value, and what has no pair."""

    whole: Paired
    slices: tuple[Slice, ...]
    unmatched: tuple[Unmatched, ...]

    @property
    def only_first(self) -> tuple[Unmatched, ...]:
        """What counts on the first side alone."""
        return tuple(one for one in self.unmatched if one.first is None)

    @property
    def only_second(self) -> tuple[Unmatched, ...]:
        """What counts on the second side alone."""
        return tuple(one for one in self.unmatched if one.second is None)

    @property
    def neither(self) -> tuple[Unmatched, ...]:
        """What counts on no side."""
        return tuple(one for one in self.unmatched if one.first is not None and one.second is not None)


def compare(
    baseline: Side, others: Sequence[Side], *, seed: int, by: Sequence[str] = SLICED_BY
) -> list[Comparison]:
    """Each of ``others`` beside ``baseline``, sliced ``by`` some of ``SLICED_BY``.

    The same ``seed`` gives the same bootstrap.
    Holm's correction is over the tests of all others, and for slices over all slices of all others.
    Raises ``ValueError`` for a slice that there is not.
    """
    if unknown := [trait for trait in by if trait not in SLICED_BY]:
        raise ValueError(f"no slices by {', '.join(unknown)}; known are {', '.join(SLICED_BY)}")
    found = [_compare(baseline, other, by, seed) for other in others]
    wholes = _corrected([one.whole for one in found])
    parts = iter(_corrected([part.paired for one in found for part in one.slices]))
    return [
        Comparison(
            whole=whole,
            slices=tuple(Slice(part.trait, part.value, next(parts)) for part in one.slices),
            unmatched=one.unmatched,
        )
        for whole, one in zip(wholes, found, strict=True)
    ]


def value_of(answer: ScoredAnswer, trait: str) -> str:
    """Into which slice by ``trait`` an answer falls; ``""`` where it has no such trait."""
    if trait == "label":
        return answer.gold_label
    return answer.cluster if trait == "scenario" else answer.traits.get(trait, "")


Pair = tuple[ScoredAnswer, ScoredAnswer]


def _compare(first: Side, second: Side, by: Sequence[str], seed: int) -> Comparison:
    pairs: list[Pair] = []
    unmatched = []
    for query in sorted(first.answers.keys() | second.answers.keys() | first.asked | second.asked):
        gaps = first.missing(query), second.missing(query)
        if gaps == (None, None):
            pairs.append((first.answers[query], second.answers[query]))
        else:
            unmatched.append(Unmatched(query, *gaps))
    slices = tuple(
        Slice(trait, value, _paired(part, seed))
        for trait in by
        for value, part in sorted(_grouped(pairs, trait).items())
    )
    return Comparison(_paired(pairs, seed), slices, tuple(unmatched))


def _grouped(pairs: Sequence[Pair], trait: str) -> dict[str, list[Pair]]:
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[value_of(pair[0], trait)].append(pair)
    return groups


def _paired(pairs: Sequence[Pair], seed: int) -> Paired:
    lost = tuple(one.query for one, other in pairs if one.correct and not other.correct)
    gained = tuple(one.query for one, other in pairs if other.correct and not one.correct)
    return Paired(
        n=len(pairs),
        first=Share(sum(one.correct for one, _ in pairs), len(pairs)),
        second=Share(sum(other.correct for _, other in pairs), len(pairs)),
        lost=lost,
        gained=gained,
        spread=_spread(pairs, seed),
        clusters=len({one.cluster for one, _ in pairs}),
        p=mcnemar(len(lost), len(gained)) if pairs else None,
    )


def _spread(pairs: Sequence[Pair], seed: int) -> Interval | None:
    """One scenario drawn again and again is always itself: there the queries are drawn."""
    alone = len({one.cluster for one, _ in pairs}) < 2
    clusters: dict[str, list[float]] = defaultdict(list)
    for one, other in pairs:
        clusters[one.query if alone else one.cluster].append(float(other.correct) - float(one.correct))
    return cluster_bootstrap(clusters, seed=seed)


def _corrected(found: Sequence[Paired]) -> list[Paired]:
    """The same with Holm's correction over all that have pairs."""
    corrected = iter(holm([one.p for one in found if one.p is not None]))
    return [one if one.p is None else dataclasses.replace(one, holm=next(corrected)) for one in found]
