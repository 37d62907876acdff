"""Contexts of a file are read, scored and diagnosed as those of a run, and nothing is written (ux 15)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.models import Answer, QuestionKind, Run, SutContext
from benchmark.selectors import results
from benchmark.services import draining, systems
from probes.models import Diagnosis, FrontierNode, StateProbe
from probes.selectors import diagnoses
from scenarios.bundle import Bundle
from scenarios.models import Query, Suite
from scenarios.services import suites
from tests.factories import diagnosed as figure_5
from tests.factories import runs as make
from tests.factories.mini_suite import mini_trip

pytestmark = pytest.mark.django_db

Line = dict[str, Any]
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|TRUNCATE|CREATE|SAVEPOINT|COPY)", re.IGNORECASE)


@pytest.fixture
def diagnosed() -> Run:
    """bm25 over the trips of mini with its diagnosis."""
    bundle = Bundle("trips", "Trips", "derive", (mini_trip(),))
    suite = suites.release(suite=suites.store(bundle=bundle, by=None), by=None)
    (bm25,) = [system for system in systems.register_all() if system.name == "bm25"]
    run = make.launch(suite, bm25, reader="symbolic", parts=("probes",))
    draining.work(until=timezone.now() + timedelta(minutes=8), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message
    return run


def exported(run: Run) -> Iterator[Line]:
    """The contexts of a run as somebody would write them down."""
    names: dict[int | None, str] = {
        probe.node_id: probe.node.node_label for probe in StateProbe.objects.select_related("node")
    }
    contexts = SutContext.objects.filter(variant__run=run).select_related("question__query__scenario")
    for context in contexts.order_by("pk"):
        asked = context.question
        line = {"scenario": asked.query.scenario.slug, "query": asked.query.label, "context": context.items}
        if asked.kind == QuestionKind.PROBE:
            line["probe"] = names[asked.node_id]
        yield line


def written(folder: Path, lines: Iterator[Line] | list[Line]) -> str:
    file = folder / "contexts.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(file)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    call_command(*arguments)
    return capsys.readouterr().out


def of_run(run: Run) -> dict[str, Any]:
    """What the run says of each query, as the command says it of the file."""
    return {
        row.query: (
            row.correct,
            row.split,
            row.self_recovered,
            row.gold_recovered,
            row.reason,
            [
                (node.label, node.kind, node.failure, node.dimension, node.depth, node.load_bearing)
                for node in row.frontier
            ],
        )
        for row in diagnoses.of_run(run)
    }


def test_contexts_of_a_run_are_diagnosed_as_the_run_diagnosed_them(
    diagnosed: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, exported(diagnosed))
    slug = diagnosed.suite.slug
    before = {model: model.objects.count() for model in (Run, Answer, SutContext, Diagnosis)}
    with CaptureQueriesContext(connection) as caught:
        found = json.loads(printed(capsys, "score", file, "--suite", slug, "--json"))
    assert not [query["sql"] for query in caught if WRITES.match(query["sql"])]
    assert {model: model.objects.count() for model in before} == before

    (own,) = results.of_run(diagnosed)
    for name in ("n", "ansacc_correct", "ansblacc_correct", "gathered_support", "citation_recall"):
        assert found[name] == own.as_json()[name], name
    assert found["citation_precision"] == own.as_json()["citation_precision"]
    told = {
        one["query"]: (
            one["correct"],
            one["split"],
            one["self_recovered"],
            one["gold_recovered"],
            one["reason"],
            [
                tuple(node[name] for name in ("node", "kind", "class", "dimension", "depth", "load_bearing"))
                for node in one["frontier"]
            ],
        )
        for one in found["diagnoses"]
    }
    assert told == of_run(diagnosed)
    assert any(frontier for *_, frontier in told.values())
    misled = FrontierNode.objects.order_by("diagnosis__plan__query__label", "position")
    assert [node["misleading"] for one in found["diagnoses"] for node in one["frontier"]] == list(
        misled.values_list("misleading", flat=True)
    )


# -------------------------------------------------------------------- Figure 5, from a file
@pytest.fixture
def example() -> Suite:
    """The worked example with the probes of its figure."""
    suite = figure_5.example_suite()
    figure_5.figure_5_plan(Query.objects.get(scenario__suite=suite))
    return suite


def lost(suite: Suite) -> list[Line]:
    """What a memory hands over that keeps the old booking of Grus and does not gather where Corby lies."""
    events = Query.objects.get(scenario__suite=suite).scenario.events.with_text()
    items = {
        event.label: f"[{event.label} | {event.observed_at:%Y-%m-%d %H:%M}] {event.text}" for event in events
    }
    names = [child for _, children in figure_5.FIGURE_5 for child in children]
    contexts = {name: figure_5.CONTEXTS.get(name, figure_5.OLD) for name in names}
    lines: list[Line] = [{"query": "q1", "context": [items[label] for label in figure_5.OLD]}]
    return lines + [
        {"query": "q1", "probe": name, "context": [items[label] for label in labels]}
        for name, labels in contexts.items()
    ]


def scored(capsys: pytest.CaptureFixture[str], folder: Path, lines: list[Line], *more: str) -> Any:
    return json.loads(printed(capsys, *score(folder, lines), "--json", *more))


def score(folder: Path, lines: list[Line]) -> list[str]:
    return ["score", written(folder, lines), "--suite", "worked-example"]


def test_a_memory_that_keeps_old_states_is_told_so(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = scored(capsys, tmp_path, lost(example))
    (one,) = found["diagnoses"]
    nodes = {node["node"]: (node["class"], node["dimension"]) for node in one["frontier"]}
    assert nodes["dest(Grus)"] == ("unretrievable", "evolution")
    (grus,) = [node for node in one["frontier"] if node["node"] == "dest(Grus)"]
    assert grus["misleading"] == ["e7"]
    assert one["gold_recovered"] is True
    assert one["self_recovered"] is False
    text = printed(capsys, *score(tmp_path, lost(example)))
    assert "dest(Grus)" in text
    assert "unretrievable, Evolution" in text
    assert "knows templates, rules" in text
    assert "0.0% (0/1)" in text


def test_the_ways_of_writing_a_record_read_the_same(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lost(example)
    wanted = scored(capsys, tmp_path, lines)
    assert wanted["diagnoses"][0]["frontier"]
    for line in lines:
        first, *others = line["context"]
        bare = first.partition("] ")[2]
        line["context"] = [bare, *({"text": item, "events": [_label(item)]} for item in others)]
    assert scored(capsys, tmp_path, lines) == wanted
    for line in lines:
        others = [{**item, "text": item["text"].partition("] ")[2]} for item in line["context"][1:]]
        line["context"] = [line["context"][0], *others]
    assert scored(capsys, tmp_path, lines) == wanted


def _label(item: str) -> str:
    return item[1:].partition(" ")[0]


def test_texts_that_nobody_can_read_are_no_low_score(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [{**line, "context": ["Vera was away three times."]} for line in lost(example)]
    found = scored(capsys, tmp_path, lines)
    assert (found["n"], found["ansacc"], found["unread"], found["diagnoses"]) == (0, None, 1, [])
    assert found["na_reason"].startswith("needs a language model: the reader could read 0 of 1")
    text = printed(capsys, *score(tmp_path, lines))
    assert "n/a: needs a language model" in text
    assert "Nothing is diagnosed: no answer counts." in text


def test_contexts_of_the_questions_alone_say_how_to_get_the_probes(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root, *_) = lost(example)
    found = scored(capsys, tmp_path, [root])
    assert (found["n"], found["ansacc_correct"], found["diagnoses"]) == (1, 0, [])
    assert found["gathered_support_n"] == 1
    assert 0 < found["gathered_support"] < 1
    assert found["sections"]["diagnosis"]["command"] == "manage.py probes worked-example --questions"
    assert "manage.py probes worked-example --questions" in printed(capsys, *score(tmp_path, [root]))


def test_answers_of_an_own_reader_are_diagnosed(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each probe answered on its own context, and each input on the context of what it is an input of."""
    plan_query = Query.objects.get(scenario__suite=example)
    plan, probes = figure_5.figure_5_plan(plan_query)

    def answered(said: Any, name: str) -> Line:
        if said is figure_5.UNKNOWN:
            return {"label": "unknown"}
        subject = probes[name].subject
        answer = subject["answer"] if said is None else said
        return {"label": subject["label"], "answer": answer, "citations": []}

    lines: list[Line] = [{"query": "q1", "label": "answerable", "answer": 3, "citations": ["e9", "e7"]}]
    for name in probes:
        lines.append({"query": "q1", "probe": name} | answered(figure_5.WRONG_TARGETED.get(name), name))
    for parent, children in figure_5.FIGURE_5:
        for child in children:
            said = answered(figure_5.WRONG_INHERITED.get((parent, child)), child)
            lines.append({"query": "q1", "probe": child, "on": parent or "query"} | said)
    (one,) = scored(capsys, tmp_path, lines)["diagnoses"]
    assert [(node["node"], node["class"], node["dimension"]) for node in one["frontier"]] == [
        ("dest(Grus)", "unretrievable", "evolution"),
        ("city_in(Corby)", "ungathered", "access"),
    ]
    assert (one["self_recovered"], one["gold_recovered"], one["split"]) == (False, True, None)
    assert one["frontier"][0]["load_bearing"] is True

    fewer = [line for line in lines if line.get("probe") != "home(Vera)"]
    (one,) = scored(capsys, tmp_path, fewer)["diagnoses"]
    assert one["complete"] is False
    assert "probe home(Vera)" in one["missing"]
    assert "probe home(Vera) on the context of outside(Vera)" in one["missing"]
    text = printed(capsys, *score(tmp_path, fewer))
    assert "q1 is not diagnosed; its lines lack probe home(Vera)" in text


def test_every_faulty_line_is_named_and_nothing_is_scored(example: Suite, tmp_path: Path) -> None:
    given: list[tuple[Line, str]] = [
        ({"query": "q1", "context": "a text"}, "a context is a list of texts"),
        ({"query": "q1", "context": [{"text": 1}]}, "item 1 of the context is neither a text nor"),
        (
            {"query": "q1", "context": [{"text": "x", "events": ["e99"]}]},
            "names no record of the scenario",
        ),
        ({"query": "q1", "context": [], "raw": "x"}, "holds a context and 'raw'"),
        ({"query": "q1", "on": "query", "raw": "x"}, "name the 'probe' too"),
        ({"query": "q1", "probe": "dest(Grus)", "on": "query", "context": []}, "'on' is for answers"),
        ({"query": "q1", "probe": ["x"], "context": []}, "'probe' is the text of a node"),
        ({"query": "q1", "probe": "dest(Nobody)", "context": []}, "query q1 has no probe 'dest(Nobody)'"),
        ({"query": "q1", "probe": 1, "context": []}, "no line answers query q1 itself"),
        ({"query": "q1", "probe": "outside(Vera)", "raw": "x"}, "answered twice, first in line 9"),
        ({"query": "q1", "probe": "dest(Grus)", "on": "home(Vera)", "raw": "x"}, "no input of 'home(Vera)'"),
        ({"query": "q1", "extra": 1}, "a line is an object with keys among"),
    ]
    with pytest.raises(CommandError) as caught:
        call_command(*score(tmp_path, [line for line, _ in given]))
    told = str(caught.value)
    assert told.startswith("Nothing was scored:")
    for number, (_, says) in enumerate(given, 1):
        (line,) = [line for line in told.splitlines() if line.startswith(f"  line {number}:")]
        assert says in line


def test_probes_that_nobody_planned_are_named(tmp_path: Path) -> None:
    figure_5.example_suite()
    with pytest.raises(CommandError, match="`manage.py probes worked-example` makes them"):
        call_command(*score(tmp_path, [{"query": "q1", "probe": 1, "context": []}]))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--card", "q1"], "--card QUERY and --out FILE belong together"),
        (["--budget", "0"], "--budget 0 is not a number from 1"),
        (["--reader", "nobody"], "no reader is called 'nobody'"),
        (
            ["--card", "q9", "--out", "/tmp/none.html"],
            "no diagnosis of query 'q9' in the file",
        ),
    ],
)
def test_bad_settings_are_named(example: Suite, tmp_path: Path, more: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command(*score(tmp_path, [lost(example)[0]]), *more)


def test_a_card_is_written_of_a_query_of_the_file(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "card.html"
    scored(capsys, tmp_path, lost(example), "--card", "q1", "--out", str(out))
    text = out.read_text(encoding="utf-8")
    assert "dest(Grus)" in text
    assert "none, the file contexts.jsonl" in text
    assert "<svg" in text


def test_questions_are_printed_so_that_they_can_be_answered(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "probes", "worked-example", "--questions")
    lines = [json.loads(line) for line in text.splitlines()]
    given = {line.get("probe"): line["context"] for line in lost(example)}
    assert [line.get("probe") for line in lines] == list(given)
    answered = [line | {"context": given[line.get("probe")]} for line in lines]
    assert scored(capsys, tmp_path, answered) == scored(capsys, tmp_path, lost(example))
    Suite.objects.filter(pk=example.pk).update(held_out=True)
    with pytest.raises(CommandError, match="held out"):
        call_command("probes", "worked-example", "--questions")


def test_another_reader_reads_in_memory_too(
    example: Suite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = json.dumps([{"reply": make.says(answer=2, citations=("e9",))}])
    more = ("--reader", "scripted", "--reader-option", f"script={script}")
    found = scored(capsys, tmp_path, [lost(example)[0]], *more)
    assert (found["reader"], found["ansacc_correct"], found["n"]) == ("scripted", 1, 1)
    text = printed(capsys, *score(tmp_path, [lost(example)[0]]), *more)
    assert "Rehearsal with scripted answers (no result). It knows script. What it gives is never" in text
