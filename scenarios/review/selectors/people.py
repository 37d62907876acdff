"""Who works on a suite and how: for leads, by name (ux pain 24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max, Q, Sum

from benchmark.floor.accounts.models import User
from scenarios.models import Adjudication, Membership, Reviewer, Slot, SlotStatus, Suite, Verdict
from scenarios.review.selectors import quality
from scenarios.review.selectors.progress import EVERYTHING, Wanted
from scenarios.review.selectors.quality import Accuracy

DAY = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Share:
    """``n`` of ``of``; n/a where nothing was counted, grey with fewer than ten."""

    n: int
    of: int

    @property
    def value(self) -> float | None:
        """None for an empty denominator."""
        return self.n / self.of if self.of else None

    @property
    def few(self) -> bool:
        """Whether it is too few to read much into."""
        return self.of < 10


@dataclass(frozen=True, slots=True)
class Person:
    """One person on a suite. ``role`` is that of their membership, else their own (``is_member`` says which);
    figures are of current verdicts, check items apart."""

    user: User
    role: str
    is_member: bool
    settings: Reviewer | None
    judged: int
    last_day: int
    too_fast: Share
    disputed: int
    otherwise: Share
    checks: Share
    held: int
    active_ms: int
    last_at: datetime | None

    @property
    def active_minutes(self) -> int:
        """Visible time with input, in whole minutes."""
        return round(self.active_ms / 60_000)


@dataclass
class _Found:
    """What each query said, by person."""

    verdicts: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    decided: Mapping[int, Share] = field(default_factory=dict)
    held: Mapping[int, int] = field(default_factory=dict)
    checks: Mapping[int, Accuracy] = field(default_factory=dict)


def of_suite(suite: Suite, now: datetime, wanted: Wanted = EVERYTHING) -> list[Person]:
    """Members and everybody else who has judged or holds something here, by name. Seven queries."""
    members = dict(Membership.objects.filter(suite=suite).values_list("user_id", "role"))
    settings = {row.user_id: row for row in Reviewer.objects.filter(suite=suite).select_related("scenario")}
    found = _Found(
        _verdicts(suite, now, wanted), _decided(suite, wanted), _held(suite), quality.accuracies(suite)
    )
    there = {*members, *settings, *found.verdicts, *found.held}
    users = User.objects.filter(pk__in=there).order_by("username")
    return [_person(user, members.get(user.pk), settings.get(user.pk), found) for user in users]


def _person(user: User, role: str | None, settings: Reviewer | None, found: _Found) -> Person:
    row = found.verdicts.get(user.pk, {})
    judged, checks = row.get("judged", 0), found.checks.get(user.pk)
    return Person(
        user=user,
        role=role or user.role,
        is_member=role is not None,
        settings=settings,
        judged=judged,
        last_day=row.get("last_day", 0),
        too_fast=Share(row.get("too_fast", 0), judged),
        disputed=row.get("disputed", 0),
        otherwise=found.decided.get(user.pk, Share(0, 0)),
        checks=Share(checks.right, checks.n) if checks else Share(0, 0),
        held=found.held.get(user.pk, 0),
        active_ms=row.get("active", 0) or 0,
        last_at=row.get("last_at"),
    )


def _verdicts(suite: Suite, now: datetime, wanted: Wanted) -> dict[int, dict[str, Any]]:
    counts = Q(item__is_check=False)
    rows = (
        Verdict.objects.filter(item__suite=suite, is_current=True, **wanted.of_items("item__"))
        .order_by()
        .values("person_id")
        .annotate(
            judged=Count("pk", filter=counts),
            last_day=Count("pk", filter=counts & Q(submitted_at__gt=now - DAY)),
            too_fast=Count("pk", filter=counts & Q(too_fast=True)),
            disputed=Count("pk", filter=counts & Q(item__status="disputed")),
            active=Sum("active_ms", filter=counts),
            last_at=Max("submitted_at"),
        )
    )
    return {row["person_id"]: dict(row) for row in rows}


def _decided(suite: Suite, wanted: Wanted) -> dict[int, Share]:
    """Of a person's verdicts on items that were adjudicated, how many came out otherwise."""
    rows = (
        Adjudication.objects.filter(
            is_current=True,
            item__suite=suite,
            item__verdicts__is_current=True,
            **wanted.of_items("item__"),
        )
        .order_by()
        .values_list("item__verdicts__person")
        .annotate(of=Count("pk"), n=Count("pk", filter=~Q(item__verdicts__outcome=F("outcome"))))
    )
    return {person: Share(n, of) for person, of, n in rows}


def _held(suite: Suite) -> dict[int, int]:
    rows = Slot.objects.filter(suite=suite, status=SlotStatus.LEASED).order_by()
    return dict(rows.values_list("person_id").annotate(n=Count("pk")))


def sums(people: Iterable[Person]) -> Mapping[str, Share]:
    """Too fast and check items over everybody: what those see who may not see names."""
    rows = list(people)
    return {
        "too_fast": Share(sum(one.too_fast.n for one in rows), sum(one.too_fast.of for one in rows)),
        "checks": Share(sum(one.checks.n for one in rows), sum(one.checks.of for one in rows)),
    }
