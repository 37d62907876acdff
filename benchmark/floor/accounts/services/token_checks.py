"""Checking the token of a request: one query, and a write at most once a minute."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from benchmark.floor.accounts import secret_texts
from benchmark.floor.accounts.exceptions import TokenRefusedError
from benchmark.floor.accounts.models import ApiToken

NOTE_USE_EVERY = timedelta(minutes=1)


def check(*, secret: str, now: datetime, address: str = "") -> ApiToken:
    """The token of this secret with its user, its use from ``address`` noted.

    Raises ``TokenRefusedError``, whose code says whether it is malformed, unknown, revoked, expired, or of an
    account that is not active.
    """
    digest = secret_texts.digest(secret)
    found = ApiToken.objects.select_related("user").filter(Q(digest=digest) | Q(old_digest=digest))
    token = found.first()
    if token is None:
        raise _nobody(secret)
    _refuse_ended(token, digest, now)
    if token.last_used_at is None or now - token.last_used_at >= NOTE_USE_EVERY:
        _note_use(token, now, address)
    return token


def _nobody(secret: str) -> TokenRefusedError:
    if secret_texts.well_formed(secret):
        return TokenRefusedError("token_unknown", "This token is unknown. Make one on your account page.")
    return TokenRefusedError(
        "token_malformed",
        "This is no whole token: its mark, length or checksum is wrong. Copy it again, all of it.",
    )


def _refuse_ended(token: ApiToken, digest: str, now: datetime) -> None:
    if token.revoked_at is not None:
        raise TokenRefusedError(
            "token_revoked", f"Token {token} was revoked on {token.revoked_at:%Y-%m-%d %H:%M} UTC."
        )
    ends = [token.expires_at] if digest == token.digest else [token.old_until, token.expires_at]
    end = min((each for each in ends if each is not None), default=None)
    if end is not None and end <= now:
        raise TokenRefusedError("token_expired", f"Token {token} expired on {end:%Y-%m-%d %H:%M} UTC.")
    if not token.user.is_active:
        raise TokenRefusedError("token_inactive", f"The account of token {token} is not active.")


def _note_use(token: ApiToken, now: datetime, address: str) -> None:
    """Of requests at one moment one writes: the others find it noted."""
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - NOTE_USE_EVERY)
    ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now, last_used_address=address or None)
