"""Derivations that keep graphviz busy (case G03), as values and as stored rows."""

from __future__ import annotations

import random
from pathlib import Path

from scenarios.datalog.derivation import Derivation, Node, NodeKey
from scenarios.models import DerivationEdge, DerivationNode, Event, GoldAnswer, Query, Rendering, Scenario
from scenarios.models.derivation_node import node_key_text
from tests.factories import scenarios as make

ROOT: NodeKey = ("aggregate", "n", ("hub",))


def hub() -> Derivation:
    """700 nodes: a count over 69 members, each the head of a chain, and edges across the chains."""
    nodes, edges = [ROOT], []
    heads: list[NodeKey] = [("derived", "member", (f"m{n}",)) for n in range(69)]
    nodes += heads
    edges += [(ROOT, head) for head in heads]
    ends = list(heads)
    for n in range(700 - 1 - 69):
        key: NodeKey = ("derived", "link", (f"l{n}",))
        at = n % 69
        nodes.append(key)
        edges.append((ends[at], key))
        if n % 7 == 0 and n >= 69:
            edges.append((ends[(at + 31) % 69], key))
        ends[at] = key
    return _derivation(nodes, edges)


def crowd() -> Derivation:
    """2,000 nodes and 3,000 edges, each edge from an earlier node to a later one."""
    rng = random.Random(3)
    nodes: list[NodeKey] = [ROOT, *(("derived", "part", (f"p{n}",)) for n in range(1_999))]
    edges = {(nodes[rng.randrange(max(0, at - 60), at)], nodes[at]) for at in range(1, 2_000)}
    while len(edges) < 3_000:
        child = rng.randrange(2, 2_000)
        edges.add((nodes[rng.randrange(max(0, child - 200), child)], nodes[child]))
    return _derivation(nodes, sorted(edges))


def witness() -> Derivation:
    """One answer that rests on 69 events."""
    facts: list[NodeKey] = [("fact", "amount", (f"t{n}",)) for n in range(69)]
    events: list[NodeKey] = [("event", f"e{n:04}", ()) for n in range(1, 70)]
    edges = [(ROOT, fact) for fact in facts] + list(zip(facts, events, strict=True))
    return _derivation([ROOT, *facts, *events], edges)


def _derivation(nodes: list[NodeKey], edges: list[tuple[NodeKey, NodeKey]]) -> Derivation:
    return Derivation(
        ROOT, {key: Node(key, None if key[0] == "event" else "x") for key in nodes}, tuple(edges)
    )


LARGE = {"hub": hub, "crowd": crowd, "witness": witness}


def stored(scenario: Scenario, derivation: Derivation, number: int = 1) -> Query:
    """A query whose gold is that derivation, with the records that it rests on."""
    labels = derivation.context_events
    events = Event.objects.bulk_create(
        Event(scenario=scenario, label=label, observed_at=make.day(0), seq=seq)
        for seq, label in enumerate(labels, start=1)
    )
    Rendering.objects.bulk_create(Rendering(event=event, text="A record.") for event in events)
    rows = DerivationNode.objects.bulk_create(
        DerivationNode(
            scenario=scenario,
            cutoff=make.day(30),
            kind=kind,
            pred=pred,
            args=list(args),
            key_text=node_key_text(kind, pred, args),
            state=node.state,
        )
        for (kind, pred, args), node in derivation.nodes.items()
    )
    by_key = dict(zip(derivation.nodes, rows, strict=True))
    DerivationEdge.objects.bulk_create(
        DerivationEdge(parent=by_key[parent], child=by_key[child], position=position)
        for position, (parent, child) in enumerate(derivation.edges)
    )
    query = make.query(scenario, number)
    GoldAnswer.objects.create(
        query=query,
        label="answerable",
        answer="x",
        height=derivation.height,
        width=derivation.width,
        support=list(labels),
        support_high=list(labels),
        context_events=list(labels),
        root=by_key[derivation.root],
    )
    return query


def watched_dot(folder: Path, real: str | None) -> Path:
    """A ``dot`` that writes the number of its process to ``folder/started`` and becomes the real one, or, for
    None, one that never ends by itself."""
    program = folder / "dot"
    become = f'exec "{real}" "$@"' if real else "exec sleep 600"
    program.write_text(f'#!/bin/sh\necho $$ >> "{folder}/started"\n{become}\n')
    program.chmod(0o755)
    return program


def started(folder: Path) -> list[int]:
    """The processes that a watched ``dot`` was."""
    log = folder / "started"
    return [int(line) for line in log.read_text().split()] if log.exists() else []
