"""Runs from a file: checked whole, written by a worker, scored like any run, unranked (ADR 23)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from benchmark.exceptions import RunMisconfiguredError, SubmissionRefusedError
from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Answer, AnswerStatus, ItemStatus, Run, RunStatus, SutContext, WalkItem
from benchmark.selectors import leaderboards, results
from benchmark.services import runs, submission_lines, submitting, ticking, walking
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest
from tests.factories import runs as make
from tests.factories.submitted import finished, kept, line, submitted

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings: LazySettings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def told(error: pytest.ExceptionInfo[SubmissionRefusedError]) -> str:
    return "\n".join(error.value.told())


def test_answers_are_scored_and_what_is_missing_counts_as_missed() -> None:
    suite = make.suite(questions=4)
    run = finished(submitted(suite, line(1), line(2, answer="no such place"), line(4)))
    assert (run.status, run.message) == (RunStatus.DONE, "")
    answers = Answer.objects.filter(context__variant__run=run)
    by_query = {answer.question.query.label: answer for answer in answers.select_related("question__query")}
    assert {label: answer.correct for label, answer in by_query.items()} == {
        "q001": True,
        "q002": False,
        "q003": False,
        "q004": True,
    }
    assert by_query["q003"].status == AnswerStatus.SYSTEM_FAILED
    assert "no line for this question" in by_query["q003"].message
    assert (by_query["q001"].precision, by_query["q001"].recall) == (1.0, 1.0)
    assert run.config["submission"] | {"sha256": "", "bytes": 0} == {
        "sha256": "",
        "bytes": 0,
        "asked": 4,
        "matched": 3,
        "missing": 1,
        "unknown": 0,
        "doubled": 0,
        "faulty": 0,
    }
    assert AuditRecord.objects.filter(action="run.submitted", subject=f"run:{run.pk}").count() == 1


def test_it_is_marked_beside_its_numbers_and_never_ranked() -> None:
    suite = make.suite(questions=2)
    run = finished(submitted(suite, line(1), line(2)))
    (found,) = results.of_run(run)
    assert "not walked, order not enforced" in " ".join(found.knows)
    (board,) = leaderboards.of_suite(suite)
    assert [row.rank for row in board.rows] == [None]


def test_contexts_are_read_by_any_reader_and_kept_as_a_walk_keeps_them() -> None:
    suite = make.suite(questions=2)
    context = ["Record 1 says something.", {"text": "a summary", "events": ["e0001", "e0002"]}]
    lines = [{"query": f"q00{number}", "context": context} for number in (1, 2)]
    run = finished(submitted(suite, *lines, reader="symbolic"))
    assert run.status == RunStatus.DONE
    stored = SutContext.objects.filter(variant__run=run).order_by("step")
    assert [row.event_labels for row in stored] == [["e0001", "e0002"]] * 2
    assert stored[0].items[0]["text"].endswith("] Record 1 says something.")
    assert stored[0].items[0]["text"].startswith("[r")
    assert stored[0].position == 6
    assert stored[0].tokens > 0
    assert [answer.gathered for answer in Answer.objects.filter(context__variant__run=run)] == [1, 1]


def test_a_line_may_hold_a_context_and_the_answer_from_it() -> None:
    suite = make.suite(questions=1)
    run = finished(submitted(suite, line(1, context=["Record 1 says something."])))
    answer = Answer.objects.get(context__variant__run=run)
    assert (answer.correct, answer.gathered) == (True, 1)


def test_every_line_that_cannot_be_used_is_named_and_nothing_is_stored() -> None:
    suite = make.suite(questions=3)
    path = kept(
        line(1),
        "{broken",
        {"query": "q999", "label": "unknown"},
        line(1),
        {"query": "q002", "context": ["x"]},
        {"query": "q003", "context": [{"text": "x", "events": ["e9999"]}]},
        line(3, probe="1"),
    )
    with pytest.raises(SubmissionRefusedError) as refused:
        submitting.submit(suite=suite, system="ours", path=path, reader="own", by=None)
    words = told(refused)
    for part in (
        "line 2: no JSON",
        "line 3: no query 'q999'",
        "line 4: query q001 stands twice, first in line 1",
        "line 5: holds no answer",
        "line 6: item 1 of the context names no record",
        "line 7: holds a probe",
    ):
        assert part in words
    assert not Run.objects.exists()
    assert not SystemUnderTest.objects.exists()
    found = submitting.inspect(suite=suite, path=path, reader="own")
    assert found.counts == {"asked": 3, "matched": 1, "missing": 2, "unknown": 1, "doubled": 1, "faulty": 6}


def test_contexts_are_needed_where_a_reader_reads_them() -> None:
    with pytest.raises(SubmissionRefusedError, match="line 1: holds no context"):
        submitted(make.suite(questions=1), line(1), reader="symbolic")


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "the file holds no line"),
        (b"\n\n", "the file holds no line"),
        (b'{"query": "q001"\xff}', "line 1: the file cannot be read further"),
        (b"\x1f\x8bnot gzip at all", "the file cannot be read further"),
        (
            gzip.compress(b'{"query": "q001", "label": "unknown"}\n' * 9, mtime=0)[:-12],
            "cannot be read further",
        ),
        (b'{"query": "q001", "raw": "' + b"x" * 200 + b'"}', "longer than 100 bytes"),
        (b"{}\n" * 6, "more than 5 lines"),
        (gzip.compress((b'{"query": "q001"}' + b" " * 70 + b"\n") * 4, mtime=0), "longer than 300 bytes"),
    ],
)
def test_files_beyond_the_limits_are_refused(
    data: bytes, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MOST_LINE_BYTES", 100), ("MOST_LINES", 5), ("MOST_UNPACKED", 300)):
        monkeypatch.setattr(submission_lines, name, value)
    path = submitting.keep([data])
    with pytest.raises(SubmissionRefusedError) as refused:
        submitting.submit(suite=make.suite(questions=1), system="ours", path=path, reader="own", by=None)
    assert words in told(refused)


def test_a_long_upload_is_cut_off_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(submitting, "MOST_BYTES", 10)
    with pytest.raises(SubmissionRefusedError) as refused:
        submitting.keep([b"12345678", b"9abc"])
    assert refused.value.http_status == 413
    assert list((tmp_path / "submissions").iterdir()) == []


def test_a_packed_file_with_a_mark_of_its_encoding_is_read() -> None:
    suite = make.suite(questions=1)
    path = submitting.keep([gzip.compress(b"\xef\xbb\xbf" + json.dumps(line(1)).encode())])
    run = finished(submitting.submit(suite=suite, system="ours", path=path, reader="own", by=None))
    assert Answer.objects.get(context__variant__run=run).correct is True


def test_a_worker_that_dies_is_followed_by_one_that_does_nothing_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = submitted(make.suite(questions=4), line(1), line(2))
    monkeypatch.setattr(submitting, "_fill", _dies)
    with pytest.raises(KeyboardInterrupt):
        submitting.work(run.pk)
    assert not SutContext.objects.exists()
    monkeypatch.undo()
    later = timezone.now() + timezone.timedelta(minutes=10)
    ticking.mend(later)
    assert WalkItem.objects.get(run=run).status == ItemStatus.PENDING
    assert submitting.mend(later) == ""
    assert finished(run).status == RunStatus.DONE
    assert submitting.work(run.pk) == f"wrote 0 segments of run {run.pk}"
    assert (SutContext.objects.count(), Answer.objects.count()) == (4, 4)


def _dies(*_: object) -> None:
    raise KeyboardInterrupt


def test_no_worker_walks_it_and_no_launch_takes_its_system() -> None:
    suite = make.suite(questions=1)
    run = submitted(suite, line(1))
    assert not walking.claimable(timezone.now()).filter(run=run).exists()
    with pytest.raises(RunMisconfiguredError, match="takes files"):
        make.launch(suite, SystemUnderTest.objects.get(name="ours"), reader="symbolic")


def test_a_cancelled_run_is_written_no_further_until_it_is_resumed() -> None:
    run = submitted(make.suite(questions=1), line(1))
    runs.cancel(run=run, by=None)
    assert submitting.work(run.pk) == f"wrote 0 segments of run {run.pk}"
    runs.resume(run=run, by=None)
    assert finished(run).status == RunStatus.DONE


def test_a_worker_without_the_file_leaves_it_to_another(settings: LazySettings, tmp_path: Path) -> None:
    run = submitted(make.suite(questions=1), line(1))
    settings.VAR_DIR = tmp_path / "elsewhere"
    assert submitting.work(run.pk) == f"the file of run {run.pk} lies on another machine"


def test_suites_that_take_no_file_say_so() -> None:
    suite = make.suite(questions=1)
    Suite.objects.filter(pk=suite.pk).update(held_out=True)
    suite.refresh_from_db()
    with pytest.raises(SubmissionRefusedError, match="held out"):
        submitted(suite, line(1))
    SystemUnderTest.objects.create(name="ours", adapter="bm25")
    with pytest.raises(RunMisconfiguredError, match="registered as bm25"):
        submitted(make.suite(questions=1), line(1))


def test_own_answers_need_a_system_that_gives_them() -> None:
    with pytest.raises(RunMisconfiguredError, match="gives no answers of its own"):
        make.launch(make.suite(questions=1), make.native("bm25"), reader="own")
    with pytest.raises(RunMisconfiguredError, match="budgets reads contexts anew"):
        make.launch(make.suite(questions=1), make.native("bm25"), reader="own", parts=("budgets",))
