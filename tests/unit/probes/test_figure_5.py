"""The diagnosis of Figure 5 of the paper, from the gold derivation to its figures (spec 7.6, AC-7.3)."""

from __future__ import annotations

import pytest

from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.states import NOT_KNOWN, State
from probes.diagnosis.dag import DiagnosticDag, ProbeVerdicts
from probes.diagnosis.dimensions import Dimension, answered, dimension
from probes.diagnosis.frontier import FailureClass, FrontierEntry, depths, frontier, wrong_edges
from probes.diagnosis.recovery import Recovery, Source, load_bearing, recover
from probes.diagnosis.totals import DiagnosedQuery, FailedNode, faults, totals
from scenarios.generators.worked_example import bundle
from tests.factories.diagnostic_dags import Diagnosable, World, diagnosable

COUNT, OUTSIDE, GRUS = "n_outside(Vera)", "outside(Vera)", "country(Grus)"
DEST, CITY_IN = "dest(Grus)", "city_in(Corby)"
EDGES = {
    COUNT: {OUTSIDE},
    OUTSIDE: {"trip(Vera)", "home(Vera)", "country(Anser)", GRUS, "country(Ibex)"},
    GRUS: {DEST, CITY_IN},
    "country(Anser)": {"dest(Anser)", "city_in(Lunmar)"},
    "country(Ibex)": {"dest(Ibex)", "city_in(Halewick)"},
    "home(Vera)": {"based_in(Vera)", "city_in(Ashfell)"},
}
THREE = State("answerable", 3)
#: Wrong answers in the context of the parent, and when asked for directly.
INHERITED = {
    (COUNT, OUTSIDE): State("answerable", ["Anser", "Grus", "Ibex"]),
    (OUTSIDE, GRUS): State("answerable", "Drossel"),
    (GRUS, DEST): State("answerable", "Halewick"),
    (GRUS, CITY_IN): NOT_KNOWN,
}
TARGETED = {
    OUTSIDE: State("answerable", ["Anser", "Grus", "Ibex"]),
    GRUS: State("answerable", "Drossel"),
    DEST: State("answerable", "Halewick"),
}


@pytest.fixture(scope="module")
def worked() -> Diagnosable:
    scenario = bundle().scenarios[0]
    query = scenario.queries[0]
    found = diagnosable(World.of_scenario(scenario), query.goal, query.cutoff)
    assert found is not None
    return found


def said(of: Diagnosable) -> ProbeVerdicts:
    return ProbeVerdicts(
        root=False,
        inherited={edge: edge not in INHERITED for edge in of.dag.edges},
        targeted={node: node not in TARGETED for node in of.dag.probes},
    )


def recovered(of: Diagnosable, *, gold: bool) -> Recovery:
    return recover(
        of.dag,
        targeted_right=said(of).targeted,
        targeted_answers={**of.gold_states, **TARGETED},
        gold_states=of.gold_states,
        combine=of.combine,
        gold=gold,
    )


def states(of: Recovery) -> dict[str, tuple[Source, str, object]]:
    return {step.node: (step.source, step.state.label, step.state.answer) for step in of.steps}


def test_the_diagnostic_dag(worked: Diagnosable) -> None:
    dag: DiagnosticDag = worked.dag
    assert {node: set(below) for node, below in dag.children.items() if below} == EDGES
    assert len(dag.probes) == 14
    assert depths(dag) == {
        COUNT: 0,
        OUTSIDE: 1,
        **dict.fromkeys(EDGES[OUTSIDE], 2),
        **{leaf: 3 for parent in list(EDGES)[2:] for leaf in EDGES[parent]},
    }


def test_the_frontier(worked: Diagnosable) -> None:
    found = frontier(worked.dag, said(worked))
    assert found == (
        FrontierEntry(DEST, FailureClass.UNRETRIEVABLE, False, (GRUS,)),
        FrontierEntry(CITY_IN, FailureClass.UNGATHERED, False, (GRUS,)),
    )
    assert wrong_edges(worked.dag, said(worked)) == tuple(INHERITED)


def test_the_dimensions(worked: Diagnosable) -> None:
    tags = {}
    for entry in frontier(worked.dag, said(worked)):
        answer = answered(
            entry,
            original=THREE,
            inherited=INHERITED,
            targeted={**worked.gold_states, **TARGETED},
        )
        gold = GoldView(
            "answerable", worked.gold_states[entry.node].answer, "entity", known_names=("Halewick",)
        )
        obsolete = {DEST: ["Halewick"]}.get(entry.node, [])
        kind = worked.dag.nodes[entry.node].kind
        tags[entry.node] = dimension(entry.failure, kind, answer, gold=gold, obsolete=obsolete)
    assert tags == {DEST: Dimension.EVOLUTION, CITY_IN: Dimension.ACCESS}


def test_self_evidence_keeps_the_obsolete_destination_and_stays_unknown(worked: Diagnosable) -> None:
    found = recovered(worked, gold=False)
    targeted, combined = Source.TARGETED, Source.COMBINED
    assert states(found) == {
        "trip(Vera)": (targeted, "answerable", ["Anser", "Grus", "Ibex"]),
        "home(Vera)": (targeted, "answerable", "Corvia"),
        "country(Anser)": (targeted, "answerable", "Meleth"),
        DEST: (targeted, "answerable", "Halewick"),
        CITY_IN: (targeted, "answerable", "Corvia"),
        GRUS: (combined, "unknown", None),
        "country(Ibex)": (targeted, "answerable", "Drossel"),
        OUTSIDE: (combined, "unknown", None),
        COUNT: (combined, "unknown", None),
    }
    assert found.root == NOT_KNOWN
    assert found.replaced == ()


def test_gold_evidence_replaces_it_and_yields_two(worked: Diagnosable) -> None:
    found = recovered(worked, gold=True)
    shown = states(found)
    assert shown[DEST] == (Source.GOLD, "answerable", "Corby")
    assert shown[CITY_IN] == (Source.TARGETED, "answerable", "Corvia")
    assert shown[GRUS] == (Source.COMBINED, "answerable", "Corvia")
    assert shown[OUTSIDE] == (Source.COMBINED, "answerable", ["Anser", "Ibex"])
    assert shown[COUNT] == (Source.COMBINED, "answerable", 2)
    assert found.root == worked.gold == State("answerable", 2)
    assert [step.node for step in found.steps] == [step.node for step in recovered(worked, gold=False).steps]
    assert load_bearing(found, self_right=False, gold_right=True) == (DEST,)


def test_its_figures(worked: Diagnosable) -> None:
    dag = worked.dag
    tags = {DEST: Dimension.EVOLUTION, CITY_IN: Dimension.ACCESS}
    nodes = tuple(
        FailedNode(dag.nodes[one.node].kind, one.failure, tags[one.node], depths(dag)[one.node])
        for one in frontier(dag, said(worked))
    )
    found = totals([DiagnosedQuery("q1", False, True, nodes, self_recovered=False, gold_recovered=True)])
    assert faults(found) == ()
    assert (found.wrong, found.frontier_nodes, found.frontier_size.value, found.depth.value) == (1, 2, 2, 3)
    assert found.load_bearing.numerator == found.gold_evidence.recovered.numerator == 1
    assert found.self_evidence.recovered.numerator == found.residual.numerator == 0
