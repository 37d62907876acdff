"""Drawing: labels survive letter by letter, links stay on the site, large DAGs collapse (overview 4.13)."""

from __future__ import annotations

import html
import re

import pytest

from scenarios import graphs
from scenarios.datalog.derivation import Derivation, Node, NodeKey

ROOT: NodeKey = ("aggregate", "n_outside", ("Vera",))
SET: NodeKey = ("derived_set", "outside", ("Vera",))
FACT: NodeKey = ("fact", "dest", ("Grus",))
OLD: NodeKey = ("event", "e7", ())
NEW: NodeKey = ("event", "e10", ())
MISSING: NodeKey = ("missing", "missing", ("complete(trip,Vera)",))


def small() -> Derivation:
    nodes = {
        ROOT: Node(ROOT, 2),
        SET: Node(SET, {"members": ["Anser"], "undecided": [], "open": True}, {"checks": ["1 < 3: true"]}),
        FACT: Node(FACT, "Corby"),
        OLD: Node(OLD, None),
        NEW: Node(NEW, None),
        MISSING: Node(MISSING, None),
    }
    return Derivation(ROOT, nodes, ((ROOT, SET), (SET, FACT), (FACT, OLD), (FACT, NEW), (SET, MISSING)))


def texts(svg: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


@pytest.mark.parametrize(
    "label",
    [
        "C:\\",
        'say \\"hi\\"',
        "\\N of \\G",
        "\\l left \\r right \\",
        "a|b{c}",
        "100% & <ok",
        "&lt;b&gt; &amp; &copy;",
        "<x> <y>",
        "<b>bold</b>",
        '"quoted"',
        "ünï → 中",
    ],
)
def test_the_text_of_the_svg_is_the_label(label: str) -> None:
    assert texts(graphs.label_svg([label])) == [label]


def test_a_line_break_makes_two_lines() -> None:
    assert texts(graphs.label_svg(["line1\nline2"])) == ["line1", "line2"]


def test_an_empty_label_and_control_characters_do_not_break_the_file() -> None:
    assert texts(graphs.label_svg([""])) == []
    assert texts(graphs.label_svg(["a\x00b\x07"])) == ["a\ufffdb\ufffd"]


def test_a_long_label_is_shortened_with_a_mark() -> None:
    (text,) = texts(graphs.label_svg(["A" * 6000]))
    assert text == "A" * (graphs.LABEL_LIMIT - 1) + "…"


def test_nodes_edges_and_links_are_those_of_the_derivation() -> None:
    derivation = small()
    drawing = graphs.draw(derivation, href=lambda key: f"?node={key[1]}", event_order={"e7": 7, "e10": 10})
    assert set(re.findall(r"xlink:href=\"([^\"]*)\"", drawing.svg)) == {
        f"?node={key[1]}" for key in derivation.nodes
    }
    visible = re.findall(r"<title>(n\d+)&#45;&gt;(n\d+)</title>\s*<path", drawing.svg)
    assert len(visible) == len(derivation.edges)
    assert not drawing.collapsed
    shown = texts(drawing.svg)
    assert "{Anser}, open" in shown
    assert "Corby" in shown
    assert "missing(complete(trip,Vera))" in shown


def test_a_link_away_from_the_site_is_refused() -> None:
    for url in ("https://example.org/", "//example.org", "javascript:alert(1)"):
        with pytest.raises(graphs.DrawingError, match="path of this site"):
            graphs.draw(small(), href=lambda _key, url=url: url)  # type: ignore[misc]


def test_a_large_derivation_collapses_and_says_how_much_is_left() -> None:
    facts: list[NodeKey] = [("fact", "trip", (f"t{index:04d}",)) for index in range(graphs.NODE_LIMIT + 50)]
    nodes = {ROOT: Node(ROOT, 3), SET: Node(SET, None), **{key: Node(key, "x") for key in facts}}
    derivation = Derivation(ROOT, nodes, ((ROOT, SET), *((SET, key) for key in facts)))
    drawing = graphs.draw(derivation)
    assert drawing.collapsed
    assert drawing.shown == 2
    assert drawing.total == len(nodes)
    assert f"{len(facts)} more nodes below, see the table" in texts(drawing.svg)


def test_case_g01_all_its_labels_in_one_drawing() -> None:
    """Case G01: the text of the SVG is the label; the long one is shortened with a mark."""
    labels = ["C:\\", 'say \\"hi\\"', "\\N of \\G", "line1\nline2", "a|b{c}", "100% & <ok", "", "A" * 20000]
    shown = texts(graphs.label_svg(labels))
    long = "A" * (graphs.LABEL_LIMIT - 1) + "…"
    assert sorted(shown) == sorted([*labels[:3], "line1", "line2", *labels[4:6], long])
