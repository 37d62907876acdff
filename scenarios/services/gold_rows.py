"""Writes the rows of derived gold: shared DAG nodes, edges, answers, witnesses (spec 2, overview 4.3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scenarios.datalog.derivation import Evaluation, Node, NodeKey
from scenarios.models import DerivationNode, GoldAnswer, Query, Scenario, Witness
from scenarios.models.derivation_node import node_key_text
from scenarios.services.copying import copy_rows, new_ids
from scenarios.services.history_rows import BATCH
from scenarios.services.measures import Timeline, measures_of
from scenarios.services.witness_checks import CheckedWitnesses

Place = tuple[datetime, NodeKey]

#: The columns that COPY fills, all there are.
NODE_COLUMNS = (
    *("id", "scenario_id", "cutoff", "kind", "pred", "args"),
    *("key_text", "state", "meta", "obsolete_count"),
)
EDGE_COLUMNS = ("parent_id", "child_id", "position")


def store_gold(
    *,
    scenario: Scenario,
    asked: Sequence[Query],
    found: Sequence[Evaluation],
    checks: Sequence[CheckedWitnesses],
) -> None:
    """Store answers, witnesses and derivations of one scenario's queries. Nodes are shared by cutoff."""
    ids = _store_graph(scenario, asked, found)
    timeline = Timeline.of(scenario)
    aliases = aliases_in(scenario)
    rows = zip(asked, found, checks, strict=True)
    golds, witnesses = [], []
    for query, evaluation, checked in rows:
        root = ids[(query.cutoff, evaluation.derivation.root)]
        golds.append(gold_row(query, evaluation, checked, root, timeline, aliases))
        witnesses += [
            Witness(query=query, position=place, events=list(events), minimal=checked.minimal)
            for place, events in enumerate(evaluation.witnesses.witnesses)
        ]
    GoldAnswer.objects.bulk_create(golds, batch_size=BATCH)
    Witness.objects.bulk_create(witnesses, batch_size=BATCH)


def gold_row(
    query: Query,
    evaluation: Evaluation,
    checked: CheckedWitnesses,
    root: int,
    timeline: Timeline,
    aliases: Mapping[str, list[str]],
) -> GoldAnswer:
    """The gold of a query, not stored yet. ``root`` is the id of its root node; ``query`` has its words."""
    gold, derivation, listed = evaluation.gold, evaluation.derivation, evaluation.witnesses
    measured = measures_of(query, evaluation, timeline)
    return GoldAnswer(
        query=query,
        label=gold.label.value,
        answer=gold.answer,
        aliases=aliases_of(gold.answer, aliases),
        missing=list(gold.missing),
        height=derivation.height,
        width=derivation.width,
        degree=measured.degree,
        obs_flag=derivation.obs_flag,
        exact=listed.exact,
        unlisted=listed.unlisted,
        support=list(listed.support_low or listed.support),
        support_high=list(listed.support_high or listed.support),
        choices=None if listed.choices is None else listed.choices.as_json(),
        context_events=list(derivation.context_events),
        measures=measured.shown,
        checks=checked.shown,
        root_id=root,
        evaluator="postgres",
    )


def aliases_of(answer: Any, aliases: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The names in an answer that have aliases, with them."""
    names = answer if isinstance(answer, list) else [answer]
    return {name: aliases[name] for name in names if isinstance(name, str) and aliases.get(name)}


def aliases_in(scenario: Scenario) -> dict[str, list[str]]:
    """The other names of the entities of a scenario that have any."""
    return dict(scenario.entities.exclude(aliases=[]).values_list("name", "aliases"))


def _store_graph(scenario: Scenario, asked: Sequence[Query], found: Sequence[Evaluation]) -> dict[Place, int]:
    """Store every node once a cutoff, and its edges as the first derivation that holds it lists them."""
    nodes: dict[Place, Node] = {}
    children: dict[Place, list[NodeKey]] = {}
    for query, evaluation in zip(asked, found, strict=True):
        for key, node in evaluation.derivation.nodes.items():
            nodes.setdefault((query.cutoff, key), node)
        for parent, below in evaluation.derivation.children.items():
            children.setdefault((query.cutoff, parent), below)
    ids = dict(zip(nodes, new_ids("scenarios_derivationnode", len(nodes)), strict=True))
    copy_rows(
        "scenarios_derivationnode",
        NODE_COLUMNS,
        (_node_values(scenario, ids[place], place[0], node) for place, node in nodes.items()),
    )
    copy_rows(
        "scenarios_derivationedge",
        EDGE_COLUMNS,
        (
            (ids[cutoff, parent], ids[cutoff, child], position)
            for (cutoff, parent), below in children.items()
            for position, child in enumerate(below)
        ),
    )
    return ids


def _node_values(scenario: Scenario, pk: int, cutoff: datetime, node: Node) -> tuple[Any, ...]:
    kind, pred, args = node.key
    state = None if node.state is None else _json(node.state)
    stated = (node_key_text(kind, pred, args), state, _json(node.meta), node.obsolete_count)
    return (pk, scenario.pk, cutoff, kind, pred, _json(args), *stated)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def node_row(scenario: Scenario, cutoff: datetime, node: Node) -> DerivationNode:
    """A node at a cutoff, not stored yet."""
    kind, pred, args = node.key
    return DerivationNode(
        scenario=scenario,
        cutoff=cutoff,
        kind=kind,
        pred=pred,
        args=list(args),
        key_text=node_key_text(kind, pred, args),
        state=node.state,
        meta=node.meta,
        obsolete_count=node.obsolete_count,
    )
