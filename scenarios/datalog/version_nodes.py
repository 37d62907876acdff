"""Nodes of goals that ask for a chosen version (spec 2.1 rules 4 and 5, ADR 14). PURE.

The root restates what was found, over ``select`` nodes: of the chosen version, beside the current one where
it is the previous one, or of both keys that are compared.
"""

from __future__ import annotations

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import MARK, Node, NodeKey, NodeKind
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.recorded_nodes import RecordedNodes, key_text
from scenarios.datalog.reference_values import state_text
from scenarios.datalog.syntax import ChoiceKind, Decl, Goal
from scenarios.datalog.version_goals import (
    Texts,
    chosen_state,
    chosen_version,
    mark_of,
    marked,
    settled,
)


def version_root(nodes: RecordedNodes, goal: Goal) -> NodeKey:
    """The root of a goal with a choice, with everything below it."""
    assert goal.version is not None
    decl = nodes.recorded.program.decls[goal.pred]
    state = state_text(chosen_state(nodes.recorded, goal))
    args, checks = goal.key, list[str]()
    if goal.version.other is not None:
        keys = (goal.key, goal.version.other)
        children = [nodes.select(decl, key) for key in keys]
        children += [nodes.missing_value(decl, key) for key in keys if _only_default(nodes, decl, key)]
        args, checks = (*goal.key, *goal.version.other), _compared(nodes, decl, keys)
    else:
        children = [_select(nodes, decl, goal, state)]
    key: NodeKey = (NodeKind.DERIVED.value, marked(goal.pred, goal.version), args)
    return nodes.builder.add(Node(key, state, {"clause": [], "checks": checks}), children)


def _select(nodes: RecordedNodes, decl: Decl, goal: Goal, state: str) -> NodeKey:
    """The choice among versions: the one asked for, of the previous one also what replaced it, and the check
    that no later one is in question."""
    assert goal.version is not None
    name = marked(goal.pred, goal.version)
    previous = goal.version.kind is ChoiceKind.PREVIOUS_VALUE
    found = chosen_version(nodes.recorded.resolved, goal)
    mark = MARK + mark_of(goal.version)
    children = [nodes.stated(decl, goal.key, found, mark=mark, default=not previous)]
    if previous:
        children.append(nodes.current(decl, goal.key))
    of = decl.pred if previous else name
    children.append(nodes.builder.leaf(NodeKind.CHECK, "latest", (of, *goal.key)))
    key: NodeKey = (NodeKind.SELECT.value, "select", (name, *goal.key))
    return nodes.builder.add(Node(key, state), children)


def _only_default(nodes: RecordedNodes, decl: Decl, key: Texts) -> bool:
    """Whether a value rests on its default: it was never settled then, which its node does not say."""
    return decl.default is not None and nodes.recorded.resolved.current((decl.pred, key, None)) is None


def _compared(nodes: RecordedNodes, decl: Decl, keys: tuple[Texts, Texts]) -> list[str]:
    """The test of the ranks, by their first part that differs."""
    one, two = (settled(nodes.recorded, decl.pred, key) for key in keys)
    if one is None or two is None:
        return []
    first, last = one.actions[0], two.actions[0]
    ranks = zip(_rank_texts(first), _rank_texts(last), strict=True)
    mine, theirs = next((pair for pair in ranks if pair[0] != pair[1]), ("", ""))
    left, right = (key_text(decl.pred, key) for key in keys)
    return [f"{left} {mine} > {right} {theirs}: {'true' if first.rank > last.rank else 'false'}"]


def _rank_texts(action: ActionRecord) -> tuple[str, ...]:
    as_of, t, seq, pos = action.rank
    return (f"as of {cutoff_text(as_of)}", f"observed {cutoff_text(t)}", f"record {seq}", f"action {pos}")
