"""Recoveries: how they walk a DAG, and what the rules make of gold on the suite ``mini`` (spec 7.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from benchmark.scoring.states import NOT_KNOWN, State
from probes.diagnosis.dag import DiagnosticDag, ProbedNode
from probes.diagnosis.recovery import Recovery, Source, Step, load_bearing, recover
from scenarios.datalog.derivation import NodeKind
from scenarios.generators.derive.suites import MINI
from tests.factories.diagnostic_dags import Diagnosable, all_diagnosable
from tests.factories.mini_suite import built

GOLD, SAID, MADE = Source.GOLD, Source.TARGETED, Source.COMBINED


def dag(edges: str) -> DiagnosticDag:
    """``edges`` as ``r: a b, a: s``, the root first."""
    children = {name.strip(): below.split() for name, below in (part.split(":") for part in edges.split(","))}
    names = list(dict.fromkeys([*children, *(one for below in children.values() for one in below)]))
    nodes = {name: ProbedNode(name, NodeKind.DERIVED) for name in names}
    return DiagnosticDag(names[0], nodes, tuple((v, u) for v, below in children.items() for u in below))


class Spelled:
    """Combines by writing down what it was given, and counts how often each node is combined."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __call__(self, node: str, inputs: Sequence[tuple[str, State]]) -> State:
        self.calls.append(node)
        return State(
            "answerable", f"{node}({','.join(f'{child}={state.answer}' for child, state in inputs)})"
        )


def walk(
    edges: str, *, wrong: str = "", gold: bool = False, combine: Spelled | None = None
) -> Mapping[str, tuple[Source, str]]:
    of = dag(edges)
    found = recover(
        of,
        targeted_right={node: node not in wrong.split() for node in of.probes},
        targeted_answers={
            node: State("answerable", node.upper() if node in wrong.split() else node) for node in of.probes
        },
        gold_states={node: State("answerable", f"gold {node}") for node in of.probes},
        combine=combine or Spelled(),
        gold=gold,
    )
    return {step.node: (step.source, step.state.answer) for step in found.steps}


# ---------------------------------------------------------------- the walk
def test_it_stops_at_nodes_that_are_right_when_asked_directly() -> None:
    assert walk("r: a b, a: s, b: s") == {"a": (SAID, "a"), "b": (SAID, "b"), "r": (MADE, "r(a=a,b=b)")}


@pytest.mark.parametrize("gold", [False, True])
def test_what_is_above_a_stopping_node_is_combined_and_a_wrong_inner_answer_is_dropped(gold: bool) -> None:
    assert walk("r: a b, a: s, b: s", wrong="a", gold=gold) == {
        "s": (SAID, "s"),
        "a": (MADE, "a(s=s)"),
        "b": (SAID, "b"),
        "r": (MADE, "r(a=a(s=s),b=b)"),
    }


def test_a_wrong_leaf_keeps_its_answer_or_takes_gold() -> None:
    below = "r: a, a: s t"
    kept, replaced = walk(below, wrong="a s"), walk(below, wrong="a s", gold=True)
    assert kept["s"] == (SAID, "S")
    assert replaced["s"] == (GOLD, "gold s")
    assert kept["t"] == replaced["t"] == (SAID, "t")
    assert replaced["r"] == (MADE, "r(a=a(s=gold s,t=t))")


def test_a_wrong_node_with_inputs_never_takes_gold() -> None:
    assert walk("r: a, a: s", wrong="a s", gold=True)["a"][0] is MADE
    assert walk("r: a, a: s", wrong="a", gold=True)["a"] == (MADE, "a(s=s)")


def test_a_shared_node_is_computed_once_and_the_root_comes_last() -> None:
    combine = Spelled()
    found = walk("r: a b, a: s, b: s, s: t", wrong="a b s", combine=combine)
    assert combine.calls == ["s", "a", "b", "r"]
    assert list(found) == ["t", "s", "a", "b", "r"]


def test_without_inputs_of_the_root_it_is_not_applicable() -> None:
    alone = DiagnosticDag("r", {"r": ProbedNode("r", NodeKind.FACT)}, ())
    empty: dict[str, State] = {}
    found = recover(
        alone, targeted_right={}, targeted_answers=empty, gold_states=empty, combine=Spelled(), gold=True
    )
    assert found == Recovery()
    assert found.root is None


def test_a_probe_without_an_answer_is_an_incomplete_diagnosis() -> None:
    with pytest.raises(KeyError):
        recover(
            dag("r: a"),
            targeted_right={"a": True},
            targeted_answers={},
            gold_states={},
            combine=Spelled(),
            gold=False,
        )


@pytest.mark.parametrize(
    ("self_right", "gold_right", "expected"),
    [(False, True, ("s",)), (True, True, ()), (False, False, ()), (True, False, ())],
)
def test_evidence_is_load_bearing_where_gold_alone_repairs(
    self_right: bool, gold_right: bool, expected: tuple[str, ...]
) -> None:
    steps = (Step("t", SAID, NOT_KNOWN), Step("s", GOLD, NOT_KNOWN), Step("r", MADE, NOT_KNOWN))
    assert load_bearing(Recovery(steps), self_right=self_right, gold_right=gold_right) == expected


# ---------------------------------------------------------------- laws, by the rules
@pytest.fixture(scope="module", params=[config.slug for config in MINI.scenarios])
def scenario(request: pytest.FixtureRequest) -> dict[str, Diagnosable]:
    """The diagnosable queries of a scenario by id, everything in their derivations probed. Which of two facts
    is the later (T4) is left out: no answer to a probe tells it."""
    found = dict(all_diagnosable(built(request.param).scenario))
    return {query: one for query, one in found.items() if one.goal.version is None}


def rebuilt(of: Diagnosable, right: Mapping[str, bool], *, gold: bool) -> Recovery:
    """A recovery of a system that says "unknown" where it is wrong."""
    return recover(
        of.dag,
        targeted_right=right,
        targeted_answers={node: of.gold_states[node] if right[node] else NOT_KNOWN for node in of.dag.probes},
        gold_states=of.gold_states,
        combine=of.combine,
        gold=gold,
    )


def test_where_all_targeted_answers_are_right_self_evidence_finds_the_gold_answer(
    scenario: dict[str, Diagnosable],
) -> None:
    assert len(scenario) >= 12
    for query, of in scenario.items():
        found = rebuilt(of, dict.fromkeys(of.dag.probes, True), gold=False)
        assert found.root == of.gold, query
        assert {step.source for step in found.steps[:-1]} == {SAID}


def test_where_all_are_wrong_gold_evidence_finds_the_gold_answer_from_the_leaves(
    scenario: dict[str, Diagnosable],
) -> None:
    for query, of in scenario.items():
        found = rebuilt(of, dict.fromkeys(of.dag.probes, False), gold=True)
        states = {step.node: step.state for step in found.steps}
        assert states == {**of.gold_states, of.dag.root: of.gold}, query
        assert set(found.replaced) == {node for node in of.dag.probes if not of.dag.children[node]}


def test_whatever_is_wrong_gold_evidence_repairs_what_the_rules_derive(
    scenario: dict[str, Diagnosable],
) -> None:
    for query, of in scenario.items():
        rng = Random(query)
        for _ in range(3):
            right = {node: rng.uniform(0, 1) < 0.5 for node in of.dag.probes}
            assert rebuilt(of, right, gold=True).root == of.gold, query


def test_where_all_are_unknown_self_evidence_claims_nothing_that_is_not_so(
    scenario: dict[str, Diagnosable],
) -> None:
    unknown = 0
    for query, of in scenario.items():
        found = rebuilt(of, dict.fromkeys(of.dag.probes, False), gold=False)
        assert found.root in (NOT_KNOWN, of.gold), query
        unknown += found.root == NOT_KNOWN
    assert unknown > len(scenario) / 2
