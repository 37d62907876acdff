"""The gold derivation with what a system answered about it (spec 7, ux.md "Looks").

On each probed node stand the system's answers: the targeted one and those inherited from above, told by
glyph, by words and by the outline of the node; colour comes third. Wrong edges that the search for the
frontier followed are heavy; the frontier is ringed and named; the records that misled hang below it, though
gold does not rest on them. No Django.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scenarios import graphs
from scenarios.datalog.derivation import Derivation, Node, NodeKey
from scenarios.graphs import Drawing, Dress
from scenarios.sentences import Sentence

Edge = tuple[NodeKey, NodeKey]
#: Inherited answers that a node shows one by one; of more it shows counts.
MOST_INHERITED = 2


class Verdict(enum.StrEnum):
    """What came of one probe answer. ``UNKNOWN`` was answered unknown, wrongly; ``UNASKED`` was not asked, or
    has no score."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    UNASKED = "unasked"

    @property
    def glyph(self) -> str:
        """The sign that stands before the answer."""
        return GLYPHS[self]


GLYPHS: Mapping[Verdict, str] = {
    Verdict.RIGHT: "✓",
    Verdict.WRONG: "✕",
    Verdict.UNKNOWN: "○",
    Verdict.UNASKED: "–",
}
#: The outline of a node by its worst answer.
OUTLINES: Mapping[Verdict, str] = {
    Verdict.RIGHT: "",
    Verdict.WRONG: "bold",
    Verdict.UNKNOWN: "dashed",
    Verdict.UNASKED: "dotted",
}
#: The worst first.
_ORDER = (Verdict.WRONG, Verdict.UNKNOWN, Verdict.UNASKED, Verdict.RIGHT)


@dataclass(frozen=True, slots=True)
class Said:
    """One answer in words, with what came of it."""

    verdict: Verdict
    words: str

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> Sentence:
        """The words behind their glyph."""
        return Sentence.joined(" ", (self.verdict.glyph, self.words))


@dataclass(frozen=True, slots=True)
class ProbedState:
    """What a system answered about one node. ``inherited`` is by the parent's label, in reading order; the
    root has only ``targeted``, its original answer. ``lost`` names the failure of a frontier node."""

    targeted: Said
    inherited: tuple[tuple[str, Said], ...] = ()
    lost: str = ""

    @property
    def worst(self) -> Verdict:
        """The worst of its verdicts, by which it is outlined."""
        found = {self.targeted.verdict, *(said.verdict for _, said in self.inherited)}
        return next(verdict for verdict in _ORDER if verdict in found)


def draw(
    derivation: Derivation,
    states: Mapping[NodeKey, ProbedState],
    edges: Sequence[Edge],
    followed: Collection[Edge],
    *,
    href: Callable[[NodeKey], str] | None = None,
    misleading: Mapping[NodeKey, Sequence[str]] | None = None,
    event_order: Mapping[str, int] | None = None,
) -> Drawing:
    """Draw a diagnosis: ``states`` of the probed nodes and the root, ``edges`` of the diagnostic DAG, those
    that were ``followed``, and the labels of the records that were ``misleading`` by frontier node.

    A derivation of more than ``graphs.NODE_LIMIT`` nodes is drawn collapsed to what was probed. Raises
    ``DrawingError``.
    """
    shown, heavy = derivation, heavy_edges(derivation, states, followed)
    if len(derivation.nodes) > graphs.NODE_LIMIT:
        shown, heavy = collapsed(derivation, states, edges), frozenset(followed)
    misled = _misled(misleading or {})
    dresses = {key: _dress(state, is_root=key == derivation.root) for key, state in states.items()}
    dresses |= {
        key: Dress(lines=(Sentence("✕ misled"),), classes=("is-misleading",), style="bold")
        for _, key in misled
    }
    shown = replace(
        shown,
        nodes=shown.nodes | {key: shown.nodes.get(key, Node(key, None)) for _, key in misled},
        edges=(*shown.edges, *(edge for edge in misled if edge not in shown.edges)),
    )
    drawing = graphs.draw(
        shown, href=href, event_order=event_order, dresses=dresses, heavy=heavy | frozenset(misled)
    )
    more = len(derivation.nodes) - drawing.shown
    return replace(drawing, total=drawing.shown + max(0, more))


def _misled(misleading: Mapping[NodeKey, Sequence[str]]) -> list[Edge]:
    return [(key, ("event", label, ())) for key, labels in misleading.items() for label in labels]


def collapsed(derivation: Derivation, states: Collection[NodeKey], edges: Sequence[Edge]) -> Derivation:
    """The root and what was probed alone, with the edges of the diagnostic DAG."""
    kept = {derivation.root, *states}
    return Derivation(
        root=derivation.root,
        nodes={key: node for key, node in derivation.nodes.items() if key in kept},
        edges=tuple(edges),
    )


def heavy_edges(
    derivation: Derivation, states: Collection[NodeKey], followed: Collection[Edge]
) -> frozenset[Edge]:
    """The edges of the derivation that the followed edges run along: their paths through what was not
    probed."""
    found: set[Edge] = set()
    for parent, child in followed:
        found |= _along(derivation, frozenset(states), parent, child)
    return frozenset(found)


def _along(derivation: Derivation, probed: frozenset[NodeKey], parent: NodeKey, child: NodeKey) -> set[Edge]:
    """The edges on paths from parent to child whose inner nodes are not probed."""
    forward: list[Edge] = []
    stack, seen = [parent], {parent}
    while stack:
        here = stack.pop()
        for below in derivation.children[here]:
            forward.append((here, below))
            if below not in seen and below not in probed:
                seen.add(below)
                stack.append(below)
    above: dict[NodeKey, list[NodeKey]] = {}
    for upper, lower in forward:
        above.setdefault(lower, []).append(upper)
    found: set[Edge] = set()
    stack, seen = [child], {child}
    while stack:
        here = stack.pop()
        for upper in above.get(here, []):
            found.add((upper, here))
            if upper not in seen and upper != parent:
                seen.add(upper)
                stack.append(upper)
    return found


def state_lines(state: ProbedState, *, is_root: bool = False) -> tuple[str, ...]:
    """What a node says below its own state: its loss, then its answers; the words of a right one are its
    state, so its glyph does."""
    head = (Sentence("◎ lost: %(failure)s", failure=state.lost),) if state.lost else ()
    if is_root:
        return (*head, Sentence("answered %(said)s", said=state.targeted.sentence))
    if state.inherited and state.worst is Verdict.RIGHT:
        right = GLYPHS[Verdict.RIGHT]
        return (*head, Sentence("asked %(said)s, inherited %(other)s", said=right, other=right))
    lines: list[str] = [Sentence("asked %(said)s", said=_short(state.targeted))]
    if len(state.inherited) == 1:
        lines.append(Sentence("inherited %(said)s", said=_short(state.inherited[0][1])))
    elif len(state.inherited) <= MOST_INHERITED:
        lines += [
            Sentence("for %(parent)s %(said)s", parent=parent, said=_short(said))
            for parent, said in state.inherited
        ]
    else:
        counts = [
            f"{GLYPHS[verdict]} {count}"
            for verdict in _ORDER
            if (count := sum(said.verdict is verdict for _, said in state.inherited))
        ]
        said = ", ".join(counts)
        lines.append(Sentence("for %(n)s parents: %(said)s", n=len(state.inherited), said=said))
    return (*head, *lines)


def _short(said: Said) -> str:
    return said.verdict.glyph if said.verdict is Verdict.RIGHT else said.sentence


def _dress(state: ProbedState, *, is_root: bool) -> Dress:
    classes = ["is-probed", f"says-{state.worst}", *(["is-frontier"] if state.lost else [])]
    return Dress(
        lines=state_lines(state, is_root=is_root),
        classes=tuple(classes),
        rings=1 if state.lost else 0,
        style=OUTLINES[state.worst],
    )
