"""API tokens: hashed, named, scoped; a refusal says which of four reasons it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from benchmark.floor.accounts import secret_texts
from benchmark.floor.accounts.exceptions import TokenInvalidError, TokenRefusedError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.audit.models import AuditRecord

NOW = datetime.now(UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead() -> User:
    return User.objects.create_user(username="lead", password="a long one", role="lead")


def test_the_secret_is_shown_once_and_stored_only_as_a_hash(lead: User) -> None:
    token, secret = tokens.create(user=lead, name="notebook", by=lead, now=NOW)
    stored = ApiToken.objects.values().get(pk=token.pk)
    assert secret.startswith("stm_")
    assert len(secret) > 40
    assert secret not in map(str, stored.values())
    assert secret.startswith(stored["prefix"])
    assert tokens.check(secret=secret, now=NOW) == token


def test_several_named_tokens_a_person_but_each_name_once(lead: User) -> None:
    tokens.create(user=lead, name="one", by=lead, now=NOW)
    tokens.create(user=lead, name="two", by=lead, now=NOW)
    with pytest.raises(TokenInvalidError, match="already has a token named 'one'"):
        tokens.create(user=lead, name="one ", by=lead, now=NOW)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scopes": ["gold.view", "nonsense"]}, "Unknown scopes: nonsense"),
        ({"expires_at": NOW - timedelta(seconds=1)}, "expiry lies in the past"),
        ({"name": "  "}, "needs a name"),
    ],
)
def test_a_senseless_token_is_refused(lead: User, options: dict[str, object], message: str) -> None:
    with pytest.raises(TokenInvalidError, match=message):
        tokens.create(**{"user": lead, "name": "x", "by": lead, "now": NOW, **options})
    assert ApiToken.objects.count() == 0


def test_a_refusal_names_its_reason(lead: User) -> None:
    expiring, expired_secret = tokens.create(
        user=lead, name="short", by=lead, now=NOW, expires_at=NOW + timedelta(hours=1)
    )
    revoked, revoked_secret = tokens.create(user=lead, name="gone", by=lead, now=NOW)
    tokens.revoke(token=revoked, by=lead, now=NOW)
    _, inactive_secret = tokens.create(user=lead, name="off", by=lead, now=NOW)
    assert tokens.check(secret=expired_secret, now=NOW) == expiring

    assert _code(expired_secret, NOW + timedelta(hours=1)) == "token_expired"
    assert _code(revoked_secret, NOW) == "token_revoked"
    assert _code("stm_nothing", NOW) == "token_malformed"
    assert _code(secret_texts.make(), NOW) == "token_unknown"
    User.objects.update(is_active=False)
    assert _code(inactive_secret, NOW) == "token_inactive"


def _code(secret: str, now: datetime) -> str:
    with pytest.raises(TokenRefusedError) as caught:
        tokens.check(secret=secret, now=now)
    return caught.value.code


def test_last_use_is_noted_at_most_once_a_minute(lead: User) -> None:
    token, secret = tokens.create(user=lead, name="x", by=lead, now=NOW)
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        tokens.check(secret=secret, now=NOW + timedelta(seconds=seconds))
        token.refresh_from_db()
        assert token.last_used_at == NOW + timedelta(seconds=noted)


def test_making_and_revoking_leave_audit_records_without_the_secret(lead: User) -> None:
    token, secret = tokens.create(user=lead, name="x", by=lead, now=NOW)
    tokens.revoke(token=token, by=lead, now=NOW)
    tokens.revoke(token=token, by=lead, now=NOW)
    rows = AuditRecord.objects.order_by("id")
    assert [row.action for row in rows] == ["token.created", "token.revoked"]
    assert all(secret not in str(row.details) for row in rows)


def test_the_database_refuses_a_token_that_expired_before_it_was_made(lead: User) -> None:
    with pytest.raises(IntegrityError, match="token_expires_after_it_was_made"), transaction.atomic():
        ApiToken.objects.create(
            user=lead,
            name="x",
            prefix="stm_x",
            digest="x",
            created_at=NOW,
            expires_at=NOW - timedelta(days=1),
        )


@pytest.mark.parametrize("keyword", ["Token", "token", "Bearer"])
def test_the_api_takes_the_header(lead: User, client: Client, keyword: str) -> None:
    _, secret = tokens.create(user=lead, name="x", by=lead, now=NOW)
    assert client.get("/api/v1/", headers={"authorization": f"{keyword} {secret}"}).status_code == 200


@pytest.mark.parametrize(
    ("header", "code"),
    [(None, "not_authenticated"), ("Token stm_wrong", "token_malformed"), ("Token", "token_missing")],
)
def test_the_api_says_why_it_answers_401(client: Client, header: str | None, code: str) -> None:
    response = client.get("/api/v1/", headers={"authorization": header} if header else {})
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Token"
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == code
