"""What decides what a person gets next on a suite: its policy, their own settings, how much they had."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Subquery
from django.db.models.functions import Coalesce

from scenarios.models import Reviewer, ReviewPolicy, Slot, Suite

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""For reads that no lease depends on."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A person's place on a suite at a moment."""

    suite: Suite
    person: User
    policy: ReviewPolicy
    reviewer: Reviewer | None
    now: datetime
    had: int
    """How many slots of the suite the person has or had; check items count like any other, or they would
    show."""

    @property
    def until(self) -> datetime:
        """When a lease taken or renewed now ends."""
        return self.now + timedelta(minutes=self.policy.lease_minutes)

    @property
    def paused(self) -> bool:
        """Whether the person is handed nothing new, by their own pause or the suite's."""
        return self.policy.paused or bool(self.reviewer and self.reviewer.paused)

    def quota_left(self) -> int | None:
        """How many more items the person may be given; None without a limit."""
        if self.reviewer is None or self.reviewer.quota is None:
            return None
        return max(self.reviewer.quota - self.had, 0)


def desk_of(*, suite: Suite, person: User, now: datetime) -> Desk:
    """The person's place on a suite as it stands. Two queries."""
    slots = Slot.objects.filter(suite=suite, person=person).order_by().values("suite").annotate(n=Count("pk"))
    had = Coalesce(Subquery(slots.values("n")), 0)
    policy = ReviewPolicy.objects.filter(suite=suite).annotate(had=had).first()
    reviewer = Reviewer.objects.filter(suite=suite, user=person).first()
    if policy is None:
        return Desk(suite, person, ReviewPolicy(suite=suite), reviewer, now, had=0)
    return Desk(suite, person, policy, reviewer, now, policy.had)
