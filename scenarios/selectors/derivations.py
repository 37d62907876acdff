"""Reads stored derivation DAGs back as the engine's values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import connection

from scenarios.datalog.derivation import Derivation, Node, NodeKey
from scenarios.models import DerivationEdge, DerivationNode, GoldAnswer, Query, Scenario

_REACHABLE = """
WITH RECURSIVE reachable(id) AS (
    SELECT unnest(%s::bigint[])
    UNION
    SELECT edge.child_id FROM reachable JOIN scenarios_derivationedge edge ON edge.parent_id = reachable.id
)
SELECT id FROM reachable
"""


def of(query: Query) -> Derivation:
    """The gold derivation of a query: what its root rests on. Three database queries, whatever its size."""
    derivation, _ = with_ids(query)
    return derivation


def with_ids(query: Query) -> tuple[Derivation, dict[NodeKey, int]]:
    """The gold derivation of a query, and the row id of each of its nodes for links."""
    root_id = query.gold.root_id
    rows, children = _reachable([root_id])
    keys = {pk: node_key(row) for pk, row in rows.items()}
    return _walk(root_id, rows, keys, children), {key: pk for pk, key in keys.items()}


def of_roots(roots: Collection[int]) -> dict[int, Derivation]:
    """The derivations below these nodes, by the row id of the root; as many database queries as for one."""
    rows, children = _reachable(roots)
    keys = {pk: node_key(row) for pk, row in rows.items()}
    return {root: _walk(root, rows, keys, children) for root in roots}


def _reachable(roots: Collection[int]) -> tuple[dict[int, DerivationNode], dict[int, list[int]]]:
    """The nodes that these rest on, themselves included, by id, and the inputs of each in reading order."""
    with connection.cursor() as cursor:
        cursor.execute(_REACHABLE, [list(roots)])
        ids = [row[0] for row in cursor.fetchall()]
    rows = {row.pk: row for row in DerivationNode.objects.filter(pk__in=ids)}
    children: dict[int, list[int]] = {pk: [] for pk in rows}
    edges = DerivationEdge.objects.filter(parent__in=ids).order_by("parent_id", "position")
    for parent, child in edges.values_list("parent_id", "child_id"):
        children[parent].append(child)
    return rows, children


def node_key(row: DerivationNode) -> NodeKey:
    """The memo key of a stored node."""
    return (row.kind, row.pred, tuple(row.args))


def _node(row: DerivationNode) -> Node:
    return Node(key=node_key(row), state=row.state, meta=row.meta, obsolete_count=row.obsolete_count)


def all_of(scenario: Scenario) -> dict[int, Derivation]:
    """The gold derivation of every query of a scenario by query id. Three database queries."""
    rows = {row.pk: row for row in DerivationNode.objects.filter(scenario=scenario)}
    keys = {pk: node_key(row) for pk, row in rows.items()}
    children: dict[int, list[int]] = {pk: [] for pk in rows}
    edges = DerivationEdge.objects.filter(parent__scenario=scenario).order_by("parent_id", "position")
    for parent, child in edges.values_list("parent_id", "child_id"):
        children[parent].append(child)
    roots = GoldAnswer.objects.filter(query__scenario=scenario).values_list("query_id", "root_id")
    return {query: _walk(root, rows, keys, children) for query, root in roots}


def _walk(
    root: int,
    rows: dict[int, DerivationNode],
    keys: dict[int, NodeKey],
    children: dict[int, list[int]],
) -> Derivation:
    reached: set[int] = set()
    stack = [root]
    while stack:
        current = stack.pop()
        if current not in reached:
            reached.add(current)
            stack.extend(children[current])
    ordered = sorted(reached, key=keys.__getitem__)
    return Derivation(
        root=keys[root],
        nodes={keys[pk]: _node(rows[pk]) for pk in ordered},
        edges=tuple((keys[pk], keys[child]) for pk in ordered for child in children[pk]),
    )


def as_json(name: str, derivation: Derivation) -> dict[str, Any]:
    """A derivation in the shape of dags.jsonl (spec 16): nodes by depth, edges as [parent, child]."""
    names = {key: f"{key[0]}:{node.label}" for key, node in derivation.nodes.items()}
    nodes = [
        {
            "id": names[key],
            "kind": node.kind,
            "state": node.state,
            "depth": derivation.depths[key],
            "obsolete_count": node.obsolete_count,
            "meta": node.meta,
        }
        for key, node in derivation.nodes.items()
    ]
    nodes.sort(key=lambda node: (node["depth"], node["id"]))
    edges = sorted([names[parent], names[child]] for parent, child in derivation.edges)
    return {"query": name, "root": names[derivation.root], "nodes": nodes, "edges": edges}
