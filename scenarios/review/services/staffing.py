"""What a lead settles for one person: their share of the queue, items kept for them, letting them go."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from scenarios.models import Membership, Remark, Reviewer, ReviewStatus, Scenario, Slot, SlotStatus, Suite
from scenarios.permissions import may_judge
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services import claiming
from scenarios.review.subjects.base import all_subjects
from scenarios.services import members

MOST_ASSIGNED = 5000


@transaction.atomic
def set_reviewer(
    *,
    suite: Suite,
    person: User,
    quota: int | None,
    kinds: Sequence[str],
    scenario: Scenario | None,
    paused: bool,
    by: User,
) -> Reviewer:
    """How much a person judges on a suite, and what of it; whoever holds something keeps it.

    Raises ``FormRefusedError`` for a kind that nobody registered or a scenario of another suite.
    """
    unknown = sorted(set(kinds) - set(all_subjects()))
    if unknown:
        raise FormRefusedError(
            {"kinds": gettext("There is no kind %(kinds)s.") % {"kinds": ", ".join(unknown)}}
        )
    if scenario is not None and scenario.suite_id != suite.pk:
        raise FormRefusedError({"scenario": gettext("That scenario is of another suite.")})
    values = {"quota": quota, "kinds": list(kinds), "scenario": scenario, "paused": paused}
    row, _ = Reviewer.objects.update_or_create(suite=suite, user=person, defaults=values)
    audit.record(
        action="review.reviewer_set",
        subject=f"suite:{suite.slug}",
        by=by,
        details={
            "person": person.username,
            "quota": quota,
            "kinds": list(kinds),
            "scenario": scenario.slug if scenario else "",
            "paused": paused,
        },
    )
    return row


def assignable(suite: Suite, person: User, kind: str = "", scenario: str = "") -> QuerySet[Slot]:
    """The free slots that may be kept for a person, in the order of the queue: kept for nobody yet, of no
    item that they judge, judged, skipped or worded."""
    rows = Slot.objects.filter(
        suite=suite,
        status=SlotStatus.FREE,
        reserved_for=None,
        item__is_check=False,
        item__status__in=(ReviewStatus.OPEN, ReviewStatus.IN_REVIEW),
    )
    if kind:
        rows = rows.filter(kind=kind)
    if scenario:
        rows = rows.filter(item__scenario__slug=scenario)
    rows = rows.exclude(item__author=person).exclude(item__slots__person=person)
    rows = rows.exclude(item__slots__reserved_for=person).exclude(item__verdicts__person=person)
    rows = rows.exclude(item__remarks__in=Remark.objects.filter(person=person, what=Remark.What.SKIP))
    return rows.order_by("-priority", "place", "n", "pk")


@transaction.atomic
def assign(
    *, suite: Suite, person: User, kind: str, scenario: str, count: int, by: User, now: datetime
) -> int:
    """Keep the next ``count`` items, one slot each, for a person; how many were kept.

    Raises ``FormRefusedError`` for somebody who may not judge here, and for a count out of range.
    """
    if not may_judge(person, suite):
        raise FormRefusedError(
            {"user": gettext("%(person)s does not judge on this suite.") % {"person": person}}
        )
    if not 1 <= count <= MOST_ASSIGNED:
        raise FormRefusedError(
            {
                "count": gettext("A whole number from 1 to %(most_assigned)s.")
                % {"most_assigned": f"{MOST_ASSIGNED:,}"}
            }
        )
    found = assignable(suite, person, kind, scenario).select_for_update(skip_locked=True, of=("self",))
    chosen: dict[int, int] = {}
    for slot, item in found.values_list("pk", "item_id")[: 9 * count]:  # an item has nine slots at most
        if len(chosen) < count:
            chosen.setdefault(item, slot)
    Slot.objects.filter(pk__in=chosen.values()).update(reserved_for=person)
    audit.record(
        action="review.assigned",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"person": person.username, "items": len(chosen), "kind": kind, "scenario": scenario},
    )
    return len(chosen)


def kept_for(suite: Suite, person: User) -> QuerySet[Slot]:
    """The free slots that are kept for a person."""
    return Slot.objects.filter(suite=suite, reserved_for=person, status=SlotStatus.FREE)


@transaction.atomic
def unassign(*, suite: Suite, person: User, by: User, now: datetime) -> int:
    """Give what is kept for a person, and not begun, to everybody again; how many slots."""
    n = kept_for(suite, person).update(reserved_for=None)
    if n:
        audit.record(
            action="review.unassigned",
            subject=f"suite:{suite.slug}",
            by=by,
            details={"person": person.username, "items": n},
        )
    return n


@transaction.atomic
def change_role(*, suite: Suite, person: User, role: str, by: User, now: datetime) -> Membership:
    """Give a member another role; who judges no more gives back what they hold. Raises as
    ``members.change``."""
    changed = members.change(suite=suite, user_id=person.pk, role=role, by=by)
    _give_back(suite, person, by, now)
    return changed


@transaction.atomic
def dismiss(*, suite: Suite, person: User, by: User, now: datetime) -> None:
    """Take a person off the suite: they give back what they hold and what is kept for them; what they judged
    stays. Raises as ``members.remove``."""
    members.remove(suite=suite, user_id=person.pk, by=by)
    _give_back(suite, person, by, now)


def _give_back(suite: Suite, person: User, by: User, now: datetime) -> None:
    if not may_judge(User.objects.get(pk=person.pk), suite):
        claiming.release_all(suite=suite, person=person, by=by, now=now)
        unassign(suite=suite, person=person, by=by, now=now)


@transaction.atomic
def resolve_flag(*, remark: Remark, by: User, now: datetime) -> None:
    """Note that a lead has looked at a flag; a second time changes nothing."""
    rows = Remark.objects.filter(pk=remark.pk, what=Remark.What.FLAG, resolved_at=None)
    if rows.update(resolved_at=now, resolved_by=by):
        audit.record(
            action="review.flag_resolved",
            subject=f"suite:{remark.item.suite.slug}",
            by=by,
            details={"item": remark.item_id, "label": remark.item.label},
        )
