"""What decides what a person gets next on a suite: its policy, their own settings, how much they had."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from scenarios.models import Reviewer, ReviewPolicy, Suite

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
    held: int
    """How many of them they hold now."""
    expired: bool = False
    """Whether the lease of any slot of the suite has run out by ``now`` and the slot was not freed yet."""

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


# One statement for a queue that is asked for each verdict: the policy, and beside it the person's own.
_DESK = """
SELECT p.*, r.id AS own_id, r.quota, r.kinds::text AS kinds, r.scenario_id, r.paused AS own_paused,
       (SELECT count(*) FROM scenarios_slot s WHERE s.suite_id = %(suite)s AND s.person_id = %(me)s) AS had,
       (SELECT count(*) FROM scenarios_slot s
        WHERE s.suite_id = %(suite)s AND s.person_id = %(me)s AND s.status = 'leased') AS held,
       EXISTS (SELECT 1 FROM scenarios_slot s
               WHERE s.suite_id = %(suite)s AND s.status = 'leased' AND s.lease_until <= %(now)s) AS expired
FROM scenarios_reviewpolicy p
LEFT JOIN scenarios_reviewer r ON r.suite_id = p.suite_id AND r.user_id = %(me)s
WHERE p.suite_id = %(suite)s
"""


def desk_of(*, suite: Suite, person: User, now: datetime) -> Desk:
    """The person's place on a suite as it stands. One query where the suite has a policy."""
    rows: list[Any] = list(ReviewPolicy.objects.raw(_DESK, {"suite": suite.pk, "me": person.pk, "now": now}))
    if not rows:
        reviewer = Reviewer.objects.filter(suite=suite, user=person).first()
        return Desk(suite, person, ReviewPolicy(suite=suite), reviewer, now, had=0, held=0, expired=True)
    row = rows[0]
    own = None
    if row.own_id is not None:
        own = Reviewer(
            pk=row.own_id,
            suite=suite,
            user=person,
            quota=row.quota,
            kinds=json.loads(row.kinds),
            scenario_id=row.scenario_id,
            paused=row.own_paused,
        )
    return Desk(suite, person, row, own, now, had=row.had, held=row.held, expired=row.expired)
