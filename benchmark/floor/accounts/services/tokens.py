"""API tokens: made, checked, revoked. Only a hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from benchmark.floor.accounts.exceptions import TokenInvalidError, TokenRefusedError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.services import records

MARK = "stm_"
"""Start of every token, so that secret scanners and people know one when they see it."""
NOTE_USE_EVERY = timedelta(minutes=1)


@transaction.atomic
def create(
    *,
    user: User,
    name: str,
    by: User,
    now: datetime,
    scopes: Sequence[str] = (),
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is never shown again. Raises ``TokenInvalidError``."""
    unknown = sorted(set(scopes) - {verb.value for verb in Verb})
    if unknown:
        raise TokenInvalidError(f"Unknown scopes: {', '.join(unknown)}.")
    if not name.strip():
        raise TokenInvalidError("A token needs a name.")
    if user.api_tokens.filter(name=name.strip()).exists():
        raise TokenInvalidError(f"{user.username} already has a token named {name.strip()!r}.")
    if expires_at is not None and expires_at <= now:
        raise TokenInvalidError("The expiry lies in the past.")
    secret = MARK + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name.strip(),
        prefix=secret[:12],
        digest=_digest(secret),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    records.record(
        action="token.created",
        subject=f"user:{user.username}",
        by=by,
        details={"name": token.name, "prefix": token.prefix, "scopes": token.scopes},
    )
    return token, secret


@transaction.atomic
def revoke(*, token: ApiToken, by: User, now: datetime) -> None:
    """Make the token useless; a second call changes nothing."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
        records.record(
            action="token.revoked",
            subject=f"user:{token.user.username}",
            by=by,
            details={"name": token.name, "prefix": token.prefix},
        )


def check(*, secret: str, now: datetime) -> ApiToken:
    """The token of this secret, its use noted. Raises ``TokenRefusedError`` that says why not."""
    token = ApiToken.objects.select_related("user").filter(digest=_digest(secret)).first()
    if token is None:
        raise TokenRefusedError("token_unknown", "This token is unknown. Make one on your account page.")
    if token.revoked_at is not None:
        raise TokenRefusedError(
            "token_revoked", f"Token {token} was revoked on {token.revoked_at:%Y-%m-%d %H:%M} UTC."
        )
    if token.expired(now):
        raise TokenRefusedError(
            "token_expired", f"Token {token} expired on {token.expires_at:%Y-%m-%d %H:%M} UTC."
        )
    if not token.user.is_active:
        raise TokenRefusedError("token_inactive", f"The account of token {token} is not active.")
    if token.last_used_at is None or now - token.last_used_at >= NOTE_USE_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _digest(secret: str) -> str:
    """A fast hash is enough: the secret holds 256 random bits, nothing to guess."""
    return hashlib.sha256(secret.encode()).hexdigest()
