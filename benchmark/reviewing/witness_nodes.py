"""A large witness, node by node: what each step of the derivation asks, and its own few records (spec 6.5).

Nodes come before those that use them. What people cannot be asked about is left out: its records then stand
with what uses it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from scenarios.datalog.derivation import Derivation, NodeKey, NodeKind
from scenarios.domains.probing import Asked, Probing
from scenarios.rendering.slots import date_words

#: A witness of more records is worked through node by node.
LARGE: Final = 12
#: Nodes on one step of the form.
A_STEP: Final = 12
_INNER: Final = frozenset({NodeKind.AGGREGATE, NodeKind.DERIVED, NodeKind.DERIVED_SET, NodeKind.COLLECTION})


def nodes_of(derivation: Derivation, evidence: Collection[str], probing: Probing) -> list[dict[str, Any]]:
    """The nodes to be answered, the target last, as they are kept with an item.

    Each has its ``key``, ``words`` (empty for the target, which the question asks), ``type`` and ``unit`` of
    its answer, the ``hint`` at its form, the ``records`` that it rests on by itself, and the numbers of the
    nodes that it ``uses``.
    """
    asked: dict[NodeKey, Asked | None] = {}
    for key, node in derivation.nodes.items():
        found = probing.of(key[0], key[1], key[2], node.state) if node.kind in _INNER else None
        if found is not None:
            asked[key] = found
    asked[derivation.root] = None
    below = {key: _below(derivation, key, asked) for key in asked}
    told = {key: sorted({*below[key][0]} & {*evidence}) for key in asked}
    kept = _with_evidence(derivation, below, told)
    numbers = {key: number for number, key in enumerate(kept)}
    return [_node(key, asked[key], told[key], [numbers[one] for one in below[key][1] if one in numbers])
            for key in kept]  # fmt: skip


def pages(nodes: list[dict[str, Any]]) -> list[list[int]]:
    """The numbers of the nodes on each step, the target not among them; one empty step where none are."""
    inner = list(range(max(0, len(nodes) - 1)))
    return [inner[at : at + A_STEP] for at in range(0, len(inner), A_STEP)] or [[]]


def _node(key: NodeKey, asked: Asked | None, records: list[str], uses: list[int]) -> dict[str, Any]:
    return {
        "key": [key[0], key[1], list(key[2])],
        "words": "" if asked is None else sentence(asked),
        "type": "" if asked is None else asked.answer_type,
        "unit": "" if asked is None else asked.unit,
        "hint": "" if asked is None else asked.hint,
        "records": records,
        "uses": uses,
    }


def sentence(asked: Asked) -> str:
    """What is asked of a node, without the cutoff, which is that of the question."""
    words = [date_words(arg) if _is_day(arg) else arg for arg in asked.args]
    return asked.sentence.format(*words)


def _is_day(arg: str) -> bool:
    return len(arg) == 10 and arg[4] == arg[7] == "-" and arg.replace("-", "").isdigit()


def _below(
    derivation: Derivation, key: NodeKey, asked: Collection[NodeKey]
) -> tuple[list[str], list[NodeKey]]:
    """The events and the asked nodes that a node reaches without passing another asked one."""
    events: list[str] = []
    uses: list[NodeKey] = []
    seen, stack = {key}, list(reversed(derivation.children[key]))
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        if current[0] == NodeKind.EVENT:
            events.append(current[1])
        elif current in asked:
            uses.append(current)
        else:
            stack.extend(reversed(derivation.children[current]))
    return events, uses


def _with_evidence(
    derivation: Derivation,
    below: dict[NodeKey, tuple[list[str], list[NodeKey]]],
    told: dict[NodeKey, list[str]],
) -> list[NodeKey]:
    """The asked nodes under which some record of the evidence stands, each right behind what it uses."""
    kept: dict[NodeKey, None] = {}
    seen: set[NodeKey] = set()
    stack: list[tuple[NodeKey, bool]] = [(derivation.root, False)]
    while stack:
        key, done = stack.pop()
        if done:
            if key == derivation.root or told[key] or any(one in kept for one in below[key][1]):
                kept[key] = None
        elif key not in seen:
            seen.add(key)
            stack.append((key, True))
            stack.extend((one, False) for one in reversed(below[key][1]))
    return list(kept)
