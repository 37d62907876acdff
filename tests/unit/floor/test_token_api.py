"""The API twin of the account page: no token makes, or renews, one wider than itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens

NOW = datetime.now(UTC)
LIST = "/api/v1/tokens/"


@pytest.fixture
def lead(db: None) -> User:
    return User.objects.create_user(username="lead", role="lead")


def post(secret: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    headers = {"authorization": f"Token {secret}"}
    response = Client().post(path, body, content_type="application/json", headers=headers)
    return response.status_code, response.json()


def test_the_life_of_a_token(lead: User) -> None:
    _, secret = tokens.create(user=lead, name="root", by=lead, now=NOW)
    status, made = post(secret, LIST, name="ci", scopes=["submit"], suite="mini", days=30)
    assert status == 201, made
    listed = Client().get(LIST, headers={"authorization": f"Token {secret}"})
    assert [row["name"] for row in listed.json()["results"]] == ["ci", "root"]
    assert made["secret"] not in listed.content.decode()
    status, rotated = post(secret, f"{LIST}{made['id']}/rotate/", overlap=60)
    assert (status, rotated["scopes"], rotated["suite"]) == (200, ["submit"], "mini")
    for each in (made["secret"], rotated["secret"]):
        assert tokens.check(secret=each, now=datetime.now(UTC)).pk == made["id"]
    assert post(secret, f"{LIST}{made['id']}/revoke/")[1]["state"] == "revoked"
    assert post(secret, f"{LIST}{made['id']}/rotate/")[0] == 400


def test_no_token_makes_or_renews_a_wider_one(lead: User) -> None:
    wide, _ = tokens.create(user=lead, name="wide", by=lead, now=NOW)
    _, narrow = tokens.create(user=lead, name="narrow", by=lead, now=NOW, scopes=["admin"])
    for path in (LIST, f"{LIST}{wide.pk}/rotate/"):
        status, problem = post(narrow, path, name="x")
        assert (status, problem["code"]) == (400, "invalid")
        assert "none wider than itself" in str(problem["fields"])
    assert post(narrow, LIST, name="x", scopes=["suite.build"])[0] == 201


def test_a_token_without_the_scope_and_a_stranger_are_refused(lead: User) -> None:
    _, secret = tokens.create(user=lead, name="x", by=lead, now=NOW, scopes=["read"])
    status, problem = post(secret, LIST, name="y")
    assert (status, problem["code"]) == (401, "scope")
    assert "lacks the scope admin (token.manage)" in problem["detail"]
    other = User.objects.create_user(username="other", role="admin")
    token, theirs = tokens.create(user=other, name="x", by=other, now=NOW)
    _, mine = tokens.create(user=lead, name="all", by=lead, now=NOW)
    assert post(mine, f"{LIST}{token.pk}/revoke/")[0] == 404
    assert tokens.check(secret=theirs, now=datetime.now(UTC)) == token
