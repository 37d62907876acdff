"""The failure frontier by hand and, on random DAGs, by trying all paths (spec 7.4, AC-7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from probes.diagnosis.dag import DiagnosticDag, ProbedNode, ProbeVerdicts
from probes.diagnosis.frontier import FailureClass, FrontierEntry, depths, frontier, wrong_edges
from scenarios.datalog.derivation import NodeKind

K = NodeKind
UNGATHERED, UNRETRIEVABLE, MISDERIVED = FailureClass
#: root→{a, b}, a→s, b→s
DIAMOND = "r: a b, a: s, b: s"


def dag(edges: str, **nodes: NodeKind | ProbedNode) -> DiagnosticDag:
    """``edges`` as ``r: a b, a: s``, the root first; a node is derived unless ``nodes`` says otherwise."""
    children = {name.strip(): below.split() for name, below in (part.split(":") for part in edges.split(","))}
    names = list(dict.fromkeys([*children, *(one for below in children.values() for one in below)]))
    made = {}
    for name in names:
        node = nodes.get(name, K.DERIVED)
        made[name] = node if isinstance(node, ProbedNode) else ProbedNode(name, node)
    return DiagnosticDag(names[0], made, tuple((v, u) for v, below in children.items() for u in below))


def verdicts(
    of: DiagnosticDag, wrong: str = "", *, untold: Iterable[str] = (), root: bool = False
) -> ProbeVerdicts:
    """``wrong``: edges as ``a|r s|a`` (child, parent); ``untold``: nodes wrong when asked directly."""
    edges = {tuple(reversed(text.split("|"))) for text in wrong.split()}
    assert edges <= set(of.edges)
    return ProbeVerdicts(
        root=root,
        inherited={edge: edge not in edges for edge in of.edges},
        targeted={node: node not in set(untold) for node in of.probes},
    )


def shown(entries: Iterable[FrontierEntry]) -> dict[str, tuple[str, ...]]:
    return {entry.node: entry.via for entry in entries}


# ---------------------------------------------------------------- nodes with several parents
@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ("a|r s|a", {"s": ("a",)}),
        ("a|r", {"a": ("r",)}),
        ("a|r b|r s|a", {"b": ("r",), "s": ("a",)}),
        ("a|r b|r s|a s|b", {"s": ("a", "b")}),
        ("s|a s|b", {"r": ()}),
        ("", {"r": ()}),
    ],
)
def test_correctness_sits_on_edges(wrong: str, expected: dict[str, tuple[str, ...]]) -> None:
    of = dag(DIAMOND)
    assert shown(frontier(of, verdicts(of, wrong))) == expected


@pytest.mark.parametrize("wrong", ["", "a|r s|a", "a|r b|r s|a s|b"])
def test_a_right_answer_has_no_frontier(wrong: str) -> None:
    of = dag(DIAMOND)
    assert frontier(of, verdicts(of, wrong, root=True)) == ()
    assert wrong_edges(of, verdicts(of, wrong, root=True)) == ()


def test_entries_stand_breadth_first_and_the_edges_in_the_order_followed() -> None:
    of = dag("r: a b, a: x, b: y, x: z")
    found = verdicts(of, "a|r b|r x|a y|b z|x")
    assert [entry.node for entry in frontier(of, found)] == ["y", "z"]
    assert wrong_edges(of, found) == (("r", "a"), ("r", "b"), ("a", "x"), ("b", "y"), ("x", "z"))


def test_a_parent_that_is_met_after_the_node_itself_is_listed_too() -> None:
    of = dag("r: s a, a: b, b: s")
    assert shown(frontier(of, verdicts(of, "s|r a|r b|a s|b"))) == {"s": ("r", "b")}


def test_edges_below_a_right_one_are_not_followed() -> None:
    of = dag("r: a, a: b, b: c")
    found = verdicts(of, "c|b")
    assert wrong_edges(of, found) == ()
    assert shown(frontier(of, found)) == {"r": ()}


# ---------------------------------------------------------------- classes and flags
@pytest.mark.parametrize("kind", [K.FACT, K.RULE, K.COLLECTION])
def test_a_recorded_state_that_is_wrong_when_asked_directly_is_unretrievable(kind: NodeKind) -> None:
    of = dag("r: a", a=kind)
    (entry,) = frontier(of, verdicts(of, "a|r", untold=["a"]))
    assert entry.failure is UNRETRIEVABLE


@pytest.mark.parametrize("kind", [K.DERIVED, K.DERIVED_SET, K.AGGREGATE, K.SELECT])
def test_a_derived_state_that_is_wrong_when_asked_directly_is_misderived(kind: NodeKind) -> None:
    of = dag("r: a", a=kind)
    (entry,) = frontier(of, verdicts(of, "a|r", untold=["a"]))
    assert entry.failure is MISDERIVED


@pytest.mark.parametrize("kind", [K.FACT, K.RULE, K.COLLECTION, K.DERIVED, K.DERIVED_SET, K.AGGREGATE])
def test_what_is_right_when_asked_directly_is_ungathered(kind: NodeKind) -> None:
    of = dag("r: a", a=kind)
    (entry,) = frontier(of, verdicts(of, "a|r"))
    assert entry.failure is UNGATHERED


@pytest.mark.parametrize("kind", [K.AGGREGATE, K.SELECT, K.FACT])
def test_a_root_whose_inputs_are_right_is_misderived_whatever_its_kind(kind: NodeKind) -> None:
    of = dag("r: a", r=kind)
    assert frontier(of, verdicts(of)) == (FrontierEntry("r", MISDERIVED, False, ()),)


@pytest.mark.parametrize("untold", [(), ("a",)])
@pytest.mark.parametrize("flag", ["inputs_unprobed", "children_sampled"])
def test_a_node_whose_inputs_were_not_all_asked_about_keeps_its_class_and_is_flagged(
    flag: str, untold: tuple[str, ...]
) -> None:
    flagged = ProbedNode("a", K.DERIVED_SET, **{flag: True})
    of = dag("r: a b, a: c", a=flagged)
    found = frontier(of, verdicts(of, "a|r b|r", untold=untold))
    assert [(entry.node, entry.unverified) for entry in found] == [("a", True), ("b", False)]
    assert found[0].failure is (MISDERIVED if untold else UNGATHERED)


def test_a_verdict_that_is_missing_is_an_incomplete_diagnosis() -> None:
    of = dag("r: a b", a=K.FACT)
    without_edge = ProbeVerdicts(root=False, inherited={("r", "a"): False}, targeted={"a": True, "b": True})
    with pytest.raises(KeyError):
        frontier(of, without_edge)
    without_node = ProbeVerdicts(
        root=False, inherited={("r", "a"): False, ("r", "b"): True}, targeted={"b": True}
    )
    with pytest.raises(KeyError):
        frontier(of, without_node)


# ---------------------------------------------------------------- depths
def test_depth_is_the_longest_way_from_the_root() -> None:
    assert depths(dag("r: a s, a: b, b: s")) == {"r": 0, "a": 1, "b": 2, "s": 3}
    assert depths(dag(DIAMOND)) == {"r": 0, "a": 1, "b": 1, "s": 2}


# ---------------------------------------------------------------- against all paths
def drawn(rng: Random) -> DiagnosticDag:
    """A random DAG of up to nine nodes in which every node is reached from the root."""
    size = rng.randint(1, 9)
    names = [f"n{number}" for number in range(size)]
    edges = {(rng.choice(names[:number]), names[number]) for number in range(1, size)}
    density = rng.uniform(0, 0.6)
    edges |= {(v, u) for k, u in enumerate(names) for v in names[:k] if rng.uniform(0, 1) < density}
    nodes = {name: ProbedNode(name, rng.choice(list(K))) for name in names}
    order = sorted(edges)
    rng.shuffle(order)
    return DiagnosticDag(names[0], nodes, tuple(order))


def paths(of: DiagnosticDag, start: str) -> Iterator[tuple[str, ...]]:
    """Every path from a node down, the one of the node alone included."""
    yield (start,)
    for parent, child in of.edges:
        if parent == start:
            for rest in paths(of, child):
                yield (start, *rest)


def by_all_paths(of: DiagnosticDag, found: ProbeVerdicts) -> dict[str, set[str]]:
    """The paper's condition, word for word: the ends of paths that are wrong at every step, all of whose
    children are right; each with the nodes before it on such a path."""
    ends: dict[str, set[str]] = {}
    for path in paths(of, of.root):
        steps = list(zip(path, path[1:], strict=False))
        if found.root or any(found.inherited[step] for step in steps):
            continue
        if all(found.inherited[edge] for edge in of.edges if edge[0] == path[-1]):
            ends.setdefault(path[-1], set()).update(path[-2:-1])
    return ends


def longest(of: DiagnosticDag) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in paths(of, of.root):
        found[path[-1]] = max(found.get(path[-1], 0), len(path) - 1)
    return found


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_it_is_what_all_paths_together_give(first: int) -> None:
    seen = 0
    for number in range(first, first + 50):
        rng = Random(number)
        of = drawn(rng)
        wrong = rng.uniform(0.2, 0.9)
        found = ProbeVerdicts(
            root=rng.uniform(0, 1) < 0.1,
            inherited={edge: rng.uniform(0, 1) >= wrong for edge in of.edges},
            targeted={node: rng.uniform(0, 1) < 0.5 for node in of.probes},
        )
        entries = frontier(of, found)
        expected = by_all_paths(of, found)
        assert {entry.node: set(entry.via) for entry in entries} == expected, number
        assert len(entries) == len({entry.node for entry in entries})
        assert depths(of) == longest(of)
        seen += len(expected) > 1
    assert seen > 3, "the draws have frontiers of several nodes"
