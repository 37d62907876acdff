"""Writes which nodes of a released suite are asked about, in words and with their gold (spec 7.1, 7.2).

What can be diagnosed is planned scenario by scenario; the draw is made over the whole suite, and the gold of
all probes is computed together, set-at-a-time. It is the state of the node, or nothing is stored.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db import connection, transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from probes.diagnosis import drawing, planning
from probes.diagnosis.dag import DiagnosticDag
from probes.models import ProbeEdge, ProbePlan, StateProbe
from probes.selectors import gold_graphs
from probes.selectors.gold_graphs import ScenarioGraphs
from probes.services import probe_golds
from probes.services.probe_golds import Golds
from scenarios.exceptions import StateRefusedError
from scenarios.models import GoldAnswer, Suite

_BATCH = 2_000
#: First key of the advisory locks of this module; the second is the suite.
LOCK = 0x9_807E


@dataclass(frozen=True)
class Planned:
    """A query that can be diagnosed: its diagnostic DAG, and the row of each node in it by name."""

    graphs: ScenarioGraphs
    gold: GoldAnswer
    dag: DiagnosticDag
    rows: dict[str, int]

    @property
    def name(self) -> str:
        """The query within its suite, the same wherever the suite is stored."""
        return f"{self.graphs.scenario.slug}/{self.gold.query.label}"

    @property
    def probes(self) -> list[int]:
        """The rows of the nodes that are asked about, breadth first."""
        return [self.rows[name] for name in self.dag.probes]


@dataclass(frozen=True, slots=True)
class PlannedSuite:
    """How many queries a suite has, can be diagnosed of, and are; ``probes`` of these."""

    queries: int
    eligible: int
    diagnosed: int
    probes: int


@transaction.atomic
def plan_suite(
    *,
    suite: Suite,
    by: User | None = None,
    share: Fraction = drawing.SHARE,
    max_probes: int = planning.MAX_PROBES,
    seed: int = 0,
) -> PlannedSuite | None:
    """Plan the probes of that share of a suite's queries; both are drawn by ``seed``.

    A suite that has plans is left alone, and None is returned; two calls at once write once. Raises
    ``StateRefusedError`` for a suite that is not released, ``ProbeGoldError`` where the gold of a probe is
    not the state of its node, and as ``evaluation.answers``.
    """
    if not suite.is_released:
        raise StateRefusedError(
            f"Suite {suite.slug!r} is a draft, whose gold may still change; release it before it is probed."
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, suite.pk])
    if ProbePlan.objects.filter(query__scenario__suite=suite).exists():
        return None
    scenarios = suite.scenarios.order_by("position", "pk")
    loaded = [gold_graphs.of_scenario(scenario) for scenario in scenarios]
    eligible = [one for graphs in loaded for one in _planned(graphs, max_probes, seed)]
    queries = sum(len(graphs.golds) for graphs in loaded)
    drawn = _drawn(eligible, queries, share, seed)
    probes = _write(drawn, probe_golds.of((one.graphs, pk) for one in drawn for pk in one.probes))
    found = PlannedSuite(queries, len(eligible), len(drawn), probes)
    audit.record(
        action="suite.probed",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"diagnosed": found.diagnosed, "probes": found.probes, "seed": seed},
    )
    return found


def _planned(graphs: ScenarioGraphs, max_probes: int, seed: int) -> Iterator[Planned]:
    """The queries of a scenario that can be diagnosed, in order of their labels."""
    for query, gold in graphs.golds.items():
        graph, rows = graphs.graph(query)
        own = zlib.crc32(f"{seed}/{graphs.scenario.slug}/{gold.query.label}".encode())
        dag = planning.plan(graph, seed=own, max_probes=max_probes)
        if dag is not None:
            yield Planned(graphs, gold, dag, rows)


def _drawn(eligible: Sequence[Planned], queries: int, share: Fraction, seed: int) -> list[Planned]:
    part = drawing.share_of_eligible(queries=queries, eligible=len(eligible), share=share)
    listed = [(one.name, one.gold.query.family, one.gold.label) for one in eligible]
    names = drawing.draw(listed, share=part, seed=seed)
    return [one for one in eligible if one.name in names]


# ---------------------------------------------------------------- rows
def _write(drawn: Sequence[Planned], golds: Golds) -> int:
    """Store plans, probes and edges; returns how many probes there are."""
    now = clocks.now()
    plans = ProbePlan.objects.bulk_create([_plan_row(one, now) for one in drawn], batch_size=_BATCH)
    by_plan = [_probe_rows(one, plan, golds) for one, plan in zip(drawn, plans, strict=True)]
    StateProbe.objects.bulk_create([row for rows in by_plan for row in rows.values()], batch_size=_BATCH)
    edges = [
        edge
        for one, plan, rows in zip(drawn, plans, by_plan, strict=True)
        for edge in _edge_rows(one, plan, rows)
    ]
    ProbeEdge.objects.bulk_create(edges, batch_size=_BATCH)
    return sum(len(rows) for rows in by_plan)


def _plan_row(one: Planned, now: datetime) -> ProbePlan:
    root = one.dag.nodes[one.dag.root]
    return ProbePlan(
        query=one.gold.query,
        inputs_unprobed=root.inputs_unprobed,
        children_sampled=root.children_sampled,
        created_at=now,
    )


def _probe_rows(one: Planned, plan: ProbePlan, golds: Golds) -> dict[str, StateProbe]:
    """The probes of a plan by the name of their node, breadth first."""
    found: dict[str, StateProbe] = {}
    for position, name in enumerate(one.dag.probes, 1):
        node, gold = one.dag.nodes[name], golds[one.rows[name]]
        found[name] = StateProbe(
            plan=plan,
            node_id=one.rows[name],
            position=position,
            kind=node.kind.value,
            text=gold.text,
            subject=gold.subject.as_json(),
            inputs_unprobed=node.inputs_unprobed,
            children_sampled=node.children_sampled,
        )
    return found


def _edge_rows(one: Planned, plan: ProbePlan, rows: dict[str, StateProbe]) -> Iterator[ProbeEdge]:
    for position, (parent, child) in enumerate(one.dag.edges):
        yield ProbeEdge(plan=plan, parent=rows.get(parent), child=rows[child], position=position)
