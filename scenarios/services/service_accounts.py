"""Accounts for programs that work on suites: made by those who lead suites, who look after them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services import service_accounts as floor
from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError
from scenarios.models import Suite
from scenarios.permissions import can, can_somewhere, permitted, require_somewhere
from scenarios.services import members


class AccountRefusedError(InputRefusedError):
    """The account would work where its maker leads nothing; nothing was stored."""

    http_status = 422
    code = "refused"


@transaction.atomic
def create(
    *, name: str, purpose: str, role: str, by: User, suites: Sequence[str] = (), member_role: str = ""
) -> User:
    """A service account, member of ``suites`` (slugs) as ``member_role``, which is ``role`` where empty.

    ``by`` manages members of each of them; only an admin makes an account without any. Raises
    ``AccountRefusedError``, ``MemberRefusedError``, ``ServiceAccountRefusedError`` of the floor, and what
    ``require_somewhere`` raises.
    """
    require_somewhere(by, Verb.MEMBER_MANAGE)
    found = _led(sorted(set(suites)), by)
    if not found and not can(by, Verb.ADMIN_USE):
        raise AccountRefusedError("Name at least one suite that you lead: the account works there.")
    made = floor.create(name=name, purpose=purpose, role=role, by=by)
    for suite in found:
        members.add(suite=suite, username=made.username, role=member_role or role, by=by)
    return made


def create_token(
    *,
    account: User,
    name: str,
    scopes: Sequence[str],
    by: User,
    now: datetime,
    suite: str = "",
    expires_at: datetime | None = None,
    within: ApiToken | None = None,
) -> tuple[ApiToken, str]:
    """A token of the account, held to what ``by`` may do anywhere, and its secret, shown once. Raises what
    ``create_token`` of the floor raises."""
    return floor.create_token(
        account=account,
        name=name,
        scopes=scopes,
        may=[verb.value for verb in Verb if can_somewhere(by, verb)],
        by=by,
        now=now,
        suite=suite,
        expires_at=expires_at,
        within=within,
    )


def _led(slugs: Sequence[str], by: User) -> list[Suite]:
    """Those suites, on each of which ``by`` manages members."""
    found = list(Suite.objects.visible_to(by).filter(slug__in=slugs).order_by("slug"))
    led = permitted(by, Verb.MEMBER_MANAGE, found)
    if missing := sorted(set(slugs) - {suite.slug for suite in led}):
        raise AccountRefusedError(f"You lead no suite {', '.join(map(repr, missing))}.")
    return led
