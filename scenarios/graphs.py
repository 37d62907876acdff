"""Draws derivation DAGs with graphviz; the only importer of ``graphviz`` (overview 4.13).

``dot`` is the one on PATH, else the one that the ``graphviz-pure`` wheel puts beside the interpreter.
A drawing has a time limit and a collapsed view above ``NODE_LIMIT`` nodes. Labels are escaped, so
that the text of the SVG is the text of the node. Colours and themes come from ``static/css/dag.css``.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import graphviz
from django.utils.translation import gettext

from scenarios.datalog.derivation import Derivation, Node, NodeKey, NodeKind
from scenarios.datalog.differences import SIGNS, Change
from scenarios.datalog.shown_states import state_in_words
from scenarios.sentences import in_language

NODE_LIMIT = 400
LABEL_LIMIT = 44
SECONDS = 8

#: Target double-ringed, derived rounded, fact plain, rule hexagon, event tab, missing dashed (ux.md, Looks).
SHAPES: Mapping[NodeKind, Mapping[str, str]] = {
    NodeKind.AGGREGATE: {"shape": "box", "style": "rounded"},
    NodeKind.DERIVED: {"shape": "box", "style": "rounded"},
    NodeKind.DERIVED_SET: {"shape": "box", "style": "rounded"},
    NodeKind.COLLECTION: {"shape": "folder"},
    NodeKind.SELECT: {"shape": "box", "style": "rounded"},
    NodeKind.FACT: {"shape": "box"},
    NodeKind.RULE: {"shape": "hexagon"},
    NodeKind.CHECK: {"shape": "note"},
    NodeKind.EVENT: {"shape": "tab"},
    NodeKind.MISSING: {"shape": "box", "style": "dashed"},
}

#: Around more lines, which are longer.
WIDE = "0.3,0.06"
HEAVY: Mapping[str, str] = {"class": "is-heavy", "penwidth": "3", "arrowsize": "0.9"}


class DrawingError(Exception):
    """A drawing could not be made; the message says why and what to do."""


class SlowDrawingError(DrawingError):
    """It took longer than it may; graphviz was ended."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG element as text, and how many nodes it shows out of how many."""

    svg: str
    shown: int
    total: int

    @property
    def collapsed(self) -> bool:
        return self.shown < self.total


@dataclass(frozen=True, slots=True)
class Dress:
    """What an upper room adds to a node: lines below its own, classes, rings around it, and a line style of
    dot (``bold``, ``dashed``, ``dotted``)."""

    lines: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    rings: int = 0
    style: str = ""


def shorten(text: str, limit: int = LABEL_LIMIT) -> str:
    """The text, or its beginning with a mark where it is longer than ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def node_lines(node: Node) -> list[str]:
    """The lines of a node's label, unescaped and shortened."""
    words = state_in_words(node)
    return [shorten(node.label), *([shorten(in_language(words, gettext))] if words else [])]


def draw(
    derivation: Derivation,
    *,
    href: Callable[[NodeKey], str] | None = None,
    emphasised: Collection[NodeKey] = (),
    selected: NodeKey | None = None,
    event_order: Mapping[str, int] | None = None,
    marks: Mapping[NodeKey, Change] | None = None,
    dresses: Mapping[NodeKey, Dress] | None = None,
    heavy: Collection[tuple[NodeKey, NodeKey]] = (),
    seconds: float | None = None,
) -> Drawing:
    """Draw a derivation top to bottom, events at the bottom in time order.

    ``href`` gives each node its link (own paths, or places of the page); ``emphasised`` is the witness
    path; ``event_order`` maps event ids to their place in time; ``marks`` says of nodes how they differ
    from another cutoff; ``dresses`` adds to nodes, ``heavy`` edges are drawn so; ``seconds`` is how long
    graphviz may take, ``SECONDS`` unless told. Raises ``DrawingError``.
    """
    shown = _shown_nodes(derivation)
    ids = {key: f"n{index}" for index, key in enumerate(shown)}
    graph = graphviz.Digraph(
        gettext("derivation"),
        graph_attr={"rankdir": "TB", "nodesep": "0.18", "ranksep": "0.42", "bgcolor": "transparent"},
        node_attr={
            "fontname": "Helvetica,Arial,sans-serif",
            "fontsize": "11",
            "margin": "0.17,0.05",  # labels are measured as Helvetica; other fonts are wider
            "height": "0.3",
        },
        edge_attr={"arrowsize": "0.5"},
    )
    marked, differing = frozenset(emphasised), marks or {}
    for key, name in ids.items():
        attributes = _node_attributes(derivation, key, href, marked, selected, differing.get(key))
        if dresses and key in dresses:
            attributes |= _dressed(attributes, dresses[key])
        graph.node(name, **attributes)
    for parent, child in derivation.edges:
        if parent in ids and child in ids:
            attributes = _edge_attributes(parent, child, marked, differing)
            graph.edge(ids[parent], ids[child], **(HEAVY if (parent, child) in heavy else attributes))
    hidden = len(derivation.nodes) - len(shown)
    if hidden:
        graph.node(
            "rest",
            label=_literal(gettext("%(n)s more nodes below, see the table") % {"n": hidden}),
            shape="plaintext",
        )
    graph.body.extend(_event_rank(derivation, ids, event_order or {}))
    return Drawing(svg=_svg(graph.source, seconds), shown=len(shown), total=len(derivation.nodes))


def label_svg(labels: list[str]) -> str:
    """Draw bare labels, one node each: what is left of a hostile label in the SVG."""
    graph = graphviz.Digraph("labels")
    for index, label in enumerate(labels):
        graph.node(f"n{index}", label=_join_lines([shorten(part) for part in label.split("\n")]))
    return _svg(graph.source)


def _shown_nodes(derivation: Derivation) -> list[NodeKey]:
    """All nodes, or whole levels from the target down while they fit."""
    order = sorted(derivation.nodes, key=lambda key: derivation.depths.get(key, 0))
    if len(order) <= NODE_LIMIT:
        return order
    deepest = derivation.depths.get(order[NODE_LIMIT - 1], 0)
    fitting = [key for key in order if derivation.depths.get(key, 0) < deepest]
    return fitting or order[:NODE_LIMIT]


def _node_attributes(
    derivation: Derivation,
    key: NodeKey,
    href: Callable[[NodeKey], str] | None,
    marked: frozenset[NodeKey],
    selected: NodeKey | None,
    mark: Change | None,
) -> dict[str, str]:
    node = derivation.nodes[key]
    classes = [f"kind-{node.kind}", *([f"is-{mark}"] if mark else [])]
    if key in marked:
        classes.append("is-witness")
    if key == selected:
        classes.append("is-selected")
    attributes = dict(SHAPES[node.kind])
    first, *others = node_lines(node)
    attributes["label"] = _join_lines([f"{SIGNS[mark]} {first}" if mark else first, *others])
    attributes["class"] = " ".join(classes)
    attributes["tooltip"] = _literal((f"{gettext(mark)}: " if mark else "") + tooltip(node))
    if key == derivation.root:
        attributes["peripheries"] = "2"
    if href is not None:
        url = href(key)
        if not url.startswith(("/", "?", "#")) or url.startswith("//"):
            raise DrawingError(f"a node may only link to a path of this site, not to {url!r}")
        attributes["URL"] = _literal(url)
    return attributes


def _dressed(attributes: Mapping[str, str], dress: Dress) -> dict[str, str]:
    """The attributes of a node that its dress changes."""
    styles = [style for style in (attributes.get("style", ""), dress.style) if style]
    added = "".join("\\n" + _literal(shorten(in_language(line, gettext))) for line in dress.lines)
    return {
        "class": " ".join((attributes["class"], *dress.classes)),
        "label": graphviz.nohtml(attributes["label"] + added),
        **({"margin": WIDE} if dress.lines else {}),
        "peripheries": str(int(attributes.get("peripheries", "1")) + dress.rings),
        **({"style": ",".join(styles)} if styles else {}),
    }


def _edge_attributes(
    parent: NodeKey, child: NodeKey, marked: frozenset[NodeKey], marks: Mapping[NodeKey, Change]
) -> dict[str, str]:
    """The class of an edge: on the witness path, or new or gone with one of its ends."""
    if parent in marked and child in marked:
        return {"class": "is-witness"}
    for change in (Change.VANISHED, Change.APPEARED):
        if change in (marks.get(parent), marks.get(child)):
            return {"class": f"is-{change}"}
    return {}


def tooltip(node: Node) -> str:
    """One line on a node: kind, id, state and the tests it made."""
    checks = [str(check) for check in node.meta.get("checks", [])]
    words = in_language(state_in_words(node), gettext)
    head = f"{gettext(node.kind.replace('_', ' '))} {node.label}" + (f" = {words}" if words else "")
    more = [gettext("%(n)s more tests") % {"n": len(checks) - 6}] if len(checks) > 6 else []
    return "; ".join([head, *checks[:6], *more])


def _literal(text: str) -> str:
    """``text`` as dot shows it letter by letter: no escapes, entities, markup or control characters."""
    printable = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )
    return graphviz.escape(printable.replace("&", "&amp;"))


def _join_lines(lines: list[str]) -> str:
    return graphviz.nohtml("\\n".join(_literal(line) for line in lines))


def _event_rank(
    derivation: Derivation, ids: Mapping[NodeKey, str], order: Mapping[str, int]
) -> Iterator[str]:
    """Events on the last rank; invisible edges keep them in time order."""
    events = [key for key in ids if derivation.nodes[key].kind is NodeKind.EVENT]
    events.sort(key=lambda key: (order.get(key[1], 0), key[1]))
    names = [ids[key] for key in events]
    if not names:
        return
    yield f"\t{{rank=sink; {'; '.join(names)}}}\n"
    if 1 < len(names) <= 60:
        yield f"\t{' -> '.join(names)} [style=invis]\n"


def dot_binary() -> str:
    """Path of the ``dot`` to run. Raises ``DrawingError`` where there is none."""
    found = shutil.which("dot")
    if found:
        return found
    carried = Path(sysconfig.get_path("scripts")) / "graphviz-pure"
    if carried.exists():
        return str(carried)
    raise DrawingError("no graphviz found: install graphviz, or the requirements, which bring graphviz-pure")


def _svg(source: str, seconds: float | None = None) -> str:
    seconds = SECONDS if seconds is None else seconds
    command = [dot_binary(), "-Kdot", "-Tsvg"]
    try:
        done = subprocess.run(
            command, input=source.encode(), capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise SlowDrawingError(f"the drawing took more than {seconds} s; read the table instead") from error
    text = done.stdout.decode()
    start = text.find("<svg")
    if done.returncode or start < 0:
        raise DrawingError(f"graphviz refused the drawing: {done.stderr.decode().strip()[:300]}")
    return text[start:].strip()
