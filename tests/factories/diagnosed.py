"""Diagnosed answers as rows: the worked example with its two lost nodes (spec 7.6), and plain ones."""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.management import call_command
from django.utils import timezone

from benchmark.models import Answer, IngestVariant, Question, Run, SutContext
from benchmark.scoring.subjects import Subject
from probes.models import Diagnosis, FrontierNode, ProbeEdge, ProbePlan, Recovery, StateProbe
from scenarios.datalog.syntax import Goal
from scenarios.models import DerivationNode, Query, Suite
from scenarios.selectors import browsing, derivations
from sut_adapters.models import SystemUnderTest

_steps = itertools.count(1)
UNKNOWN = object()
"""An answer labelled unknown."""

#: D_q of the worked example in reading order (spec 7.6): parent, children; the root is ``""``.
FIGURE_5: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", ("outside(Vera)",)),
    (
        "outside(Vera)",
        ("trip(Vera)", "country(Anser)", "home(Vera)", "country(Grus)", "country(Ibex)"),
    ),
    ("country(Anser)", ("dest(Anser)", "city_in(Lunmar)")),
    ("home(Vera)", ("based_in(Vera)", "city_in(Ashfell)")),
    ("country(Grus)", ("dest(Grus)", "city_in(Corby)")),
    ("country(Ibex)", ("dest(Ibex)", "city_in(Halewick)")),
)
OLD = ["e9", "e7", "e8", "e6", "e5", "e3", "e4", "e1"]
"""What the system hands back for the question: the old booking of Grus, no record of Corby."""
#: Contexts by probe where they differ from what the question gets.
CONTEXTS: Mapping[str, list[str]] = {
    "country(Grus)": ["e7", "e4", "e9"],
    "dest(Grus)": ["e7", "e9", "e8"],
    "city_in(Corby)": ["e2", "e1", "e3"],
}
WRONG_INHERITED: Mapping[tuple[str, str], Any] = {
    ("", "outside(Vera)"): ["Anser", "Grus", "Ibex"],
    ("outside(Vera)", "country(Grus)"): "Drossel",
    ("country(Grus)", "dest(Grus)"): "Halewick",
    ("country(Grus)", "city_in(Corby)"): UNKNOWN,
}
WRONG_TARGETED: Mapping[str, Any] = {
    "outside(Vera)": ["Anser", "Grus", "Ibex"],
    "country(Grus)": "Drossel",
    "dest(Grus)": "Halewick",
}
_TARGETED = [("trip(Vera)", "targeted"), ("country(Anser)", "targeted"), ("home(Vera)", "targeted")]
#: Node, source, state of each recovery in the order of computing; True is the gold state.
RECOVERIES: Mapping[str, Sequence[tuple[str, str, Any]]] = {
    "self": [
        *((name, source, True) for name, source in _TARGETED),
        ("dest(Grus)", "targeted", "Halewick"),
        ("city_in(Corby)", "targeted", True),
        ("country(Grus)", "combined", UNKNOWN),
        ("country(Ibex)", "targeted", True),
        ("outside(Vera)", "combined", UNKNOWN),
        ("", "combined", UNKNOWN),
    ],
    "gold": [
        *((name, source, True) for name, source in _TARGETED),
        ("dest(Grus)", "gold", True),
        ("city_in(Corby)", "targeted", True),
        ("country(Grus)", "combined", True),
        ("country(Ibex)", "targeted", True),
        ("outside(Vera)", "combined", True),
        ("", "combined", True),
    ],
}


@dataclass
class Diagnosed:
    """A diagnosed answer, and the probes of its plan by the label of their node."""

    run: Run
    variant: IngestVariant
    query: Query
    answer: Answer
    diagnosis: Diagnosis
    probes: dict[str, StateProbe] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The page of the diagnosis."""
        return f"/runs/{self.run.pk}/diagnosis/{self.answer.pk}/"


def example_suite() -> Suite:
    """The released suite of the worked example, open to all who are signed in."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    Suite.objects.filter(slug="worked-example").update(is_open=True)
    return Suite.objects.get(slug="worked-example")


def variant(suite: Suite, system: str = "bm25", *, run: Run | None = None, **fields: Any) -> IngestVariant:
    """A system that has walked the suite in a finished run."""
    now = timezone.now()
    run = run or Run.objects.create(
        suite=suite,
        suite_version=suite.version,
        suite_hash=suite.content_hash,
        title="A diagnosed run",
        status="done",
        reader="symbolic",
        reader_knows=["rules", "templates"],
        budget=4000,
        created_at=now,
        started_at=now,
        finished_at=now,
    )
    row, _ = SystemUnderTest.objects.get_or_create(name=system, defaults={"adapter": "scripted"})
    return IngestVariant.objects.create(
        **{
            "run": run,
            "system": row,
            "adapter": row.adapter,
            "adapter_version": "1",
            "knows": [],
            "id_salt": "s",
            **fields,
        }
    )


def worked_example(of: IngestVariant | None = None) -> Diagnosed:
    """The answer 3 to the worked example, its frontier and both recoveries (spec 7.6)."""
    of = of or variant(example_suite())
    query = Query.objects.get(scenario__suite=of.run.suite, label="q1")
    plan, probes = figure_5_plan(query)
    texts = browsing.texts_by_label(query.scenario, query.scenario.events.values_list("label", flat=True))

    def records(labels: Sequence[str]) -> list[dict[str, Any]]:
        return [{"text": texts[label].text, "events": [label], "score": None} for label in labels]

    root = ask(of, query, None)
    contexts = {"": context(of, root, records(OLD))}
    for name, probe in probes.items():
        contexts[name] = context(of, ask(of, query, probe), records(CONTEXTS.get(name, OLD)))
    original = answer(contexts[""], 3, correct=False, citations=["e9", "e7"])
    answer(contexts[""], 3, correct=False, condition="split")
    for name, probe in probes.items():
        said = WRONG_TARGETED.get(name, probe.subject["answer"])
        answer(contexts[name], said, correct=name not in WRONG_TARGETED, label=probe.subject["label"])
    for edge in plan.edges.select_related("child__node", "parent__node"):
        parent = edge.parent.node.node_label if edge.parent else ""
        child = edge.child.node.node_label
        said = WRONG_INHERITED.get((parent, child), edge.child.subject["answer"])
        answer(
            contexts[parent],
            said,
            question=contexts[child].question,
            condition="inherited",
            correct=(parent, child) not in WRONG_INHERITED,
            label=edge.child.subject["label"],
        )
    diagnosis = diagnose(original, plan, self_recovered=False, gold_recovered=True, combiner="RuleCombiner 1")
    via = [probes["country(Grus)"].pk]
    frontier(
        diagnosis,
        probes["dest(Grus)"],
        "unretrievable",
        "evolution",
        via=via,
        misleading=["e7"],
        load_bearing=True,
    )
    frontier(diagnosis, probes["city_in(Corby)"], "ungathered", "access", via=via, position=2)
    for kind, steps in RECOVERIES.items():
        recovery(diagnosis, kind, steps, probes)
    return Diagnosed(of.run, of, query, original, diagnosis, probes)


def figure_5_plan(query: Query) -> tuple[ProbePlan, dict[str, StateProbe]]:
    """The plan of the worked example; a second system shares it."""
    _, ids = derivations.with_ids(query)
    nodes = DerivationNode.objects.in_bulk(list(ids.values()))
    by_label = {node.node_label: node for node in nodes.values() if node.kind != "event"}
    plan, made = ProbePlan.objects.get_or_create(query=query, defaults={"created_at": timezone.now()})
    names = [child for _, children in FIGURE_5 for child in children]
    if made:
        probes = {
            name: state_probe(plan, by_label[name], position=position)
            for position, name in enumerate(names, start=1)
        }
        edges = [(parent, child) for parent, children in FIGURE_5 for child in children]
        for position, (parent, child) in enumerate(edges):
            ProbeEdge.objects.create(
                plan=plan, parent=probes.get(parent), child=probes[child], position=position
            )
    return plan, {probe.node.node_label: probe for probe in plan.probes.select_related("node")}


def state_probe(plan: ProbePlan, node: DerivationNode, *, position: int = 1) -> StateProbe:
    """A question about a node, its gold taken from the node's state."""
    state = node.state["members"] if isinstance(node.state, dict) else node.state
    subject = Subject(
        goal=Goal(node.pred, tuple(node.args)),
        answer_type="set" if isinstance(state, list) else "entity",
        label="answerable",
        answer=state,
    )
    return StateProbe.objects.create(
        plan=plan,
        node=node,
        position=position,
        kind=node.kind,
        text=f"What is {node.node_label} now?",
        subject=subject.as_json(),
    )


def ask(of: IngestVariant, query: Query, probe: StateProbe | None) -> Question:
    """The question of a query, or of a probe, in the run of a variant; shared by the systems of the run."""
    given = {
        "run": of.run,
        "scenario": query.scenario,
        "query": query,
        "kind": "probe" if probe else "query",
        "node": probe.node if probe else None,
    }
    rest = {
        "seq": probe.position if probe else 0,
        "cutoff": query.cutoff,
        "text": probe.text if probe else "The question?",
        "subject": probe.subject if probe else None,
    }
    return Question.objects.get_or_create(**given, defaults=rest)[0]


def context(of: IngestVariant, question: Question, items: list[dict[str, Any]]) -> SutContext:
    """What the system handed back for a question."""
    return SutContext.objects.create(
        variant=of,
        scenario=question.scenario,
        question=question,
        step=next(_steps),
        position=min(11, question.scenario.events.count()),
        items=items,
        event_labels=[label for item in items for label in item["events"]],
        tokens=40,
        created_at=timezone.now(),
    )


def answer(of: SutContext, said: Any, *, correct: bool, label: str = "answerable", **fields: Any) -> Answer:
    """A scored answer; to the context's own question, read alone, unless told otherwise."""
    unknown = said is UNKNOWN
    return Answer.objects.create(
        **{
            "context": of,
            "question": of.question,
            "condition": "alone",
            "status": "ok",
            "label": "unknown" if unknown else label,
            "answer": None if unknown else said,
            "correct": correct,
            "label_correct": not unknown,
            "items_used": len(of.items),
            "tokens": of.tokens,
            "created_at": timezone.now(),
            **fields,
        }
    )


def diagnose(of: Answer, plan: ProbePlan, **fields: Any) -> Diagnosis:
    """The row of a diagnosis, without frontier and recoveries."""
    return Diagnosis.objects.create(
        **{
            "answer": of,
            "plan": plan,
            "status": "done",
            "correct": bool(of.correct),
            "created_at": timezone.now(),
            **fields,
        }
    )


def frontier(
    of: Diagnosis, probe: StateProbe | None, failure: str, dimension: str, **fields: Any
) -> FrontierNode:
    """A node of the frontier; the root without a probe."""
    return FrontierNode.objects.create(
        **{
            "diagnosis": of,
            "probe": probe,
            "kind": probe.kind if probe else "aggregate",
            "failure": failure,
            "dimension": dimension,
            "depth": 3 if probe else 0,
            "position": 1,
            **fields,
        }
    )


def recovery(
    of: Diagnosis, kind: str, steps: Sequence[tuple[str, str, Any]], probes: Mapping[str, StateProbe]
) -> None:
    """The steps of one recovery: node, source, state (True: the gold state)."""
    gold = of.plan.query.gold
    for position, (name, source, said) in enumerate(steps):
        probe = probes[name] if name else None
        own = (
            {"label": probe.subject["label"], "answer": probe.subject["answer"]}
            if probe
            else {"label": gold.label, "answer": gold.answer}
        )
        lost = {"label": "unknown", "answer": None}
        state = own if said is True else lost if said is UNKNOWN else {"label": "answerable", "answer": said}
        Recovery.objects.create(
            diagnosis=of,
            kind=kind,
            probe=probe,
            position=position,
            source=source,
            state=state,
            correct=said is True,
        )


def plain(of: IngestVariant, query: Query, *, correct: bool = False, **fields: Any) -> Diagnosis:
    """The diagnosis of a query with one probe, its root's fact; wrong ones have it ungathered and are
    repaired by both recoveries unless ``fields`` of the frontier node and the diagnosis say otherwise."""
    plan, made = ProbePlan.objects.get_or_create(query=query, defaults={"created_at": timezone.now()})
    if made:
        probe = state_probe(plan, query.gold.root)
        ProbeEdge.objects.create(plan=plan, parent=None, child=probe, position=0)
    probe = plan.probes.order_by("position")[0]
    given = context(of, ask(of, query, None), [])
    said = answer(given, "Corby" if correct else "Lunmar", correct=correct)
    recovered: dict[str, Any] = {} if correct else {"self_recovered": True, "gold_recovered": True}
    own = {
        name: fields.pop(name) for name in ("status", "self_recovered", "gold_recovered") if name in fields
    }
    row = diagnose(said, plan, **{**recovered, **own})
    if not correct and row.status == "done":
        failure, dimension = fields.pop("failure", "ungathered"), fields.pop("dimension", "access")
        frontier(row, probe, failure, dimension, **{"depth": 1, **fields})
    return row


def planted(of: IngestVariant, query: Query, marker: str) -> Diagnosis:
    """The answer that a run gave to a query, diagnosed as wrong: one probe, its answers, the frontier and a
    recovery, the marker in every state and reason."""
    root = query.gold.root
    plan = ProbePlan.objects.create(query=query, created_at=timezone.now())
    probe = state_probe(plan, root.child_edges.order_by("position")[0].child)
    ProbeEdge.objects.create(plan=plan, parent=None, child=probe, position=0)
    original = Answer.objects.get(context__variant=of, question__query=query, question__kind="query")
    given = context(of, ask(of, query, probe), [{"text": marker, "events": ["e0003"], "score": None}])
    answer(given, marker, correct=False)
    answer(original.context, marker, correct=False, question=given.question, condition="inherited")
    answer(original.context, marker, correct=False, condition="split")
    row = diagnose(
        original, plan, correct=False, self_recovered=False, gold_recovered=False, reason=f"{marker}."
    )
    frontier(row, probe, "unretrievable", "evolution", via=[None], misleading=["e0003"], depth=1)
    for kind in ("self", "gold"):
        recovery(row, kind, [("probe", "targeted", marker), ("", "combined", marker)], {"probe": probe})
    return row
