"""People who leave: their verdicts stay, their names do not (case A05)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.utils.translation import gettext

from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.audit.services import records as audit
from scenarios.models import Adjudication, Membership, Slot, SlotStatus, Transition, Verdict
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.services import claiming

if TYPE_CHECKING:
    from django.db.models import QuerySet

NEUTRAL = "former-judge-"
"""How people are called whose names are gone, with a number."""


class Holdings(NamedTuple):
    """What would stay under a neutral name, and the leases that would end."""

    verdicts: int
    decisions: int
    leases: int


def holdings(user: User) -> Holdings:
    """What of a person rests in reviews. Three queries."""
    return Holdings(
        Verdict.objects.filter(person=user).count(),
        Adjudication.objects.filter(by=user).count(),
        _held(user).count(),
    )


@transaction.atomic
def anonymise(*, user: User, by: User | None, now: datetime) -> User:
    """Take name, address and password off a person and end their access. What they judged, decided and
    complained of stays, under a neutral name; what they hold goes back to the queue. Audit records keep the
    name, for they are what happened.

    Raises ``ReviewStateError`` for oneself, and for somebody whose name is gone already.
    """
    if by is not None and by.pk == user.pk:
        raise ReviewStateError(gettext("Nobody takes their own name off: ask another admin."))
    if user.username.startswith(NEUTRAL):
        raise ReviewStateError(gettext("%(username)s has no name any more.") % {"username": user.username})
    name, before = _next_name(), user.username
    for slot in _held(user):
        claiming.release(slot_id=slot.pk, by=user, now=now)
    user.username, user.first_name, user.last_name, user.email = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    Transition.objects.filter(by=before).update(by=name)
    Membership.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    verdicts = Verdict.objects.filter(person=user).count()
    audit.record(
        action="user.anonymised", subject=f"user:{before}", by=by, details={"as": name, "verdicts": verdicts}
    )
    return user


def _next_name() -> str:
    """The first number that nobody has; two at once collide on the unique name and one is tried again."""
    taken = set(User.objects.filter(username__startswith=NEUTRAL).values_list("username", flat=True))
    number = 1
    while f"{NEUTRAL}{number}" in taken:
        number += 1
    return f"{NEUTRAL}{number}"


def _held(user: User) -> QuerySet[Slot]:
    return Slot.objects.filter(person=user, status=SlotStatus.LEASED).order_by("pk")
