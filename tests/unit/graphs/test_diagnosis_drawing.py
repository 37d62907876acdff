"""The drawing of a diagnosis: answers by glyph, words and outline; the frontier ringed; wrong ways heavy."""

from __future__ import annotations

import html
import re

import pytest

from probes import graphs as drawing
from probes.graphs import ProbedState, Said, Verdict
from scenarios import graphs
from scenarios.datalog.derivation import Derivation, Node, NodeKey

ROOT: NodeKey = ("aggregate", "n_outside", ("Vera",))
SET: NodeKey = ("derived_set", "outside", ("Vera",))
COUNTRY: NodeKey = ("derived", "country", ("Grus",))
SELECT: NodeKey = ("select", "select", ("dest", "Grus"))
DEST: NodeKey = ("fact", "dest", ("Grus",))
CITY: NodeKey = ("fact", "city_in", ("Corby",))
NEW: NodeKey = ("event", "e10", ())
ATLAS: NodeKey = ("event", "e2", ())
OLD: NodeKey = ("event", "e7", ())


def gold() -> Derivation:
    nodes = {
        ROOT: Node(ROOT, 2),
        SET: Node(SET, {"members": ["Anser", "Ibex"], "undecided": [], "open": False}),
        COUNTRY: Node(COUNTRY, "Corvia"),
        SELECT: Node(SELECT, "Corby"),
        DEST: Node(DEST, "Corby"),
        CITY: Node(CITY, "Corvia"),
        NEW: Node(NEW, None),
        ATLAS: Node(ATLAS, None),
    }
    edges = (
        (ROOT, SET),
        (SET, COUNTRY),
        (COUNTRY, SELECT),
        (SELECT, DEST),
        (COUNTRY, CITY),
        (DEST, NEW),
        (CITY, ATLAS),
    )
    return Derivation(ROOT, nodes, edges)


def wrong(words: str) -> Said:
    return Said(Verdict.WRONG, words)


def right(words: str) -> Said:
    return Said(Verdict.RIGHT, words)


UNKNOWN = Said(Verdict.UNKNOWN, "unknown")
UNASKED = Said(Verdict.UNASKED, "not asked")
STATES = {
    ROOT: ProbedState(wrong("3")),
    SET: ProbedState(right("Anser, Ibex"), (("n_outside(Vera)", right("Anser, Ibex")),)),
    COUNTRY: ProbedState(wrong("Drossel"), (("outside(Vera)", wrong("Drossel")),)),
    DEST: ProbedState(wrong("Halewick"), (("country(Grus)", wrong("Halewick")),), "unretrievable, Evolution"),
    CITY: ProbedState(right("Corvia"), (("country(Grus)", UNKNOWN),), "ungathered, Access"),
}
EDGES = ((ROOT, SET), (SET, COUNTRY), (COUNTRY, DEST), (COUNTRY, CITY))
FOLLOWED = ((SET, COUNTRY), (COUNTRY, DEST), (COUNTRY, CITY))


def svg_nodes(svg: str) -> dict[str, dict[str, object]]:
    """Classes, words, and outlines of each node by its first word."""
    found = {}
    for part in re.findall(r'<g id="node\d+" class="node[^"]*">.*?</g>\s*(?:</g>\s*</g>|</g>)', svg, re.S):
        words = [html.unescape(one) for one in re.findall(r"<text[^>]*>([^<]*)</text>", part)]
        classes = html.unescape(re.search(r'class="([^"]*)"', part)[1]).split()  # type: ignore[index]
        shapes = re.findall(r"<(?:polygon|path)[^>]*>", part)
        found[words[0]] = {"classes": classes, "words": words, "shapes": shapes}
    return found


def heavy(svg: str) -> set[tuple[str, str]]:
    """The heavy edges by the first words of their ends."""
    names = {}
    for title, text in re.findall(
        r'<g id="node\d+"[^>]*>\s*<title>([^<]*)</title>.*?<text[^>]*>([^<]*)</text>', svg, re.S
    ):
        names[title] = html.unescape(text)
    edges = re.findall(r'<g id="edge\d+" class="edge is&#45;heavy">\s*<title>([^<]*)</title>', svg)
    pairs = (html.unescape(title).split("->") for title in edges)
    return {(names[parent], names[child]) for parent, child in pairs}


def test_each_probed_node_says_both_answers_by_glyph_and_words() -> None:
    nodes = svg_nodes(drawing.draw(gold(), STATES, EDGES, FOLLOWED).svg)
    assert nodes["n_outside(Vera)"]["words"] == ["n_outside(Vera)", "2", "answered ✕ 3"]
    assert nodes["outside(Vera)"]["words"] == [
        "outside(Vera)",
        "{Anser, Ibex}, closed",
        "asked ✓, inherited ✓",
    ]
    assert nodes["dest(Grus)"]["words"] == [
        "dest(Grus)",
        "Corby",
        "◎ lost: unretrievable, Evolution",
        "asked ✕ Halewick",
        "inherited ✕ Halewick",
    ]
    assert nodes["city_in(Corby)"]["words"][-2:] == ["asked ✓", "inherited ○ unknown"]  # type: ignore[index]
    assert nodes["select(dest,Grus)"]["words"] == ["select(dest,Grus)", "Corby"]


def test_the_frontier_is_ringed_and_the_target_keeps_its_rings() -> None:
    lost_root = {**STATES, ROOT: ProbedState(wrong("3"), lost="misderived, Composition")}
    plain = svg_nodes(drawing.draw(gold(), STATES, EDGES, FOLLOWED).svg)
    assert [len(plain[name]["shapes"]) for name in ("country(Grus)", "dest(Grus)", "n_outside(Vera)")] == [  # type: ignore[arg-type]
        1,
        2,
        2,
    ]
    nodes = svg_nodes(drawing.draw(gold(), lost_root, EDGES, ()).svg)
    assert len(nodes["n_outside(Vera)"]["shapes"]) == 3  # type: ignore[arg-type]
    assert {name for name, one in plain.items() if "is-frontier" in one["classes"]} == {  # type: ignore[operator]
        "dest(Grus)",
        "city_in(Corby)",
    }


@pytest.mark.parametrize(
    ("state", "name", "outline"),
    [
        (ProbedState(right("x"), (("p", right("x")),)), "right", r'stroke="black" points'),
        (ProbedState(right("x"), (("p", wrong("y")),)), "wrong", r'stroke-width="2"'),
        (ProbedState(UNKNOWN, (("p", UNASKED),)), "unknown", r'stroke-dasharray="5,2"'),
        (ProbedState(UNASKED, (("p", right("x")),)), "unasked", r'stroke-dasharray="1,5"'),
    ],
)
def test_the_worst_verdict_is_told_by_the_outline_without_colour(
    state: ProbedState, name: str, outline: str
) -> None:
    nodes = svg_nodes(drawing.draw(gold(), {DEST: state}, (), ()).svg)
    assert f"says-{name}" in nodes["dest(Grus)"]["classes"]  # type: ignore[operator]
    shape = nodes["dest(Grus)"]["shapes"][0]  # type: ignore[index]
    assert re.search(outline, shape), shape


def test_of_several_parents_each_has_its_line_and_of_many_there_are_counts() -> None:
    two = ProbedState(right("x"), (("a", right("x")), ("b", wrong("y"))))
    assert drawing.state_lines(two) == ("asked ✓", "for a ✓", "for b ✕ y")
    many = ProbedState(right("x"), (("a", right("x")), ("b", wrong("y")), ("c", UNKNOWN), ("d", wrong("z"))))
    assert drawing.state_lines(many) == ("asked ✓", "for 4 parents: ✕ 2, ○ 1, ✓ 1")
    assert drawing.state_lines(ProbedState(UNASKED, (("a", UNASKED),))) == (
        "asked – not asked",
        "inherited – not asked",
    )


def test_wrong_ways_are_heavy_also_through_what_was_not_asked() -> None:
    assert heavy(drawing.draw(gold(), STATES, EDGES, FOLLOWED).svg) == {
        ("outside(Vera)", "country(Grus)"),
        ("country(Grus)", "select(dest,Grus)"),
        ("select(dest,Grus)", "dest(Grus)"),
        ("country(Grus)", "city_in(Corby)"),
    }
    assert heavy(drawing.draw(gold(), STATES, EDGES, ()).svg) == set()


def test_a_way_between_probed_nodes_does_not_run_through_a_third() -> None:
    found = drawing.heavy_edges(gold(), STATES, [(SET, DEST)])
    assert found == frozenset(), "the only way leads through country(Grus), which was asked about"


def test_the_record_that_misled_hangs_below_what_it_cost() -> None:
    shown = drawing.draw(
        gold(), STATES, EDGES, FOLLOWED, misleading={DEST: ["e7"]}, event_order={"e7": 7, "e10": 10}
    )
    nodes = svg_nodes(shown.svg)
    assert nodes["e7"]["words"] == ["e7", "✕ misled"]
    assert "is-misleading" in nodes["e7"]["classes"]  # type: ignore[operator]
    assert ("dest(Grus)", "e7") in heavy(shown.svg)
    assert not shown.collapsed
    assert "is-misleading" not in nodes["e10"]["classes"]  # type: ignore[operator]


def test_hostile_answers_stay_letters() -> None:
    for words in ('</text><script>x</script>"', "\\N of \\G", "<b>bold</b>", "a|b{c}", "&lt;"):
        state = {DEST: ProbedState(wrong(words), (("country(Grus)", wrong(words)),))}
        svg = drawing.draw(gold(), state, (), ()).svg
        assert svg_nodes(svg)["dest(Grus)"]["words"][2] == f"asked ✕ {words}"  # type: ignore[index]
        assert "<script" not in svg
        assert "<b>" not in svg


def test_without_links_there_are_none_and_links_away_are_refused() -> None:
    assert "xlink:href" not in drawing.draw(gold(), STATES, EDGES, FOLLOWED).svg
    linked = drawing.draw(gold(), STATES, EDGES, FOLLOWED, href=lambda key: f"?node={key[1]}").svg
    assert linked.count("xlink:href") == len(gold().nodes)
    with pytest.raises(graphs.DrawingError, match="path of this site"):
        drawing.draw(gold(), STATES, EDGES, FOLLOWED, href=lambda key: "https://example.org/")


def test_a_large_derivation_is_drawn_as_what_was_asked() -> None:
    derivation = gold()
    crowd: list[NodeKey] = [("fact", "trip", (f"t{n:04}",)) for n in range(graphs.NODE_LIMIT)]
    large = Derivation(
        ROOT,
        {**derivation.nodes, **{key: Node(key, "true") for key in crowd}},
        (*derivation.edges, *((SET, key) for key in crowd)),
    )
    shown = drawing.draw(large, STATES, EDGES, FOLLOWED, misleading={DEST: ["e7"]})
    assert set(svg_nodes(shown.svg)) == {graph_label(key) for key in STATES} | {"e7"}
    assert heavy(shown.svg) == {
        ("outside(Vera)", "country(Grus)"),
        ("country(Grus)", "dest(Grus)"),
        ("country(Grus)", "city_in(Corby)"),
        ("dest(Grus)", "e7"),
    }
    assert shown.collapsed
    assert (shown.shown, shown.total) == (6, len(large.nodes))


def graph_label(key: NodeKey) -> str:
    return Node(key, None).label
