"""The figures of a diagnosis over many queries (spec 7.7). PURE.

Every share holds both its parts. A query whose diagnosis is incomplete, for want of infrastructure, leaves
both parts of every share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import Interval
from probes.diagnosis.dimensions import Dimension
from probes.diagnosis.frontier import FailureClass
from scenarios.datalog.derivation import NodeKind


@dataclass(frozen=True, slots=True)
class FailedNode:
    """A frontier node of one query; ``depth`` is that of ``frontier.depths``."""

    kind: NodeKind
    failure: FailureClass
    dimension: Dimension
    depth: int
    unverified: bool = False


@dataclass(frozen=True, slots=True)
class DiagnosedQuery:
    """The diagnosis of one answer. ``self_recovered`` and ``gold_recovered`` are None for right answers, and
    where a recovery is not applicable."""

    query: str
    right: bool
    complete: bool = True
    frontier: tuple[FailedNode, ...] = ()
    self_recovered: bool | None = None
    gold_recovered: bool | None = None

    @property
    def recoverable(self) -> bool:
        """Whether the answer is wrong and both recoveries were made."""
        return not self.right and self.self_recovered is not None and self.gold_recovered is not None


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over ``n`` things, with their sum; the value is None over nothing."""

    total: int
    n: int

    @property
    def value(self) -> Fraction | None:
        """The mean."""
        return Fraction(self.total, self.n) if self.n else None


@dataclass(frozen=True, slots=True)
class Recovered:
    """What one recovery repairs: ``recovered`` over the wrong queries to which it is applicable, ``accuracy``
    over all diagnosed ones (those right from the start and those repaired), ``gained`` the repaired ones over
    all diagnosed ones."""

    recovered: Share
    accuracy: Share
    gained: Share

    @property
    def points(self) -> float | None:
        """The gain in percentage points; None without diagnosed queries."""
        return None if self.gained.value is None else 100 * self.gained.value

    @property
    def interval(self) -> Interval | None:
        """Wilson 95 % of the gain, in points."""
        found = self.gained.interval
        return None if found is None else Interval(100 * found.low, 100 * found.high)


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures of one system.

    ``right`` is over all complete diagnoses. ``by_class`` and ``unverified`` are over frontier nodes,
    ``by_kind`` too, by (kind, dimension) of those that occur. ``failures_with`` counts the wrong queries with
    at least one node of a class. Over the wrong queries to which recoveries are applicable: ``both``,
    ``only_self``, ``load_bearing`` (gold evidence alone repairs them) and ``neither`` add up;
    ``residual`` are those that gold evidence does not repair: it lies above the evidence,
    or in what was not asked (``reasons``).
    """

    right: Share
    incomplete: int
    frontier_nodes: int
    by_class: Mapping[FailureClass, Share]
    by_kind: Mapping[tuple[NodeKind, Dimension], Share]
    unverified: Share
    frontier_size: Average
    depth: Average
    failures_with: Mapping[FailureClass, Share]
    self_evidence: Recovered
    gold_evidence: Recovered
    both: Share
    only_self: Share
    load_bearing: Share
    neither: Share
    residual: Share

    @property
    def wrong(self) -> int:
        """Wrong queries that were diagnosed."""
        return self.right.denominator - self.right.numerator


def totals(rows: Iterable[DiagnosedQuery]) -> Totals:
    """The figures over all rows of one system, one row a query."""
    listed = list(rows)
    complete = [row for row in listed if row.complete]
    wrong = [row for row in complete if not row.right]
    nodes = [node for row in wrong for node in row.frontier]
    recoverable = [row for row in wrong if row.recoverable]
    pairs = Counter((bool(row.self_recovered), bool(row.gold_recovered)) for row in recoverable)
    n = len(recoverable)
    return Totals(
        right=Share(len(complete) - len(wrong), len(complete)),
        incomplete=len(listed) - len(complete),
        frontier_nodes=len(nodes),
        by_class={one: _share(node.failure is one for node in nodes) for one in FailureClass},
        by_kind=_by_kind(nodes),
        unverified=_share(node.unverified for node in nodes),
        frontier_size=Average(len(nodes), len(wrong)),
        depth=Average(sum(node.depth for node in nodes), len(nodes)),
        failures_with={one: _share(_has(row, one) for row in wrong) for one in FailureClass},
        self_evidence=_recovered(complete, recoverable, lambda row: bool(row.self_recovered)),
        gold_evidence=_recovered(complete, recoverable, lambda row: bool(row.gold_recovered)),
        both=Share(pairs[True, True], n),
        only_self=Share(pairs[True, False], n),
        load_bearing=Share(pairs[False, True], n),
        neither=Share(pairs[False, False], n),
        residual=Share(pairs[True, False] + pairs[False, False], n),
    )


def faults(found: Totals) -> tuple[str, ...]:
    """Which rows do not add up, in words (AC-7.4); empty where all do."""
    nodes = found.frontier_nodes
    gained = (found.self_evidence, found.gold_evidence)
    repaired = (
        found.both.numerator + found.only_self.numerator,
        found.both.numerator + found.load_bearing.numerator,
    )
    quarters = (found.both, found.only_self, found.load_bearing, found.neither)
    checks = {
        "the classes do not add up to the frontier nodes": _adds(found.by_class.values(), nodes),
        "kinds by dimension do not add up to the frontier nodes": _adds(found.by_kind.values(), nodes),
        "the mean frontier size is not that of the wrong queries":
            (found.frontier_size.total, found.frontier_size.n) == (nodes, found.wrong),
        "the mean depth is not that of the frontier nodes": found.depth.n == nodes,
        "a class has more failures than frontier nodes": all(
            found.failures_with[one].numerator <= share.numerator for one, share in found.by_class.items()
        ),
        "the outcomes of the recoveries do not add up": _adds(quarters, found.neither.denominator),
        "more answers are recoverable than wrong": found.neither.denominator <= found.wrong,
        "a recovery repairs another number of answers than the outcomes say":
            tuple(one.recovered.numerator for one in gained) == repaired,
        "accuracy after a recovery is not right plus repaired": all(
            one.accuracy.numerator == found.right.numerator + one.gained.numerator
            and one.gained.numerator == one.recovered.numerator
            and one.accuracy.denominator == one.gained.denominator == found.right.denominator
            for one in gained
        ),
        "residual is not what gold evidence leaves": found.residual.numerator
            + found.gold_evidence.recovered.numerator == found.neither.denominator,
    }  # fmt: skip
    return tuple(message for message, holds in checks.items() if not holds)


def _adds(shares: Iterable[Share], whole: int) -> bool:
    listed = list(shares)
    return sum(share.numerator for share in listed) == whole and all(
        share.denominator == whole for share in listed
    )


def _share(held: Iterable[bool]) -> Share:
    listed = list(held)
    return Share(sum(listed), len(listed))


def _has(row: DiagnosedQuery, failure: FailureClass) -> bool:
    return any(node.failure is failure for node in row.frontier)


def _by_kind(nodes: Sequence[FailedNode]) -> dict[tuple[NodeKind, Dimension], Share]:
    found = Counter((node.kind, node.dimension) for node in nodes)
    order = sorted(found, key=lambda pair: (list(NodeKind).index(pair[0]), list(Dimension).index(pair[1])))
    return {pair: Share(found[pair], len(nodes)) for pair in order}


def _recovered(
    complete: Sequence[DiagnosedQuery],
    recoverable: Sequence[DiagnosedQuery],
    repaired: Callable[[DiagnosedQuery], bool],
) -> Recovered:
    count = sum(1 for row in recoverable if repaired(row))
    right = sum(1 for row in complete if row.right)
    n = len(complete)
    return Recovered(Share(count, len(recoverable)), Share(right + count, n), Share(count, n))
