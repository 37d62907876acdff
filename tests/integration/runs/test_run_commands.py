"""The commands: run, report, score, doctor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.models import Run
from tests.factories import runs as make

pytestmark = pytest.mark.django_db

ANSWERS = json.dumps(
    [
        {"match": f"Question {n}:", "reply": make.says(answer=f"A_{n}", citations=("e0001",))}
        for n in (1, 2, 3)
    ]
)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    call_command(*arguments)
    return json.loads(capsys.readouterr().out)


def run_arguments(slug: str, *systems: str) -> list[str]:
    named = [part for name in systems for part in ("--system", name)]
    return ["run", "--suite", slug, *named, "--reader", "scripted", "--reader-option", f"script={ANSWERS}"]


def test_run_waits_and_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    found = printed(capsys, *run_arguments(asked.slug, "one"), "--wait", "--json")
    run = Run.objects.get()
    assert found["run"] == run.pk
    assert (found["status"], found["n"], found["ansacc"], found["ansblacc"]) == ("done", 3, 1.0, 1.0)
    assert "citation_precision" in found
    assert "citation_recall" in found
    assert [line["system"] for line in found["results"]] == ["one"]


def test_run_with_several_systems_prints_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    make.system("two")
    found = printed(capsys, *run_arguments(asked.slug, "one", "two"), "--hint", "full", "--wait", "--json")
    assert [(line["system"], line["hint"], line["n"]) for line in found["results"]] == [
        ("one", "full", 3),
        ("two", "full", 3),
    ]
    assert "ansacc" not in found


def test_run_exits_1_where_the_run_is_not_done(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("limited", script=[{"match": "Question 2:", "limit": {"retry_after": 0.01}}])
    with pytest.raises(SystemExit) as exit_:
        call_command(*run_arguments(asked.slug, "limited"), "--wait", "--json")
    assert exit_.value.code == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["n"], found["infrastructure"]) == ("incomplete", 2, 1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "--suite", "none-such", "--system", "one"], "There is no suite 'none-such'"),
        (["run", "--suite", "SUITE", "--system", "nobody"], "No system is called 'nobody'"),
        (["run", "--suite", "SUITE", "--system", "one", "--hint", "huge"], "'huge' is no hint level"),
        (["run", "--suite", "SUITE", "--system", "one", "--reader-option", "oops"], "KEY=VALUE"),
        (["run", "--suite", "SUITE", "--system", "one", "--reader-option", "a=1"], "takes no setting 'a'"),
        (["run", "--system", "one"], "Name a suite with --suite. Suites: "),
        (["run", "--suite", "SUITE", "--estimate"], "no system was chosen"),
        (["run", "--suite", "SUITE", "--system", "one", "--estimate", "--budget", "-5"], "-5 is too small"),
        (
            ["run", "--suite", "SUITE", "--system", "one", "--budget", "9" * 14],
            "9 is too large. Give a whole",
        ),
        (["tick", "--every", "0"], "more than 0 seconds"),
        (["serve", "--port", "99999999"], "--port 99999999 is none"),
        (["serve", "--threads", "0"], "--threads must be at least 1"),
        (["serve", "--host", "no.such.invalid"], "'no.such.invalid' is no address of this machine"),
        (["run", "--cancel", "4711"], "There is no run 4711"),
        (["report", "4711"], "There is no run 4711"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_launched(arguments: list[str], says: str) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    with pytest.raises(CommandError, match=says):
        call_command(*[asked.slug if part == "SUITE" else part for part in arguments])
    assert not Run.objects.exists()


def test_estimate_launches_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    found = printed(capsys, *run_arguments(asked.slug, "one"), "--estimate", "--json")
    assert (found["events"], found["questions"]) == (6, 3)
    assert not Run.objects.exists()


def test_cancel_and_resume_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    number = printed(capsys, *run_arguments(asked.slug, "one"), "--json")["run"]
    for _ in range(2):
        assert printed(capsys, "run", "--cancel", str(number), "--json")["status"] == "cancelled"
    found = printed(capsys, "run", "--resume", str(number), "--wait", "--json")
    assert (found["status"], found["n"]) == ("done", 3)
    with pytest.raises(CommandError, match="is done; launch it again"):
        call_command("run", "--resume", str(number))


def test_report_lists_answers_in_the_order_of_the_queries(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    make.system("one")
    printed(capsys, *run_arguments(asked.slug, "one"), "--wait", "--json")
    found = printed(capsys, "report", "--answers", "--json")
    assert [answer["query"] for answer in found["answers"]] == ["q001", "q002", "q003"]
    assert found["progress"]["left"] == 0
    call_command("report", "--answers")
    text = capsys.readouterr().out
    assert "100.0% (3/3)" in text
    assert "Rehearsal with scripted answers" in text


def test_score_takes_a_file_and_stores_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite(events=6, questions=3)
    file = tmp_path / "answers.jsonl"
    rows = [
        {"query": "q001", "label": "answerable", "answer": "A_1", "citations": ["e0001"]},
        {"query": "q002", "raw": "no object at all"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    found = printed(capsys, "score", str(file), "--suite", asked.slug, "--json")
    assert (found["n"], found["ansacc_correct"], found["format_errors"]) == (2, 1, 1)
    assert found["missing"] == ["q003"]
    assert found["citation_recall"] == 0.5
    assert not Run.objects.exists()


def test_score_names_every_line_that_cannot_be_used(tmp_path: Path) -> None:
    asked = make.suite(events=6, questions=3)
    file = tmp_path / "answers.jsonl"
    file.write_text('{"query": "q001", "raw": ""}\nnot json\n{"query": "q009"}\n{"query": "q001"}\n')
    with pytest.raises(CommandError) as caught:
        call_command("score", str(file), "--suite", asked.slug)
    told = str(caught.value)
    for part in ("line 2: no JSON", "line 3: no query 'q009'", "line 4: query q001 is answered twice"):
        assert part in told


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no line"),
        (b"\n\n", "holds no line"),
        (b'{"query": "q001", "answer": ' + b"9" * 6000 + b"}", "line 1: a number of too many digits"),
        (b'{"query": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", "line 1: nested too deeply"),
        (b'{"query": "q\xe9"}', "cannot be read as UTF-8 text"),
        ('{"query": "q001"}'.encode("utf-16"), "cannot be read as UTF-8 text"),
    ],
)
def test_score_refuses_a_file_that_holds_no_answers(tmp_path: Path, content: bytes, says: str) -> None:
    asked = make.suite(events=6, questions=3)
    file = tmp_path / "answers.jsonl"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=says):
        call_command("score", str(file), "--suite", asked.slug)


def test_score_reads_marks_and_line_ends_of_other_systems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = make.suite(events=6, questions=3)
    file = tmp_path / "answers.jsonl"
    line = {"query": "q001", "label": "answerable", "answer": "A_1\u2028", "citations": []}
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(line, ensure_ascii=False).encode() + b"\r\n")
    found = printed(capsys, "score", str(file), "--suite", asked.slug, "--json")
    assert (found["n"], found["format_errors"]) == (1, 0)


def test_doctor_looks_at_everything(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("doctor", "--json")
    found = {entry["what"]: entry for entry in json.loads(capsys.readouterr().out)["findings"]}
    assert found["database"]["state"] == "ok"
    assert found["pgvector"]["state"] == "ok"
    assert found["workers"]["state"] == "note"
    assert "reader chat" in found
