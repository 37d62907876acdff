"""The main job end to end: the mini suite, five systems, the symbolic reader, the table. And again."""

from __future__ import annotations

import re

import pytest
from django.core.management import call_command

from benchmark.floor.accounts.models import User
from benchmark.models import Answer, Run
from benchmark.selectors import leaderboards, results
from scenarios.models import ReviewItem, Suite

pytestmark = pytest.mark.django_db


def test_quickstart_ends_with_the_table_and_does_nothing_twice(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("quickstart", "--no-serve")
    first = capsys.readouterr().out
    run = Run.objects.get()
    assert run.status == "done"
    lines = {line.system: line for line in results.of_run(run)}
    assert list(lines) == ["no_memory", "bm25", "dense", "full_history", "supporting_events"]
    for name in ("full_history", "supporting_events"):
        figures = lines[name].summary
        assert (figures.ansacc.numerator, figures.ansacc.denominator) == (54, 54)
        assert figures.ansblacc.value == 1.0
        assert (figures.recall.low, figures.recall.intervals) == (1.0, 0)
        assert figures.precision.low == 1.0
        assert lines[name].gathered == 1.0
    for line in lines.values():
        assert line.readable_share in (None, 1.0)
        assert (line.system_failed, line.infrastructure, line.unread) == (0, 0, 0)
    assert 0 < lines["bm25"].summary.ansacc.numerator < 54

    right = Answer.objects.filter(context__variant__system__name="no_memory", correct=True)
    labels = set(right.values_list("question__query__gold__label", flat=True))
    assert labels == {"unknown"}
    assert right.count() == run.questions.filter(query__gold__label="unknown").count()

    assert re.search(r"supporting_events \* +none +54/54 +100\.0% \(54/54\)", first)
    assert "supporting_events knows gold: a ceiling, never ranked" in first
    assert "What the retrieved records allow" in first
    passwords = re.findall(r"Demo account (\S+) \(\w+\): (\S+)\n", first)
    names = [name for name, _ in passwords]
    assert names == ["annotator", "annotator-2", "adjudicator", "lead", "viewer", "admin"]
    opened = ReviewItem.objects.filter(suite__slug="mini", status="open").count()
    assert f"Review of mini: {opened} texts wait to be judged." in first
    assert opened > 0
    for name, password in passwords:
        assert User.objects.get(username=name).check_password(password)

    call_command("quickstart", "--no-serve")
    again = capsys.readouterr().out
    assert Run.objects.count() == 1
    assert "Suite mini v1: stands." in again
    assert "Review of mini" not in again
    assert not any(password in again for _, password in passwords)

    (board,) = leaderboards.of_suite(Suite.objects.get(slug="mini"))
    ranks = {row.result.system: row.rank for row in board.rows}
    assert (ranks["full_history"], ranks["supporting_events"]) == (1, None)
