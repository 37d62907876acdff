"""The diagnosis as a run makes it: probes asked and read in both contexts, frontier and recoveries stored."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Max, Min
from django.utils import timezone

from benchmark.models import Answer, Question, ReadingItem, Run, RunStatus, SutContext
from benchmark.services import draining, runs
from probes.models import Diagnosis, DiagnosisStatus, ProbeEdge, ProbePlan, StateProbe
from scenarios.models import DerivationNode, Query, Suite
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import InfrastructureError
from tests.factories import diagnosed as figures
from tests.factories import runs as make
from tests.factories import scripted_probes
from tests.factories.scripted_probes import ROOT, UNKNOWN, ToldAnswers

pytestmark = pytest.mark.django_db(transaction=True)


def as_told(value: Any) -> Any:
    """An answer of the Figure-5 tables as the scripted reader takes it."""
    return UNKNOWN if value is figures.UNKNOWN else value


@pytest.fixture
def figure_5() -> tuple[Suite, ProbePlan]:
    """The worked example with the plan of its first query alone."""
    suite = figures.example_suite()
    query = Query.objects.get(scenario__suite=suite, label="q1")
    plan, _ = figures.figure_5_plan(query)
    return suite, plan


def told(plan: ProbePlan, **fields: Any) -> ToldAnswers:
    """The probe answers of spec 7.6: the system says 3."""
    return ToldAnswers(
        plan,
        original=3,
        targeted={node: as_told(value) for node, value in figures.WRONG_TARGETED.items()},
        inherited={edge: as_told(value) for edge, value in figures.WRONG_INHERITED.items()},
        **fields,
    )


def walked(run: Run) -> Run:
    """The run after its work was done here."""
    draining.work(until=timezone.now() + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run


def only_diagnosis(run: Run, plan: ProbePlan) -> Diagnosis:
    return Diagnosis.objects.get(answer__context__variant__run=run, plan=plan)


def steps(diagnosis: Diagnosis, kind: str) -> list[tuple[str, str]]:
    rows = diagnosis.recoveries.filter(kind=kind).select_related("probe__node").order_by("position")
    return [(row.probe.node.node_label if row.probe else ROOT, row.source) for row in rows]


def test_figure_5_comes_out_of_a_run(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suite, plan = figure_5
    answers = told(plan)
    log = tmp_path / "asked.jsonl"
    system = scripted_probes.system(suite, log=str(log))
    run = walked(
        make.launch(suite, system, reader=scripted_probes.reader(monkeypatch, answers), parts=("probes",))
    )
    assert run.status == RunStatus.DONE, run.message

    found = only_diagnosis(run, plan)
    assert (found.status, found.correct) == (DiagnosisStatus.DONE, False)
    frontier = [
        (node.probe.node.node_label, node.failure, node.dimension, node.load_bearing)
        for node in found.frontier.select_related("probe__node")
    ]
    assert frontier == [
        ("dest(Grus)", "unretrievable", "evolution", True),
        ("city_in(Corby)", "ungathered", "access", False),
    ]
    grus = found.frontier.get(failure="unretrievable")
    assert grus.misleading == ["e7"], "the record of the booking that e10 replaced"
    assert [StateProbe.objects.get(pk=parent).node.node_label for parent in grus.via] == ["country(Grus)"]

    assert (found.self_recovered, found.gold_recovered, found.reason) == (False, True, "")
    for kind in ("self", "gold"):
        assert steps(found, kind) == [(node, source) for node, source, _ in figures.RECOVERIES[kind]]
    root = found.recoveries.get(kind="gold", probe=None)
    assert (root.state, root.correct) == ({"label": "answerable", "answer": 2}, True)
    assert found.recoveries.get(kind="self", probe=None).state["label"] == "unknown"

    # One retrieval a probe, one targeted answer a probe, one inherited answer an edge, and the split.
    probes, edges = plan.probes.count(), plan.edges.count()
    asked = [line for line in map(json.loads, log.read_text().splitlines()) if line["op"] == "asked"]
    queries = Query.objects.filter(scenario__suite=suite).count()
    assert len(asked) == probes + queries
    kinds = Answer.objects.filter(context__variant__run=run, question__query=plan.query)
    assert kinds.filter(condition="alone", question__kind="probe").count() == probes
    assert kinds.filter(condition="inherited").count() == edges
    split = kinds.get(condition="split")
    assert split.context.question.kind == "query"
    assert len(answers.calls) == len(set(answers.calls)), "nothing is read twice"


def test_the_split_joins_the_contexts_of_the_roots_inputs(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5
    seen: list[list[str]] = []

    class Watching(ToldAnswers):
        def read(self, question: Question, request: AnswerRequest) -> Any:
            if question.node_id is None and question.query_id == plan.query_id:
                seen.append([item.text for item in request.items])
            return super().read(question, request)

    answers = Watching(plan)
    make_run = make.launch(
        suite,
        scripted_probes.system(suite),
        reader=scripted_probes.reader(monkeypatch, answers),
        parts=("probes",),
        budget=1,
    )
    assert walked(make_run).status == RunStatus.DONE
    assert seen == [[], ["context of outside(Vera)"]], "alone is cut to the budget, the split is not"


def test_a_model_combines_from_the_inputs_alone(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5
    told_of: dict[str, list[str]] = {}

    def combined(question: Question, request: AnswerRequest) -> Any:
        name = answers.name(question)
        told_of[name] = [item.text for item in request.items]
        return {ROOT: 2, "outside(Vera)": ["Anser", "Ibex"], "country(Grus)": "Corvia"}[name]

    answers = told(plan, combined=combined)
    reader = scripted_probes.reader(monkeypatch, answers, by_rules=False)
    run = walked(make.launch(suite, scripted_probes.system(suite), reader=reader, parts=("probes",)))
    found = only_diagnosis(run, plan)
    assert (found.self_recovered, found.gold_recovered, found.combiner) == (True, True, reader)
    assert told_of.keys() == {ROOT, "outside(Vera)", "country(Grus)"}
    questions = {probe.node.node_label: probe.text for probe in plan.probes.select_related("node")}
    assert [text.splitlines()[0] for text in told_of["country(Grus)"]] == [
        f"Question: {questions['dest(Grus)']}",
        f"Question: {questions['city_in(Corby)']}",
    ]
    assert 'Answer: {"label": "answerable", "answer": "Corby"}' in told_of["country(Grus)"][0], "by gold"
    assert found.recoveries.get(kind="self", probe=None).raw


def test_a_run_ends_though_the_model_never_combines(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5

    def combined(question: Question, request: AnswerRequest) -> Any:
        raise InfrastructureError("the model is away")

    monkeypatch.setattr("benchmark.services.attempts.BACKOFF_SECONDS", (0.0,))
    for module in ("benchmark.services.reading", "probes.services.diagnosing"):
        monkeypatch.setattr(f"{module}.AGAIN_AFTER", timedelta(milliseconds=1))
    reader = scripted_probes.reader(monkeypatch, told(plan, combined=combined), by_rules=False)
    run = make.launch(suite, scripted_probes.system(suite), reader=reader, parts=("probes",))
    for _ in range(5):
        run = walked(run)
    assert run.status == RunStatus.INCOMPLETE
    assert "the model is away" in run.message
    assert not Diagnosis.objects.filter(answer__context__variant__run=run, plan=plan).exists()


def test_a_probe_that_stays_unscored_leaves_the_diagnosis_open_until_it_is_resumed(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5
    away = [True]

    def before(context: str, question: str) -> None:
        if away[0] and (context, question) == ("country(Grus)", "dest(Grus)"):
            raise InfrastructureError("the model is away")

    answers = told(plan, before=before)
    monkeypatch.setattr("benchmark.services.attempts.BACKOFF_SECONDS", (0.0,))
    reader = scripted_probes.reader(monkeypatch, answers)
    run = walked(make.launch(suite, scripted_probes.system(suite), reader=reader, parts=("probes",)))
    assert run.status == RunStatus.INCOMPLETE
    found = only_diagnosis(run, plan)
    assert (found.status, found.frontier.count(), found.gold_recovered) == ("incomplete", 0, None)

    away[0] = False
    before_resume = len(answers.calls)
    run = walked(runs.resume(run=run, by=None))
    assert run.status == RunStatus.DONE, run.message
    assert answers.calls[before_resume:] == [("country(Grus)", "dest(Grus)")], "nothing is read again"
    found = only_diagnosis(run, plan)
    assert (found.status, found.frontier.count(), found.gold_recovered) == ("done", 2, True)
    assert Diagnosis.objects.filter(answer__context__variant__run=run).count() == 1


def test_a_right_answer_has_no_frontier_and_nothing_to_recover(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5
    answers = ToldAnswers(plan, targeted={"dest(Grus)": "Halewick"})
    run = walked(
        make.launch(
            suite,
            scripted_probes.system(suite),
            reader=scripted_probes.reader(monkeypatch, answers),
            parts=("probes",),
        )
    )
    found = only_diagnosis(run, plan)
    assert (found.correct, found.self_recovered, found.gold_recovered) == (True, None, None)
    assert found.frontier.count() == found.recoveries.count() == 0


VECTORS = {
    "i": ({(ROOT, "a"): 0, (ROOT, "b"): 1, ("a", "s"): 0, ("b", "s"): 1}, {"s": ["a"]}),
    "ii": ({(ROOT, "a"): 0, (ROOT, "b"): 1, ("a", "s"): 1, ("b", "s"): 1}, {"a": [ROOT]}),
    "iii": ({(ROOT, "a"): 0, (ROOT, "b"): 0, ("a", "s"): 0, ("b", "s"): 1}, {"s": ["a"], "b": [ROOT]}),
    "iv": ({(ROOT, "a"): 0, (ROOT, "b"): 0, ("a", "s"): 0, ("b", "s"): 0}, {}),
}


def diamond() -> tuple[Suite, ProbePlan]:
    """A query with inputs a and b that share their input s, all recorded facts."""
    suite = make.suite(events=3, questions=1)
    query = Query.objects.get(scenario__suite=suite)
    plan = ProbePlan.objects.create(query=query, created_at=timezone.now())
    probes = {}
    for position, name in enumerate(("a", "b", "s"), 1):
        node = DerivationNode.objects.create(
            scenario=query.scenario,
            cutoff=query.cutoff,
            kind="fact",
            pred="dest",
            args=[name],
            key_text=f"fact {name}",
            state=name.upper(),
        )
        probes[name] = figures.state_probe(plan, node, position=position)
    edges = [(None, "a"), (None, "b"), ("a", "s"), ("b", "s")]
    for position, (parent, child) in enumerate(edges):
        ProbeEdge.objects.create(
            plan=plan, parent=probes[parent] if parent else None, child=probes[child], position=position
        )
    return suite, plan


@pytest.mark.parametrize("vector", VECTORS)
def test_a_node_with_several_parents_is_reached_by_wrong_edges_only(
    vector: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts, expected = VECTORS[vector]
    suite, plan = diamond()

    def label(name: str) -> str:
        return name and f"dest({name})"

    answers = ToldAnswers(
        plan,
        original="wrong" if vector != "iv" else scripted_probes.RIGHT,
        inherited={
            (label(parent), label(child)): "wrong" for (parent, child), right in verdicts.items() if not right
        },
    )
    run = walked(
        make.launch(
            suite,
            scripted_probes.system(suite),
            reader=scripted_probes.reader(monkeypatch, answers),
            parts=("probes",),
        )
    )
    found = only_diagnosis(run, plan)
    ids = {probe.pk: probe.node.args[0] for probe in plan.probes.select_related("node")}
    frontier = {
        ids[node.probe_id]: [ids[parent] if parent else ROOT for parent in node.via]
        for node in found.frontier.all()
        if node.probe_id
    }
    assert frontier == expected
    assert all(node.failure == "ungathered" for node in found.frontier.all())


def test_late_work_waits_for_all_the_rest(
    figure_5: tuple[Suite, ProbePlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, plan = figure_5
    reader = scripted_probes.reader(monkeypatch, told(plan))
    run = make.launch(suite, scripted_probes.system(suite), reader=reader, parts=("probes",))
    runs.cancel(run=run, by=None)
    run = walked(runs.resume(run=run, by=None))
    assert run.status == RunStatus.DONE
    items = ReadingItem.objects.filter(run=run)
    late = items.filter(condition__in=["split", "diagnosis"])
    ended = items.exclude(pk__in=late).aggregate(last=Max("finished_at"))["last"]
    begun = late.aggregate(first=Min("started_at"))["first"]
    assert ended is not None
    assert begun is not None
    assert ended <= begun
    assert SutContext.objects.filter(variant__run=run).count() == Question.objects.filter(run=run).count()
