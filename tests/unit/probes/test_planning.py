"""Which nodes are probed: AC-7.1 on random graphs, on the worked example, and by hand (spec 7.1, 7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from probes.diagnosis.dag import DiagnosticDag
from probes.diagnosis.planning import GoldGraph, GoldNode, plan
from scenarios.datalog.derivation import Derivation, NodeKind
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import evaluate
from scenarios.generators.worked_example import bundle

K = NodeKind
NEVER = {K.SELECT, K.CHECK, K.EVENT, K.MISSING}
INNER = {K.DERIVED, K.DERIVED_SET, K.AGGREGATE}


def graph(root: str, edges: str, **kinds: NodeKind) -> GoldGraph:
    """``edges`` as ``root: a b, a: c``; a node is derived unless ``kinds`` says otherwise."""
    children = {
        name.strip(): tuple(below.split()) for name, below in (part.split(":") for part in edges.split(","))
    }
    names = {root, *children, *(child for below in children.values() for child in below)}
    nodes = {name: GoldNode(name, kinds.get(name, K.DERIVED), name, ()) for name in names}
    return GoldGraph(root, nodes, children)


def of_derivation(derivation: Derivation) -> GoldGraph:
    """A derivation of the engine, its nodes named by their labels."""
    names = {
        key: node.label if node.kind is not K.COLLECTION else f"all {node.label}"
        for key, node in derivation.nodes.items()
    }
    nodes = {
        names[key]: GoldNode(names[key], node.kind, key[1], key[2], node.state, node.meta)
        for key, node in derivation.nodes.items()
    }
    children = {names[key]: tuple(names[c] for c in below) for key, below in derivation.children.items()}
    return GoldGraph(names[derivation.root], nodes, children)


def edges_of(dag: DiagnosticDag) -> dict[str, set[str]]:
    return {name: set(below) for name, below in dag.children.items() if below}


# ---------------------------------------------------------------- the worked example
@pytest.fixture(scope="module")
def worked() -> DiagnosticDag:
    scenario = bundle().scenarios[0]
    history = History.of([action for event in scenario.events for action in event.actions])
    program = load_program(scenario.program, "figure3")
    query = next(query for query in scenario.queries if query.id == "q1")
    found = evaluate(program, history, query.goal, query.cutoff)
    dag = plan(of_derivation(found.derivation), seed=7)
    assert dag is not None
    return dag


def test_the_worked_example_has_the_diagnostic_dag_of_figure_5(worked: DiagnosticDag) -> None:
    countries = {"country(Anser)", "country(Grus)", "country(Ibex)"}
    assert edges_of(worked) == {
        "n_outside(Vera)": {"outside(Vera)"},
        "outside(Vera)": {"all trip(Vera)", "home(Vera)", *countries},
        "home(Vera)": {"based_in(Vera)", "city_in(Ashfell)"},
        "country(Anser)": {"dest(Anser)", "city_in(Lunmar)"},
        "country(Grus)": {"dest(Grus)", "city_in(Corby)"},
        "country(Ibex)": {"dest(Ibex)", "city_in(Halewick)"},
    }
    assert len(worked.probes) == 14
    assert not any(node.inputs_unprobed or node.children_sampled for node in worked.nodes.values())


def test_nodes_stand_breadth_first(worked: DiagnosticDag) -> None:
    depth = {worked.root: 0}
    for name in worked.nodes:
        for child in worked.children[name]:
            depth.setdefault(child, depth[name] + 1)
    assert [depth[name] for name in worked.nodes] == sorted(depth.values())


# ---------------------------------------------------------------- what is probed
def test_nodes_that_are_not_asked_about_are_passed_through():
    kinds = {"select": K.SELECT, "fact": K.FACT, "check": K.CHECK, "e1": K.EVENT}
    found = plan(graph("q", "q: select, select: fact check, fact: e1", **kinds), seed=1)
    assert found is not None
    assert found.edges == (("q", "fact"),)
    assert found.nodes["fact"].kind is K.FACT


def test_members_and_completeness_are_asked_about_by_their_collection_alone():
    found = plan(
        GoldGraph(
            "q",
            {
                "q": GoldNode("q", K.DERIVED_SET, "q"),
                "trips": GoldNode("trips", K.COLLECTION, "trip", ("Vera",)),
                "m1": GoldNode("m1", K.FACT, "trip", ("Vera", "Anser")),
                "c": GoldNode("c", K.FACT, "complete", ("trip", "Vera")),
                "signed": GoldNode("signed", K.DERIVED, "signed", ("Anser",)),
                "other": GoldNode("other", K.FACT, "trip", ("Otto", "Lynx")),
            },
            {"q": ("trips", "signed"), "trips": ("m1", "c"), "signed": ("m1", "other")},
        ),
        seed=1,
    )
    assert found is not None
    # what reads a member of a collection that is asked about rests on that collection
    assert edges_of(found) == {"q": {"trips", "signed"}, "signed": {"trips", "other"}}


def test_a_node_without_a_question_of_its_own_is_passed_through():
    gold = graph("q", "q: exempt, exempt: rule", rule=K.RULE)
    nodes = {**gold.nodes, "exempt": GoldNode("exempt", K.DERIVED, "exempt", asked=False)}
    found = plan(GoldGraph("q", nodes, gold.children), seed=1)
    assert found is not None
    assert found.edges == (("q", "rule"),)


def test_aggregates_below_the_root_are_probed():
    kinds = {"q": K.AGGREGATE, "total": K.AGGREGATE, "all": K.COLLECTION}
    found = plan(graph("q", "q: total, total: all", **kinds), seed=1)
    assert found is not None
    assert found.edges == (("q", "total"), ("total", "all"))


def version_graph(mark: str) -> GoldGraph:
    root = GoldNode("q", K.DERIVED, f"price@{mark}")
    gold = graph("q", "q: s1 s2, s1: a, s2: b", s1=K.SELECT, s2=K.SELECT, a=K.FACT, b=K.FACT)
    return GoldGraph("q", {**gold.nodes, "q": root}, gold.children)


def test_the_later_of_two_has_two_facts_and_other_versions_are_not_diagnosed():
    later = plan(version_graph("later"), seed=1)
    assert later is not None
    assert later.edges == (("q", "a"), ("q", "b"))
    assert plan(version_graph("previous"), seed=1) is None
    assert plan(version_graph("2031-05-01T23:59:59Z"), seed=1) is None


@pytest.mark.parametrize("kind", [K.RULE, K.FACT, K.COLLECTION])
def test_a_query_for_what_is_recorded_has_nothing_below_it_to_ask(kind: NodeKind):
    assert plan(graph("q", "q: e1", q=kind, e1=K.EVENT), seed=1) is None


# ---------------------------------------------------------------- the budget
def test_inputs_that_do_not_fit_are_sampled_with_one_of_each_kind():
    facts = [f"f{n}" for n in range(20)]
    kinds = {"q": K.DERIVED_SET, "all": K.COLLECTION, "r": K.RULE, **dict.fromkeys(facts, K.FACT)}
    gold = graph("q", f"q: {' '.join(facts)} all r", **kinds)
    seen = set()
    for seed in range(6):
        found = plan(gold, seed=seed)
        assert found is not None
        assert found.nodes["q"].children_sampled
        assert not found.nodes["q"].inputs_unprobed
        assert len(found.probes) == 4
        assert {found.nodes[name].kind for name in found.probes} == {K.COLLECTION, K.RULE, K.FACT}
        seen.add(found.probes)
    assert len(seen) > 1
    assert plan(gold, seed=3) == plan(gold, seed=3)


def test_a_node_beyond_the_budget_stays_a_leaf():
    gold = graph("q", "q: a b, a: c d e f g, b: h", h=K.FACT)
    found = plan(gold, seed=1, max_probes=3)
    assert found is not None
    assert found.probes == ("a", "b", "h")
    assert found.nodes["a"].inputs_unprobed
    assert not found.nodes["a"].children_sampled
    assert not found.nodes["b"].inputs_unprobed


def test_an_input_that_is_probed_already_costs_nothing():
    found = plan(graph("q", "q: a b, a: s, b: s", s=K.FACT), seed=1, max_probes=3)
    assert found is not None
    assert set(found.edges) == {("q", "a"), ("q", "b"), ("a", "s"), ("b", "s")}


def test_a_budget_below_a_sample_is_used_up_by_the_root():
    kinds = {"q": K.DERIVED_SET, "a": K.COLLECTION, "b": K.RULE, "c": K.FACT, "d": K.FACT}
    found = plan(graph("q", "q: a b c d", **kinds), seed=1, max_probes=2)
    assert found is not None
    assert len(found.probes) == 2
    assert found.nodes["q"].children_sampled


def test_no_budget_is_refused():
    with pytest.raises(ValueError, match="at most 0 probes"):
        plan(graph("q", "q: a"), seed=1, max_probes=0)


# ---------------------------------------------------------------- AC-7.1 on random graphs
def random_graph(rng: Random) -> GoldGraph:
    """A DAG of up to 60 nodes of all kinds, members and completeness under collections."""
    size = rng.randint(2, 60)
    nodes = {"n0": GoldNode("n0", rng.choice([K.DERIVED, K.AGGREGATE, K.DERIVED_SET]), "root")}
    children: dict[str, list[str]] = {}
    kinds = [*INNER, K.COLLECTION, K.FACT, K.RULE, K.SELECT, K.CHECK, K.EVENT, K.MISSING]
    for number in range(1, size):
        name, kind = f"n{number}", rng.choice(kinds)
        nodes[name] = GoldNode(name, kind, rng.choice("abc"), (name,), asked=rng.random() > 0.1)
        above = [other for other in nodes if other != name and nodes[other].kind in INNER | {K.SELECT}]
        for parent in rng.sample(above, min(len(above), rng.randint(1, 3))):
            children.setdefault(parent, []).append(name)
        if kind is K.COLLECTION:
            for member in range(rng.randint(0, 3)):
                fact = f"{name}m{member}"
                nodes[fact] = GoldNode(fact, K.FACT, "complete" if not member else "a", (fact,))
                children.setdefault(name, []).append(fact)
                if rng.random() < 0.4:
                    children.setdefault(rng.choice(above), []).append(fact)
    return GoldGraph("n0", nodes, {name: tuple(below) for name, below in children.items()})


def holders(gold: GoldGraph) -> dict[str, str]:
    """Member and completeness facts, with the collection that each stands in."""
    return {
        child: name
        for name, node in gold.nodes.items()
        if node.kind is K.COLLECTION
        for child in gold.children.get(name, ())
    }


def paths(gold: GoldGraph, start: str) -> Iterator[list[str]]:
    """All paths downwards from a node, written out; a member is read as its collection, and recorded things
    lead no further."""
    if gold.nodes[start].kind not in INNER | {K.SELECT}:
        return
    holder = holders(gold)
    for child in gold.children.get(start, ()):
        step = holder.get(child, child)
        yield [step]
        for rest in paths(gold, step):
            yield [step, *rest]


@pytest.mark.parametrize("seed", range(150))
def test_plans_of_random_graphs_hold_to_their_definition(seed: int):
    gold = random_graph(Random(seed))
    most = Random(seed).choice([1, 4, 8, 16])
    dag = plan(gold, seed=seed, max_probes=most)
    members = set(holders(gold))
    askable = {
        name
        for name, node in gold.nodes.items()
        if name != "n0" and node.asked and node.kind not in NEVER and name not in members
    }
    reachable = {path[-1] for path in paths(gold, "n0")} & askable
    if dag is None:
        assert not reachable
        return
    assert set(dag.probes) <= askable
    assert 1 <= len(dag.probes) <= most
    probed = set(dag.nodes)
    for name in probed:
        wanted = {
            path[-1]
            for path in paths(gold, name)
            if path[-1] in probed and not any(inner in probed for inner in path[:-1])
        }
        assert set(dag.children[name]) == wanted, name
    assert list(dag.nodes)[0] == "n0"
    assert reached(dag) == probed
    assert_flags(gold, dag, askable)


def reached(dag: DiagnosticDag) -> set[str]:
    """What can be reached from the root; a cycle would never end, as each node is left once all are done."""
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, "a cycle"
        if name not in order:
            order.append(name)
            for child in dag.children[name]:
                visit(child, (*above, name))

    visit(dag.root, ())
    return set(order)


def assert_flags(gold: GoldGraph, dag: DiagnosticDag, askable: set[str]) -> None:
    """A node is flagged iff an input that could be asked about is not, and by how many are."""
    for name, node in dag.nodes.items():
        inputs = {
            path[-1]
            for path in paths(gold, name)
            if path[-1] in askable and not any(inner in askable for inner in path[:-1])
        }
        left_out, kept = inputs - set(dag.nodes), inputs & set(dag.nodes)
        assert node.inputs_unprobed is bool(left_out and not kept)
        assert node.children_sampled is bool(left_out and kept)
