"""Who works on a suite, and as what: adding people, changing their role, letting them go (overview 4.15)."""

from __future__ import annotations

from django.db import transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Role
from benchmark.floor.audit.services import records
from scenarios.exceptions import InputRefusedError, NotVisibleError, StateRefusedError
from scenarios.models import Membership, Suite


class MemberRefusedError(InputRefusedError):
    """There is no such person or role, or the person is a member already; nothing was stored."""

    http_status = 422
    code = "refused"


class LastLeadError(StateRefusedError):
    """A suite keeps a lead: nobody else could let people in."""

    http_status = 409
    code = "conflict"


@transaction.atomic
def add(*, suite: Suite, username: str, role: str, by: User | None) -> Membership:
    """Let a person work on the suite. Adding them once more with the same role changes nothing.

    Raises ``MemberRefusedError`` for a name that no active person has, a role that there is not, and for a
    member who has another role (change that instead).
    """
    _check_role(role)
    name = username.strip()
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise MemberRefusedError(f"There is no account named {name!r}. An admin makes accounts.")
    made, created = Membership.objects.get_or_create(user=user, suite=suite, defaults={"role": role})
    if not created and made.role != role:
        raise MemberRefusedError(f"{name} is {made.role} here already. Change the role in the list.")
    if created:
        _record("member.added", suite, user, by, role=role)
    return made


@transaction.atomic
def change(*, suite: Suite, user_id: int, role: str, by: User | None) -> Membership:
    """Give a member another role. Raises ``MemberRefusedError``, ``LastLeadError``, and ``NotVisibleError``
    for somebody who is no member."""
    _check_role(role)
    member = _locked(suite, user_id)
    if member.role == role:
        return member
    _keep_a_lead(member)
    before, member.role = member.role, role
    member.save(update_fields=["role"])
    _record("member.changed", suite, member.user, by, role=role, before=before)
    return member


@transaction.atomic
def remove(*, suite: Suite, user_id: int, by: User | None) -> None:
    """Take a person off the suite; what they judged stays. Raises ``LastLeadError``, ``NotVisibleError``."""
    member = _locked(suite, user_id)
    _keep_a_lead(member)
    member.delete()
    _record("member.removed", suite, member.user, by, before=member.role)


def _locked(suite: Suite, user_id: int) -> Membership:
    Suite.objects.select_for_update().get(pk=suite.pk)  # two leads may not remove each other at once
    member = Membership.objects.select_related("user").filter(suite=suite, user_id=user_id).first()
    if member is None:
        raise NotVisibleError("There is no such member.")
    return member


def _keep_a_lead(member: Membership) -> None:
    leads = Membership.objects.filter(suite=member.suite_id, role=Role.LEAD).exclude(pk=member.pk)
    if member.role == Role.LEAD and not leads.exists():
        raise LastLeadError(
            f"{member.user} is the only lead of {member.suite.slug}. Name another lead first."
        )


def _check_role(role: str) -> None:
    if role not in Membership.Role.values:
        raise MemberRefusedError(f"No role {role!r}; roles are {', '.join(Membership.Role.values)}.")


def _record(action: str, suite: Suite, user: User, by: User | None, **details: str) -> None:
    records.record(
        action=action, subject=f"suite:{suite.slug}", by=by, details={"person": user.username, **details}
    )
