"""All items of a suite, for leads: found by state, kind, scenario and words; and one with its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from scenarios.exceptions import NotVisibleError
from scenarios.models import (
    Adjudication,
    Remark,
    ReviewItem,
    ReviewStatus,
    Slot,
    Suite,
    Transition,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Sought:
    """What the list is filtered by; empty: everything. ``text`` is looked for in labels and words."""

    state: str = ""
    kind: str = ""
    scenario: str = ""
    text: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Sought:
        """From the parameters of an address; an unknown state finds nothing rather than everything."""
        names = {"state": "state", "kind": "kind", "scenario": "scenario", "text": "q"}
        return cls(**{field: given.get(name, "").strip()[:200] for field, name in names.items()})


def sought(suite: Suite, wanted: Sought) -> QuerySet[ReviewItem]:
    """The items found, in the order of the queue, with their scenario."""
    rows = ReviewItem.objects.filter(suite=suite, is_check=False).select_related("scenario", "rendering")
    if wanted.state:
        rows = rows.filter(status=wanted.state)
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.scenario:
        rows = rows.filter(scenario__slug=wanted.scenario)
    if wanted.text:
        rows = rows.filter(Q(label__icontains=wanted.text) | Q(rendering__text__icontains=wanted.text))
    return rows.order_by("place", "pk")


def get(suite: Suite, pk: int) -> ReviewItem:
    """One item of this suite. Raises ``NotVisibleError`` for one of another suite as for none."""
    rows = ReviewItem.objects.select_related("suite", "scenario", "rendering", "author", "person")
    found = rows.filter(suite=suite, pk=pk).first()
    if found is None:
        raise NotVisibleError(gettext("There is no such item."))
    return found


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything that happened to an item."""

    item: ReviewItem
    slots: list[Slot]
    verdicts: list[Verdict]
    adjudications: list[Adjudication]
    transitions: list[Transition]
    remarks: list[Remark]

    @property
    def is_open_to_more(self) -> bool:
        """Whether one more judge may be asked."""
        decided = any(one.is_current for one in self.adjudications)
        return not (self.item.is_check or decided or self.item.status == ReviewStatus.WITHDRAWN)


def whole(item: ReviewItem) -> Whole:
    """An item with its slots, all versions of verdicts and decisions, transitions and remarks: five queries.

    Transitions of its text that belong to no item (checks, an edit) stand among them.
    """
    moves = Q(item=item) | Q(item=None, rendering=item.rendering_id) if item.rendering_id else Q(item=item)
    return Whole(
        item=item,
        slots=list(item.slots.select_related("person", "reserved_for").order_by("n")),
        verdicts=list(
            item.verdicts.select_related("person", "guideline", "withdrawn_by").order_by("submitted_at", "pk")
        ),
        adjudications=list(item.adjudications.select_related("by").order_by("version")),
        transitions=list(Transition.objects.filter(moves).order_by("at", "pk")),
        remarks=list(item.remarks.select_related("person", "resolved_by").order_by("at", "pk")),
    )


def verdict(suite: Suite, pk: int) -> Verdict:
    """One verdict on this suite. Raises ``NotVisibleError`` for one of another suite as for none."""
    rows = Verdict.objects.select_related("item__suite", "item__rendering", "slot", "person")
    found = rows.filter(item__suite=suite, pk=pk).first()
    if found is None:
        raise NotVisibleError(gettext("There is no such verdict."))
    return found
