"""Demo accounts of a first start: one of each kind that works on reviews, and a second annotator, with random
passwords that are returned once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Role
from benchmark.floor.audit.services import records

DEMO: tuple[tuple[str, Role], ...] = (
    ("annotator", Role.ANNOTATOR),
    ("annotator-2", Role.ANNOTATOR),
    ("adjudicator", Role.ADJUDICATOR),
    ("lead", Role.LEAD),
    ("viewer", Role.VIEWER),
    ("admin", Role.ADMIN),
)


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """One demo account. ``password`` is None where the account was there before: it is not known."""

    username: str
    role: str
    password: str | None


@transaction.atomic
def ensure_accounts() -> tuple[DemoAccount, ...]:
    """Make the demo accounts that are missing. Existing ones keep their passwords."""
    return tuple(_ensure(username, role) for username, role in DEMO)


@transaction.atomic
def new_passwords() -> tuple[DemoAccount, ...]:
    """Give every demo account a new random password, for those who lost the printed ones."""
    ensure_accounts()
    accounts = []
    for username, role in DEMO:
        user = User.objects.get(username=username)
        accounts.append(DemoAccount(username, role.value, _new_password(user)))
        records.record(action="user.password_reset", subject=f"user:{username}", by=None)
    return tuple(accounts)


def _ensure(username: str, role: Role) -> DemoAccount:
    is_admin = role is Role.ADMIN
    user, created = User.objects.get_or_create(
        username=username,
        defaults={"role": role.value, "is_staff": is_admin, "is_superuser": is_admin},
    )
    if not created:
        return DemoAccount(username, user.role, None)
    password = _new_password(user)
    records.record(action="user.created", subject=f"user:{username}", by=None, details={"role": role.value})
    return DemoAccount(username, role.value, password)


def _new_password(user: User) -> str:
    password = secrets.token_urlsafe(12)
    user.set_password(password)
    user.save(update_fields=["password"])
    return password
