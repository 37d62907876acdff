"""The batch rule: when a scenario may be released as fully verified (spec 6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Rendering, ReviewItem, Suite
from scenarios.review.selectors import batches
from scenarios.review.services import settling
from scenarios.services import hashing, suites, verification
from tests.factories import reviews, verdicts
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db
FULL = "In full verified by people"


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    reviews.plain(settings)


def judged(*fluent: str) -> Suite:
    """A suite whose records two people found good; ``fluent`` has what both said of the words of each
    record: "yn" is yes and no. Every item is verified, whatever they said, as after an adjudication."""
    suite = reviews.suite_of_records(len(fluent))
    people = reviews.annotators(suite, "ann", "ben")
    scenario = suite.scenarios.get()
    texts = Rendering.objects.filter(event__scenario=scenario).order_by("pk")
    words = {"y": "yes", "n": "no"}
    for text, said in zip(texts, fluent, strict=True):
        [item] = verdicts.items(scenario, 1, rendering=text, status="verified")
        verdicts.give(
            (item, person, {"exact": "yes", "fluent": words[one]})
            for person, one in zip(people, said, strict=False)
        )
    Rendering.objects.filter(event__scenario__suite=suite).update(status="verified")
    return suite


def only(suite: Suite) -> batches.Batch:
    [found] = batches.of_suite(suite)
    return found


def test_a_batch_holds_where_all_is_verified_and_people_agree() -> None:
    suite = judged(*["yy"] * 9, "yn")
    found = only(suite)
    assert (found.items, found.verified, found.failing, found.todo) == (10, 10, (), "")
    assert found.holds
    assert verification.restate(suite=suite).verification_text == f"{FULL}: 10 of 10 texts"


def test_a_field_below_both_bounds_fails_and_the_whole_batch_is_judged_again() -> None:
    suite = judged(*["yy"] * 4, "nn", "nn", "nn", "yn", "yn", "ny")
    found = only(suite)
    assert [one.asked.name for one in found.failing] == ["fluent"]
    assert (found.agrees, found.holds) == (False, False)
    assert found.todo == "a second judgment for 10 items"
    stated = verification.restate(suite=suite)
    assert stated.verification == "sampled"
    assert stated.verification_text == (
        "Verified by people, who agree too little to say in full: 10 of 10 texts"
    )


def test_the_second_judgment_asks_for_as_many_as_the_batch_says() -> None:
    suite = reviews.opened(4, judges=2)
    ann, ben, cy = reviews.annotators(suite, "ann", "ben", "cy")
    reviews.judge_all(ann, suite)
    reviews.judge_all(ben, suite)
    submitted = only(suite)
    assert submitted.holds
    assert submitted.again == 4
    [first, *_] = reviews.items(suite)
    ReviewItem.objects.filter(pk=first.pk).update(status="disputed")
    assert only(suite).again == 3
    asked = settling.second_judgment(scenario=suite.scenarios.get(), by=None, now=reviews.later(5))
    assert asked == 3
    assert only(suite).todo == "4 of 4 items are not verified yet"
    assert reviews.judge_all(cy, suite) == 3


def test_of_what_nobody_judged_twice_nothing_is_known() -> None:
    suite = judged("y", "y", "y")
    found = only(suite)
    assert found.alone == ("Plain records",)
    assert (found.fields, found.holds, found.todo) == ((), False, "a second judgment for 3 items")
    assert verification.restate(suite=suite).verification == "sampled"


def test_items_that_wait_come_first() -> None:
    suite = judged(*["yy"] * 10)
    ReviewItem.objects.filter(pk=reviews.items(suite)[0].pk).update(status="rejected")
    found = only(suite)
    assert (found.agrees, found.holds, found.todo) == (True, False, "1 of 10 items is not verified yet")


def test_each_scenario_is_a_batch_of_its_own_and_all_have_to_hold() -> None:
    suite = judged(*["yy"] * 10)
    two = make.scenario(suite=suite, slug="two", position=9)
    text = Rendering.objects.get(event=make.event(two, 1))
    Rendering.objects.filter(pk=text.pk).update(status="verified")
    [item] = verdicts.items(two, 1, rendering=text, status="verified")
    people = User.objects.filter(username__in=["ann", "ben"]).order_by("username")
    verdicts.give((item, person, {"exact": said}) for person, said in zip(people, ("yes", "no"), strict=True))
    assert [(one.scenario, one.holds) for one in batches.of_suite(suite)] == [
        (f"{suite.slug}-one", True),
        ("two", False),
    ]
    assert verification.restate(suite=suite).verification == "sampled"
    ReviewItem.objects.filter(pk=item.pk).update(status="withdrawn")
    assert [one.scenario for one in batches.of_suite(suite)] == [f"{suite.slug}-one"]
    assert verification.restate(suite=suite).verification == "full"


def test_items_that_are_not_about_texts_and_check_items_are_in_no_batch() -> None:
    suite = judged(*["yy"] * 10)
    scenario = suite.scenarios.get()
    ann = User.objects.get(username="ann")
    verdicts.items(scenario, 2, kind="complaint")
    text = Rendering.objects.filter(event__scenario=scenario)[0]
    verdicts.items(scenario, 2, is_check=True, person=ann, rendering=text)
    assert (only(suite).items, only(suite).holds) == (10, True)


def test_a_suite_that_nobody_judges_here_keeps_what_it_states() -> None:
    suite = reviews.suite_of_records(2)
    Rendering.objects.update(status="verified")
    assert batches.of_suite(suite) == []
    assert verification.restate(suite=suite).verification == "sampled"
    places = [
        (scenario.slug, False, label) for scenario in suite.scenarios.all() for label in ("e0001", "e0002")
    ]
    assert verification.take_over(suite=suite, places=places, stated="full").verification == "full"
    assert verification.restate(suite=suite).verification == "full"


def test_a_release_states_what_the_rule_says() -> None:
    suite = judged(*["yy"] * 10)
    Suite.objects.filter(pk=suite.pk).update(kind="imported")
    suite.refresh_from_db()
    Suite.objects.filter(pk=suite.pk).update(content_hash=hashing.content_hash(suite))
    assert suites.release(suite=suite, by=None).verification == "full"


def test_batches_take_three_queries(django_assert_num_queries: Any) -> None:
    suite = judged(*["yy"] * 10)
    for number in range(3):
        other = make.scenario(suite=suite, slug=f"more-{number}")
        text = Rendering.objects.get(event=make.event(other, 1))
        verdicts.items(other, 1, rendering=text)
    with django_assert_num_queries(3):
        assert len(batches.of_suite(suite)) == 4
