"""Replaces the gold that an edit of a draft changes, and nothing else (ADR 0004, overview 4.11).

Gold rows are never updated: what differs is deleted and written anew. Rows of queries whose gold, derivation
and witnesses stay are left as they are, nodes that they share with others included.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db import connection

from scenarios.datalog.derivation import Answerability, Derivation, Evaluation, NodeKey
from scenarios.models import DerivationEdge, DerivationNode, GoldAnswer, Query, Scenario, Suite, Witness
from scenarios.selectors import derivations
from scenarios.services import evaluation, folding
from scenarios.services.gold import gold_of
from scenarios.services.gold_rows import aliases_in, gold_row, node_row
from scenarios.services.history_rows import BATCH
from scenarios.services.impact import QueryImpact, Reason
from scenarios.services.measures import Timeline, witness_figures
from scenarios.services.witness_checks import CheckedWitnesses, check_generated, check_imported

Place = tuple[datetime, NodeKey]

#: Nodes at some cutoffs that no kept root reaches, and their edges.
_DELETE_NODES = """
WITH RECURSIVE kept(id) AS (
    SELECT root_id FROM scenarios_goldanswer g JOIN scenarios_query q ON q.id = g.query_id
     WHERE q.scenario_id = %(scenario)s AND q.cutoff = ANY(%(cutoffs)s)
    UNION
    SELECT edge.child_id FROM kept JOIN scenarios_derivationedge edge ON edge.parent_id = kept.id),
gone AS MATERIALIZED (
    SELECT id FROM scenarios_derivationnode
     WHERE scenario_id = %(scenario)s AND cutoff = ANY(%(cutoffs)s) AND id NOT IN (SELECT id FROM kept)),
edges AS (DELETE FROM scenarios_derivationedge WHERE parent_id IN (SELECT id FROM gone))
DELETE FROM scenarios_derivationnode WHERE id IN (SELECT id FROM gone)
"""


@dataclass(frozen=True, slots=True)
class _Revised:
    """A query with its stored derivation and the evaluation after the edit."""

    query: Query
    stored: Derivation
    found: Evaluation
    checked: CheckedWitnesses
    row: GoldAnswer
    impact: QueryImpact


def revise(*, scenario: Scenario, asked: Sequence[Query], reasons: Mapping[int, Reason]) -> list[QueryImpact]:
    """Derive the gold of the given queries anew, store what differs, and say what that is.

    ``asked`` carry their ``question``, and their gold and witnesses from before the edit. Raises
    ``WitnessCheckError`` where queries of a generated suite fail C1 to C4.
    """
    if not asked:
        return []
    stored = derivations.all_of(scenario)
    found = evaluation.evaluate_all(scenario=scenario, asked=[(query.goal, query.cutoff) for query in asked])
    answered = folding.in_postgres(scenario=scenario, asked=asked, found=found)
    check = check_imported if scenario.suite.kind == Suite.Kind.IMPORTED else check_generated
    checks = check(scenario=scenario, asked=asked, found=found)
    timeline, aliases = Timeline.of(scenario), aliases_in(scenario)
    revised = []
    for query, one, checked in zip(asked, answered, checks, strict=True):
        old = query.gold  # a new row takes its place on the query
        row = gold_row(query, one, checked, old.root_id, timeline, aliases)
        impact = _impact(query, old, stored[query.pk], one, checked, row, reasons[query.pk])
        revised.append(_Revised(query, stored[query.pk], one, checked, row, impact))
    _replace(scenario, [one for one in revised if one.impact.changed or one.impact.figures])
    return [one.impact for one in revised]


def remeasure(*, scenario: Scenario, queries: Iterable[Query]) -> int:
    """Write the measures of queries anew whose witness now lies elsewhere in the timeline; returns how many.

    All else of their gold stays, ids included.
    """
    timeline = Timeline.of(scenario)
    moved: list[GoldAnswer] = []
    for query in queries:
        witnesses = list(query.witnesses.all())
        known = query.gold.label != Answerability.UNKNOWN
        smallest = witnesses[0].events if known and witnesses else ()
        measures = {**query.gold.measures, **witness_figures(query, smallest, timeline)}
        if measures != query.gold.measures:
            query.gold.measures = measures
            moved.append(query.gold)
    GoldAnswer.objects.filter(pk__in=[gold.pk for gold in moved]).delete()
    GoldAnswer.objects.bulk_create(moved, batch_size=BATCH)
    return len(moved)


# -------------------------------------------------------------------- what differs
def _impact(
    query: Query,
    old: GoldAnswer,
    stored: Derivation,
    found: Evaluation,
    checked: CheckedWitnesses,
    row: GoldAnswer,
    reason: Reason,
) -> QueryImpact:
    before = gold_of(old)
    listed = [(list(witness.events), witness.minimal) for witness in query.witnesses.all()]
    sets = [list(events) for events in found.witnesses.witnesses]
    same_list = [events for events, _ in listed] == sets and all(
        getattr(old, name) == getattr(row, name) for name in ("exact", "unlisted", "support", "support_high")
    )
    return QueryImpact(
        query=query.label,
        cutoff=query.cutoff,
        reads=tuple(reason.reads),
        replays=tuple(reason.replays),
        before=before,
        after=found.gold,
        answer=before != found.gold,
        derivation=_graph(stored) != _graph(found.derivation),
        witnesses=not same_list,
        figures=_fields(old) != _fields(row)
        or [minimal for _, minimal in listed] != [checked.minimal] * len(listed),
    )


def _graph(derivation: Derivation) -> Any:
    """A derivation as comparable values, whatever the order of edges."""
    nodes = {
        key: (node.state, node.obsolete_count, json.loads(json.dumps(node.meta)))
        for key, node in derivation.nodes.items()
    }
    return derivation.root, nodes, set(derivation.edges)


def _fields(row: GoldAnswer) -> dict[str, Any]:
    """The columns of a gold row but its ids."""
    return {
        field.attname: json.loads(json.dumps(getattr(row, field.attname)))
        for field in row._meta.concrete_fields
        if field.attname not in ("id", "root_id")
    }


# -------------------------------------------------------------------- rows
def _replace(scenario: Scenario, revised: Sequence[_Revised]) -> None:
    """Delete the gold of the given queries and write what was found now."""
    queries = [one.query.pk for one in revised]
    GoldAnswer.objects.filter(query__in=queries).delete()
    Witness.objects.filter(query__in=queries).delete()
    cutoffs = sorted({one.query.cutoff for one in revised})
    prune(scenario=scenario, cutoffs=cutoffs)
    ids = store_nodes(scenario=scenario, cutoffs=cutoffs, derived=revised)
    for one in revised:
        one.row.root_id = ids[one.query.cutoff, one.found.derivation.root]
    GoldAnswer.objects.bulk_create((one.row for one in revised), batch_size=BATCH)
    Witness.objects.bulk_create(
        (
            Witness(query=one.query, position=place, events=list(events), minimal=one.checked.minimal)
            for one in revised
            for place, events in enumerate(one.found.witnesses.witnesses)
        ),
        batch_size=BATCH,
    )


def prune(*, scenario: Scenario, cutoffs: Collection[datetime]) -> None:
    """Delete the nodes at these cutoffs that no gold of a query rests on any more, and their edges."""
    with connection.cursor() as cursor:
        cursor.execute(_DELETE_NODES, {"scenario": scenario.pk, "cutoffs": sorted(cutoffs)})


class Derived(Protocol):
    """A query with the evaluation whose derivation is stored."""

    @property
    def query(self) -> Query: ...
    @property
    def found(self) -> Evaluation: ...


def store_nodes(
    *, scenario: Scenario, cutoffs: Collection[datetime], derived: Sequence[Derived]
) -> dict[Place, int]:
    """The ids of all nodes of the new derivations: those that other queries keep, and new ones."""
    wanted = {
        (one.query.cutoff, key): node for one in derived for key, node in one.found.derivation.nodes.items()
    }
    children = {
        (one.query.cutoff, parent): below
        for one in reversed(derived)
        for parent, below in one.found.derivation.children.items()
    }
    present = DerivationNode.objects.filter(scenario=scenario, cutoff__in=cutoffs)
    kept = {(row.cutoff, derivations.node_key(row)): row for row in present}
    for place, node in wanted.items():
        row = kept.get(place)
        if row is not None and (row.state, row.obsolete_count) != (node.state, node.obsolete_count):
            raise RuntimeError(
                f"{node.label} at {place[0].isoformat()} would change from {row.state!r} to {node.state!r} "
                "under a query that was taken for untouched: nothing was stored. Please report this."
            )
    fresh = {place: node for place, node in wanted.items() if place not in kept}
    rows = DerivationNode.objects.bulk_create(
        (node_row(scenario, cutoff, node) for (cutoff, _), node in fresh.items()), batch_size=BATCH
    )
    ids = {place: row.pk for place, row in kept.items()}
    ids |= {place: row.pk for place, row in zip(fresh, rows, strict=True)}
    DerivationEdge.objects.bulk_create(
        (
            DerivationEdge(parent_id=ids[cutoff, parent], child_id=ids[cutoff, child], position=position)
            for (cutoff, parent) in fresh
            for position, child in enumerate(children[cutoff, parent])
        ),
        batch_size=BATCH,
    )
    return ids
