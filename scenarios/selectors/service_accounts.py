"""Reads of service accounts, for those who look after them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import NotVisibleError
from scenarios.models import Membership, Suite
from scenarios.permissions import can, permitted


def looked_after_by(user: User, now: datetime) -> QuerySet[User]:
    """The accounts that ``user`` made, for an admin all, each with its suites and ``n_tokens`` that work.

    A token for one suite does not see accounts that work elsewhere.
    """
    rows = User.objects.filter(kind=User.Kind.SERVICE)
    if not can(user, Verb.ADMIN_USE):
        rows = rows.filter(made_by=user)
    if only := user.token_suite:
        rows = rows.filter(suite_memberships__suite__slug=only).exclude(
            pk__in=Membership.objects.exclude(suite__slug=only).values("user")
        )
    works = Q(api_tokens__revoked_at__isnull=True) & (
        Q(api_tokens__expires_at__isnull=True) | Q(api_tokens__expires_at__gt=now)
    )
    memberships = Membership.objects.select_related("suite").order_by("suite__slug")
    return (
        rows.select_related("made_by")
        .prefetch_related(Prefetch("suite_memberships", memberships))
        .annotate(n_tokens=Count("api_tokens", filter=works, distinct=True))
        .order_by("username")
    )


def get(user: User, name: str, now: datetime) -> User:
    """One of them. Raises ``NotVisibleError`` alike for what is absent and what others look after."""
    found = looked_after_by(user, now).filter(username=name).first()
    if found is None:
        raise NotVisibleError("There is no such service account.")
    return found


def led_suites(user: User) -> list[str]:
    """Slugs of the suites on which ``user`` manages members, in order."""
    rows = Suite.objects.visible_to(user).order_by("slug")
    return [suite.slug for suite in permitted(user, Verb.MEMBER_MANAGE, rows)]


def as_dict(account: User) -> dict[str, Any]:
    """An account as JSON; times are ISO in UTC."""
    return {
        "name": account.username,
        "purpose": account.purpose,
        "role": account.role,
        "made_by": account.made_by.username if account.made_by else None,
        "made_at": account.date_joined.astimezone(UTC).isoformat(),
        "active": account.is_active,
        "tokens": getattr(account, "n_tokens", 0),
        "suites": {one.suite.slug: one.role for one in account.suite_memberships.all()},
    }
