"""One's own account: tokens are made, shown once, and revoked."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from benchmark.floor.accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead(client: Client) -> User:
    user = User.objects.create_user(username="lead", role="lead")
    client.force_login(user)
    return user


def make(client: Client, **fields: object) -> str:
    """The page after asking for a token."""
    response = client.post("/accounts/tokens/", {"name": "notebook", **fields})
    assert response.status_code == 200, response.content.decode()
    return response.content.decode()


def test_a_token_is_shown_once_and_works(client: Client, lead: User) -> None:
    page = make(client, days=7, scopes=["suite.view"])
    secret = re.search(r"<code>(stm_[\w-]+)</code>", page)
    assert secret is not None
    again = client.get("/accounts/").content.decode()
    assert secret[1] not in again
    assert "notebook" in again
    assert ApiToken.objects.get().scopes == ["suite.view"]
    answer = Client().get("/api/v1/", headers={"authorization": f"Token {secret[1]}"})
    assert answer.status_code == 200


def test_a_token_is_revoked_by_its_owner_only(client: Client, lead: User) -> None:
    make(client)
    token = ApiToken.objects.get()
    other = Client()
    other.force_login(User.objects.create_user(username="other", role="admin"))
    assert other.post(f"/accounts/tokens/{token.pk}/revoke/").status_code == 404
    assert client.get(f"/accounts/tokens/{token.pk}/revoke/").status_code == 405
    assert client.post(f"/accounts/tokens/{token.pk}/revoke/").status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert "revoked" in client.get("/accounts/").content.decode()


def test_a_token_is_rotated_by_its_owner_only_and_shown_once(client: Client, lead: User) -> None:
    old = re.search(r"<code>(stm_[\w-]+)</code>", make(client, days=7, scopes=["read"]))
    token = ApiToken.objects.get()
    path = f"/accounts/tokens/{token.pk}/rotate/"
    other = Client()
    other.force_login(User.objects.create_user(username="other", role="admin"))
    assert other.post(path, {"overlap": "0"}).status_code == 404
    assert client.post(path, {"overlap": "nonsense"}).status_code == 422
    page = client.post(path, {"overlap": "3600"}).content.decode()
    new = re.search(r"<code>(stm_[\w-]+)</code>", page)
    assert old is not None
    assert new is not None
    assert "the secret before works until" in page
    assert new[1] not in client.get("/accounts/").content.decode()
    for secret in (old[1], new[1]):
        assert Client().get("/api/v1/", headers={"authorization": f"Token {secret}"}).status_code == 200
    client.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert client.post(path, {"overlap": "0"}).status_code == 422


def test_the_page_reminds_in_the_week_before_the_expiry(client: Client, lead: User) -> None:
    assert "Make its successor in time" not in make(client, name="long", days=30)
    assert "Make its successor in time" in make(client, name="short", days=7)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "x", "days": "0"},
        {"name": "x", "scopes": ["root"]},
        {"name": "x", "suite": "no slug"},
        {"name": "x", "scopes": ["admin.use"]},
    ],
)
def test_a_senseless_token_is_refused_beside_its_field(
    client: Client, lead: User, fields: dict[str, object]
) -> None:
    response = client.post("/accounts/tokens/", fields)
    assert response.status_code == 422
    assert 'class="error"' in response.content.decode()
    assert ApiToken.objects.count() == 0


def test_a_name_taken_is_said(client: Client, lead: User) -> None:
    make(client)
    response = client.post("/accounts/tokens/", {"name": "notebook"})
    assert response.status_code == 422
    assert "already has a token named" in response.content.decode()


def test_a_system_has_no_account_page(client: Client) -> None:
    client.force_login(User.objects.create_user(username="bot", role="system"))
    assert client.get("/accounts/").status_code == 403
    assert client.post("/accounts/tokens/", {"name": "x"}).status_code == 403


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    assert client.get("/accounts/")["Location"] == "/accounts/sign-in/?next=/accounts/"
