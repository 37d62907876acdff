"""Accounts for programs: made within what their maker may do, marked, never a person, ended at once."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import service_accounts as floor
from benchmark.floor.accounts.services import tokens
from benchmark.floor.audit.models import AuditRecord
from scenarios.models import Membership, Slot, Suite
from scenarios.permissions import can_somewhere
from scenarios.selectors import service_accounts as selectors
from scenarios.services import service_accounts
from tests.factories import scenarios as make

API = "/api/v1/service-accounts/"
NEW: dict[str, Any] = {
    "name": "nightly",
    "purpose": "Runs every night.",
    "role": "viewer",
    "suites": ["ours"],
}


@pytest.fixture
def suite(db: None) -> Suite:
    return make.suite(slug="ours")


@pytest.fixture
def lead(suite: Suite) -> User:
    person = User.objects.create_user("lena", role="lead")
    make.member(person, suite, "lead")
    return person


@pytest.fixture
def made(lead: User) -> User:
    return service_accounts.create(**{**NEW, "role": "researcher"}, by=lead)


def caller(user: User, *scopes: str, **more: Any) -> Client:
    """A client with a token of a person."""
    name = f"t{user.api_tokens.count()}"
    _, secret = tokens.create(user=user, name=name, by=user, now=timezone.now(), scopes=scopes, **more)
    return bearer(secret)


def bearer(secret: str) -> Client:
    return Client(headers={"Authorization": f"Token {secret}"})


def token_of(account: User, by: User, *scopes: str) -> str:
    _, secret = service_accounts.create_token(
        account=account, name=f"t{account.api_tokens.count()}", scopes=scopes, by=by, now=timezone.now()
    )
    return secret


def post(client: Client, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    response = client.post(path, json.dumps(body), content_type="application/json")
    return response.status_code, response.json()


def test_the_life_of_an_account_by_the_api(lead: User, suite: Suite) -> None:
    client = caller(lead)
    status, account = post(client, API, **NEW)
    assert status == 201, account
    assert (account["made_by"], account["purpose"]) == ("lena", "Runs every night.")
    assert account["suites"] == {"ours": "viewer"}
    status, token = post(client, f"{API}nightly/tokens/", name="ci", scopes=["read"], days=30)
    assert status == 201, token
    works = bearer(token["secret"])
    assert works.get("/api/v1/suites/ours/").status_code == 200
    assert token["secret"] not in client.get(f"{API}nightly/tokens/").content.decode()
    status, again = post(client, f"{API}nightly/tokens/{token['id']}/rotate/", overlap=0)
    assert (status, works.get("/api/v1/suites/").status_code) == (200, 401)
    assert client.get(API).json()["results"][0]["tokens"] == 1
    for _ in range(2):
        status, off = post(client, f"{API}nightly/off/")
        assert (status, off["active"], off["tokens"]) == (200, False, 0)
    refused = bearer(again["secret"]).get("/api/v1/suites/")
    assert (refused.status_code, refused.json()["code"]) == (401, "token_revoked")
    assert post(client, f"{API}nightly/tokens/", name="late", scopes=["read"])[0] == 422
    told = AuditRecord.objects.filter(subject="user:nightly").order_by("pk").values_list("action", "actor")
    assert [action for action, _ in told] == [
        "service_account.created",
        "token.created",
        "token.rotated",
        "token.revoked",
        "service_account.switched_off",
    ]
    assert {actor for _, actor in told} == {"lena"}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"role": "admin"}, "No role 'admin'"),
        ({"role": "adjudicator"}, "No role 'adjudicator'"),
        ({"name": "Nightly Runs"}, "lower-case letters"),
        ({"name": "lena"}, "already an account 'lena'"),
        ({"purpose": " "}, "blank"),
        ({"suites": []}, "Name at least one suite"),
        ({"suites": ["theirs"]}, "You lead no suite 'theirs'"),
        ({"suites": ["none"]}, "You lead no suite 'none'"),
        ({"member_role": "owner"}, "No role 'owner'"),
    ],
)
def test_an_account_that_may_not_be_is_refused_and_nothing_stored(
    lead: User, wrong: dict[str, Any], words: str
) -> None:
    make.member(lead, make.suite(slug="theirs"), "researcher")
    before = User.objects.count(), Membership.objects.count(), AuditRecord.objects.count()
    client = caller(lead)
    status, problem = post(client, API, **{**NEW, **wrong})
    assert status in (400, 422)
    assert words in json.dumps(problem)
    after = User.objects.count(), Membership.objects.count(), AuditRecord.objects.count() - 1  # the token
    assert after == before


def test_a_lead_by_membership_alone_gives_no_role_beyond_their_own(suite: Suite) -> None:
    person = User.objects.create_user("ann", role="annotator")
    make.member(person, suite, "lead")
    status, problem = post(caller(person), API, **NEW)
    assert (status, problem["code"]) == (422, "refused")
    assert "what you cannot: leaderboard.view" in problem["detail"]
    status, _ = post(caller(person), API, **{**NEW, "role": "annotator", "member_role": "researcher"})
    assert status == 201


def test_scopes_are_cut_down_to_those_of_the_maker(made: User, lead: User) -> None:
    token_of(made, lead, "admin", "read", "suite.build")
    scopes = set(made.api_tokens.get().scopes)
    assert {"read", "suite.build", "history.edit"} <= scopes
    assert not {"admin", "admin.use", "suite.delete"} & scopes
    status, problem = post(caller(lead), f"{API}nightly/tokens/", name="x", scopes=["admin.use"])
    assert (status, problem["code"]) == (422, "refused")
    assert "not do admin.use yourself" in problem["detail"]
    assert post(caller(lead), f"{API}nightly/tokens/", name="x", scopes=[])[0] == 422
    status, problem = post(caller(lead, "admin"), f"{API}nightly/tokens/", name="x", scopes=["read"])
    assert (status, "not do read yourself" in problem["detail"]) == (422, True)


def test_it_never_signs_in_not_even_with_a_password_in_its_row(made: User) -> None:
    page = Client().post("/accounts/sign-in/", {"username": "nightly", "password": ""})
    assert page.status_code == 422
    made.set_password("a-long-password-1")
    with pytest.raises(IntegrityError, match="user_service_never_signs_in"), transaction.atomic():
        made.save()
    with pytest.raises(IntegrityError, match="user_service_never_signs_in"), transaction.atomic():
        User.objects.filter(pk=made.pk).update(is_staff=True)
    assert not Client().login(username="nightly", password="a-long-password-1")


def test_it_judges_nothing_and_decides_nothing(made: User, lead: User, suite: Suite) -> None:
    Membership.objects.filter(user=made).update(role="annotator")
    lead.role = "admin"
    lead.save()
    annotate = bearer(token_of(made, lead, "annotate", "read"))
    for path in ("next/", "undo/", "pause/"):
        status, problem = post(annotate, f"/api/v1/suites/ours/review/{path}")
        assert (status, problem["code"]) == (403, "person_only"), path
        assert "nightly is a service account" in problem["detail"]
    Membership.objects.filter(user=made).update(role="adjudicator")
    refused = annotate.get("/api/v1/suites/ours/review/disputes/")
    assert (refused.status_code, refused.json()["code"]) == (403, "person_only")
    assert not Slot.objects.exists()
    assert not can_somewhere(made, "review.judge")


def test_it_makes_neither_tokens_nor_accounts(made: User, lead: User, suite: Suite) -> None:
    Membership.objects.filter(user=made).update(role="lead")
    lead.role = "admin"
    lead.save()
    client = bearer(token_of(made, lead, "admin", "read"))
    status, problem = post(client, "/api/v1/tokens/", name="more")
    assert (status, problem["code"]) == (401, "scope")
    status, problem = post(client, API, **{**NEW, "name": "child"})
    assert (status, problem["code"]) == (422, "refused")
    with pytest.raises(CommandError, match="service account"):
        call_command("token", "create", "nightly", "x")


def test_an_account_that_others_look_after_is_404_but_for_admins(made: User) -> None:
    other = caller(User.objects.create_user("leo", role="lead"))
    for path in (f"{API}nightly/", f"{API}nightly/tokens/", f"{API}none/"):
        assert other.get(path).status_code == 404
    assert post(other, f"{API}nightly/off/")[0] == 404
    assert other.get(API).json()["results"] == []
    made.refresh_from_db()
    assert made.is_active
    admin = caller(User.objects.create_user("ada", role="admin"))
    assert admin.get(f"{API}nightly/").json()["name"] == "nightly"


def test_a_token_for_one_suite_sees_the_accounts_that_work_there_alone(made: User, lead: User) -> None:
    make.member(lead, make.suite(slug="more"), "lead")
    service_accounts.create(**{**NEW, "name": "both", "suites": ["ours", "more"]}, by=lead)
    names = [row["name"] for row in caller(lead, suite="ours").get(API).json()["results"]]
    assert names == ["nightly"]


def test_what_it_does_is_marked_in_the_audit(made: User, lead: User) -> None:
    lead.role = "admin"
    lead.save()
    client = bearer(token_of(made, lead, "admin", "read"))
    Membership.objects.filter(user=made).update(role="lead")
    status, _ = post(client, "/api/v1/suites/ours/review/actions/pause/")
    assert status == 200
    row = AuditRecord.objects.filter(actor="nightly").latest("pk")
    assert row.by_service
    assert "nightly (service account)" in str(row)
    assert not AuditRecord.objects.filter(actor="lena", by_service=True).exists()


def test_pages_do_what_the_api_does(lead: User) -> None:
    client = Client()
    client.force_login(lead)
    assert "Service accounts" in client.get("/accounts/").content.decode()
    page = client.post("/service-accounts/", {**NEW, "suites": ["theirs"]})
    assert page.status_code == 422
    done = client.post("/service-accounts/", NEW, follow=True)
    assert "Runs every night." in done.content.decode()
    assert "ours</a> as viewer" in done.content.decode()
    wrong = client.post("/service-accounts/nightly/tokens/", {"name": "ci"})
    assert wrong.status_code == 422
    shown = client.post("/service-accounts/nightly/tokens/", {"name": "ci", "scopes": ["read"], "days": "30"})
    token = User.objects.get(username="nightly").api_tokens.get()
    assert f"{token.prefix}" in shown.content.decode()
    assert "it is shown this once" in shown.content.decode()
    path = f"/service-accounts/nightly/tokens/{token.pk}/"
    assert client.post(f"{path}rotate/", {"overlap": "3600"}).status_code == 200
    assert client.post(f"{path}rotate/", {"overlap": "1"}).status_code == 422
    assert "revoked" in client.post(f"{path}revoke/", follow=True).content.decode()
    off = client.post("/service-accounts/nightly/off/", follow=True).content.decode()
    assert "nightly is switched off" in off
    assert "New token" not in off


def test_the_command_does_what_the_api_does(lead: User) -> None:
    def run(*words: str) -> list[dict[str, Any]]:
        out = StringIO()
        call_command("service_account", *words, "--by", "lena", "--json", stdout=out)
        rows: list[dict[str, Any]] = json.loads(out.getvalue())
        return rows

    (row,) = run("create", "nightly", "--purpose", "Runs every night.", "--suite", "ours")
    assert row["suites"] == {"ours": "viewer"}
    (row,) = run("token", "nightly", "ci", "--scope", "read", "--days", "9")
    assert bearer(row["secret"]).get("/api/v1/suites/").status_code == 200
    assert [row["tokens"] for row in run("list")] == [1]
    (row,) = run("switch-off", "nightly")
    assert (row["active"], row["tokens_ended"]) == (False, 1)
    for words in (
        ("create", "x1", "--purpose", "p"),  # no suite
        ("create", "x1", "--purpose", "p", "--suite", "none"),
        ("token", "nobody", "x", "--scope", "read"),
        ("token", "nightly", "x", "--scope", "reed"),
        ("token", "nightly", "x", "--scope", "read", "--days", "0"),
    ):
        with pytest.raises(CommandError):
            run(*words)
    with pytest.raises(CommandError, match="no account 'nobody'"):
        call_command("service_account", "list", "--by", "nobody")


def test_the_admin_reads_and_switches_off_but_edits_none(made: User, lead: User) -> None:
    admin = User.objects.create_superuser("root", role="admin")
    token_of(made, lead, "read")
    client = Client()
    client.force_login(admin)
    page = client.get(f"/admin/accounts/user/{made.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert client.get(f"/admin/accounts/user/{made.pk}/password/").status_code == 403
    chosen = {"action": "switch_off", "_selected_action": [made.pk, lead.pk]}
    told = client.post("/admin/accounts/user/", chosen, follow=True).content.decode()
    assert "Switched off: 1 service account(s); 1 selected are people" in told
    made.refresh_from_db()
    lead.refresh_from_db()
    assert (made.is_active, lead.is_active) == (False, True)
    assert not made.api_tokens.filter(revoked_at__isnull=True).exists()


def test_a_list_costs_the_same_for_one_and_for_many(lead: User, made: User) -> None:
    client, costs = caller(lead), []
    client.get(API)
    for count in (0, 12):
        for number in range(count):
            floor.create(name=f"more-{number}", purpose="x", role="viewer", by=lead)
        with CaptureQueriesContext(connection) as caught:
            rows = client.get(API).json()["results"]
        costs.append(len(caught))
    assert len(rows) == 13
    assert costs[0] == costs[1]
    assert selectors.looked_after_by(lead, timezone.now() + timedelta(days=1)).count() == 13
