"""What people answer from the witness records alone, as a line beside systems (spec 12.5)."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings

from benchmark.reviewing import human_line
from benchmark.scoring.aggregation import Share
from benchmark.scoring.board_lines import LineKind
from benchmark.selectors import board_lines
from scenarios.models import GoldAnswer, Query, Rendering, ReviewItem, Suite, Verdict
from scenarios.review.services import submitting
from tests.factories import question_entries, question_forms, reviews

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _questions_alone(settings: LazySettings) -> None:
    question_forms.alone(settings)


def answered(suite: Suite, name: str, *said: dict[str, Any]) -> list[Verdict]:
    """The verdicts of a person who answers so many questions in their order."""
    person, found = reviews.person(name, suite), []
    for given in said:
        slot = reviews.claim(person, suite)
        entries = {key: value for key, value in question_entries.entries(slot).items() if key != "answer"}
        found.append(reviews.submit(slot, person, {**entries, **given}))
    return found


RIGHT, WRONG, OPEN = {"answer": "Corby"}, {"answer": "Lunmar"}, {"answer.said": "unknown", "missing": "value"}


def line(suite: Suite) -> Any:
    (found,) = human_line.of_suite(suite)
    return found


def test_a_suite_that_nobody_judged_has_no_line() -> None:
    suite = question_forms.opened(2)
    assert list(human_line.of_suite(suite)) == []
    assert board_lines.people(suite) == []


def test_each_answer_counts_on_its_query_and_the_line_says_how_many_people() -> None:
    suite = question_forms.opened(3, judges=2)
    answered(suite, "ann", RIGHT, WRONG, OPEN)
    answered(suite, "ben", RIGHT, RIGHT)
    found = line(suite)
    assert (found.kind, found.name) == (LineKind.HUMAN, "people, from the witness records")
    assert found.knows == "the witness records alone, 2 people"
    queries = list(Query.objects.filter(scenario__suite=suite).order_by("label").values_list("pk", flat=True))
    assert [found.on([query]) for query in queries] == [Share(2, 2), Share(1, 2), Share(0, 1)]
    assert found.labels_on(queries) == Share(4, 5)
    assert found.on(queries) == Share(3, 5)
    assert board_lines.people(suite) == [found]


def test_a_verdict_that_was_taken_back_counts_no_more() -> None:
    suite = question_forms.opened(1)
    (verdict,) = answered(suite, "ann", WRONG)
    assert line(suite).knows == "the witness records alone, 1 person"
    submitting.withdraw(verdict=verdict, by=None, now=reviews.later())
    assert list(human_line.of_suite(suite)) == []


def test_the_last_version_of_a_verdict_counts_alone() -> None:
    suite = question_forms.opened(1)
    (first,) = answered(suite, "ann", WRONG)
    changed = Verdict.objects.get(pk=first.pk)
    Verdict.objects.filter(pk=first.pk).update(is_current=False)
    changed.pk, changed.version, changed.key = None, 2, "0" * 32
    changed.score = {**changed.score, "right": True}
    changed.save(force_insert=True)
    assert line(suite).on([Query.objects.get().pk]) == Share(1, 1)


def test_what_no_longer_stands_counts_no_more() -> None:
    suite = question_forms.opened(3)
    answered(suite, "ann", RIGHT, RIGHT, RIGHT)
    replaced, regolded, withdrawn = question_forms.items(suite)
    Rendering.objects.filter(pk=replaced.rendering_id).update(is_current=False)
    ReviewItem.objects.filter(pk=withdrawn.pk).update(status="withdrawn")
    query = Query.objects.get(renderings=regolded.rendering_id)
    gold = query.gold
    assert len(line(suite).tried) == 1
    GoldAnswer.objects.filter(query=query).delete()
    GoldAnswer.objects.create(
        query=query, label="unknown", missing=["missing(x)"], height=1, width=1, root=gold.root
    )
    assert list(human_line.of_suite(suite)) == []
