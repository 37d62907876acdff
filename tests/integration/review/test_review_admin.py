"""The admin of reviews: rows to read, leases to release, people to let go (case A05; ux.md, Admin)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from scenarios.models import Slot, Verdict
from scenarios.review.selectors import counters
from tests.factories import reviews as make

pytestmark = pytest.mark.django_db
ROWS = (
    *("reviewitem", "slot", "verdict", "adjudication", "transition", "draft", "remark", "reviewer"),
    *("reviewpolicy", "guideline", "complaint", "verdictexport"),
)


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root", role="admin"))
    return client


def post(client: Client, url: str, action: str, *rows: int, **fields: str) -> str:
    data = {"action": action, "_selected_action": [str(row) for row in rows], **fields}
    return client.post(url, data, follow=True).content.decode()


def test_rows_are_read_and_not_changed(admin: Client) -> None:
    suite = make.opened(2)
    ann = make.annotators(suite, "ann")[0]
    verdict = make.judge(ann, suite)
    slot = make.claim(ann, suite)
    for name in ROWS:
        assert admin.get(f"/admin/scenarios/{name}/").status_code == 200
        assert admin.get(f"/admin/scenarios/{name}/add/").status_code == 403
    page = admin.get(f"/admin/scenarios/slot/{slot.pk}/change/").content.decode()
    assert "ann" in page
    assert str(slot.token) not in page
    url = f"/admin/scenarios/verdict/{verdict.pk}/"
    assert admin.post(f"{url}change/", {"outcome": "rejected"}).status_code == 403
    assert admin.post(f"{url}delete/", {"post": "yes"}).status_code == 403


def test_the_admin_counts_as_everything_else_does(admin: Client) -> None:
    suite = make.opened(3, judges=2)
    ann, ben = make.annotators(suite, "ann", "ben")
    make.judge_all(ann, suite)
    make.judge(ben, suite)
    assert tuple(counters.counts(suite)) == (4, 1, 3)
    assert "4; 1 of 3" in admin.get("/admin/scenarios/reviewpolicy/").content.decode()


def test_leases_are_released_after_a_page_that_shows_them(admin: Client) -> None:
    suite = make.opened(2)
    ann = make.annotators(suite, "ann")[0]
    slot = make.claim(ann, suite)
    free = Slot.objects.get(suite=suite, status="free")
    url = "/admin/scenarios/slot/"
    page = post(admin, url, "release_leases", slot.pk, free.pk)
    assert "1 of the chosen slots is under a lease" in page
    assert Slot.objects.get(pk=slot.pk).status == "leased"
    assert "1 lease(s) released" in post(admin, url, "release_leases", slot.pk, confirmed="yes")
    assert Slot.objects.get(pk=slot.pk).status == "free"
    done = AuditRecord.objects.get(action="review.released")
    assert (done.actor, done.details["person"]) == ("root", "ann")


def test_somebody_who_judged_is_not_deleted_but_loses_their_name(admin: Client) -> None:
    suite = make.opened(2)
    ann = make.annotators(suite, "ann")[0]
    User.objects.filter(pk=ann.pk).update(email="ann@example.org", first_name="Ann")
    make.judge(ann, suite)
    held = make.claim(ann, suite)
    page = admin.post(f"/admin/accounts/user/{ann.pk}/delete/", {"post": "yes"}, follow=True)
    assert "take their name off" in page.content.decode()
    assert User.objects.filter(pk=ann.pk).exists()
    url = "/admin/accounts/user/"
    assert "cannot be taken back" in post(admin, url, "take_names_off", ann.pk)
    assert "ann is former-judge-1 now" in post(admin, url, "take_names_off", ann.pk, confirmed="yes")
    ann.refresh_from_db()
    assert (ann.username, ann.first_name, ann.email, ann.is_active) == ("former-judge-1", "", "", False)
    assert Verdict.objects.get().person == ann
    assert Slot.objects.get(pk=held.pk).status == "free"
    assert make.items(suite)[0].transitions.filter(by="former-judge-1").count() == 3
    again = post(admin, url, "take_names_off", ann.pk, confirmed="yes")
    assert "has no name any more" in again
