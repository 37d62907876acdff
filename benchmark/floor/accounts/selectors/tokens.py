"""Reads of API tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from benchmark.floor.accounts.models import ApiToken, User

REMIND = timedelta(days=7)
"""How long before its expiry an active token is announced to its owner."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """One token as its owner sees it. ``state`` is active, expired or revoked; ``overlaps`` says whether the
    secret before the last rotation still works."""

    token: ApiToken
    state: str
    expires_soon: bool
    overlaps: bool


def of_user(*, user: User, now: datetime) -> list[TokenLine]:
    """A person's tokens, newest first."""
    return [_line(token, now) for token in user.api_tokens.all()]


def _line(token: ApiToken, now: datetime) -> TokenLine:
    state = _state(token, now)
    active, old, end = state == "active", token.old_until, token.expires_at
    soon = active and end is not None and end <= now + REMIND
    return TokenLine(token, state, soon, active and old is not None and old > now)


def _state(token: ApiToken, now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    return "expired" if token.expired(now) else "active"


def as_dict(*, token: ApiToken, now: datetime) -> dict[str, Any]:
    """What its owner may read of a token, as JSON: times are ISO in UTC or None, never the secret."""
    times = ("created_at", "expires_at", "last_used_at", "revoked_at", "old_until")
    return {
        "id": token.pk,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "suite": token.suite,
        "state": _state(token, now),
        "last_used_address": token.last_used_address,
        **{name: _iso(getattr(token, name)) for name in times},
    }


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()
