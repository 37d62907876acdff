"""Twenty people at once: k is never exceeded, nobody is given an item twice (ux pains 4 and 5)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Slot, Suite, Verdict
from scenarios.review.services import claiming
from tests.factories import reviews as make
from tests.factories.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = 20


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


def _claimed(by: User, suite: Suite) -> int | None:
    slot = claiming.claim(suite=suite, by=by, now=make.NOW)
    return None if slot is None else slot.item_id


def test_twenty_claims_at_once_never_exceed_k() -> None:
    suite = make.opened(6, judges=3)
    people = make.annotators(suite, *(f"p{n}" for n in range(PEOPLE)))
    got = at_once([partial(_claimed, by, suite) for by in people])
    held = Counter(item for item in got if item is not None)
    assert set(held.values()) == {3}
    assert sorted(held) == [item.pk for item in make.items(suite)]
    assert got.count(None) == PEOPLE - 18


def test_one_person_in_many_tabs_gets_one_lease() -> None:
    suite = make.opened(9)
    (ann,) = make.annotators(suite, "ann")
    got = at_once([partial(_claimed, ann, suite)] * 8)
    assert len(set(got)) == 1
    assert Slot.objects.filter(status="leased").count() == 1


def test_people_who_judge_at_once_leave_k_verdicts_each() -> None:
    suite = make.opened(5, judges=4)
    people = make.annotators(suite, *(f"p{n}" for n in range(8)))
    done = at_once([partial(make.judge_all, by, suite) for by in people])
    assert sum(done) == 20
    counted = Counter(Verdict.objects.filter(is_current=True).values_list("item", "person"))
    assert set(counted.values()) == {1}
    for item in make.items(suite):
        assert (item.status, item.verdicts.count()) == ("verified", 4)
