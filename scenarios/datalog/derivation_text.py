"""A derivation as text: an indented tree for reading, and DOT for any graphviz. PURE."""

from __future__ import annotations

from typing import Any

from scenarios.datalog.derivation import Derivation, Node, NodeKey, NodeKind
from scenarios.sentences import Sentence

_SHAPES = {
    NodeKind.COLLECTION: "shape=folder",
    NodeKind.FACT: "shape=box",
    NodeKind.RULE: "shape=hexagon",
    NodeKind.CHECK: "shape=note",
    NodeKind.EVENT: "shape=tab",
    NodeKind.MISSING: 'shape=box style="dashed"',
}
_DERIVED = 'shape=box style="rounded"'


def state_words(state: Any) -> str:
    """A node's state as a reader says it: ``Corby``, ``{A, B}, closed``; empty where there is none."""
    if state is None:
        return ""
    if isinstance(state, bool):
        return Sentence("true") if state else Sentence("false")
    if isinstance(state, list):
        return "{" + ", ".join(state_words(item) for item in state) + "}"
    if not isinstance(state, dict):
        return str(state)
    words = state_words(state.get("members", []))
    if state.get("undecided"):
        undecided = state_words(state["undecided"])
        words = Sentence("%(members)s, undecided %(undecided)s", members=words, undecided=undecided)
    if state.get("open"):
        return Sentence("%(members)s, open", members=words)
    return Sentence("%(members)s, closed", members=words)


def node_words(node: Node) -> str:
    """Id and state of a node on one line: ``country(Grus) = Corvia``."""
    words = state_words(node.state)
    return f"{node.label} = {words}" if words else node.label


def tree_lines(derivation: Derivation, depth: int | None = None) -> list[str]:
    """The DAG as indented lines, target first, each node with its kind and its tests.

    A node met again is named and not unfolded a second time; below ``depth`` the count of what is left
    out is stated.
    """
    lines: list[str] = []
    unfolded: set[NodeKey] = set()
    stack: list[tuple[NodeKey, int]] = [(derivation.root, 0)]
    while stack:
        key, level = stack.pop()
        node, children = derivation.nodes[key], derivation.children[key]
        again = key in unfolded and bool(children)
        cut = depth is not None and level >= depth and bool(children) and not again
        note = "  (above)" if again else f"  (+ {_below(derivation, key)} more below)" if cut else ""
        lines.append(f"{'  ' * level}{node.kind.value.replace('_', ' ')} {node_words(node)}{note}")
        if not again and not cut:
            unfolded.add(key)
            lines += [f"{'  ' * (level + 1)}test {check}" for check in node.meta.get("checks", [])]
            stack.extend((child, level + 1) for child in reversed(children))
    return lines


def _below(derivation: Derivation, key: NodeKey) -> int:
    """How many nodes a node rests on, however far down."""
    seen: set[NodeKey] = set()
    stack = list(derivation.children[key])
    while stack:
        child = stack.pop()
        if child not in seen:
            seen.add(child)
            stack.extend(derivation.children[child])
    return len(seen)


def dot_text(derivation: Derivation) -> str:
    """The derivation in the DOT language, target on top, shapes by kind as the pages draw them."""
    names = {key: f"n{place}" for place, key in enumerate(derivation.nodes)}
    lines = ["digraph derivation {", "  rankdir=TB; node [fontname=Helvetica fontsize=11];"]
    for key, name in names.items():
        node = derivation.nodes[key]
        words = state_words(node.state)
        label = quoted(node.label) if not words else quoted(f"{node.label}\n{words}")
        ring = " peripheries=2" if key == derivation.root else ""
        lines.append(f"  {name} [{_SHAPES.get(node.kind, _DERIVED)}{ring} label={label}];")
    lines += [f"  {names[parent]} -> {names[child]};" for parent, child in derivation.edges]
    return "\n".join([*lines, "}", ""])


def quoted(text: str) -> str:
    """A text as a DOT string that shows it letter by letter."""
    shown = "".join(
        char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in text
    )
    for char, escape in (("\\", "\\\\"), ('"', '\\"'), ("&", "&amp;"), ("\n", "\\n")):
        shown = shown.replace(char, escape)
    return f'"{shown}"'
