"""Reads of API tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from benchmark.floor.accounts.models import ApiToken, User


@dataclass(frozen=True, slots=True)
class TokenLine:
    """One token as its owner sees it. ``state`` is active, expired or revoked."""

    token: ApiToken
    state: str


def of_user(*, user: User, now: datetime) -> list[TokenLine]:
    """A person's tokens, newest first."""
    return [TokenLine(token, _state(token, now)) for token in user.api_tokens.all()]


def _state(token: ApiToken, now: datetime) -> str:
    if token.revoked_at is not None:
        return "revoked"
    return "expired" if token.expired(now) else "active"
