"""Pages of hooks and their twins: one's own alone, secrets once, nothing half stored, few queries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.hooks.models import Delivery, Hook
from benchmark.services import hook_sending, hooks
from scenarios.models import Suite
from tests.factories import scenarios as make
from tests.factories.hook_receiver import Receiver

pytestmark = pytest.mark.django_db
API = "/api/v1/hooks/"
SECRET = re.compile(r"whsec_[A-Za-z0-9+/=]{44}")


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def with_token(user: User, **narrowed: Any) -> Client:
    _, secret = tokens.create(user=user, name=f"t{timezone.now()}", by=user, now=timezone.now(), **narrowed)
    return Client(headers={"Authorization": f"Token {secret}"})


def sent(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    return getattr(client, method)(path, data=body or "", content_type="application/json", headers=headers)


def made(by: User, url: str, count: int = 1, suite: str = "") -> Hook:
    now = timezone.now()
    for _ in range(count):
        hook, _ = hooks.create(owner=by, url=url, kinds=["run.finished"], suite=suite, by=by, now=now)
    return hook


def test_by_plain_forms_a_hook_is_made_tested_changed_and_deleted(
    browser: Client, suite: Suite, receiver: Receiver
) -> None:
    form = {"url": receiver.url, "suite": suite.slug, "kinds": ["run.finished", "export.ready"]}
    page = browser.post("/hooks/", form).content.decode()
    (secret,) = SECRET.findall(page)
    hook = Hook.objects.get()
    assert (hook.suite, hook.kinds) == (suite.slug, ["run.finished", "export.ready"])
    here = f"/hooks/{hook.pk}/"
    assert not SECRET.search(browser.get(here).content.decode() + browser.get("/hooks/").content.decode())
    assert browser.post(f"{here}test/").status_code == 302
    assert "hx-get" in browser.get(here).content.decode()
    hook_sending.send_due(now=timezone.now())
    assert receiver.came[0].signed_by(secret)
    page = browser.get(f"{here}?state=delivered").content.decode()
    assert "hook.test" in page
    assert "hx-get" not in page
    (second,) = SECRET.findall(browser.post(f"{here}rotate/").content.decode())
    assert second != secret
    assert "signs along until" in browser.get(here).content.decode()
    browser.post(here, {"url": receiver.url, "kinds": ["run.failed"], "active": ""})
    hook.refresh_from_db()
    assert (hook.active, hook.kinds) == (False, ["run.failed"])
    assert "Switched off" in browser.get(here).content.decode()
    browser.post(f"{here}delete/")
    assert not Hook.objects.exists()
    actions = set(AuditRecord.objects.filter(action__startswith="hook.").values_list("action", flat=True))
    assert {"hook.created", "hook.tested", "hook.rotated", "hook.changed", "hook.deleted"} <= actions
    assert not SECRET.search(str(list(AuditRecord.objects.values_list("details", flat=True))))


def test_a_form_that_cannot_be_taken_says_why_and_stores_nothing(
    browser: Client, suite: Suite, receiver: Receiver
) -> None:
    for form, words in (
        ({"url": "http://10.0.0.1/", "kinds": ["run.failed"]}, "STEMMA_PUSH_ALLOW"),
        ({"url": receiver.url}, "Choose at least one"),
        ({"url": receiver.url, "kinds": ["gold.told"]}, "not one of the available choices"),
        (
            {"url": receiver.url, "kinds": ["run.failed"], "suite": "closed"},
            "not one of the available choices",
        ),
    ):
        answer = browser.post("/hooks/", form)
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert not Hook.objects.exists()


def test_dead_letters_are_listed_and_sent_again_one_and_all(
    browser: Client, owner: User, receiver: Receiver
) -> None:
    hook = made(owner, receiver.url)
    rows = [hooks.test(hook=hook, by=owner, now=timezone.now()) for _ in range(3)]
    dead = [row.pk for row in rows[:2]]
    Delivery.objects.filter(pk__in=dead).update(
        state="dead", ended_at=timezone.now(), last_error="HTTP 500: no"
    )
    page = browser.get(f"/hooks/{hook.pk}/?state=dead").content.decode()
    assert page.count("HTTP 500: no") == 2
    assert "Send all 2" in page
    assert ">2<" in browser.get("/hooks/").content.decode()
    browser.post(f"/hooks/{hook.pk}/deliveries/{dead[0]}/again/")
    assert Delivery.objects.filter(state="dead").count() == 1
    browser.post(f"/hooks/{hook.pk}/again/")
    assert not Delivery.objects.filter(state="dead").exists()


def test_nobody_meets_the_hooks_of_somebody_else(owner: User, receiver: Receiver) -> None:
    hook = made(owner, receiver.url)
    row = hooks.test(hook=hook, by=owner, now=timezone.now())
    other = User.objects.create_user("another", role="admin")
    client = Client()
    client.force_login(other)
    api = with_token(other)
    for place in ("", "deliveries/"):
        assert client.get(f"/hooks/{hook.pk}/{place}").status_code == 404
        assert api.get(f"{API}{hook.pk}/{place}").status_code == 404
    for place in ("", "rotate/", "test/", "delete/", "again/", f"deliveries/{row.pk}/again/"):
        assert client.post(f"/hooks/{hook.pk}/{place}").status_code == 404
    for place in ("rotate/", "test/", "again/", f"deliveries/{row.pk}/again/"):
        assert sent(api, "post", f"{API}{hook.pk}/{place}").status_code == 404
    for method in ("patch", "delete"):
        assert sent(api, method, f"{API}{hook.pk}/", {"active": False}).status_code == 404
    assert api.get(API).json()["results"] == []
    mine = made(other, receiver.url)
    assert client.post(f"/hooks/{mine.pk}/deliveries/{row.pk}/again/").status_code == 404
    assert Hook.objects.filter(owner=owner, active=True).count() == 1


def test_the_api_does_what_the_pages_do(owner: User, suite: Suite, receiver: Receiver) -> None:
    api = with_token(owner)
    body = {"url": receiver.url, "kinds": ["run.finished"], "suite": suite.slug}
    answer = sent(api, "post", API, body)
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    assert SECRET.fullmatch(answer.json()["secret"])
    here = f"{API}{answer.json()['id']}/"
    read = api.get(here)
    assert read.json() == {k: v for k, v in answer.json().items() if k != "secret"}
    assert api.get(API).json()["results"] == [read.json()]
    changed = sent(
        api, "patch", here, {"kinds": ["run.failed", "run.finished"]}, **{"If-Match": read["ETag"]}
    )
    assert changed.json()["kinds"] == ["run.finished", "run.failed"]
    late = sent(api, "patch", here, {"active": False}, **{"If-Match": read["ETag"]})
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert sent(api, "post", f"{here}test/").json()["kind"] == "hook.test"
    assert sent(api, "post", f"{here}again/").json() == {"sent_again": 0}
    (told,) = api.get(f"{here}deliveries/?state=pending&kind=hook.test").json()["results"]
    refused = sent(api, "post", f"{here}deliveries/{told['id']}/again/")
    assert (refused.status_code, refused.json()["code"]) == (409, "hook_state")
    hook_sending.send_due(now=timezone.now())
    assert api.get(f"{here}deliveries/").json()["results"][0]["last_status"] == 204
    assert SECRET.fullmatch(sent(api, "post", f"{here}rotate/").json()["secret"])
    assert api.get(here).json()["old_secret_until"]
    assert sent(api, "delete", here).status_code == 204
    assert not Hook.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "url"),
        ({"url": 5, "kinds": {}}, 400, "kinds"),
        ({"url": "http://127.0.0.1/", "kinds": ["nothing"]}, 422, "kinds"),
        ({"url": "http://127.0.0.1/", "kinds": []}, 422, "kinds"),
        ({"url": "http://192.168.0.1/", "kinds": ["run.failed"]}, 422, "url"),
        ({"url": "http://127.0.0.1/", "kinds": ["run.failed"], "suite": "not a slug"}, 400, "suite"),
    ],
)
def test_a_body_that_cannot_be_taken_is_a_problem_that_names_the_field(
    owner: User, receiver: Receiver, body: Any, status: int, field: str
) -> None:
    answer = sent(with_token(owner), "post", API, body)
    assert answer.status_code == status
    assert field in answer.json()["fields"]
    assert not Hook.objects.exists()


def test_what_cannot_be_changed_or_filtered_by_is_said(owner: User, suite: Suite, receiver: Receiver) -> None:
    hook, api = made(owner, receiver.url), with_token(owner)
    for body in ({"suite": suite.slug}, {"owner": 1}, {"active": "perhaps"}):
        assert sent(api, "patch", f"{API}{hook.pk}/", body).status_code == 400
    for query in ("state=lost", "kind=gold", "since=1"):
        assert api.get(f"{API}{hook.pk}/deliveries/?{query}").status_code == 400


def test_a_token_for_one_suite_meets_the_hooks_of_that_suite_alone(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    made(owner, receiver.url)
    here = made(owner, receiver.url, suite=suite.slug)
    api = with_token(owner, suite=suite.slug)
    assert [row["id"] for row in api.get(API).json()["results"]] == [here.pk]
    everywhere = {"url": receiver.url, "kinds": ["run.failed"]}
    assert sent(api, "post", API, everywhere).status_code == 401
    assert sent(api, "post", API, {**everywhere, "suite": suite.slug}).status_code == 201
    other = make.suite(slug="another", is_open=True)
    assert sent(api, "post", API, {**everywhere, "suite": other.slug}).status_code == 404


def test_the_scope_of_a_token_decides(owner: User, receiver: Receiver) -> None:
    assert with_token(owner, scopes=["run"]).get(API).status_code == 401
    assert with_token(owner, scopes=["hook.manage"]).get(API).status_code == 200


def test_a_hook_on_a_suite_that_is_not_ones_own_does_not_exist(owner: User, receiver: Receiver) -> None:
    make.suite(slug="closed")
    body = {"url": receiver.url, "kinds": ["run.failed"], "suite": "closed"}
    answers = [sent(with_token(owner), "post", API, {**body, "suite": slug}) for slug in ("closed", "absent")]
    assert [answer.status_code for answer in answers] == [404, 404]
    viewer = make.suite(slug="seen", is_open=True)
    make.member(owner, viewer, "viewer")
    assert sent(with_token(owner), "post", API, {**body, "suite": "seen"}).status_code == 403


def test_lists_cost_the_same_whatever_they_hold(browser: Client, owner: User, receiver: Receiver) -> None:
    hook, api = made(owner, receiver.url), with_token(owner)
    places = [
        (browser, "/hooks/"),
        (browser, f"/hooks/{hook.pk}/"),
        (api, API),
        (api, f"{API}{hook.pk}/deliveries/"),
    ]

    def costs() -> list[int]:
        found = []
        for client, path in places:
            client.get(path)
            with CaptureQueriesContext(connection) as caught:
                assert client.get(path).status_code == 200
            found.append(len(caught))
        return found

    hooks.test(hook=hook, by=owner, now=timezone.now())
    few = costs()
    made(owner, receiver.url, count=20)
    for _ in range(30):
        hooks.test(hook=hook, by=owner, now=timezone.now())
    hooks.rotate(hook=hook, by=owner, now=timezone.now())
    assert costs() == few
