"""What stored gold is not: each row that differs from the gold derived anew, by name (overview 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scenarios.datalog.derivation import Derivation, Node, NodeKey
from scenarios.models import GoldAnswer, Query
from scenarios.services.interchange import gold_object, node_id

#: The outcomes of C1 to C4; what else checks hold says how far they were tried.
CHECKED = ("c1", "c2", "c3", "c4", "empty_unknown")


def differences(
    gold: GoldAnswer,
    again: GoldAnswer,
    stored: Derivation,
    derived: Derivation,
    witnesses: Iterable[tuple[list[str], str]],
) -> Iterator[str]:
    """A line for each field of the gold row, witness row, node row and edge row that differs.

    ``again`` is the gold row derived anew, ``witnesses`` are its rows as events and ``minimal`` mark.
    """
    yield from _of_row(gold, again)
    yield from _of_witnesses(gold.query, list(witnesses))
    yield from _of_nodes(stored, derived)
    yield from _of_edges(stored, derived)


def _of_row(stored: GoldAnswer, again: GoldAnswer) -> Iterator[str]:
    told, found = _fields(stored), _fields(again)
    for name, value in told.items():
        if value != found[name]:
            yield f"gold row: {name} is {value!r}, the reference evaluator gives {found[name]!r}"


def _fields(gold: GoldAnswer) -> dict[str, Any]:
    outcomes: Mapping[str, Any] = gold.checks
    checks = {name: outcomes.get(name) for name in CHECKED}
    return {**gold_object(gold), "choices": gold.choices, "checks": checks}


def _of_witnesses(query: Query, again: list[tuple[list[str], str]]) -> Iterator[str]:
    stored = {row.position: (row.events, row.minimal) for row in query.witnesses.all()}
    found = dict(enumerate(again))
    for position in sorted(stored.keys() | found.keys()):
        told, here = stored.get(position), found.get(position)
        if told != here:
            yield f"witness row {position}: {_witness(told)}, the reference evaluator gives {_witness(here)}"


def _witness(row: tuple[list[str], str] | None) -> str:
    return "none" if row is None else f"{{{', '.join(row[0])}}} ({row[1]})"


def _of_nodes(stored: Derivation, derived: Derivation) -> Iterator[str]:
    if stored.root != derived.root:
        yield f"root: {_name(stored, stored.root)} is stored, {_name(derived, derived.root)} is derived"
    for key in sorted(stored.nodes.keys() | derived.nodes.keys()):
        told, found = stored.nodes.get(key), derived.nodes.get(key)
        if told is None:
            yield f"node row {_name(derived, key)}: derived and not stored"
        elif found is None:
            yield f"node row {_name(stored, key)}: stored and not derived"
        elif _shown(told) != _shown(found):
            states = f"{_shown(told)!r}, the reference evaluator gives {_shown(found)!r}"
            yield f"node row {node_id(told)}: {states}"


def _shown(node: Node) -> tuple[Any, int, dict[str, Any]]:
    return node.state, node.obsolete_count, node.meta


def _of_edges(stored: Derivation, derived: Derivation) -> Iterator[str]:
    told, found = set(stored.edges), set(derived.edges)
    for parent, child in sorted(told - found):
        yield f"edge row {_name(stored, parent)} to {_name(stored, child)}: stored and not derived"
    for parent, child in sorted(found - told):
        yield f"edge row {_name(derived, parent)} to {_name(derived, child)}: derived and not stored"
    if told == found:
        for parent, children in stored.children.items():
            if children != derived.children[parent]:
                yield f"edge rows of {_name(stored, parent)}: their order differs"


def _name(derivation: Derivation, key: NodeKey) -> str:
    return node_id(derivation.nodes[key])
