"""Verifies suites: all gold recomputed with the reference evaluator and compared (overview 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scenarios.datalog import reference
from scenarios.datalog.derivation import Derivation, Evaluation, Gold, Node
from scenarios.datalog.syntax import Goal
from scenarios.models import DerivationNode, Query, Scenario, Suite
from scenarios.selectors import derivations, histories, programs
from scenarios.services import gold_differences, hashing
from scenarios.services.folding import folded
from scenarios.services.gold_differences import CHECKED
from scenarios.services.gold_rows import aliases_in, gold_row
from scenarios.services.interchange import node_id
from scenarios.services.measures import Timeline
from scenarios.services.witness_checks import CheckedWitnesses, check_imported, full_checks


@dataclass(slots=True)
class ReleaseReport:
    """What a verification found. ``differences`` is empty where both evaluators agree on everything;
    ``violations`` counts the queries of an imported suite that fail a check of spec 2.4 and are kept."""

    suite: str
    content_hash: str
    recomputed_hash: str
    queries: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    nodes: int = 0
    edges: int = 0
    witnesses: int = 0
    inexact: int = 0
    violations: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the hash holds and no gold differs."""
        return self.content_hash == self.recomputed_hash and not self.differences


def verify(suite: Suite) -> ReleaseReport:
    """Recompute every gold answer, derivation and witness list with the reference evaluator, and run the
    checks of spec 2.4 again: a generated suite must pass them, an imported one fail where it is marked."""
    report = ReleaseReport(suite.slug, suite.content_hash, hashing.content_hash(suite))
    labels: Counter[str] = Counter()
    for scenario in suite.scenarios.order_by("position", "pk"):
        _verify_scenario(scenario, report, labels)
    report.labels = dict(sorted(labels.items()))
    return report


def _verify_scenario(scenario: Scenario, report: ReleaseReport, labels: Counter[str]) -> None:
    asked = scenario.queries.with_question().select_related("gold").prefetch_related("witnesses")
    known: list[Query] = []
    for query in asked.order_by("label"):
        report.queries += 1
        if hasattr(query, "gold"):
            known.append(query)
            labels[query.gold.label] += 1
        else:
            report.differences.append(f"{scenario.slug}/{query.label}: no gold is stored")
    found = _derived(scenario, known)
    checks = _checks(scenario, known, [one for one, _ in found], report)
    graphs = derivations.all_of(scenario)
    timeline, aliases = Timeline.of(scenario), aliases_in(scenario)
    for query, (_, again), checked in zip(known, found, checks, strict=True):
        stored, gold = graphs[query.pk], query.gold
        report.nodes += len(stored.nodes)
        report.edges += len(stored.edges)
        report.witnesses += len(query.witnesses.all())
        report.inexact += not gold.exact
        row = gold_row(query, again, checked, gold.root_id, timeline, aliases)
        listed = [(list(events), str(checked.minimal)) for events in again.witnesses.witnesses]
        lines = gold_differences.differences(gold, row, stored, again.derivation, listed)
        report.differences += (f"{scenario.slug}/{query.label}: {line}" for line in lines)
    report.differences += _strays(scenario, ((query.cutoff, graphs[query.pk]) for query in known))


def _derived(scenario: Scenario, asked: Sequence[Query]) -> list[tuple[Evaluation, Evaluation]]:
    """What the reference evaluator derives for each query: for its goal, and folded as it asks."""
    program, history = programs.load(scenario), histories.load(scenario)

    def answers(wanted: Sequence[tuple[Goal, datetime]]) -> list[Gold]:
        return [reference.answer(program, history, goal, at) for goal, at in wanted]

    found = [reference.evaluate(program, history, query.goal, query.cutoff) for query in asked]
    return [(one, folded(query, one, answers)) for query, one in zip(asked, found, strict=True)]


def _checks(
    scenario: Scenario, asked: Sequence[Query], found: Sequence[Evaluation], report: ReleaseReport
) -> list[CheckedWitnesses]:
    if scenario.suite.kind == Suite.Kind.IMPORTED:
        checks = check_imported(scenario=scenario, asked=asked, found=found)
        report.violations += sum(not all(one.shown[name] for name in CHECKED) for one in checks)
        return checks
    checks, failures = full_checks(scenario=scenario, asked=asked, found=found)
    report.violations += len(failures)
    report.differences += failures
    return checks


def _strays(scenario: Scenario, stored: Iterable[tuple[datetime, Derivation]]) -> Iterator[str]:
    """Node rows that no gold rests on."""
    reached = {(cutoff, key) for cutoff, graph in stored for key in graph.nodes}
    for row in DerivationNode.objects.filter(scenario=scenario).order_by("pk"):
        key = derivations.node_key(row)
        if (row.cutoff, key) not in reached:
            name = node_id(Node(key, row.state))
            yield f"{scenario.slug}: node row {name} at {row.cutoff.isoformat()}: no gold rests on it"
