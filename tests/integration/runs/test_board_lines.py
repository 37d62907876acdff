"""Floors, ceilings and what people reach beside systems: named, unranked, on the same queries (case S08)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.conf import LazySettings

from benchmark.management import printing
from benchmark.models import Answer, Run, ShortcutCheck
from benchmark.oracles.shortcuts import Shortcut
from benchmark.scoring.aggregation import Share
from benchmark.scoring.board_lines import Line, LineKind, Tried
from benchmark.scoring.traits import BY_NAME
from benchmark.selectors import answers, board_lines, breakdowns, leaderboards, results
from benchmark.selectors.leaderboards import LineRow
from scenarios.models import Query, Suite
from tests.factories import hand_made_runs as make
from tests.factories import runs as make_runs
from tests.factories import web_world
from tests.factories.hand_made_runs import Asked

pytestmark = pytest.mark.django_db

#: Two histories: answerable, zero and unknown of two families.
ASKED = [
    Asked(family="temporal"),
    Asked(family="temporal"),
    Asked(family="rules"),
    Asked(family="rules", label="justified-zero", history=2),
    Asked(family="rules", label="unknown", history=2),
]
RIGHT = {
    Shortcut.ALWAYS_UNKNOWN: (False, False, False, False, True),
    Shortcut.MAJORITY: (True, True, False, False, False),
    Shortcut.BM25: (True, False, False, False, False),
    Shortcut.FULL_HISTORY: (True, True, True, True, True),
}


def people(suite: Suite) -> Iterable[Line]:
    """Three people answered the first query, two of them right."""
    first = Query.objects.filter(scenario__suite=suite).order_by("pk").first()
    assert first is not None
    tried = {first.pk: Tried("answerable", right=2, label_right=3, n=3)}
    yield Line(LineKind.HUMAN, "people", "from the records of a witness", tried)


def test_lines_are_named_for_what_they_know_and_bm25_is_none() -> None:
    suite = make.suite(ASKED)
    make.shortcuts(suite, RIGHT)
    found = board_lines.of_suite(suite)
    assert [(line.title, line.knows) for line in found.lines] == [
        ("floor: always unknown", "knows neither record nor question"),
        ("floor: majority answer", "knows the gold of other queries"),
        ("ceiling: full history", "the symbolic reader over all records: knows rules and templates"),
    ]
    assert found.note == ""


def test_every_shortcut_but_bm25_is_a_line() -> None:
    assert set(board_lines.LINES) == set(Shortcut) - {Shortcut.BM25}


def test_a_check_of_other_rows_gives_no_lines() -> None:
    suite = make.suite(ASKED)
    run = make.run(suite, make.system("one"))
    assert "not yet run. manage.py shortcuts" in board_lines.of_run(run).note
    check = make.shortcuts(suite, RIGHT)
    assert len(board_lines.of_run(run).lines) == 3
    ShortcutCheck.objects.filter(pk=check.pk).update(content_hash="f" * 64)
    assert board_lines.of_run(run).lines == ()


def test_a_board_has_each_line_where_its_accuracy_puts_it_without_a_rank() -> None:
    suite = make.suite(ASKED)
    make.shortcuts(suite, RIGHT)
    run = make.run(suite, make.system("good"), make.system("bad"))
    make.answers(run, "good", [True, True, True, False, False])
    make.answers(run, "bad", [True, False, False, False, False])
    (board,) = leaderboards.of_suite(suite)
    names = [
        entry.line.name if isinstance(entry, LineRow) else f"{entry.rank} {entry.result.system}"
        for entry in board.entries
    ]
    assert names == ["full history", "1 good", "majority answer", "always unknown", "2 bad"]
    assert [(row.rank, row.result.system) for row in board.rows] == [(1, "good"), (2, "bad")]
    shown = {row.line.name: row for row in board.lines}
    assert shown["majority answer"].ansacc == Share(2, 5)
    assert shown["always unknown"].by_label == {
        "answerable": Share(0, 3), "justified-zero": Share(0, 1), "unknown": Share(1, 1),
    }  # fmt: skip


def test_lines_stand_before_systems_without_a_figure() -> None:
    suite = make.suite(ASKED)
    make.shortcuts(suite, RIGHT)
    make.run(suite, make.system("silent"))
    (board,) = leaderboards.of_suite(suite)
    assert [isinstance(entry, LineRow) for entry in board.entries] == [True, True, True, False]


def test_a_slice_has_its_lines_on_its_own_queries(settings: LazySettings) -> None:
    settings.HUMAN_LINES = [f"{__name__}.people"]
    suite = make.suite(ASKED)
    make.shortcuts(suite, RIGHT)
    run = make.run(suite, make.system("one"))
    make.answers(run, "one", [True, True, True])
    make.answer(run, "one", 3, status="infrastructure", correct=None, label_correct=None)
    found = breakdowns.of_line(
        run, breakdowns.lines_of(run)[0], BY_NAME["family"], board_lines.of_run(run).lines
    )
    assert [line.name for line in found.lines] == [
        "always unknown", "majority answer", "full history", "people",
    ]  # fmt: skip
    beside = {cell.value: cell.beside for cell in found.cells}
    assert beside["temporal"] == (Share(0, 2), Share(2, 2), Share(2, 2), Share(2, 3))
    assert beside["rules"] == (Share(0, 1), Share(0, 1), Share(1, 1), Share(0, 0))
    assert found.whole.beside[0] == Share(0, 3)


def test_people_have_a_line_on_the_board_and_none_where_nobody_answered(settings: LazySettings) -> None:
    suite = make.suite(ASKED)
    run = make.run(suite, make.system("one"))
    make.answers(run, "one", [True])
    (board,) = leaderboards.of_suite(suite)
    assert board.lines == ()
    settings.HUMAN_LINES = [f"{__name__}.people"]
    (board,) = leaderboards.of_suite(suite)
    assert [(row.line.title, row.ansacc, row.ansblacc) for row in board.lines] == [
        ("human: people", Share(2, 3), Share(3, 3))
    ]


#: Case S08: golds, then what is said, then the verdicts row by row.
GOLDS = ("unknown", "justified-zero", "answerable")
SAID = (("unknown", None), ("answerable", "0"), ("justified-zero", "0"), ("answerable", "2"))
ANSACC = ("TFFF", "FTTF", "FFFT")
ANSBLACC = ("TFFF", "FFTF", "FTFT")


@pytest.mark.parametrize("column", range(4))
def test_s08_unknown_zero_and_answer_are_told_apart(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run whose system says one thing to all three golds: its verdicts, and its accuracy per gold label."""
    run = said_to_all(SAID[column], monkeypatch)
    verdicts = {
        answer.question.query.gold.label: (answer.correct, answer.label_correct)
        for answer in breakdown_rows(run)
    }
    assert [verdicts[gold] for gold in GOLDS] == [
        (ANSACC[place][column] == "T", ANSBLACC[place][column] == "T") for place in range(3)
    ]
    (line,) = results.of_run(run)
    assert {label: share.numerator for label, share in line.summary.by_label.items()} == {
        gold: int(ANSACC[place][column] == "T") for place, gold in enumerate(GOLDS)
    }


def test_s08_who_always_says_unknown_looks_no_good(monkeypatch: pytest.MonkeyPatch) -> None:
    run = said_to_all(("unknown", None), monkeypatch)
    (board,) = leaderboards.of_suite(run.suite)
    (row,) = board.rows
    assert row.result.summary.ansacc == Share(1, 3)
    assert row.result.summary.by_label == {
        "answerable": Share(0, 1), "justified-zero": Share(0, 1), "unknown": Share(1, 1),
    }  # fmt: skip
    assert row.result.as_json()["ansacc_by_label"]["answerable"] == {"right": 0, "n": 1, "share": 0.0}
    text = printing.table(run, results.of_run(run), title="A test")
    assert "by gold label" in text
    assert "answerable 0.0% (0/1), justified-zero 0.0% (0/1), unknown 100.0% (1/1)" in text


class Says(make_runs.OwnAnswers):
    """A reader that says one thing to everything."""

    def __init__(self, said: tuple[str, Any]) -> None:
        super().__init__()
        self.said = said

    def read(self, question: Any, request: Any) -> Any:
        return make_runs.reply(make_runs.says(*self.said))


def said_to_all(said: tuple[str, Any], patch: pytest.MonkeyPatch) -> Run:
    """A finished run over a count that is unknown, one that is zero, and one that is 2."""
    suite = make.suite([Asked(label=gold) for gold in GOLDS])
    reader = make_runs.reader(patch, Says(said))
    run = make_runs.launch(suite, make_runs.system(), reader=reader)
    return web_world.finish(run)


def breakdown_rows(run: Run) -> Iterable[Answer]:
    return answers.of_run(run).select_related("question__query__gold")
