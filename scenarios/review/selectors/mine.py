"""A person's own work: on which suites they judge, and what became of what they said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from benchmark.floor.accounts.verbs import Verb
from scenarios.models import Adjudication, Draft, ReviewItem, ReviewStatus, Slot, SlotStatus, Suite, Verdict
from scenarios.permissions import permitted
from scenarios.review import states
from scenarios.review.entries import entry_lines
from scenarios.review.selectors import overruled
from scenarios.review.selectors.overruled import Decision
from scenarios.review.subjects.base import all_subjects

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

PAGE_SIZE = 50
STATES = (
    ("waiting", gettext_noop("not settled yet")),
    ("settled", gettext_noop("settled")),
    ("decided", gettext_noop("decided by an adjudicator")),
    ("withdrawn", gettext_noop("withdrawn")),
)
"""What a person may filter by. What others said is nobody's business before an item is settled, so a dispute
does not show; nor does what an item became by agreement, which would tell who can still change their mind
whether they were right."""
_UNSETTLED = (ReviewStatus.OPEN, ReviewStatus.IN_REVIEW, ReviewStatus.DISPUTED)


@dataclass(frozen=True, slots=True)
class Desk:
    """A suite on which a person has something to do with reviewing, and how far they are."""

    suite: Suite
    judges: bool
    adjudicates: bool
    follows: bool
    done: int = 0
    held: int = 0
    free: int = 0
    disputes: int = 0


def desks_of(user: User) -> list[Desk]:
    """The suites whose review is open for the person, in their order. A constant number of queries."""
    under_review = Exists(ReviewItem.objects.filter(suite=OuterRef("pk")))
    suites = list(Suite.objects.visible_to(user).filter(under_review).order_by("slug"))
    may = {verb: {one.pk for one in permitted(user, verb, suites)} for verb in _VERBS}
    slots = _slot_counts(user, suites)
    disputes = dict(
        ReviewItem.objects.filter(suite__in=suites, status=ReviewStatus.DISPUTED)
        .order_by()
        .values_list("suite_id")
        .annotate(n=Count("pk"))
    )
    desks = []
    for suite in suites:
        judges = suite.pk in may[Verb.REVIEW_JUDGE] and suite.pk not in may[Verb.GOLD_VIEW]
        adjudicates = suite.pk in may[Verb.REVIEW_ADJUDICATE]
        follows = suite.pk in may[Verb.REVIEW_VIEW]
        if judges or adjudicates or follows:
            counts = slots.get(suite.pk, {}) if judges else {}
            waiting = disputes.get(suite.pk, 0) if adjudicates else 0
            desks.append(Desk(suite, judges, adjudicates, follows, disputes=waiting, **counts))
    return desks


_VERBS = (Verb.REVIEW_JUDGE, Verb.GOLD_VIEW, Verb.REVIEW_ADJUDICATE, Verb.REVIEW_VIEW)


def _slot_counts(user: User, suites: list[Suite]) -> dict[int, dict[str, int]]:
    mine = Q(person=user)
    free = Q(status=SlotStatus.FREE) & (Q(reserved_for__isnull=True) | Q(reserved_for=user))
    rows = (
        Slot.objects.filter(suite__in=suites)
        .order_by()
        .values("suite")
        .annotate(
            done=Count("pk", filter=mine & Q(status=SlotStatus.DONE)),
            held=Count("pk", filter=mine & Q(status=SlotStatus.LEASED)),
            free=Count("pk", filter=free),
        )
    )
    return {row["suite"]: {name: row[name] for name in ("done", "held", "free")} for row in rows}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of one's own verdicts is asked for. ``before`` is the last one seen."""

    kind: str = ""
    state: str = ""
    before: int = 0

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Wanted:
        """From an address; what it cannot mean is left out."""
        state, before = given.get("state", ""), given.get("before", "")
        return cls(
            kind=given.get("kind", "")[:40],
            state=state if state in dict(STATES) else "",
            before=int(before) if before.isascii() and before.isdigit() and len(before) < 19 else 0,
        )


@dataclass(frozen=True, slots=True)
class Said:
    """One verdict of a person's, what they entered, in words, and what became of it."""

    verdict: Verdict
    answers: tuple[tuple[str, str], ...]
    state: str
    decision: Decision | None

    @property
    def item(self) -> ReviewItem:
        return self.verdict.item


@dataclass(frozen=True, slots=True)
class Page:
    """Verdicts, newest first; ``before`` leads to the next page, 0 where there is none."""

    said: list[Said]
    before: int


def verdicts_of(user: User, suite: Suite, *, kind: str = "", state: str = "") -> QuerySet[Verdict]:
    """The person's verdicts that stand on this suite."""
    rows = Verdict.objects.filter(person=user, item__suite=suite, is_current=True)
    rows = rows.select_related("item__scenario", "slot__draft")
    if kind:
        rows = rows.filter(item__kind=kind)
    return rows if not state else rows.filter(_in_state(state))


def page_of(user: User, suite: Suite, wanted: Wanted) -> Page:
    """A page of them. Three queries."""
    rows = verdicts_of(user, suite, kind=wanted.kind, state=wanted.state).order_by("-pk")
    if wanted.before:
        rows = rows.filter(pk__lt=wanted.before)
    found = list(rows[: PAGE_SIZE + 1])
    shown = said_of(found[:PAGE_SIZE])
    return Page(shown, found[PAGE_SIZE - 1].pk if len(found) > PAGE_SIZE else 0)


def said_of(verdicts: list[Verdict]) -> list[Said]:
    """Verdicts in words, with the decision on each that was adjudicated. One query, given their items."""
    decided = overruled.decisions(verdicts)
    return [
        Said(one, _answers(one), _state(one.item, decided.get(one.pk)), decided.get(one.pk))
        for one in verdicts
    ]


def entered_of(verdict: Verdict) -> dict[str, Any]:
    """The entries of a verdict as its author made them, without what was made of them."""
    draft: Draft | None = getattr(verdict.slot, "draft", None)
    return dict(draft.given if draft is not None and draft.person_id == verdict.person_id else {})


def _answers(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """Judged fields may say whether an entry is right: only entries are shown."""
    fields = {field.name: field for field in overruled.fields_of(verdict.item)}
    subject = all_subjects().get(verdict.item.kind)
    names = {} if subject is None else subject.entry_names
    lines = []
    for name, value in entry_lines(entered_of(verdict)):
        field = fields.get(name)
        words = field.asks if field else gettext(names.get(name, name))
        lines.append((words, overruled.said(field, value) if field else value))
    return tuple(lines)


def _state(item: ReviewItem, decision: Decision | None) -> str:
    if item.status == states.WITHDRAWN:
        return "withdrawn"
    if item.status in _UNSETTLED:
        return "waiting"
    return "decided" if decision is not None else "settled"


def _in_state(state: str) -> Q:
    decided = Q(item__in=Adjudication.objects.filter(is_current=True).values("item"))
    unsettled = Q(item__status__in=_UNSETTLED)
    settled = ~unsettled & ~Q(item__status=ReviewStatus.WITHDRAWN)
    known: dict[str, Any] = {
        "waiting": unsettled,
        "withdrawn": Q(item__status=ReviewStatus.WITHDRAWN),
        "decided": settled & decided,
        "settled": settled & ~decided,
    }
    found: Q = known[state]
    return found
