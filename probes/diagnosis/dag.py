"""The diagnostic DAG of a query and what a system answered on it (spec 7.1 to 7.4). PURE.

Nodes are named by text ids; whoever builds a DAG says what they stand for (in the database: the key of a
derivation node's row). The root is the query itself, whose probe is the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scenarios.datalog.derivation import NodeKind

Edge = tuple[str, str]
"""(parent, child): the child is an input of the parent."""


@dataclass(frozen=True, slots=True)
class ProbedNode:
    """A node that is asked about.

    ``inputs_unprobed``: it has inputs that could have been probed and were not, for want of budget.
    ``children_sampled``: only a sample of its inputs is probed.
    """

    id: str
    kind: NodeKind
    inputs_unprobed: bool = False
    children_sampled: bool = False


@dataclass(frozen=True)
class DiagnosticDag:
    """D_q: ``nodes`` by id, breadth first from ``root``, which is one of them; ``edges`` in reading order."""

    root: str
    nodes: Mapping[str, ProbedNode]
    edges: tuple[Edge, ...]

    @cached_property
    def children(self) -> dict[str, tuple[str, ...]]:
        """The probed inputs of each node, in reading order."""
        found: dict[str, list[str]] = {node: [] for node in self.nodes}
        for parent, child in self.edges:
            found[parent].append(child)
        return {node: tuple(below) for node, below in found.items()}

    @cached_property
    def parents(self) -> dict[str, tuple[str, ...]]:
        """What each node is an input of."""
        found: dict[str, list[str]] = {node: [] for node in self.nodes}
        for parent, child in self.edges:
            found[child].append(parent)
        return {node: tuple(above) for node, above in found.items()}

    @property
    def probes(self) -> tuple[str, ...]:
        """The nodes other than the root, breadth first: one probe each."""
        return tuple(node for node in self.nodes if node != self.root)


@dataclass(frozen=True)
class ProbeVerdicts:
    """Which probe answers were right.

    ``root``: i(root), the original answer; ``inherited``: i(u|v) by edge (v, u); ``targeted``: t(v) by node,
    without the root, whose targeted answer is the original one.
    """

    root: bool
    inherited: Mapping[Edge, bool]
    targeted: Mapping[str, bool]
