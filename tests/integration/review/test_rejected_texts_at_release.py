"""Words that people rejected are not released by oversight: each is named, and a lead may ask for them."""

from __future__ import annotations

import pytest

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from scenarios.exceptions import TextsRejectedError
from scenarios.models import Rendering, Suite
from scenarios.review.services import rewording
from scenarios.services import suites
from tests.factories import reviews, worded_trips

pytestmark = pytest.mark.django_db


@pytest.fixture
def suite() -> Suite:
    return suites.store(bundle=worded_trips.bundle(), by=None)


@pytest.fixture
def lead(suite: Suite) -> User:
    return reviews.person("lena", suite, "lead")


def reject(suite: Suite, label: str) -> Rendering:
    of = "query" if label.startswith("q") else "event"
    rows = Rendering.objects.filter(**{f"{of}__scenario__suite": suite, f"{of}__label": label})
    rows.filter(is_current=True).update(status="rejected")
    return rows.get(is_current=True)


def test_a_suite_with_rejected_words_is_not_released_and_each_is_named(suite: Suite) -> None:
    words = reject(suite, "e0011").text
    reject(suite, "q002")
    with pytest.raises(TextsRejectedError, match="2 texts stand rejected by people") as caught:
        suites.release(suite=suite, by=None)
    record, question = caught.value.texts
    assert record == f"trips/e0011: {words}"
    assert question.startswith("trips/q002: ")
    assert caught.value.problem == {"texts": [record, question]}
    suite.refresh_from_db()
    assert not suite.is_released


def test_who_asks_for_them_gets_them_and_it_is_on_record(suite: Suite, lead: User) -> None:
    reject(suite, "e0011")
    released = suites.release(suite=suite, by=lead, with_rejected=True)
    assert released.is_released
    assert AuditRecord.objects.get(action="suite.released").details["rejected"] == ["trips/e0011"]


def test_a_text_that_was_worded_anew_is_in_nobodys_way(suite: Suite, lead: User) -> None:
    rewording.rerender(rendering=reject(suite, "e0011"), by=lead, now=reviews.NOW)
    suite.refresh_from_db()
    assert suites.release(suite=suite, by=lead).is_released
    assert "rejected" not in AuditRecord.objects.get(action="suite.released").details


def test_many_are_counted_and_the_first_are_listed(suite: Suite) -> None:
    error = TextsRejectedError("trips-small", tuple(f"trips/e{n:04}: words" for n in range(25)))
    assert "25 texts stand" in str(error)
    assert "trips/e0019" in str(error)
    assert "trips/e0020" not in str(error)
    assert str(error).endswith("and 5 more")
    assert len(error.problem["texts"]) == 25
