"""What decides what a person gets next on a suite: its policy, their own settings, how much they had."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

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

    @property
    def until(self) -> datetime:
        """When a lease taken or renewed now ends."""
        return self.now + timedelta(minutes=self.policy.lease_minutes)

    @property
    def paused(self) -> bool:
        """Whether the person is handed nothing new, by their own pause or the suite's."""
        return self.policy.paused or bool(self.reviewer and self.reviewer.paused)

    def quota_left(self) -> int | None:
        """How many more items the person may be given; None without a limit. A query only where there is
        one. Check items count like any other, or they would show."""
        if self.reviewer is None or self.reviewer.quota is None:
            return None
        return max(self.reviewer.quota - Slot.objects.filter(suite=self.suite, person=self.person).count(), 0)


def desk_of(*, suite: Suite, person: User, now: datetime) -> Desk:
    """The person's place on a suite as it stands."""
    reviewer = Reviewer.objects.filter(suite=suite, user=person).first()
    policy = ReviewPolicy.objects.filter(suite=suite).first() or ReviewPolicy(suite=suite)
    return Desk(suite, person, policy, reviewer, now)
