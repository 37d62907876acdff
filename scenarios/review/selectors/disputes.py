"""Disputes: what waits to be decided, and one with what each judge said, without their names (spec 6.5)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext

from scenarios.models import Adjudication, ReviewItem, ReviewStatus, Suite, Verdict
from scenarios.review import states
from scenarios.review.selectors.overruled import said
from scenarios.review.subjects.base import Field, all_subjects, subject_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

COMPLAINT = "complaint"


@dataclass(frozen=True, slots=True)
class Sought:
    """What the list is filtered by; empty: all that waits. ``decided``: what was decided instead."""

    kind: str = ""
    scenario: str = ""
    field: str = ""
    too_fast: bool = False
    decided: bool = False

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Sought:
        """From the parameters of an address."""
        texts = {name: given.get(name, "").strip()[:200] for name in ("kind", "scenario", "field")}
        return cls(**texts, too_fast=given.get("too_fast") == "yes", decided=given.get("show") == "decided")


@dataclass(frozen=True, slots=True)
class Row:
    """One dispute in the list: the fields on which judges differ, whether any of them was too fast, and why
    the person may not decide it (empty: they may)."""

    item: ReviewItem
    differs: tuple[str, ...]
    judges: int
    too_fast: bool
    refused: str = ""


def waiting(suite: Suite) -> int:
    """How many disputes wait on a suite. One query, for the count beside the entry of the page."""
    return ReviewItem.objects.filter(suite=suite, status=ReviewStatus.DISPUTED, is_check=False).count()


def listed(suite: Suite, wanted: Sought, user: User) -> list[Row]:
    """The disputes in the order of the queue. Two queries, however many there are."""
    items = ReviewItem.objects.filter(suite=suite, is_check=False)
    items = items.select_related("scenario", "rendering")
    if wanted.decided:
        items = items.filter(adjudications__is_current=True)
    else:
        items = items.filter(status=ReviewStatus.DISPUTED)
    if wanted.kind:
        items = items.filter(kind=wanted.kind)
    if wanted.scenario:
        items = items.filter(scenario__slug=wanted.scenario)
    found = list(items.order_by("place", "pk"))
    verdicts = _said_by_item(found)
    rows = [_row(item, verdicts.get(item.pk, []), user) for item in found]
    return [row for row in rows if _matches(row, wanted)]


def fields_of(rows: Iterable[Row]) -> list[str]:
    """The fields that judges differ on, for the filter."""
    return sorted({name for row in rows for name in row.differs})


def neighbours(rows: list[Row], item: ReviewItem) -> tuple[int | None, int | None]:
    """The keys of the disputes before and after one in the list; of one that is not in it, those around its
    place."""
    order = [(row.item.place, row.item.pk) for row in rows]
    here = (item.place, item.pk)
    before = [pk for place, pk in order if (place, pk) < here]
    after = [pk for place, pk in order if (place, pk) > here]
    return (before[-1] if before else None), (after[0] if after else None)


@dataclass(frozen=True, slots=True)
class Line:
    """One field: what each judge answered in words, and whether they differ. ``agreed`` is the common value,
    empty where there is none; ``decided`` what stands decided."""

    field: Field
    answers: tuple[str, ...]
    differs: bool
    agreed: str
    decided: str = ""

    @property
    def decided_words(self) -> str:
        """What was decided, as people read it; empty where nothing was."""
        return said(self.field, self.decided) if self.decided else ""

    @property
    def chosen(self) -> str:
        """What the form begins with: what was decided, else what all agree on, else nothing."""
        return self.decided or self.agreed


@dataclass(frozen=True, slots=True)
class Note:
    """What a judge wrote to a field: the part of the text that they marked, and their words."""

    question: str
    span: str
    comment: str


@dataclass(frozen=True, slots=True)
class Judge:
    """One judge of an item without their name."""

    name: str
    outcome: str
    too_fast: bool
    seconds: int | None
    notes: tuple[Note, ...]
    told: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """An item as an adjudicator sees it."""

    item: ReviewItem
    judges: tuple[Judge, ...]
    lines: tuple[Line, ...]
    decision: Adjudication | None
    refused: str

    @property
    def differs(self) -> int:
        """On how many fields the judges differ."""
        return sum(line.differs for line in self.lines)


def one(item: ReviewItem, user: User) -> Dispute:
    """A dispute, or an item that was decided, with every judge's entries. Three queries at most."""
    verdicts = _anonymous(_by_item([item]).get(item.pk, []))
    decision = Adjudication.objects.filter(item=item, is_current=True).first()
    fields, judged = (
        subject_of(item).decision_fields(item),
        {one.name for one in subject_of(item).fields(item)},
    )
    return Dispute(
        item=item,
        judges=tuple(_judge(item, number, row) for number, row in enumerate(verdicts)),
        lines=tuple(_line(field, verdicts, decision, judged) for field in fields),
        decision=decision,
        refused=_refused(item, user, verdicts, decision),
    )


def _by_item(items: Iterable[ReviewItem]) -> dict[int, list[Verdict]]:
    """Current verdicts by item. One query."""
    rows = Verdict.objects.filter(item__in=[item.pk for item in items], is_current=True)
    found: dict[int, list[Verdict]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.item_id, []).append(row)
    return found


class _Said(NamedTuple):
    """Of a verdict, what the list needs."""

    item_id: int
    person_id: int
    fields: Mapping[str, str]
    too_fast: bool


def _said_by_item(items: Iterable[ReviewItem]) -> dict[int, list[_Said]]:
    """The same without their entries, for a list of many. One query."""
    rows = Verdict.objects.filter(item__in=[item.pk for item in items], is_current=True).order_by("pk")
    found: dict[int, list[_Said]] = {}
    for row in rows.values_list("item_id", "person_id", "fields", "too_fast"):
        found.setdefault(row[0], []).append(_Said(*row))
    return found


def _row(item: ReviewItem, verdicts: list[_Said], user: User) -> Row:
    names = sorted({name for one in verdicts for name in one.fields})
    return Row(
        item=item,
        differs=tuple(name for name in names if len({one.fields.get(name) for one in verdicts}) > 1),
        judges=len(verdicts),
        too_fast=any(one.too_fast for one in verdicts),
        refused=_not_for(item, user, verdicts),
    )


def _matches(row: Row, wanted: Sought) -> bool:
    return (not wanted.field or wanted.field in row.differs) and (row.too_fast or not wanted.too_fast)


def _not_for(item: ReviewItem, user: User, verdicts: Iterable[Verdict | _Said]) -> str:
    if any(one.person_id == user.pk for one in verdicts):
        return gettext("You judged it, so somebody else decides it.")
    if item.author_id == user.pk:
        if item.kind == COMPLAINT:
            return gettext("You complained, so somebody else decides it.")
        return gettext("You worded it, so somebody else decides it.")
    return ""


def rests_on(item: ReviewItem) -> str:
    """Why the decision on an item stands for good: a release was made because of it. Empty where none was."""
    rows = Suite.objects.filter(config__revises__changes__contains=[{"item": item.pk}])
    slug = rows.filter(status=Suite.Status.RELEASED).values_list("slug", flat=True).first()
    return gettext("Release %(slug)s rests on this decision, so it stands.") % {"slug": slug} if slug else ""


def _refused(item: ReviewItem, user: User, verdicts: list[Verdict], decision: Adjudication | None) -> str:
    if decision is not None and (why := rests_on(item)):
        return why
    if item.status != states.DISPUTED and decision is None:
        return gettext("Nothing is to be decided here: the item is %(state)s.") % {
            "state": item.get_status_display()
        }
    return _not_for(item, user, verdicts)


def _anonymous(verdicts: list[Verdict]) -> list[Verdict]:
    """In an order that says nothing of who was first or who is who, and stays the same for an item."""

    def place(row: Verdict) -> bytes:
        return hashlib.sha256(f"{row.item_id}:{row.person_id}".encode()).digest()

    return sorted(verdicts, key=place)


def _judge(item: ReviewItem, number: int, row: Verdict) -> Judge:
    subject = subject_of(item)
    return Judge(
        name=gettext("Judge %(letter)s") % {"letter": ascii_uppercase[number % 26]},
        outcome=row.get_outcome_display(),
        too_fast=row.too_fast,
        seconds=round(row.active_ms / 1000) if row.active_ms else None,
        notes=tuple(_notes(item, subject.fields(item), row.given)),
        told=subject.told(item, row.given),
    )


def _notes(item: ReviewItem, fields: Iterable[Field], given: Mapping[str, Any]) -> Iterable[Note]:
    text = item.rendering.text if item.rendering_id and item.rendering else ""
    for field in fields:
        comment = str(given.get(f"{field.name}.comment", "") or "")
        span = _marked(text, given.get(f"{field.name}.span"))
        if comment or span:
            yield Note(field.asks, span, comment)


def _marked(text: str, span: Any) -> str:
    """The words that a span "start-end" marks, counted in code points; none where it marks nothing."""
    start, _, end = str(span or "").partition("-")
    if not (start.isdigit() and end.isdigit()):
        return ""
    return text[int(start[:9]) : int(end[:9])]


def _line(
    field: Field, verdicts: list[Verdict], decision: Adjudication | None, judged: Iterable[str]
) -> Line:
    given = [row.fields.get(field.name) for row in verdicts] if field.name in judged else []
    values = set(given)
    return Line(
        field=field,
        answers=tuple(said(field, value) for value in given),
        differs=len(values) > 1,
        agreed=(given[0] or "") if len(values) == 1 else "",
        decided=decision.fields.get(field.name, "") if decision else "",
    )


def subjects() -> dict[str, str]:
    """Kinds that can be filtered by, with their titles."""
    return {slug: gettext(subject.title) for slug, subject in all_subjects().items()}
