"""``manage.py token``: made, listed, rotated and revoked from the shell."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.floor.accounts.exceptions import TokenRefusedError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens


@pytest.fixture
def lead(db: None) -> User:
    return User.objects.create_user(username="lead", role="lead")


def run(*words: str) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("token", *words, "--json", stdout=out)
    rows: list[dict[str, Any]] = json.loads(out.getvalue())
    return rows


def test_the_life_of_a_token(lead: User) -> None:
    (made,) = run("create", "lead", "ci", "--scope", "submit", "--suite", "mini", "--days", "30")
    assert (made["scopes"], made["suite"], made["state"]) == (["submit"], "mini", "active")
    assert tokens.check(secret=made["secret"], now=datetime.now(UTC)).name == "ci"
    (listed,) = run("list", "lead")
    assert "secret" not in listed
    assert made["secret"] not in str(listed)
    (rotated,) = run("rotate", "lead", "ci", "--overlap", "60")
    for secret in (made["secret"], rotated["secret"]):
        assert tokens.check(secret=secret, now=datetime.now(UTC)).pk == listed["id"]
    assert run("revoke", "lead", "ci")[0]["state"] == "revoked"
    with pytest.raises(TokenRefusedError, match="revoked on"):
        tokens.check(secret=rotated["secret"], now=datetime.now(UTC))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("list", "nobody"), "no account 'nobody'"),
        (("revoke", "lead", "x"), "no token named 'x'"),
        (("create", "lead", "x", "--scope", "root"), "Unknown scopes: root"),
        (("create", "lead", "x", "--days", "0"), "1 to 3650"),
    ],
)
def test_what_cannot_be_done_is_said(lead: User, words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("token", *words)
    assert not lead.api_tokens.exists()


def test_it_prints_for_people(lead: User) -> None:
    out = StringIO()
    call_command("token", "list", "lead", stdout=out)
    call_command("token", "create", "lead", "x", stdout=out)
    assert out.getvalue().startswith("No token yet.\nx stm_")
    assert "may all that its owner may; expires: never" in out.getvalue()
