"""API tokens: made, rotated, revoked. Only hashes are stored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from benchmark.floor.accounts import scopes as scope_table
from benchmark.floor.accounts import secret_texts
from benchmark.floor.accounts.exceptions import TokenInvalidError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services.token_checks import check
from benchmark.floor.audit.services import records

__all__ = ["LONGEST_OVERLAP", "check", "create", "revoke", "rotate"]

LONGEST_OVERLAP = timedelta(days=30)
"""For how long at most the secret before a rotation goes on working."""


@transaction.atomic
def create(
    *,
    user: User,
    name: str,
    by: User,
    now: datetime,
    scopes: Sequence[str] = (),
    expires_at: datetime | None = None,
    suite: str = "",
    within: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is never shown again.

    ``scopes`` names scopes or verbs (none: all that ``user`` may do); ``suite``, a slug, narrows the token to
    one suite. ``within`` is the token with which this one is asked for: no token makes a wider one, nor one
    that lives longer. Raises ``TokenInvalidError``.
    """
    name = name.strip()
    if unknown := scope_table.unknown(scopes):
        raise TokenInvalidError(_("Unknown scopes: %(unknown)s.") % {"unknown": ", ".join(unknown)})
    if not name:
        raise TokenInvalidError(_("A token needs a name."))
    if user.is_service and by.is_service:
        raise TokenInvalidError(
            _("%(username)s makes no tokens itself; whoever looks after it does.")
            % {"username": user.username}
        )
    if user.api_tokens.filter(name=name).exists():
        raise TokenInvalidError(
            _("%(username)s already has a token named %(name)s.")
            % {"username": user.username, "name": f"{name!r}"}
        )
    if expires_at is not None and expires_at <= now:
        raise TokenInvalidError(_("The expiry lies in the past."))
    if within is not None:
        _refuse_wider(within, scopes, suite, expires_at)
    secret = secret_texts.make()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=secret[: secret_texts.PREFIX_LENGTH],
        digest=secret_texts.digest(secret),
        scopes=sorted(set(scopes)),
        suite=suite,
        expires_at=expires_at,
    )
    _record("token.created", token, by, scopes=token.scopes, suite=suite)
    return token, secret


@transaction.atomic
def rotate(
    *,
    token: ApiToken,
    by: User,
    now: datetime,
    overlap: timedelta = timedelta(0),
    expires_at: datetime | None = None,
    within: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A new secret for the token, shown once; the one before works for ``overlap`` longer (0: no longer).

    Name, scopes and suite stay. ``expires_at`` sets a new expiry; None keeps the one there is. A secret from
    before an earlier rotation ends at once. Raises ``TokenInvalidError`` for a token that no longer works.
    """
    token = ApiToken.objects.select_for_update(of=("self",)).select_related("user").get(pk=token.pk)
    if not timedelta(0) <= overlap <= LONGEST_OVERLAP:
        raise TokenInvalidError(_("The overlap is 0 to %(days)s days.") % {"days": LONGEST_OVERLAP.days})
    if token.revoked_at is not None:
        raise TokenInvalidError(_("Token %(name)s is revoked. Make a new one.") % {"name": token.name})
    if expires_at is None and token.expired(now):
        raise TokenInvalidError(_("Token %(name)s has expired. Choose a new expiry.") % {"name": token.name})
    if expires_at is not None and expires_at <= now:
        raise TokenInvalidError(_("The expiry lies in the past."))
    if within is not None:
        _refuse_wider(within, token.scopes, token.suite, expires_at or token.expires_at)
    secret = secret_texts.make()
    before, token.old_until = token.prefix, now + overlap if overlap else None
    token.old_digest = token.digest if overlap else None
    token.digest, token.prefix = secret_texts.digest(secret), secret[: secret_texts.PREFIX_LENGTH]
    token.expires_at = expires_at or token.expires_at
    token.save(update_fields=["old_until", "old_digest", "digest", "prefix", "expires_at"])
    _record("token.rotated", token, by, before=before, overlap_seconds=int(overlap.total_seconds()))
    return token, secret


@transaction.atomic
def revoke(*, token: ApiToken, by: User | None, now: datetime) -> None:
    """Make the token useless, with the secret before it; a second call changes nothing."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
        _record("token.revoked", token, by)


def _refuse_wider(within: ApiToken, scopes: Sequence[str], suite: str, expires_at: datetime | None) -> None:
    beyond = sorted(scope_table.reach(scopes) - scope_table.reach(within.scopes))
    if beyond:
        raise TokenInvalidError(
            _("A token makes none wider than itself; %(name)s lacks %(beyond)s.")
            % {"name": within.name, "beyond": ", ".join(beyond)}
        )
    if within.suite and suite != within.suite:
        raise TokenInvalidError(
            _("Token %(name)s is for suite %(suite)s: so must the new one be.")
            % {"name": within.name, "suite": within.suite}
        )
    if within.expires_at is not None and (expires_at is None or expires_at > within.expires_at):
        raise TokenInvalidError(
            _("Token %(name)s makes none that outlives it; choose an earlier expiry.") % {"name": within.name}
        )


def _record(action: str, token: ApiToken, by: User | None, **details: object) -> None:
    facts = {"name": token.name, "prefix": token.prefix, **details}
    records.record(action=action, subject=f"user:{token.user.username}", by=by, details=facts)
