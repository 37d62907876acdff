"""The failure frontier: where an answer first leaves the gold derivation, and how (spec 7.4). PURE.

Only edges that are wrong in the context of the parent are followed, from a wrong root. A node reached so is
on the frontier if all its probed inputs are right in its own context.
"""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass

from probes.diagnosis.dag import DiagnosticDag, Edge, ProbedNode, ProbeVerdicts
from scenarios.datalog.derivation import NodeKind

#: Kinds that are recorded, not derived; a recorded collection counts as one.
RECORDED = frozenset({NodeKind.FACT, NodeKind.RULE, NodeKind.COLLECTION})


class FailureClass(enum.StrEnum):
    """How a node failed whose inputs were right.

    *Ungathered*: right when asked for directly. *Unretrievable*: a recorded state that is wrong even then.
    *Misderived*: a derived one that is.
    """

    UNGATHERED = "ungathered"
    UNRETRIEVABLE = "unretrievable"
    MISDERIVED = "misderived"


@dataclass(frozen=True, slots=True)
class FrontierEntry:
    """A node of the frontier. ``via``: the parents whose wrong edges reach it, in the order in which they
    were met; empty for the root. ``unverified``: not all its inputs were asked about, so one of them may be
    wrong."""

    node: str
    failure: FailureClass
    unverified: bool
    via: tuple[str, ...]


def frontier(dag: DiagnosticDag, verdicts: ProbeVerdicts) -> tuple[FrontierEntry, ...]:
    """The frontier in breadth-first order; empty for a right answer.

    Raises ``KeyError`` where the verdict on a probe that is needed is missing: such a diagnosis is
    incomplete.
    """
    reached = _reached(dag, verdicts)
    via: dict[str, list[str]] = {node: [] for node in reached}
    for node, wrong in reached.items():
        for child in wrong:
            via[child].append(node)
    return tuple(
        FrontierEntry(node, _failure(dag, verdicts, node), _unverified(dag.nodes[node]), tuple(via[node]))
        for node, wrong in reached.items()
        if not wrong
    )


def wrong_edges(dag: DiagnosticDag, verdicts: ProbeVerdicts) -> tuple[Edge, ...]:
    """The edges (parent, child) that the search for the frontier followed, in the order in which it did.
    Raises as ``frontier``."""
    return tuple((node, child) for node, wrong in _reached(dag, verdicts).items() for child in wrong)


def depths(dag: DiagnosticDag) -> dict[str, int]:
    """The number of edges on the longest path from the root to each node."""
    found = dict.fromkeys(dag.nodes, 0)
    waiting = {node: len(parents) for node, parents in dag.parents.items()}
    ready = [node for node, above in waiting.items() if not above]
    for node in ready:
        for child in dag.children[node]:
            found[child] = max(found[child], found[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return found


def _reached(dag: DiagnosticDag, verdicts: ProbeVerdicts) -> dict[str, tuple[str, ...]]:
    """The nodes that wrong edges reach from a wrong root, breadth first, each with its wrong children."""
    if verdicts.root:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    queue, seen = deque([dag.root]), {dag.root}
    while queue:
        node = queue.popleft()
        wrong = tuple(child for child in dag.children[node] if not verdicts.inherited[node, child])
        found[node] = wrong
        fresh = [child for child in wrong if child not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    return found


def _failure(dag: DiagnosticDag, verdicts: ProbeVerdicts, node: str) -> FailureClass:
    if node == dag.root:  # its targeted answer is the original one, which is wrong
        return FailureClass.MISDERIVED
    if verdicts.targeted[node]:
        return FailureClass.UNGATHERED
    recorded = dag.nodes[node].kind in RECORDED
    return FailureClass.UNRETRIEVABLE if recorded else FailureClass.MISDERIVED


def _unverified(node: ProbedNode) -> bool:
    return node.children_sampled or node.inputs_unprobed
