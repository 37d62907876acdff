"""Accounts for programs: made by somebody who looks after them, held to what that person may do, ended.

Who may make one, and on which suites it works, is for the rooms above to decide (scenarios).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from benchmark.floor.accounts import scopes as scope_table
from benchmark.floor.accounts.exceptions import ServiceAccountRefusedError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import ALLOWED, Role
from benchmark.floor.audit.services import records

NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,59}")
ROLES = (Role.ANNOTATOR, Role.VIEWER, Role.RESEARCHER, Role.LEAD, Role.SYSTEM)
"""What a service account may be. None is an admin, and none decides disputes."""


@transaction.atomic
def create(*, name: str, purpose: str, role: str, by: User) -> User:
    """A service account that ``by`` looks after. It has no password, and so never signs in.

    Its role may do no more than that of ``by``. Raises ``ServiceAccountRefusedError``.
    """
    name, purpose = name.strip(), purpose.strip()
    if by.is_service:
        raise ServiceAccountRefusedError("A service account makes no accounts. Ask who looks after it.")
    if not NAME.fullmatch(name):
        raise ServiceAccountRefusedError(
            "The name has 2 to 60 lower-case letters, digits and hyphens, and begins with none of the latter."
        )
    if not 0 < len(purpose) <= 200:
        raise ServiceAccountRefusedError("Say in 1 to 200 characters what the account is for.")
    _refuse_role(role, by)
    made = User(
        username=name,
        role=role,
        kind=User.Kind.SERVICE,
        purpose=purpose,
        made_by=by,
        password=make_password(None),
    )
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError as error:
        if not User.objects.filter(username=name).exists():
            raise
        raise ServiceAccountRefusedError(f"There is already an account {name!r}.") from error
    _record("service_account.created", made, by, role=role, purpose=purpose)
    return made


@transaction.atomic
def create_token(
    *,
    account: User,
    name: str,
    scopes: Sequence[str],
    may: Collection[str],
    by: User,
    now: datetime,
    suite: str = "",
    expires_at: datetime | None = None,
    within: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A token of a service account and its secret, which is shown once.

    ``scopes`` must name something. A scope is cut down to ``may``, the verbs of ``by``; a single verb outside
    them is refused, so a token never does what its maker could not. Raises ``ServiceAccountRefusedError`` and
    ``TokenInvalidError``.
    """
    if not account.is_active:
        raise ServiceAccountRefusedError(f"{account.username} is switched off. Make another account.")
    return tokens.create(
        user=account,
        name=name,
        scopes=_cut(scopes, frozenset(may)),
        suite=suite,
        expires_at=expires_at,
        by=by,
        now=now,
        within=within,
    )


@transaction.atomic
def switch_off(*, account: User, by: User | None, now: datetime) -> int:
    """End the account and all its tokens, for good; says how many tokens ended. Once more changes nothing."""
    locked = User.objects.select_for_update().get(pk=account.pk, kind=User.Kind.SERVICE)
    live = list(locked.api_tokens.filter(revoked_at__isnull=True))
    for token in live:
        tokens.revoke(token=token, by=by, now=now)
    if locked.is_active:
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        _record("service_account.switched_off", locked, by, tokens=len(live))
    return len(live)


def _refuse_role(role: str, by: User) -> None:
    if role not in ROLES:
        raise ServiceAccountRefusedError(f"No role {role!r} here; roles are {', '.join(ROLES)}.")
    own = Role.ADMIN if by.is_superuser else Role(by.role)
    if beyond := ALLOWED[Role(role)] - ALLOWED[own]:
        raise ServiceAccountRefusedError(
            f"As {role} it could do what you cannot: {', '.join(sorted(beyond))}. Choose a smaller role."
        )


def _cut(scopes: Sequence[str], may: frozenset[str]) -> list[str]:
    """The scopes that lie in ``may`` whole, and the verbs in ``may`` of those that do not."""
    if not scopes:
        raise ServiceAccountRefusedError("Say what the token may do: name a scope or a verb.")
    coarse = {scope.value for scope in scope_table.Scope}
    kept: set[str] = set()
    for name in set(scopes):
        verbs = scope_table.reach([name])
        inside = verbs & may
        if not inside and not scope_table.unknown([name]):
            raise ServiceAccountRefusedError(f"You may not do {name} yourself, so no token of yours does.")
        kept |= {name} if inside == verbs or name not in coarse else inside
    return sorted(kept)


def _record(action: str, account: User, by: User | None, **details: object) -> None:
    records.record(action=action, subject=f"user:{account.username}", by=by, details=details)
