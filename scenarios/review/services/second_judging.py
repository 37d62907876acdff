"""The second judgment of a batch that people disagree on too often (spec 6.5, "Batch rule")."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Max, Min, QuerySet
from django.utils.translation import gettext_noop

from benchmark.floor.audit.services import records as audit
from scenarios.models import Adjudication, ReviewItem, Scenario, Slot
from scenarios.review import states
from scenarios.review.services import transitions
from scenarios.services import verification

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: What a second judgment puts back in review.
JUDGED = frozenset({states.VERIFIED, states.REJECTED, states.AGREED})


def fewest_judged(scenario: Scenario) -> QuerySet[ReviewItem]:
    """The items of a scenario that a second judgment is about: of those that can be judged again, the ones
    that fewest people judge. Two queries where it is read."""
    decided = Adjudication.objects.filter(is_current=True).values("item_id")
    rows = ReviewItem.objects.filter(scenario=scenario, is_check=False).exclude(pk__in=decided)
    rows = rows.exclude(status__in=(states.WITHDRAWN, states.DISPUTED))
    return rows.filter(wanted=rows.order_by().aggregate(n=Min("wanted"))["n"])


@transaction.atomic
def second_judgment(*, scenario: Scenario, by: User | None, now: datetime) -> int:
    """Ask one more person for each item of a scenario that fewest have judged so far: those asked of one
    person first, later those of two. Settled ones are in review again; adjudicated and withdrawn ones stay.
    How many items. A few writes, however many they are.
    """
    rows = fewest_judged(scenario).select_for_update(of=("self",), no_key=True)
    items = list(rows.select_related("rendering").order_by("pk"))
    settled = [item for item in items if item.status in JUDGED]
    note = gettext_noop("the batch is judged once more")
    transitions.move_all(items=settled, after=states.IN_REVIEW, by=by, now=now, note=note)
    _add_slots(items)
    if items:
        details = {"scenario": scenario.slug, "items": len(items)}
        audit.record(
            action="review.batch_again", subject=f"suite:{scenario.suite.slug}", by=by, details=details
        )
    if settled and scenario.suite.verification != "none":
        verification.restate(suite=scenario.suite)
    return len(items)


def _add_slots(items: list[ReviewItem]) -> None:
    ids = [item.pk for item in items]
    last = {
        row["item"]: row
        for row in Slot.objects.filter(item__in=ids)
        .order_by()
        .values("item")
        .annotate(n=Max("n"), priority=Max("priority"))
    }
    Slot.objects.bulk_create(
        (
            Slot(
                item=item,
                n=last[item.pk]["n"] + 1 if item.pk in last else 1,
                suite_id=item.suite_id,
                kind=item.kind,
                place=item.place,
                priority=last[item.pk]["priority"] if item.pk in last else 0,
            )
            for item in items
        ),
        batch_size=1000,
    )
    ReviewItem.objects.filter(pk__in=ids).update(wanted=F("wanted") + 1)
