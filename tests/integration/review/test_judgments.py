"""What people said of the same items: what counts, and what is made of it (spec 6.5, ux pain 8)."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Scenario, Suite
from scenarios.review.selectors import judgments
from scenarios.review.selectors.judgments import Asked
from scenarios.review.services import submitting
from tests.factories import picking_subject, reviews, verdicts
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db
YES, NO = {"exact": "yes"}, {"exact": "no"}


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    reviews.plain(settings)


@pytest.fixture
def suite() -> Suite:
    row = make.suite()
    make.scenario(suite=row, slug="one")
    return row


@pytest.fixture
def people(suite: Suite) -> tuple[User, User]:
    ann, ben = reviews.annotators(suite, "ann", "ben")
    return ann, ben


def only(suite: Suite, **filters: Any) -> judgments.OfField:
    [found] = judgments.by_field(judgments.judged(suite, **filters))
    return found


def test_the_vector_of_the_specification_from_stored_verdicts(
    suite: Suite, people: tuple[User, User], django_assert_num_queries: Any
) -> None:
    verdicts.table(suite, people, (16, 7, 4, 9))
    with django_assert_num_queries(2):
        found = only(suite)
    assert (found.asked, found.question) == (Asked("plain", "exact"), "Does it say what happened, no more?")
    values = [getattr(found.found, name).value for name in ("raw", "kappa", "pabak", "ac1")]
    assert values == pytest.approx([0.6944, 0.3694, 0.3889, 0.4112], abs=5e-5)
    assert (found.found.n, found.found.raters) == (36, 2)


def test_what_was_judged_once_taken_back_or_made_to_check_does_not_count(
    suite: Suite, people: tuple[User, User]
) -> None:
    ann, ben = people
    scenario = suite.scenarios.get()
    verdicts.table(suite, people, (2, 1, 0, 0))
    [alone, back, withdrawn] = verdicts.items(scenario, 3)
    verdicts.said(alone, ann, NO)
    verdicts.said(back, ann, NO)
    verdicts.said(back, ben, YES, is_current=False, withdrawn_at=reviews.NOW)
    type(withdrawn).objects.filter(pk=withdrawn.pk).update(status="withdrawn")
    [check] = verdicts.items(scenario, 1, is_check=True, person=ann)
    verdicts.give((item, person, NO) for item in (withdrawn, check) for person in people)
    [elsewhere] = verdicts.items(make.scenario(suite=make.suite()), 1)
    verdicts.give((elsewhere, person, NO) for person in people)
    assert only(suite).found.totals == {"yes": 5, "no": 1}


def test_of_versions_the_last_counts() -> None:
    suite = reviews.opened(2, judges=2)
    ann, ben = reviews.annotators(suite, "ann", "ben")
    first = reviews.judge(ann, suite, exact="no", fluent="yes")
    reviews.judge(ann, suite, exact="yes", fluent="yes")
    reviews.judge(ben, suite, exact="yes", fluent="yes")
    submitting.amend(
        verdict=first,
        given={"exact": "yes", "fluent": "no"},
        key="5b1c2b34-1e5c-4f0e-9f52-0a3a5e7f0b11",
        version=1,
        by=ann,
        now=reviews.later(2),
    )
    found = {one.asked.name: one.found for one in judgments.by_field(judgments.judged(suite))}
    assert found["exact"].totals == {"yes": 2, "no": 0}
    assert found["fluent"].raw.value == 0
    # Judged twice: only the first item.
    assert found["exact"].n == 1


def test_settled_items_alone_where_asked(suite: Suite, people: tuple[User, User]) -> None:
    verdicts.table(suite, people, (3, 0, 0, 0), status="verified")
    verdicts.table(suite, people, (0, 0, 0, 1), status="rejected")
    verdicts.table(suite, people, (0, 2, 1, 0), status="disputed")
    assert only(suite).found.totals == {"yes": 9, "no": 5}
    assert only(suite, settled=True).found.totals == {"yes": 6, "no": 2}


def test_by_kind_and_by_scenario(suite: Suite, people: tuple[User, User]) -> None:
    two = make.scenario(suite=suite, slug="two")
    verdicts.table(suite, people, (3, 0, 0, 1))
    verdicts.give((item, person, NO) for item in verdicts.items(two, 2) for person in people)
    for item in verdicts.items(two, 1, kind="other"):
        verdicts.give((item, person, YES) for person in people)
    found = judgments.by_scenario(judgments.judged(suite))
    counts = {slug: [(one.asked.kind, one.found.n) for one in rows] for slug, rows in found.items()}
    assert counts == {"one": [("plain", 4)], "two": [("plain", 2), ("other", 1)]}
    assert only(suite, kind="plain").found.n == 6
    assert only(suite, kind="plain", scenario="two").found.totals == {"yes": 0, "no": 4}
    assert judgments.by_field(judgments.judged(suite, scenario="three")) == []


def test_recognising_and_entering_anew_are_reported_apart(suite: Suite, people: tuple[User, User]) -> None:
    scenario = suite.scenarios.get()
    for form, value, fluent in (("recognition", "yes", "yes"), ("blind", "no", "yes"), ("blind", "no", "no")):
        [item] = verdicts.items(scenario, 1, form=form)
        verdicts.give((item, person, {"recoverable": value, "fluent": fluent}) for person in people)
    found = judgments.judged(suite)
    apart = {(one.asked.name, one.asked.form): one.found.n for one in judgments.by_field(found)}
    assert apart == {("fluent", ""): 3, ("recoverable", "blind"): 2, ("recoverable", "recognition"): 1}
    [batch] = judgments.by_scenario(found).values()
    assert {(one.asked.name, one.found.n) for one in batch} == {("fluent", 3), ("recoverable", 3)}


def test_a_field_that_is_asked_of_each_action_is_one_field(suite: Suite, people: tuple[User, User]) -> None:
    [item] = verdicts.items(suite.scenarios.get(), 1)
    for person, second in zip(people, ("yes", "no"), strict=True):
        verdicts.said(item, person, {"says.0": "yes", "says.1": second})
    found = only(suite)
    assert (found.asked.name, found.found.n, found.found.raw.value) == ("says", 2, 0.5)


def test_answers_that_differ_from_item_to_item_are_counted_and_not_shown(settings: Any, suite: Suite) -> None:
    settings.REVIEW_SUBJECTS = [picking_subject.PATH]
    people = reviews.annotators(suite, "ann", "ben")
    scenario = suite.scenarios.get()
    for names in (["Vera", "Boris"], ["Vera", "Ines"]):
        [item] = verdicts.items(scenario, 1, kind="picking", content={"names": names})
        verdicts.give((item, person, {"who": names[1], "colour": "red"}) for person in people)
    found = {one.asked.name: one for one in judgments.by_field(judgments.judged(suite))}
    # Which names were picked is no total.
    assert found["who"].found.totals == {"answer 1": 2, "answer 2": 2}
    assert found["who"].found.raw.value == 1
    assert found["who"].question == "Who is it?"
    # The same three in another order: all of them can be answered.
    assert found["colour"].found.totals == {"red": 4, "blue": 0, "green": 0}


def test_what_a_question_is_bound_to_is_not_shown_and_each_form_asks_in_its_words(
    settings: Any, suite: Suite
) -> None:
    settings.REVIEW_SUBJECTS = [picking_subject.PATH]
    people = reviews.annotators(suite, "ann", "ben")
    for form in ("recognition", "blind"):
        more = {"kind": "picking", "form": form, "content": {"names": ["Vera"]}}
        [item] = verdicts.items(suite.scenarios.get(), 1, **more)
        verdicts.give((item, person, {"says.0": "yes", "recoverable": "no"}) for person in people)
    found = {one.asked: one.question for one in judgments.by_field(judgments.judged(suite))}
    assert found == {
        Asked("picking", "says"): "Is this said?",
        Asked("picking", "recoverable", "recognition"): "Can it be told (recognition)?",
        Asked("picking", "recoverable", "blind"): "Can it be told (blind)?",
    }


def test_each_two_people_over_the_items_that_both_judged(suite: Suite, people: tuple[User, User]) -> None:
    ann, ben = people
    [cy] = reviews.annotators(suite, "cy")
    verdicts.table(suite, (ann, ben), (3, 1, 0, 0))
    verdicts.table(suite, (ben, cy), (1, 0, 0, 3))
    [all_three] = verdicts.items(suite.scenarios.get(), 1)
    verdicts.give(
        [(all_three, ann, {"exact": "yes", "fluent": "no"}), (all_three, ben, NO), (all_three, cy, YES)]
    )
    found = judgments.by_pair(judgments.judged(suite))
    rows = [(one.people, one.found.n, one.found.raw.value) for one in found]
    assert rows == [
        ((ann.pk, ben.pk), 5, pytest.approx(3 / 5)),
        ((ben.pk, cy.pk), 5, pytest.approx(4 / 5)),
        ((ann.pk, cy.pk), 1, 1),
    ]
    # Ann said yes throughout, so that ben agrees with her as often as by chance.
    assert found[0].found.kappa.value == pytest.approx(0)
    # Of what one of two people was asked there is no pair.
    assert judgments.by_pair(judgments.judged(suite), name="fluent") == []
    assert judgments.by_pair(judgments.judged(suite), kind="record") == []


def test_reading_takes_two_queries_however_much_there_is(
    suite: Suite, people: tuple[User, User], django_assert_num_queries: Any
) -> None:
    def grow(scenario: Scenario) -> None:
        for item in verdicts.items(scenario, 5):
            verdicts.give((item, person, {"exact": "yes", "fluent": "no"}) for person in people)

    grow(suite.scenarios.get())
    for number in range(2):
        grow(make.scenario(suite=suite, slug=f"more-{number}"))
    with django_assert_num_queries(2):
        found = judgments.judged(suite)
        assert len(judgments.by_field(found)) == 2
        assert len(judgments.by_scenario(found)) == 3
        assert len(judgments.by_pair(found)) == 2
    empty = make.suite()
    with django_assert_num_queries(1):
        assert judgments.judged(empty).said == []


def test_a_kind_that_is_no_longer_registered_is_counted_without_its_words(
    suite: Suite, people: tuple[User, User], settings: Any
) -> None:
    verdicts.table(suite, people, (2, 1, 0, 0))
    settings.REVIEW_SUBJECTS = []
    assert (only(suite).question, only(suite).found.n) == ("", 3)
