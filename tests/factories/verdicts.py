"""Verdicts as rows, for tests of what is counted from them: no form is read and nothing is settled."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from benchmark.floor.accounts.models import User
from scenarios.models import ReviewItem, Scenario, Slot, Suite, Verdict
from tests.factories import reviews


def items(scenario: Scenario, count: int, **fields: Any) -> list[ReviewItem]:
    """So many items of a scenario, of no subject in particular, behind those that are there."""
    first = ReviewItem.objects.count() + 1
    rows = [
        ReviewItem(
            **{
                "suite_id": scenario.suite_id,
                "scenario": scenario,
                "kind": "plain",
                "subject_id": number,
                "label": f"e{number:04}",
                "place": number,
                "form": "plain",
                "wanted": 2,
                "status": "in_review",
                "created_at": reviews.NOW,
                **fields,
            }
        )
        for number in range(first, first + count)
    ]
    return ReviewItem.objects.bulk_create(rows)


def said(item: ReviewItem, person: User, fields: dict[str, str], **more: Any) -> Verdict:
    """What a person said of an item, under a slot of their own."""
    return give([(item, person, fields)], **more)[0]


def give(rows: Iterable[tuple[ReviewItem, User, dict[str, str]]], **more: Any) -> list[Verdict]:
    """The same of many at once; ``more`` goes to each verdict."""
    rows = list(rows)
    taken = {item.pk: item.slots.count() for item, _, _ in rows}
    slots = []
    for item, person, _ in rows:
        taken[item.pk] += 1
        n = taken[item.pk]
        slots.append(
            Slot(item=item, n=n, suite_id=item.suite_id, kind=item.kind, status="done", person=person)
        )
    Slot.objects.bulk_create(slots)
    return Verdict.objects.bulk_create(
        Verdict(
            **{
                "item": item,
                "slot": slot,
                "person": person,
                "form": item.form,
                "fields": fields,
                "outcome": "verified",
                "key": uuid.uuid4(),
                "started_at": reviews.NOW,
                "submitted_at": reviews.NOW,
                "active_ms": 4000,
                "length": 200,
                **more,
            }
        )
        for (item, person, fields), slot in zip(rows, slots, strict=True)
    )


def table(suite: Suite, people: tuple[User, User], cells: tuple[int, int, int, int], **fields: Any) -> None:
    """Items of the suite's first scenario, judged by two people on the field ``exact``: both yes, only the
    first, only the second, both no."""
    scenario = suite.scenarios.order_by("position", "pk")[0]
    said_of = [("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no")]
    pairs = [pair for pair, count in zip(said_of, cells, strict=True) for _ in range(count)]
    made = items(scenario, len(pairs), **fields)
    give(
        (item, person, {"exact": value})
        for item, pair in zip(made, pairs, strict=True)
        for person, value in zip(people, pair, strict=True)
    )
