"""Probes of a released suite: which nodes, in which words, with which gold (spec 7.1, 7.2)."""

from __future__ import annotations

import io
import json
import os
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from benchmark.floor.audit.models import AuditRecord
from benchmark.oracles.rule_combiner import RuleCombiner
from benchmark.scoring.states import State
from benchmark.scoring.subjects import Subject
from probes.diagnosis.planning import MAX_PROBES
from probes.exceptions import ProbeGoldError
from probes.models import ProbeEdge, ProbePlan, StateProbe
from probes.selectors import gold_graphs, plans
from probes.services import planning
from probes.services.probed_answers import ROOT, dag_of, plans_of
from scenarios.datalog import reference
from scenarios.datalog.derivation import Derivation
from scenarios.datalog.resolution import resolve
from scenarios.datalog.rule_goals import RULE, is_rule_goal
from scenarios.domains import registry
from scenarios.exceptions import StateRefusedError
from scenarios.generators import worked_example
from scenarios.models import DerivationEdge, Scenario, Suite
from scenarios.selectors import derivations, histories, programs
from scenarios.services import suites, versions
from tests.factories import scenarios as make
from tests.factories.mini_suite import mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def mini() -> Suite:
    """The suite mini as if released, without the checks of a release."""
    return make.released(suites.store(bundle=mini_bundle(), by=None))


@pytest.fixture
def example() -> Suite:
    return make.released(suites.store(bundle=worked_example.bundle(), by=None))


def test_all_of_mini(mini: Suite, django_assert_num_queries: Any) -> None:
    found = planning.plan_suite(suite=mini)
    assert found is not None
    assert (found.queries, found.diagnosed) == (54, round(54 * Fraction(1029, 1503)))
    assert found.probes == StateProbe.objects.count() > 200
    for scenario in mini.scenarios.all():
        _gold_is_that_of_the_reference_evaluator(scenario)
        _events_are_those_below_the_node(scenario)
        _the_rules_make_a_node_of_its_inputs(scenario)
    _one_question_has_one_text_and_another_another()
    _probes_of_rules_tell_which_is_in_force(mini)
    _plans_are_in_order_and_within_the_budget()
    _queries_for_other_versions_are_left_out()
    _the_counts_are_those_of_the_rows(mini, found)
    _a_second_call_leaves_everything_alone(mini)
    with django_assert_num_queries(3):
        plans.of_suite(mini)
    for scenario in mini.scenarios.all():
        with django_assert_num_queries(3):
            gold_graphs.of_scenario(scenario)


def _probes_of(scenario: Scenario) -> list[tuple[StateProbe, Subject]]:
    rows = StateProbe.objects.filter(plan__query__scenario=scenario).select_related("plan__query", "node")
    return [(probe, Subject.of_json(probe.subject)) for probe in rows]


def _gold_is_that_of_the_reference_evaluator(scenario: Scenario) -> None:
    program, history = programs.load(scenario), histories.load(scenario)
    told: dict[tuple[object, object], object] = {}
    for probe, subject in _probes_of(scenario):
        cutoff = probe.node.cutoff
        assert cutoff == probe.plan.query.cutoff
        if is_rule_goal(subject.goal):
            continue
        key = (subject.goal, cutoff)
        if key not in told:
            gold = reference.answer(program, history, subject.goal, cutoff)
            told[key] = (gold.label.value, gold.answer)
        assert (subject.label, subject.answer) == told[key], probe.text


def _probes_of_rules_tell_which_is_in_force(mini: Suite) -> None:
    """Of clauses about all things; the suite asks for grades under both of them."""
    scenario = mini.scenarios.get(slug="mini-edu")
    words = registry.get("eduops").probe_words["rule:repeat_policy"]
    history = histories.load(scenario)
    rules = [pair for pair in _probes_of(scenario) if is_rule_goal(pair[1].goal)]
    assert rules
    for probe, subject in rules:
        text = resolve(history, probe.node.cutoff).rules[subject.goal.pred.removeprefix(RULE)]
        assert (subject.label, subject.answer) == ("answerable", words.options[text])
        assert subject.target == {"options": dict(words.options)}


def _events_are_those_below_the_node(scenario: Scenario) -> None:
    known = derivations.all_of(scenario)
    for probe, subject in _probes_of(scenario):
        derivation = known[probe.plan.query_id]
        key = (probe.node.kind, probe.node.pred, tuple(probe.node.args))
        below = Derivation(key, derivation.nodes, derivation.edges)
        reached, waiting = {key}, [key]
        for current in waiting:
            waiting += [child for child in below.children[current] if child not in reached]
            reached.update(below.children[current])
        assert subject.events == tuple(sorted(name for kind, name, _ in reached if kind == "event"))


def _the_rules_make_a_node_of_its_inputs(scenario: Scenario) -> None:
    """From the gold of inputs that are all probed, the rules derive the gold of the node: the plan leaves out
    nothing that counts. The later of two versions (T4) is beyond the rules."""
    program, history = programs.load(scenario), histories.load(scenario)
    entities = {one.name: (one.type, tuple(one.aliases)) for one in scenario.entities.all()}
    currency = registry.get(scenario.domain).currency
    made = 0
    for plan in plans_of(scenario.queries.values_list("pk", flat=True)).values():
        dag, query = dag_of(plan), plan.query
        asked = {str(probe.pk): Subject.of_json(probe.subject) for probe in plan.probes.all()}
        asked[ROOT] = Subject(query.goal, query.answer_type, query.gold.label, query.gold.answer)
        states = {node: State(one.label, one.answer) for node, one in asked.items()}
        rules = [one for one in asked.values() if is_rule_goal(one.goal)]
        combiner = RuleCombiner(
            program,
            query.cutoff,
            entities=entities,
            currency=currency,
            rules=resolve(history, query.cutoff).rules,
            options={one.goal.pred.removeprefix(RULE): one.target["options"] for one in rules},
        )
        for name, node in dag.nodes.items():
            inputs = [
                (dag.nodes[child].kind, asked[child].goal, states[child]) for child in dag.children[name]
            ]
            if not inputs or node.inputs_unprobed or node.children_sampled or asked[name].goal.version:
                continue
            found = combiner.combine(asked[name].goal, asked[name].answer_type, inputs)
            assert found == states[name], (
                asked[name].goal,
                [asked[child].goal for child in dag.children[name]],
            )
            made += 1
    assert made > 20


def _one_question_has_one_text_and_another_another() -> None:
    texts: dict[object, set[str]] = defaultdict(set)
    asked: dict[object, set[object]] = defaultdict(set)
    for probe in StateProbe.objects.select_related("node", "plan__query"):
        subject, scenario = Subject.of_json(probe.subject), probe.plan.query.scenario_id
        texts[scenario, probe.node.cutoff, subject.goal].add(probe.text)
        asked[scenario, probe.text].add((probe.node.cutoff, subject.goal))
    assert {len(found) for found in texts.values()} == {1}
    assert {len(found) for found in asked.values()} == {1}


def _plans_are_in_order_and_within_the_budget() -> None:
    for plan in ProbePlan.objects.prefetch_related("probes", "edges"):
        probes = {probe.pk: probe for probe in plan.probes.all()}
        assert [probe.position for probe in probes.values()] == list(range(1, len(probes) + 1))
        assert len(probes) <= MAX_PROBES
        assert {edge.child_id for edge in plan.edges.all()} == set(probes)
        assert any(edge.parent_id is None for edge in plan.edges.all())
        assert not {"select", "check", "event", "missing"} & {probe.kind for probe in probes.values()}


def _queries_for_other_versions_are_left_out() -> None:
    operators = set(ProbePlan.objects.values_list("query__operator", flat=True))
    assert operators
    assert not operators & {"T2", "T3"}


def _the_counts_are_those_of_the_rows(mini: Suite, found: planning.PlannedSuite) -> None:
    counted = plans.of_suite(mini)
    assert (counted.total.queries, counted.total.diagnosed) == (found.queries, found.diagnosed)
    assert counted.total.probes == found.probes == sum(counted.kinds.values())
    for parts in (counted.domains, counted.families, counted.labels):
        assert sum(part.queries for part in parts) == found.queries
        assert sum(part.diagnosed for part in parts) == found.diagnosed
        assert sum(part.probes for part in parts) == found.probes
    assert dict(Counter(StateProbe.objects.values_list("kind", flat=True))) == counted.kinds
    flagged = StateProbe.objects.filter(children_sampled=True).count()
    assert counted.sampled == flagged + ProbePlan.objects.filter(children_sampled=True).count()
    # each label of gold is diagnosed about as often
    for part in counted.labels:
        assert abs(part.diagnosed - part.queries * found.diagnosed / found.queries) < 5, part


def _a_second_call_leaves_everything_alone(mini: Suite) -> None:
    before = list(StateProbe.objects.order_by("pk").values_list("pk", "text"))
    assert planning.plan_suite(suite=mini) is None
    assert list(StateProbe.objects.order_by("pk").values_list("pk", "text")) == before
    assert AuditRecord.objects.filter(action="suite.probed").count() == 1


# ---------------------------------------------------------------- the worked example
def test_the_worked_example_is_asked_about_as_figure_5_shows(example: Suite) -> None:
    planning.plan_suite(suite=example)
    plan = ProbePlan.objects.get()
    names = {probe.pk: probe.node.node_label for probe in plan.probes.select_related("node")}
    edges: dict[str, list[str]] = defaultdict(list)
    for edge in ProbeEdge.objects.order_by("position"):
        edges[names.get(edge.parent_id, "root")].append(names[edge.child_id])
    assert edges == {
        "root": ["outside(Vera)"],
        "outside(Vera)": ["trip(Vera)", "country(Anser)", "home(Vera)", "country(Grus)", "country(Ibex)"],
        "country(Anser)": ["dest(Anser)", "city_in(Lunmar)"],
        "home(Vera)": ["based_in(Vera)", "city_in(Ashfell)"],
        "country(Grus)": ["dest(Grus)", "city_in(Corby)"],
        "country(Ibex)": ["dest(Ibex)", "city_in(Halewick)"],
    }
    grus = plan.probes.get(node__pred="country", node__args=["Grus"])
    assert grus.text.startswith("What is the country of Grus now? Answer as of ")
    assert Subject.of_json(grus.subject).events == ("e10", "e2")


def test_a_budget_leaves_inputs_out(example: Suite) -> None:
    planning.plan_suite(suite=example, max_probes=6)
    plan = ProbePlan.objects.get()
    assert plan.probes.count() == 6
    unprobed = plan.probes.filter(inputs_unprobed=True)
    assert {probe.kind for probe in unprobed} == {"derived"}
    assert unprobed.count() == 4
    assert plans.of_suite(example).unprobed == 4


def test_a_gold_that_is_not_the_state_of_its_node_stores_nothing() -> None:
    scenario = make.scenario()
    make.action(make.event(scenario, 1), value="Lunmar")
    query = make.query(scenario, goal_pred="country", family="semantic", operator="S2")
    root = make.node(scenario, "derived", "country", "Grus", state="unknown")
    fact = make.node(scenario, "fact", "dest", "Grus", state="Corby")
    DerivationEdge.objects.create(parent=root, child=fact, position=0)
    make.gold(query, root=root)
    versions.rebuild(scenario=scenario)
    with pytest.raises(ProbeGoldError, match=r"fact dest Grus .* has the state 'Corby' .* 'Lunmar'"):
        planning.plan_suite(suite=make.released(scenario.suite))
    assert not StateProbe.objects.exists()


def test_no_share_is_no_plan(example: Suite) -> None:
    found = planning.plan_suite(suite=example, share=Fraction(0))
    assert found == planning.PlannedSuite(queries=1, eligible=1, diagnosed=0, probes=0)
    assert plans.of_suite(example).total.each is None


# ---------------------------------------------------------------- the command
def test_the_command_plans_and_prints(example: Suite) -> None:
    out = io.StringIO()
    call_command("probes", example.slug, "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert found["suite"] == example.slug
    assert found["total"] == {
        "name": example.slug, "queries": 1, "diagnosed": 1, "probes": 14, "share": 1.0, "probes_each": 14.0,
    }  # fmt: skip
    assert found["paper"] == {
        "name": "paper (other data)",
        "queries": 1503,
        "diagnosed": 1029,
        "probes": 2818,
        "share": pytest.approx(0.6846, abs=1e-4),
        "probes_each": pytest.approx(2.74, abs=0.005),
        "note": "other data",
    }
    assert found["kinds"] == {"collection": 1, "derived": 4, "derived_set": 1, "fact": 8}
    out = io.StringIO()
    call_command("probes", example.slug, stdout=out)
    lines = [line.split() for line in out.getvalue().splitlines()]
    assert " ".join(lines[0]).endswith("beside the totals of the paper (other data):")
    assert lines[3] == [example.slug, "1", "1", "100.0%", "(1/1)", "14", "14.00"]
    assert lines[4] == ["paper", "(other", "data)", "1,503", "1,029", "68.5%", "(1029/1503)", "2,818", "2.74"]


def test_a_suite_without_gold_has_nothing_to_share() -> None:
    empty = make.released(make.suite())
    out = io.StringIO()
    call_command("probes", empty.slug, stdout=out)
    assert out.getvalue().splitlines()[3].split() == [empty.slug, "0", "0", "n/a", "0", "n/a"]


def test_a_draft_is_refused() -> None:
    draft = make.suite()
    with pytest.raises(StateRefusedError, match="release it"):
        planning.plan_suite(suite=draft)
    with pytest.raises(CommandError, match="release it"):
        call_command("probes", draft.slug)


def test_two_calls_at_once_wait_for_each_other() -> None:
    suite = make.released(make.suite())
    settings = connection.settings_dict
    with (
        psycopg.connect(os.environ["DATABASE_URL"], dbname=settings["NAME"], autocommit=False) as other,
        connection.cursor() as cursor,
    ):
        other.execute("SELECT pg_advisory_xact_lock(%s, %s)", [planning.LOCK, suite.pk])
        cursor.execute("SET LOCAL lock_timeout = '150ms'")
        with pytest.raises(OperationalError, match="lock timeout"):
            planning.plan_suite(suite=suite)
