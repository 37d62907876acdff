"""Scores of many answers brought together (spec 12.4). PURE.

Every share shows numerator and denominator; an empty denominator is n/a. What was excluded (not
scored because infrastructure failed, or not read) leaves both parts.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmark.scoring.envelope import LABELS
from benchmark.scoring.gold_view import UNKNOWN
from benchmark.scoring.statistics import Interval, cluster_bootstrap, wilson
from scenarios.sentences import Sentence

#: Fewer queries than this in a cell: shown greyed.
SMALL_CELL: Final = 10
#: The column of the label confusion for answers without a readable label.
NO_LABEL: Final = "none"


class Status(enum.StrEnum):
    """Whose failure, if one (overview 4.9): only the first two are in the denominators."""

    OK = "ok"
    SYSTEM_FAILED = "system_failed"
    INFRASTRUCTURE = "infrastructure"
    UNREAD = "unread"


COUNTED: Final = frozenset({Status.OK, Status.SYSTEM_FAILED})


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer as aggregation needs it; ``label`` is empty if none could be read.

    ``precision`` and ``recall`` are lower ends, the ``_high`` ones upper ends, None where undefined.
    ``cluster`` is the scenario; ``traits`` holds what else to group by (domain, family, degree …).
    """

    query: str
    cluster: str
    gold_label: str
    label: str
    correct: bool
    label_correct: bool
    status: Status = Status.OK
    format_error: bool = False
    no_answer: bool = False
    precision: float | None = None
    precision_high: float | None = None
    recall: float | None = None
    recall_high: float | None = None
    exact: bool = True
    cited: int = 0
    invalid: int = 0
    traits: Mapping[str, str] = field(default_factory=dict)

    @property
    def counted(self) -> bool:
        return self.status in COUNTED

    @property
    def knowable(self) -> bool:
        return self.gold_label != UNKNOWN


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion with both its parts."""

    numerator: int
    denominator: int

    @property
    def value(self) -> float | None:
        return self.numerator / self.denominator if self.denominator else None

    @property
    def interval(self) -> Interval | None:
        """Wilson 95 %."""
        return wilson(self.numerator, self.denominator)

    @property
    def small(self) -> bool:
        """True for a cell too small to be read as a result."""
        return self.denominator < SMALL_CELL

    def as_json(self) -> dict[str, float | int | None]:
        """Value, both parts and the interval; null for an empty denominator."""
        interval = self.interval
        return {
            "value": self.value,
            "numerator": self.numerator,
            "denominator": self.denominator,
            "low": None if interval is None else interval.low,
            "high": None if interval is None else interval.high,
        }

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> Sentence:
        """The share with both parts."""
        told = {"numerator": self.numerator, "denominator": self.denominator}
        value = "n/a" if self.value is None else f"{self.value:.1%}"
        return Sentence("%(value)s (%(numerator)s of %(denominator)s)", value=value, **told)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over ``n`` queries, ``low`` and ``high`` apart where ``intervals`` of them were bounds.
    ``spread`` is the bootstrap interval of the lower ends: over clusters, over queries where there is only
    one cluster."""

    low: float | None
    high: float | None
    n: int
    intervals: int
    spread: Interval | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "n/a (n = 0)"
        if not self.intervals:
            return f"{self.low:.1%} (n = {self.n})"
        return f"{self.low:.1%} to {self.high:.1%} (n = {self.n}, {self.intervals} of them intervals)"


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one set of answers (spec 12.3). ``excluded`` counts what left both parts.

    ``by_label`` is AnsAcc per gold label: beside it the total of one who always says unknown looks no good.
    """

    ansacc: Share
    by_label: Mapping[str, Share]
    ansblacc: Share
    false_abstention: Share
    over_answer: Share
    format_errors: Share
    no_answers: Share
    system_failures: Share
    uncited: Share
    invalid_citations: Share
    justified_correct: Share
    precision: Mean
    strict_precision: Mean
    recall: Mean
    f_score: Mean
    excluded: Mapping[str, int]
    confusion: Mapping[str, Mapping[str, int]]


def summarise(answers: Iterable[ScoredAnswer], *, seed: int = 0) -> Summary:
    """Micro figures over all counted answers; ``seed`` is that of the bootstrap."""
    rows = list(answers)
    counted = [row for row in rows if row.counted]
    knowable = [row for row in counted if row.knowable]
    return Summary(
        ansacc=_share(counted, lambda row: row.correct),
        by_label={
            label: _share([row for row in counted if row.gold_label == label], lambda row: row.correct)
            for label in LABELS
        },
        ansblacc=_share(counted, lambda row: row.label_correct),
        false_abstention=_share(knowable, lambda row: row.label == UNKNOWN),
        over_answer=_share(
            [row for row in counted if not row.knowable], lambda row: row.label not in (UNKNOWN, "")
        ),
        format_errors=_share(counted, lambda row: row.format_error),
        no_answers=_share(counted, lambda row: row.no_answer),
        system_failures=_share(counted, lambda row: row.status == Status.SYSTEM_FAILED),
        uncited=_share(knowable, lambda row: row.cited == 0),
        invalid_citations=Share(sum(row.invalid for row in counted), sum(row.cited for row in counted)),
        justified_correct=_share(counted, lambda row: row.correct and row.recall in (None, 1.0)),
        precision=_mean(counted, lambda row: (row.precision, row.precision_high), seed),
        strict_precision=_mean(counted, _strict_precision, seed),
        recall=_mean(counted, _recall, seed),
        f_score=_mean(counted, _f_score, seed),
        excluded={status.value: count for status in Status if (count := _excluded(rows, status))},
        confusion=_confusion(counted),
    )


def by_trait(answers: Iterable[ScoredAnswer], trait: str, *, seed: int = 0) -> dict[str, Summary]:
    """The same figures per value of a trait, in order of the value; ``gold_label`` is a trait too.
    Answers without the trait stand under ``""``."""
    groups: dict[str, list[ScoredAnswer]] = {}
    for row in answers:
        value = row.gold_label if trait == "gold_label" else row.traits.get(trait, "")
        groups.setdefault(value, []).append(row)
    return {value: summarise(groups[value], seed=seed) for value in sorted(groups)}


def discordant(first: Iterable[ScoredAnswer], second: Iterable[ScoredAnswer]) -> tuple[int, int, int]:
    """(only the first right, only the second right, pairs) over queries that both count, for McNemar.
    Queries that one of them lacks are dropped from both."""
    left = {row.query: row.correct for row in first if row.counted}
    right = {row.query: row.correct for row in second if row.counted}
    shared = left.keys() & right.keys()
    only_left = sum(left[query] and not right[query] for query in shared)
    only_right = sum(right[query] and not left[query] for query in shared)
    return only_left, only_right, len(shared)


def _share(rows: Sequence[ScoredAnswer], holds: Callable[[ScoredAnswer], bool]) -> Share:
    return Share(sum(1 for row in rows if holds(row)), len(rows))


Bounds = tuple[float | None, float | None]


def _mean(rows: Sequence[ScoredAnswer], bounds: Callable[[ScoredAnswer], Bounds], seed: int) -> Mean:
    ends = ((row, *bounds(row)) for row in rows)
    values = (Valued(row.cluster, low, high, row.exact) for row, low, high in ends if low is not None)
    return mean_of(values, seed=seed)


@dataclass(frozen=True, slots=True)
class Valued:
    """A value of one query of a cluster; up to ``high`` where it is not ``exact``."""

    cluster: str
    low: float
    high: float | None = None
    exact: bool = True


def mean_of(values: Iterable[Valued], *, seed: int) -> Mean:
    """Their mean with its interval; ``seed`` is that of the bootstrap."""
    found = list(values)
    if not found:
        return Mean(None, None, 0, 0, None)
    alone = len({value.cluster for value in found}) < 2
    lows: dict[str, list[float]] = {}
    for place, value in enumerate(found):
        lows.setdefault(str(place) if alone else value.cluster, []).append(value.low)
    n, highs = len(found), sum(value.low if value.high is None else value.high for value in found)
    return Mean(
        low=sum(value.low for value in found) / n,
        high=highs / n,
        n=n,
        intervals=sum(not value.exact for value in found),
        spread=cluster_bootstrap(lows, seed=seed),
    )


def _strict_precision(row: ScoredAnswer) -> Bounds:
    """An uncited answer counts 0; an unknown gold has no precision at all."""
    if not row.knowable:
        return None, None
    return (0.0, 0.0) if row.precision is None else (row.precision, row.precision_high)


def _recall(row: ScoredAnswer) -> Bounds:
    """A failed system cited nothing: recall 0."""
    if not row.knowable:
        return None, None
    return (0.0, 0.0) if row.recall is None else (row.recall, row.recall_high)


def _f_score(row: ScoredAnswer) -> Bounds:
    precision, precision_high = _strict_precision(row)
    recall, recall_high = _recall(row)
    low = _harmonic(precision, recall)
    high = _harmonic(
        precision if precision_high is None else precision_high,
        recall if recall_high is None else recall_high,
    )
    return low, high


def _harmonic(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _excluded(rows: Sequence[ScoredAnswer], status: Status) -> int:
    return 0 if status in COUNTED else sum(row.status == status for row in rows)


def _confusion(rows: Sequence[ScoredAnswer]) -> dict[str, dict[str, int]]:
    """Counts by gold label (rows) and given label (columns, the last for none readable)."""
    table = {gold: dict.fromkeys((*LABELS, NO_LABEL), 0) for gold in LABELS}
    for row in rows:
        table[row.gold_label][row.label or NO_LABEL] += 1
    return table
