"""Whether a scenario may be released as fully verified: the batch rule (spec 6.5).

A batch is all texts of one scenario that are put to people. It holds where each of them is verified and each
field, over the items that at least two people judged, has raw agreement of .90 or an AC1 of .80. Of a kind of
text that nobody judged twice nothing is known, so the rule does not hold for it. A field that only some forms
ask counts where it was asked twice. Scenarios without items of this kind (imported ones, whose texts people
verified elsewhere, say) are no batches: the rule has nothing to say of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.utils.translation import ngettext

from scenarios.models import Adjudication, ReviewItem, ReviewStatus, Suite
from scenarios.review.selectors import judgments
from scenarios.review.selectors.judgments import Judgments, OfBatch
from scenarios.review.subjects.base import all_subjects


@dataclass(frozen=True, slots=True)
class Batch:
    """The texts of a scenario under review. ``alone`` are titles of the kinds of which no item was judged by
    two people; ``again`` counts the items that a second judgment of the batch asks one more person for."""

    scenario: str
    title: str
    items: int
    verified: int
    again: int
    alone: tuple[str, ...]
    fields: tuple[OfBatch, ...]

    @property
    def failing(self) -> tuple[OfBatch, ...]:
        """Fields on which people agree too little."""
        return tuple(one for one in self.fields if not one.found.suffices)

    @property
    def agrees(self) -> bool:
        """Whether people agree enough, verified or not."""
        return not self.failing and not self.alone

    @property
    def holds(self) -> bool:
        """Whether the batch may be released as fully verified."""
        return self.agrees and self.verified == self.items

    @property
    def todo(self) -> str:
        """What is to be done until it holds, in words; empty where it does."""
        if self.holds:
            return ""
        if self.verified < self.items:
            left = self.items - self.verified
            return ngettext(
                "%(left)s of %(items)s items is not verified yet",
                "%(left)s of %(items)s items are not verified yet",
                left,
            ) % {"left": left, "items": self.items}
        return ngettext(
            "a second judgment for %(n)s item", "a second judgment for %(n)s items", self.again
        ) % {"n": self.again}


@dataclass
class _Counted:
    """What a scenario's items add up to."""

    title: str
    items: int = 0
    verified: int = 0


def of_suite(suite: Suite, found: Judgments | None = None) -> list[Batch]:
    """The batches of a suite in the order of its scenarios. ``found`` are all of its judgments, where they
    are at hand. One query, and two for the judgments."""
    rows = _rows(suite)
    said = judgments.judged(suite) if found is None else found
    by_scenario = judgments.by_scenario(said)
    twice = {(one.scenario, one.kind) for one in said.said}
    batches = []
    for slug, counted in _counted(rows).items():
        own = [row for row in rows if row["scenario__slug"] == slug]
        kinds = dict.fromkeys(row["kind"] for row in own)
        batches.append(
            Batch(
                scenario=slug,
                title=counted.title,
                items=counted.items,
                verified=counted.verified,
                again=_again(own),
                alone=tuple(_title(kind) for kind in kinds if (slug, kind) not in twice),
                fields=tuple(one for one in by_scenario.get(slug, ()) if one.asked.kind in kinds),
            )
        )
    return batches


def _rows(suite: Suite) -> Sequence[Mapping[str, Any]]:
    """Items that are about texts, counted by all that the rule asks of them."""
    items = ReviewItem.objects.filter(suite=suite, is_check=False, rendering__isnull=False)
    items = items.exclude(status=ReviewStatus.WITHDRAWN)
    decided = Exists(Adjudication.objects.filter(item=OuterRef("pk"), is_current=True))
    columns = ("scenario__position", "scenario_id", "scenario__slug", "scenario__title", "kind", "status")
    rows = items.annotate(decided=decided).order_by("scenario__position", "scenario_id", "kind", "status")
    return list(rows.values(*columns, "wanted", "decided").annotate(n=Count("pk")))


def _counted(rows: Sequence[Mapping[str, Any]]) -> dict[str, _Counted]:
    found: dict[str, _Counted] = {}
    for row in rows:
        counted = found.setdefault(row["scenario__slug"], _Counted(row["scenario__title"]))
        counted.items += row["n"]
        counted.verified += row["n"] if row["status"] == ReviewStatus.VERIFIED else 0
    return found


def _again(rows: Sequence[Mapping[str, Any]]) -> int:
    """Items that fewest people were asked about, without what an adjudicator decides or decided."""
    open_to_more = [row for row in rows if not row["decided"] and row["status"] != ReviewStatus.DISPUTED]
    fewest = min((row["wanted"] for row in open_to_more), default=0)
    return sum(row["n"] for row in open_to_more if row["wanted"] == fewest)


def _title(kind: str) -> str:
    subject = all_subjects().get(kind)
    return kind if subject is None else subject.title
