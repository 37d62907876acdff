"""Finished runs carried to the next release: copied, scored again, left to be walked (overview 4.11)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.exceptions import RunStateError
from benchmark.models import Answer, IngestVariant, Question, Run, SutContext
from benchmark.selectors import leaderboards, results
from benchmark.services import carrying, relaunching, rescoring, runs, settling, ticking
from scenarios.models import Rendering, Suite
from scenarios.review.services import next_drafts, revising, rewording
from scenarios.services import hashing, query_removal, suites
from tests.factories import consequences, reviews, worded_trips
from tests.factories.consequences import CHANGED

pytestmark = pytest.mark.django_db

#: Queries of the small suite.
ALL = len(worded_trips.QUERIES) + 1
RESCORED = (*CHANGED, "q003")
"""Of the last the answer stays, but it rests on other records."""


@pytest.fixture
def run() -> Run:
    return consequences.finished_run(consequences.released())


def revised(run: Run) -> Suite:
    """The release without the denied action; its runs wait to be carried."""
    by = reviews.person("ada", run.suite, "adjudicator")
    item = consequences.denied_item(run.suite, by)
    return revising.revise_release(item=item, by=None, now=reviews.NOW)


def said(run: Run) -> dict[tuple[str, str], dict[str, Any]]:
    """What was answered, by system and query."""
    rows = Answer.objects.filter(context__variant__run=run)
    names = ("raw", "tokens", "items_used", "citations", "correct", "recall", "gathered")
    place = ("context__variant__system__name", "question__query__label")
    return {
        (row[place[0]], row[place[1]]): {name: row[name] for name in names}
        for row in rows.values(*place, *names)
    }


def test_a_gold_only_change_scores_the_answers_of_touched_queries_again(run: Run) -> None:
    suite = revised(run)
    carried = Run.objects.get(carried_from=run)
    assert (carried.suite, carried.status) == (suite, "queued")
    assert carrying.work() == "carried 1 run(s)"
    carried.refresh_from_db()
    assert (carried.status, carried.message, carried.suite_hash) == ("done", "", suite.content_hash)
    assert carried.carried == {
        "carried": ALL - len(RESCORED),
        "rescored": len(RESCORED),
        "to_walk": 0,
        "dropped": 0,
        "left_out": 0,
        "answers": 2 * ALL,
    }
    before, after = said(run), said(carried)
    assert before.keys() == after.keys()
    for place, old in before.items():
        new = after[place]
        for name in ("raw", "tokens", "items_used", "citations"):
            assert new[name] == old[name]
        if place[1] not in RESCORED:
            assert new == old
    for label in CHANGED:
        assert (before["keeps-all", label]["correct"], after["keeps-all", label]["correct"]) == (True, False)
        assert after["keeps-none", label]["correct"] is False


def test_the_old_run_stays_as_it_is_and_both_stand_on_their_boards(run: Run) -> None:
    before = said(run)
    suite = revised(run)
    carrying.work()
    assert said(run) == before
    for one, right in ((run.suite, ALL), (suite, ALL - 3)):
        (board,) = leaderboards.of_suite(one)
        (best,) = [row.result for row in board.rows if row.result.system == "keeps-all"]
        assert (best.summary.ansacc.numerator, best.summary.ansacc.denominator) == (right, ALL)
        assert not best.partial
    (line, _) = results.of_run(Run.objects.get(carried_from=run))
    assert line.asked == ALL


def test_scoring_again_by_the_same_gold_gives_the_same(run: Run) -> None:
    rows = Answer.objects.filter(context__variant__run=run)
    answers = list(rows.select_related("context", "question__query__scenario").order_by("pk"))
    names = [field.attname for field in Answer._meta.concrete_fields if field.attname != "id"]
    for old, new in zip(answers, rescoring.rescored(answers), strict=True):
        assert {name: getattr(new, name) for name in names} == {name: getattr(old, name) for name in names}


def test_a_record_that_reads_otherwise_leaves_what_came_after_it_to_be_walked(run: Run) -> None:
    """Systems saw the old words: whatever was asked at or after that record has to be asked anew."""
    text = Rendering.objects.get(event__scenario__suite=run.suite, event__label="e0013", is_current=True)
    Rendering.objects.filter(pk=text.pk).update(status="rejected")
    text.refresh_from_db()
    draft = rewording.rerender(rendering=text, by=None, now=reviews.NOW).suite
    draft.refresh_from_db()
    suite = suites.release(suite=draft, by=None)
    carrying.work()
    carried = Run.objects.get(carried_from=run)
    # One query alone, q008, was asked before that record.
    assert (carried.carried["carried"], carried.carried["to_walk"], carried.carried["rescored"]) == (
        1,
        ALL - 1,
        0,
    )
    assert carried.status == "incomplete"
    assert carried.message.startswith(f"{ALL - 1} of {ALL} questions are put after a record")
    assert leaderboards.of_suite(suite) == []
    with pytest.raises(RunStateError, match="was carried"):
        runs.resume(run=carried, by=None)
    walked = relaunching.launch_again(run=carried, by=None)
    assert (walked.suite, walked.carried_from, walked.questions.count()) == (suite, None, ALL)


def test_a_query_that_dropped_out_is_counted_and_not_asked(run: Run) -> None:
    draft = next_drafts.next_draft(suite=run.suite, by=None, now=reviews.NOW)
    query_removal.drop(scenario=draft.scenarios.get(), labels=["q004"])
    draft.content_hash = hashing.content_hash(draft)
    draft.save()
    suites.release(suite=draft, by=None)
    carrying.work()
    carried = Run.objects.get(carried_from=run)
    assert (carried.status, carried.carried["dropped"], carried.carried["carried"]) == ("done", 1, ALL - 1)
    assert carried.questions.count() == ALL - 1


def test_a_run_is_carried_once_and_settles_only_by_being_carried(run: Run) -> None:
    suite = revised(run)
    waiting = Run.objects.get(carried_from=run)
    assert carrying.carry(run=run, suite=suite, by=None, now=reviews.NOW) == waiting
    now = timezone.now()
    assert settling.settle(waiting.pk, now=now) == "queued"
    ticking.mend(now)
    waiting.refresh_from_db()
    assert waiting.status == "queued"
    assert carrying.carry_out(run_id=waiting.pk, now=now)
    assert not carrying.carry_out(run_id=waiting.pk, now=now)
    assert waiting.questions.count() == ALL


def test_a_cancelled_run_is_not_carried(run: Run) -> None:
    revised(run)
    waiting = Run.objects.get(carried_from=run)
    runs.cancel(run=waiting, by=None)
    assert carrying.work() == "carried 0 run(s)"
    assert Question.objects.filter(run=waiting).count() == 0


def test_a_suite_that_revises_nothing_carries_nothing(run: Run) -> None:
    suites.release(suite=suites.store(bundle=consequences.bundle("another"), by=None), by=None)
    assert Run.objects.filter(carried_from__isnull=False).count() == 0


def test_rows_are_copied_by_a_constant_number_of_statements(run: Run) -> None:
    suite = revised(run)
    waiting = Run.objects.get(carried_from=run)
    with CaptureQueriesContext(
        connection,
    ) as few:
        carrying.carry_out(run_id=waiting.pk, now=timezone.now())
    assert len(few) < 60
    assert IngestVariant.objects.filter(run=waiting).count() == 2
    assert SutContext.objects.filter(variant__run=waiting, scenario__suite=suite).count() == 2 * ALL
