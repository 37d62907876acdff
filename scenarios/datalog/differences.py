"""The difference between two cutoffs of one goal: what changed in its derivation, and what caused it. PURE.

Nodes are the same where kind, predicate and arguments are. A node changed if its state did; it is
*confirmed* if its state stayed and its records did not. The events that caused it are those between the
cutoffs that assert the versions now in force of what changed: records that were superseded again, or that
are older than what was known, caused nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import Derivation, Gold, Node, NodeKey, NodeKind, unmarked
from scenarios.datalog.derivation_text import node_words, state_words
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.recorded_nodes import key_text
from scenarios.datalog.resolution import Group, Resolved, Version, VersionKey
from scenarios.datalog.syntax import Program, Shape
from scenarios.datalog.version_goals import version_of_mark

#: Lines of one kind that the text form lists; more are counted.
LISTED = 200


class Change(enum.StrEnum):
    """How a node differs."""

    CHANGED = "changed"
    APPEARED = "appeared"
    VANISHED = "vanished"
    CONFIRMED = "confirmed"


SIGNS = {Change.CHANGED: "≠", Change.APPEARED: "+", Change.VANISHED: "−", Change.CONFIRMED: "≈"}


@dataclass(frozen=True, slots=True)
class Side:
    """One goal at one of the two cutoffs."""

    cutoff: datetime
    gold: Gold
    derivation: Derivation


@dataclass(frozen=True, slots=True)
class NodeChange:
    """A node that differs, with its states; the one it does not have is None."""

    change: Change
    node: Node
    before: Any
    after: Any

    @property
    def words(self) -> str:
        """Label and states on one line."""
        if self.change is Change.CHANGED:
            return f"{self.node.label}: {state_words(self.before)} → {state_words(self.after)}"
        return node_words(self.node)


@dataclass(frozen=True, slots=True)
class Cause:
    """An event between the cutoffs with those of its actions that count."""

    event: str
    t: datetime
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """One goal at two cutoffs, the earlier first. ``changes`` are in the order of the derivation; ``same``
    counts the nodes that are equal."""

    before: Side
    after: Side
    changes: tuple[NodeChange, ...]
    same: int
    causes: tuple[Cause, ...] = ()

    @property
    def answer_changed(self) -> bool:
        """Whether label, answer or what is missing differ."""
        return self.before.gold != self.after.gold

    def of(self, change: Change) -> tuple[NodeChange, ...]:
        """The nodes that differ in this way."""
        return tuple(one for one in self.changes if one.change is change)

    @cached_property
    def marks(self) -> dict[NodeKey, Change]:
        """How each node that differs does, for drawings."""
        return {one.node.key: one.change for one in self.changes}

    @cached_property
    def union(self) -> Derivation:
        """Both derivations in one; a changed node has both states."""
        nodes = {**self.before.derivation.nodes, **self.after.derivation.nodes}
        for one in self.of(Change.CHANGED):
            states = f"{state_words(one.before)} → {state_words(one.after)}"
            nodes[one.node.key] = replace(one.node, state=states)
        edges = dict.fromkeys((*self.after.derivation.edges, *self.before.derivation.edges))
        return Derivation(self.after.derivation.root, nodes, tuple(edges))


def difference(one: Side, other: Side) -> Difference:
    """What differs between two sides, whichever is given first; without its causes."""
    before, after = sorted((one, other), key=lambda side: side.cutoff)
    old, new = before.derivation, after.derivation
    changes: list[NodeChange] = []
    for key in _in_order(new, old):
        change = _change(key, old, new)
        if change is not None:
            here, there = old.nodes.get(key), new.nodes.get(key)
            states = [None if node is None else node.state for node in (here, there)]
            changes.append(NodeChange(change, there or here or Node(key, None), *states))
    return Difference(before, after, tuple(changes), len({*old.nodes, *new.nodes}) - len(changes))


def _in_order(*derivations: Derivation) -> list[NodeKey]:
    """All keys, by depth and then by name; what only an earlier derivation has stands at its depth there."""
    depths: dict[NodeKey, int] = {}
    for derivation in derivations:
        for key in derivation.nodes:
            depths.setdefault(key, derivation.depths[key])
    return sorted(depths, key=lambda key: (depths[key], key))


def _change(key: NodeKey, old: Derivation, new: Derivation) -> Change | None:
    if key not in old.nodes:
        return Change.APPEARED
    if key not in new.nodes:
        return Change.VANISHED
    if old.nodes[key].state != new.nodes[key].state:
        return Change.CHANGED
    return Change.CONFIRMED if _records(old, key) != _records(new, key) else None


def _records(derivation: Derivation, key: NodeKey) -> frozenset[NodeKey]:
    return frozenset(child for child in derivation.children[key] if child[0] == NodeKind.EVENT)


# -------------------------------------------------------------------- causes
#: The versions in force at the later cutoff of single keys, and all of those of whole collections.
InForce = Callable[[list[VersionKey], list[Group]], Iterable[Version]]


def with_causes(found: Difference, program: Program, in_force: InForce) -> Difference:
    """The difference with the events that caused it; ``in_force`` reads the later cutoff."""
    keys, groups = recorded_keys(program, (one.node.key for one in found.changes))
    actions: dict[tuple[datetime, int, str], set[tuple[int, str]]] = {}
    for version in in_force(keys, groups):
        for action in version.actions:
            if action.t > found.before.cutoff:
                said = actions.setdefault((action.t, action.seq, action.event), set())
                said.add((action.pos, action_words(action)))
    causes = (
        Cause(event, t, tuple(words for _, words in sorted(said)))
        for (t, _, event), said in sorted(actions.items())
    )
    return replace(found, causes=tuple(causes))


def in_force_of(resolved: Resolved) -> InForce:
    """Reads a history that is resolved in memory."""

    def read(keys: list[VersionKey], groups: list[Group]) -> list[Version]:
        wanted = list(keys)
        for name, key, member in resolved.by_key:
            if (name.removeprefix("complete:"), key) in groups and (member is None) == (":" in name):
                wanted.append((name, key, member))
        found = (version_of_mark(resolved, key) for key in dict.fromkeys(wanted))
        return [version for version in found if version is not None]

    return read


def recorded_keys(program: Program, nodes: Iterable[NodeKey]) -> tuple[list[VersionKey], list[Group]]:
    """The version keys and collections that nodes of recorded state stand for, each once and sorted."""
    keys: set[VersionKey] = set()
    groups: set[Group] = set()
    for kind, pred, args in nodes:
        name = pred.removeprefix("rule:")  # of a chosen version with its mark: it has actions of its own
        decl = program.decls.get(unmarked(name))
        if kind == NodeKind.COLLECTION:
            groups.add((pred, args))
        elif (kind == NodeKind.CHECK and pred == "norule") or (kind == NodeKind.RULE and decl is None):
            keys.add((f"rule:{args[0] if args else name}", (), None))
        elif kind == NodeKind.FACT and pred == "complete" and args:
            keys.add((f"complete:{args[0]}", args[1:], None))
        elif kind in (NodeKind.FACT, NodeKind.RULE) and decl is not None:
            if decl.shape is Shape.SET:
                keys.add((name, args[:-1], args[-1]))
            elif decl.shape is not Shape.INVERSE:
                keys.add((name, args, None))
            if kind == NodeKind.RULE and not args:  # a parameter without keys may share its name with a rule
                keys.add((f"rule:{name}", (), None))
    return sorted(keys, key=str), sorted(groups)


_VERBS = {Op.REVISE: "revise ", Op.CANCEL: "cancel ", Op.REOPEN: "reopen "}


def action_words(action: ActionRecord) -> str:
    """One action as a reader says it: ``revise dest(Grus) = Corby``."""
    if action.op is Op.RULE:
        return f"rule {action.pred}: {action.clause}" if action.clause else f"rule {action.pred}"
    if action.op is Op.UNRULE:
        return f"withdraw rule {action.pred}"
    if action.op is Op.COMPLETE:
        return f"{key_text(action.pred, action.key)} is complete, {action.size} in all"
    member = () if action.member is None else (action.member,)
    name = key_text(action.pred, (*action.key, *member))
    value = "" if action.value is None else f" = {action.value}"
    return f"{_VERBS.get(action.op, '')}{name}{value}"


# -------------------------------------------------------------------- text and JSON
def difference_lines(found: Difference) -> list[str]:
    """The difference as lines: both answers, the causes, and the nodes by how they differ."""
    lines = [
        f"at {cutoff_text(side.cutoff)}: {gold_words(side.gold)}" for side in (found.before, found.after)
    ]
    lines.append("caused by" if found.causes else "no record between the two caused a change")
    for cause in found.causes:
        lines.append(f"  {cause.event} ({cutoff_text(cause.t)}): {'; '.join(cause.actions)}")
    for change in Change:
        some = found.of(change)
        if some:
            lines.append(f"{change.value}: {len(some)}")
            for one in some[:LISTED]:
                lines.append(f"  {SIGNS[change]} {one.node.kind.value.replace('_', ' ')} {one.words}")
            if len(some) > LISTED:
                lines.append(f"  + {len(some) - LISTED} more: the JSON form has all")
    return [*lines, f"the same: {found.same} nodes"]


def gold_words(gold: Gold) -> str:
    """Label and answer, and what is missing: ``answerable 2``."""
    answer = "" if gold.answer is None else f" {state_words(gold.answer)}"
    missing = f", missing {', '.join(gold.missing)}" if gold.missing else ""
    return f"{gold.label.value}{answer}{missing}"


def difference_object(found: Difference) -> dict[str, Any]:
    """The difference as JSON: every node that differs, with both states."""
    return {
        "before": _side(found.before),
        "after": _side(found.after),
        "answer_changed": found.answer_changed,
        "causes": [
            {"event": one.event, "t": one.t.isoformat(), "actions": list(one.actions)} for one in found.causes
        ],
        "changes": [
            {
                "change": one.change.value,
                "id": f"{one.node.kind.value}:{one.node.label}",
                "before": one.before,
                "after": one.after,
            }
            for one in found.changes
        ],
        "same": found.same,
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "cutoff": side.cutoff.isoformat(),
        "label": side.gold.label.value,
        "answer": side.gold.answer,
        "missing": list(side.gold.missing),
        "nodes": len(side.derivation.nodes),
    }
