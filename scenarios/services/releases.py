"""Verifies suites: all gold recomputed with the reference evaluator and compared (overview 4.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation
from scenarios.models import Query, Scenario, Suite
from scenarios.selectors import derivations, histories, programs
from scenarios.services import hashing
from scenarios.services.folding import folded
from scenarios.services.gold import gold_of, shown


@dataclass(slots=True)
class ReleaseReport:
    """What a verification found. ``differences`` is empty where both evaluators agree on everything."""

    suite: str
    content_hash: str
    recomputed_hash: str
    queries: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    nodes: int = 0
    edges: int = 0
    witnesses: int = 0
    inexact: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the hash holds and no gold differs."""
        return self.content_hash == self.recomputed_hash and not self.differences


def verify(suite: Suite) -> ReleaseReport:
    """Recompute every gold answer, derivation and witness list with the reference evaluator."""
    report = ReleaseReport(suite.slug, suite.content_hash, hashing.content_hash(suite))
    labels: Counter[str] = Counter()
    for scenario in suite.scenarios.order_by("position", "pk"):
        _verify_scenario(scenario, report, labels)
    report.labels = dict(sorted(labels.items()))
    return report


def _verify_scenario(scenario: Scenario, report: ReleaseReport, labels: Counter[str]) -> None:
    program, history = programs.load(scenario), histories.load(scenario)
    graphs = derivations.all_of(scenario)
    asked = scenario.queries.select_related("gold").prefetch_related("witnesses").order_by("label")
    for query in asked:
        where = f"{scenario.slug}/{query.label}"
        report.queries += 1
        if not hasattr(query, "gold"):
            report.differences.append(f"{where}: no gold is stored")
            continue
        labels[query.gold.label] += 1
        stored = graphs[query.pk]
        report.nodes += len(stored.nodes)
        report.edges += len(stored.edges)
        report.witnesses += len(query.witnesses.all())
        report.inexact += not query.gold.exact
        again = folded(
            query,
            reference.evaluate(program, history, query.goal, query.cutoff),
            lambda wanted: [reference.answer(program, history, goal, at) for goal, at in wanted],
        )
        report.differences += (f"{where}: {line}" for line in _differences(query, again))
        if (stored.root, stored.nodes) != (again.derivation.root, again.derivation.nodes):
            report.differences.append(f"{where}: the derivation's nodes differ")
        if set(stored.edges) != set(again.derivation.edges):
            report.differences.append(f"{where}: the derivation's edges differ")


def _differences(query: Query, again: Evaluation) -> list[str]:
    lines = []
    stored = gold_of(query.gold)
    if stored != again.gold:
        lines.append(f"stored {shown(stored)}, the reference evaluator gives {shown(again.gold)}")
    listed = tuple(tuple(witness.events) for witness in query.witnesses.all())
    if query.gold.exact != again.witnesses.exact or (
        query.gold.exact and listed != again.witnesses.witnesses
    ):
        lines.append(f"stored witnesses {listed}, the reference evaluator gives {again.witnesses.witnesses}")
    return lines
