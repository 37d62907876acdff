"""Tables, boards and single answers: counts, ties, n/a, marks, partial runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.management import printing
from benchmark.models import Answer, Condition, Question, Run, SutContext
from benchmark.selectors import answers, leaderboards, results, run_lists
from benchmark.services import draining, runs
from scenarios.models import Suite
from tests.factories import hand_made_runs as hand_made
from tests.factories import runs as make

pytestmark = pytest.mark.django_db


class Right(make.OwnAnswers):
    """Right on the first ``count`` questions, on the contexts of systems that reply with a number."""

    def read(self, question: Any, request: Any) -> Any:
        count = int(request.items[0].text) if request.items else 0
        number = int(request.question.split(":")[0].removeprefix("Question "))
        return make.reply(make.says(answer=f"A_{number}" if number <= count else "elsewhere"))


def right_on(count: int, name: str, **fields: Any) -> Any:
    system = make.system(name, script=[{"reply": str(count)}])
    for key, value in fields.items():
        setattr(system, key, value)
    system.save()
    return system


def finished(asked: Suite, *systems: Any, reader: str) -> Run:
    run = make.launch(asked, *systems, reader=reader)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    return run


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    return make.reader(monkeypatch, Right())


def test_ties_share_a_rank_and_oracles_have_none(reader: str) -> None:
    asked = make.suite(events=8, questions=4)
    systems = [
        right_on(2, "two"),
        right_on(3, "three"),
        right_on(3, "also-three"),
        right_on(4, "oracle", knows=["gold"]),
        right_on(0, "zero"),
    ]
    finished(asked, *systems, reader=reader)
    (board,) = leaderboards.of_suite(asked)
    assert [(row.rank, row.result.system) for row in board.rows] == [
        (None, "oracle"),
        (1, "also-three"),
        (1, "three"),
        (3, "two"),
        (4, "zero"),
    ]
    assert board.title == "A test"


def test_na_comes_last_and_has_no_rank(reader: str) -> None:
    asked = make.suite(events=8, questions=2)
    run = finished(asked, right_on(0, "zero"), right_on(1, "blind"), reader=reader)
    Answer.objects.filter(context__variant__system__name="blind").update(
        status="unread", correct=None, label_correct=None, items_used=10, items_read=2
    )
    (board,) = leaderboards.of_suite(asked)
    assert [(row.rank, row.result.system) for row in board.rows] == [(1, "zero"), (None, "blind")]
    assert "2 of 10" not in board.rows[1].result.na_reason  # of both answers together
    assert "4 of 20 context items" in board.rows[1].result.na_reason
    text = printing.table(run, results.of_run(run), title="A test")
    assert "blind (none): n/a, needs a language model" in text


def test_only_finished_runs_are_on_a_board_and_the_latest_counts(reader: str) -> None:
    asked = make.suite(events=8, questions=4)
    system = right_on(1, "one")
    first = finished(asked, system, reader=reader)
    cancelled = make.launch(asked, right_on(4, "four"), reader=reader)
    runs.cancel(run=cancelled, by=None)
    system.config = {"script": [{"reply": "2"}]}
    system.save()
    second = finished(asked, system, reader=reader)
    (board,) = leaderboards.of_suite(asked)
    assert [(row.rank, row.result.run_id) for row in board.rows] == [(1, second.pk)]
    assert first.status == "done"
    assert board.rows[0].result.summary.ansacc.numerator == 2


def test_readers_and_budgets_have_boards_of_their_own(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = make.suite(events=8, questions=2)
    system = right_on(1, "one")
    finished(asked, system, reader=reader)
    finished(asked, system, reader=make.reader(monkeypatch, Right()))
    run = make.launch(asked, system, reader=reader, budget=10)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    assert len(leaderboards.of_suite(asked)) == 3


def test_rehearsals_with_scripted_answers_are_never_ranked() -> None:
    asked = make.suite(events=8, questions=2)
    finished(asked, right_on(1, "one"), reader="scripted")
    (board,) = leaderboards.of_suite(asked)
    assert [row.rank for row in board.rows] == [None]
    assert board.reader_knows == ("script",)


def test_an_answer_stands_beside_its_context_with_the_support_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = make.suite(events=6, questions=2)
    reader = make.reader(monkeypatch, make.OwnAnswers())
    run = make.launch(asked, make.system("recorder"), reader=reader, budget=45)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    query = run.questions.order_by("cutoff").last().query  # type: ignore[union-attr]
    (view,) = answers.of_query(query)
    assert (view.system, view.hint, view.run_id) == ("recorder", "none", run.pk)
    assert [item.used for item in view.items] == [True, True, False, False, False, False]
    assert view.items[0].cited == ("e0006",)
    assert view.items[-1].gathered == ("e0001",)
    assert view.missed == ("e0001",)  # it was there, but the budget cut it off
    assert view.answer.gathered == 0


def test_the_table_of_several_runs_takes_a_constant_number_of_queries(
    reader: str, django_assert_num_queries: Any
) -> None:
    asked = make.suite(events=8, questions=2)
    found = [finished(asked, right_on(1, f"s{number}"), reader=reader) for number in range(3)]
    with django_assert_num_queries(3):
        results.of_runs(found)
    with django_assert_num_queries(3):
        results.of_runs(found[:1])


def test_only_queries_read_alone_are_in_the_table_and_the_list_of_answers() -> None:
    """Tracked queries, probes and other conditions have measures of their own."""
    asked = hand_made.suite([hand_made.Asked(), hand_made.Asked()])
    run = hand_made.run(asked, hand_made.system("one"))
    hand_made.answers(run, "one", [True, False])
    hand_made.answers(run, "one", [False, False], condition=Condition.BUDGET_512)
    hand_made.answers(run, "one", [True, True], condition=Condition.SPLIT)
    asks = run.questions.first()
    assert asks is not None
    apart = [
        Question(kind="tracked", checkpoint="m1", subject={}),
        Question(kind="probe", node=asks.query.gold.root, subject={}),
    ]
    for question in apart:
        question.run, question.scenario, question.query = run, asks.scenario, asks.query
        question.seq, question.cutoff, question.text = 0, asks.cutoff, "?"
        question.save()
        context = SutContext.objects.create(
            variant=run.variants.get(), scenario=asks.scenario, question=question, step=9, position=0,
            created_at=run.created_at,
        )  # fmt: skip
        Answer.objects.create(
            context=context, question=question, status="ok", correct=True, label_correct=True,
            created_at=run.created_at,
        )  # fmt: skip
    (line,) = results.of_run(run)
    assert (line.asked, line.n, line.summary.ansacc.numerator) == (2, 2, 1)
    assert [(one.question.kind, one.condition) for one in answers.of_run(run)] == [("query", "alone")] * 2
    (split,) = results.of_run(run, condition=Condition.SPLIT)
    assert (split.n, split.summary.ansacc.numerator) == (2, 2)
    boss = User.objects.create_user("boss", role="admin", is_superuser=True)
    (listed,) = run_lists.with_counts(run_lists.visible_to(boss))
    assert listed.n_answers == 2
