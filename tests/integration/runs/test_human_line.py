"""What people answer from the witness records alone, as a line beside systems (spec 12.5)."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.reviewing import human_line
from benchmark.scoring.aggregation import Share
from benchmark.scoring.board_lines import LineKind
from benchmark.selectors import board_lines
from scenarios.models import GoldAnswer, Query, Rendering, ReviewItem, Suite, Verdict
from scenarios.review.services import next_drafts, revising, submitting
from scenarios.services import suites
from tests.factories import consequences, question_entries, question_forms, reviews

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


# ------------------------------------------------------------------ the releases before
@pytest.fixture
def judged() -> Suite:
    """A release whose eight questions two people answered: ann all right, ben one of them wrong."""
    suite = consequences.released()
    reviews.open_review(suite, question_judges=2)
    for name, wrong in (("ann", None), ("ben", "q003")):
        person = reviews.person(name, suite)
        for _ in question_forms.items(suite):
            slot = reviews.claim(person, suite)
            entries = question_entries.entries(slot)
            if slot.item.label == wrong:
                entries |= {"answer": "Praalix"}
                entries.pop("answer.said", None)
            reviews.submit(slot, person, entries)
    return suite


def by_label(suite: Suite) -> dict[str, Share]:
    found = line(suite)
    rows = Query.objects.filter(scenario__suite=suite, pk__in=found.tried)
    return {label: found.on([pk]) for label, pk in rows.order_by("label").values_list("label", "pk")}


def next_of(suite: Suite) -> Suite:
    return next_drafts.next_draft(suite=suite, by=None, now=reviews.NOW)


def test_answers_count_on_in_the_next_release_where_words_and_records_are_the_same(judged: Suite) -> None:
    assert line(judged).knows == "the witness records alone, 2 people"
    draft = next_of(judged)
    assert by_label(draft) == by_label(judged)
    assert by_label(draft)["q003"] == Share(1, 2)
    assert line(draft).knows == (
        "the witness records alone, 2 people; 16 of 16 answers given on a release before, in the same words"
    )
    assert board_lines.people(draft) == [line(draft)]
    suites.release(suite=draft, by=None)
    assert by_label(next_of(draft)) == by_label(judged), "over two releases"


def test_what_was_answered_from_other_records_counts_no_more(judged: Suite, settings: LazySettings) -> None:
    settings.REVIEW_SUBJECTS = ["scenarios.review.subjects.records.RECORDS", *settings.REVIEW_SUBJECTS]
    item = consequences.denied_item(judged, reviews.person("ada", judged, "adjudicator"))
    suite = revising.revise_release(item=item, by=None, now=reviews.NOW)
    kept = by_label(suite)
    assert set(kept) == set(by_label(judged)) - {*consequences.CHANGED, "q003"}
    assert all(share == Share(2, 2) for share in kept.values())


def test_a_record_or_question_in_other_words_is_to_be_answered_anew(judged: Suite) -> None:
    draft = next_of(judged)
    Rendering.objects.filter(query__scenario__suite=draft, query__label="q002").update(text="Where to?")
    witness = Query.objects.get(scenario__suite=draft, label="q005").witnesses.get(position=0)
    texts = Rendering.objects.filter(event__scenario__suite=draft, event__label=witness.events[0])
    texts.update(text="Other words.")
    cache.clear()
    left = by_label(draft)
    assert {"q002", "q005"} & set(left) == set()
    assert "q004" in left


def test_where_gold_alone_is_another_answers_are_scored_by_it(judged: Suite) -> None:
    draft = next_of(judged)
    before = by_label(draft)
    assert before["q002"] == Share(2, 2)
    gold = GoldAnswer.objects.get(query__scenario__suite=draft, query__label="q002")
    GoldAnswer.objects.filter(pk=gold.pk).delete()  # gold is never changed, but derived anew
    gold.pk, gold.answer = None, "Praalix"
    gold.save(force_insert=True)
    cache.clear()
    assert by_label(draft) == {**before, "q002": Share(0, 2)}


def test_who_answers_anew_counts_by_the_new_answer(judged: Suite) -> None:
    draft = next_of(judged)
    assert by_label(draft)["q003"] == Share(1, 2)
    reviews.open_review(draft, question_judges=1)
    ben = User.objects.get(username="ben")
    slot = reviews.claim(ben, draft)
    assert slot.item.label == "q003", "all others are verified"
    reviews.submit(slot, ben, question_entries.entries(slot))
    assert by_label(draft)["q003"] == Share(2, 2)
    assert "15 of 16" in line(draft).knows


def test_the_line_asks_a_constant_number_of_queries(judged: Suite) -> None:
    draft = next_of(judged)
    line(draft)
    with CaptureQueriesContext(connection) as once:
        line(draft)
    Verdict.objects.filter(item__label__in=("q001", "q002", "q003")).update(is_current=False)
    with CaptureQueriesContext(connection) as fewer:
        line(draft)
    assert len(once) == len(fewer) == 4
