"""The figures of a diagnosis over many queries, and that they add up (spec 7.7, AC-7.4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import wilson
from probes.diagnosis.dimensions import Dimension
from probes.diagnosis.frontier import FailureClass
from probes.diagnosis.totals import DiagnosedQuery, FailedNode, Totals, faults, totals
from scenarios.datalog.derivation import NodeKind

K = NodeKind
UNGATHERED, UNRETRIEVABLE, MISDERIVED = FailureClass
EVOLUTION, ACCESS, COMPOSITION, OTHER = Dimension

STALE = FailedNode(K.FACT, UNRETRIEVABLE, EVOLUTION, 3)
LOST = FailedNode(K.FACT, UNGATHERED, ACCESS, 3)
MISLED = FailedNode(K.DERIVED_SET, MISDERIVED, COMPOSITION, 1, unverified=True)


def wrong(name: str, *nodes: FailedNode, by_self: bool | None, by_gold: bool | None) -> DiagnosedQuery:
    return DiagnosedQuery(name, False, True, nodes, by_self, by_gold)


ROWS = [
    *(DiagnosedQuery(f"right{number}", True) for number in range(5)),
    wrong("both", LOST, by_self=True, by_gold=True),
    wrong("load-bearing", STALE, LOST, by_self=False, by_gold=True),
    wrong("neither", MISLED, by_self=False, by_gold=False),
    wrong("only self", LOST, LOST, by_self=True, by_gold=False),
    wrong("not applicable", MISLED, by_self=None, by_gold=None),
    DiagnosedQuery("incomplete", False, False, (STALE,), True, True),
]


def test_the_figures_of_a_few_queries() -> None:
    found = totals(ROWS)
    assert found.right == Share(5, 10)
    assert (found.wrong, found.incomplete, found.frontier_nodes) == (5, 1, 7)
    assert found.by_class == {UNGATHERED: Share(4, 7), UNRETRIEVABLE: Share(1, 7), MISDERIVED: Share(2, 7)}
    assert list(found.by_kind.items()) == [
        ((K.DERIVED_SET, COMPOSITION), Share(2, 7)),
        ((K.FACT, EVOLUTION), Share(1, 7)),
        ((K.FACT, ACCESS), Share(4, 7)),
    ]
    assert found.unverified == Share(2, 7)
    assert found.frontier_size.value == Fraction(7, 5)
    assert found.depth.value == Fraction(5 * 3 + 2 * 1, 7)
    assert found.failures_with == {
        UNGATHERED: Share(3, 5),
        UNRETRIEVABLE: Share(1, 5),
        MISDERIVED: Share(2, 5),
    }
    assert faults(found) == ()


def test_what_the_recoveries_repair() -> None:
    found = totals(ROWS)
    assert found.self_evidence.recovered == found.gold_evidence.recovered == Share(2, 4)
    assert found.self_evidence.accuracy == Share(7, 10)
    assert found.self_evidence.points == pytest.approx(20)
    interval, expected = found.self_evidence.interval, wilson(2, 10)
    assert interval is not None
    assert expected is not None
    assert (interval.low, interval.high) == pytest.approx((100 * expected.low, 100 * expected.high))
    assert [found.both, found.only_self, found.load_bearing, found.neither] == [Share(1, 4)] * 4
    assert found.residual == Share(2, 4)


def test_of_nothing_every_share_is_empty() -> None:
    found = totals([DiagnosedQuery("incomplete", False, False)])
    assert found.right == Share(0, 0)
    assert found.frontier_size.value is None
    assert found.depth.value is None
    assert found.self_evidence.points is None
    assert found.self_evidence.interval is None
    assert str(found.by_class[UNGATHERED]) == "n/a (0 of 0)"
    assert found.incomplete == 1
    assert faults(found) == ()


def drawn(rng: Random) -> list[DiagnosedQuery]:
    rows = []
    for number in range(rng.randint(0, 40)):
        right = rng.uniform(0, 1) < 0.4
        nodes = tuple(
            FailedNode(rng.choice(list(K)), rng.choice(list(FailureClass)), rng.choice(list(Dimension)), 2)
            for _ in range(0 if right else rng.randint(1, 4))
        )
        made = not right and rng.uniform(0, 1) < 0.9
        by_self, by_gold = (rng.uniform(0, 1) < 0.5 if made else None for _ in range(2))
        rows.append(DiagnosedQuery(str(number), right, rng.uniform(0, 1) < 0.9, nodes, by_self, by_gold))
    return rows


@pytest.mark.parametrize("seed", range(40))
def test_the_rows_add_up_and_the_order_of_queries_does_not_matter(seed: int) -> None:
    rng = Random(seed)
    rows = drawn(rng)
    found = totals(rows)
    assert faults(found) == ()
    rng.shuffle(rows)
    assert totals(rows) == found


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"by_class": {UNGATHERED: Share(6, 7)}}, "classes"),
        ({"by_kind": {(K.FACT, ACCESS): Share(6, 7)}}, "kinds by dimension"),
        ({"frontier_nodes": 8}, "classes"),
        ({"right": Share(4, 10)}, "accuracy after a recovery"),
        ({"load_bearing": Share(2, 4)}, "outcomes"),
        ({"residual": Share(1, 4)}, "residual"),
    ],
)
def test_rows_that_do_not_add_up_are_named(broken: dict[str, object], message: str) -> None:
    found: Totals = replace(totals(ROWS), **broken)
    assert any(message in fault for fault in faults(found))
