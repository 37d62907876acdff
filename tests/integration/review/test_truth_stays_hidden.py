"""What judges are not to know before its step does not reach them: a marker planted in all of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scenarios.models import ReviewItem, Slot, Suite
from scenarios.review.selectors.working import work_of
from scenarios.review.services import claiming, drafting
from tests.factories import reviews, web_world
from tests.factories import scenarios as make
from tests.factories.judging import JSON, Desk
from tests.factories.web_world import MARKER

BEFORE = ("", "?amend=1")


@pytest.fixture
def suite(db: None) -> Suite:
    """A suite whose truth is marked, its records to be entered again without their actions."""
    planted = web_world.planted_suite("open", is_open=True)
    event = make.event(planted.scenarios.get(), 4, "Grus is seen where it goes.")
    make.action(event, value=MARKER, key=["Grus"])
    reviews.open_review(planted, blind_share=100)
    assert ReviewItem.objects.get(label="e0004").form == "blind"
    return planted


def entered(slot: Slot) -> dict[str, Any]:
    """Entries of somebody who does not know the truth."""
    found = {
        name: value
        for name, value in reviews.entries(slot).items()
        if MARKER not in str(value) and not name.startswith("row.")  # the guess is that nothing is stated
    }
    guess = {"answer": "Elsewhere"} if slot.kind == "question" else {"nothing": "yes", "pick": "1"}
    return {**found, **guess}


def seen(desk: Desk, slot: Slot) -> dict[str, str]:
    """Everything that the judge can be sent about an item at hand."""
    page, api = f"/review/{desk.suite.slug}/slots/{slot.pk}/", f"/api/v1/suites/{desk.suite.slug}/review/"
    client = desk.client
    answers: dict[str, Any] = {f"page{ending}": client.get(page + ending) for ending in BEFORE}
    answers["for the script"] = client.get(page, headers=JSON)
    answers["refused"] = client.post(f"{page}submit/", {"_token": str(slot.token)})
    answers["stale"] = client.post(f"{page}draft/", {"_token": str(slot.token), "_version": "77", "x": "y"})
    answers["ahead"] = client.post(f"/review/{desk.suite.slug}/ahead/", headers=JSON)
    answers["api"] = client.get(f"{api}slots/{slot.pk}/")
    answers["home"] = client.get("/review/")
    assert {answer.status_code for answer in answers.values()} <= {200, 303, 409, 422}
    return {name: answer.content.decode() for name, answer in answers.items()}


def test_no_step_shows_what_a_later_one_reveals(suite: Suite) -> None:
    ann = Desk(*reviews.annotators(suite, "ann"), suite)
    shown: set[tuple[str, int]] = set()
    revealed = set()
    while (slot := claiming.claim(suite=suite, by=ann.person, now=timezone.now())) is not None:
        work = work_of(ann.person, suite, slot.pk)
        while not work.is_last:
            for name, text in seen(ann, slot).items():
                assert MARKER not in text, f"{slot.item} at step {work.step}: {name}"
            shown.add((slot.kind, work.step))
            now = timezone.now()
            drafting.reveal(slot_id=slot.pk, token=slot.token, given=entered(slot), by=ann.person, now=now)
            work = work_of(ann.person, suite, slot.pk)
        page = ann.client.get(f"/review/{suite.slug}/slots/{slot.pk}/").content.decode()
        if work.steps > 1 and MARKER in page:
            revealed.add(slot.kind)
        slot.refresh_from_db()
        reviews.submit(slot, ann.person, entered(slot), now=timezone.now())
    assert {("record", 1), ("question", 1)} <= shown
    assert revealed == {"record", "question"}, "the last step does show it, so that the walk can fail"


def test_whether_one_was_right_shows_nowhere_before_a_decision(db: None) -> None:
    suite = reviews.suite_of_records(4)
    reviews.open_review(suite)
    assert set(ReviewItem.objects.values_list("kind", "form")) == {("record", "recognition")}
    for name, pick in (("ann", "1"), ("ben", "none")):
        desk = Desk(*reviews.annotators(suite, name), suite)
        slot = reviews.claim(desk.person, suite, timezone.now())
        reviews.submit(slot, desk.person, {"pick": pick}, now=timezone.now())
        page = desk.client.get(f"/review/{suite.slug}/mine/").content.decode()
        api = desk.client.get(f"/api/v1/suites/{suite.slug}/review/mine/").content.decode()
        said = desk.client.get(f"/review/{suite.slug}/slots/{slot.pk}/").content.decode()
        assert f'<dd dir="auto">{pick}</dd>' in page
        for text in (page, api, said):
            assert "Can the actions be told" not in text
            assert "recoverable" not in text
            assert "rejected" not in text
            assert "verified" not in text
