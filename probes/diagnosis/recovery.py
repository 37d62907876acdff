"""Rebuilding an answer from what a system says when asked directly (spec 7.5). PURE.

Each branch is followed down to a node whose targeted answer is right, or to a leaf; everything above these
stopping nodes is combined anew from its inputs. Self-evidence recovery keeps the system's answers at the
stopping nodes, gold-evidence recovery puts gold in the place of the wrong ones, which are leaves.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmark.scoring.states import State
from probes.diagnosis.dag import DiagnosticDag

Combine = Callable[[str, Sequence[tuple[str, State]]], State]
"""The state of a node from its inputs (node, state) alone, in reading order."""


class Source(enum.StrEnum):
    """Where a state of a recovery comes from."""

    TARGETED = "targeted"
    GOLD = "gold"
    COMBINED = "combined"


@dataclass(frozen=True, slots=True)
class Step:
    """One node as it was rebuilt."""

    node: str
    source: Source
    state: State


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovery in the order in which it was computed, each node once, the root last. Without steps it is
    not applicable: the root has no probed input."""

    steps: tuple[Step, ...] = ()

    @property
    def root(self) -> State | None:
        """The rebuilt answer; None where the recovery is not applicable."""
        return self.steps[-1].state if self.steps else None

    @property
    def replaced(self) -> tuple[str, ...]:
        """The stopping nodes at which gold stands in for a wrong answer."""
        return tuple(step.node for step in self.steps if step.source is Source.GOLD)


def recover(
    dag: DiagnosticDag,
    *,
    targeted_right: Mapping[str, bool],
    targeted_answers: Mapping[str, State],
    gold_states: Mapping[str, State],
    combine: Combine,
    gold: bool,
) -> Recovery:
    """Gold-evidence recovery if ``gold``, else self-evidence recovery.

    ``gold_states`` is read only with ``gold``, and of wrong leaves alone. Raises ``KeyError`` where a node
    that is reached has no targeted verdict or answer: such a diagnosis is incomplete.
    """
    found: dict[str, Step] = {}

    def visit(node: str) -> State:
        if node not in found:
            found[node] = rebuilt(node)
        return found[node].state

    def rebuilt(node: str) -> Step:
        if node != dag.root and targeted_right[node]:
            return Step(node, Source.TARGETED, targeted_answers[node])
        if not dag.children[node]:
            if gold:
                return Step(node, Source.GOLD, gold_states[node])
            return Step(node, Source.TARGETED, targeted_answers[node])
        inputs = [(child, visit(child)) for child in dag.children[node]]
        return Step(node, Source.COMBINED, combine(node, inputs))

    if dag.children[dag.root]:
        visit(dag.root)
    return Recovery(tuple(found.values()))


def load_bearing(gold_evidence: Recovery, *, self_right: bool, gold_right: bool) -> tuple[str, ...]:
    """The nodes whose wrong evidence causes the failure: those that gold-evidence recovery replaced, where it
    repairs the answer and self-evidence recovery does not."""
    return gold_evidence.replaced if gold_right and not self_right else ()
