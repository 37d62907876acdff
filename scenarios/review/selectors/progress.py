"""How far the review of a suite is: by state, kind and scenario, and when it may end (ux pain 24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncHour
from django.utils.translation import gettext

from scenarios.models import ReviewItem, ReviewStatus, Slot, SlotStatus, Suite, Verdict
from scenarios.review.subjects.base import all_subjects

DONE = (ReviewStatus.AGREED, ReviewStatus.ADJUDICATED, ReviewStatus.VERIFIED, ReviewStatus.REJECTED)
#: The states in the order in which an item goes through them.
STAGES = tuple(status for status in ReviewStatus if status != ReviewStatus.WITHDRAWN)
LOOK_BACK = timedelta(days=7)
ENOUGH = 10
"""With fewer verdicts in a week there is no pace to speak of."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page is filtered by; empty: everything."""

    kind: str = ""
    scenario: str = ""

    def of_items(self, prefix: str = "") -> dict[str, str]:
        """The filter as lookups from a row whose item is at ``prefix``."""
        found = {f"{prefix}kind": self.kind, f"{prefix}scenario__slug": self.scenario}
        return {name: value for name, value in found.items() if value}


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Tally:
    """Items by state. ``done`` are those that nobody has to look at any more."""

    by_state: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.by_state.values())

    @property
    def done(self) -> int:
        return sum(self.by_state.get(status, 0) for status in DONE)

    @property
    def disputed(self) -> int:
        return self.by_state.get(ReviewStatus.DISPUTED, 0)

    @property
    def left(self) -> int:
        """Items that still wait for judges."""
        return self.total - self.done - self.disputed

    @property
    def done_share(self) -> float | None:
        """None where there are no items."""
        return self.done / self.total if self.total else None

    @property
    def widths(self) -> tuple[float, float]:
        """How much of a bar of 100 is done, and how much is disputed."""
        return (100 * self.done / self.total, 100 * self.disputed / self.total) if self.total else (0, 0)

    @property
    def stages(self) -> list[tuple[str, str, int]]:
        """Every state with its words and its count."""
        return [(status.value, str(status.label), self.by_state.get(status, 0)) for status in STAGES]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind or one scenario: the slug that filters by it, its title, its items."""

    slug: str
    title: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Overview:
    """The items of a suite as the page shows them."""

    all: Tally
    kinds: list[Row]
    scenarios: list[Row]


@dataclass(frozen=True, slots=True)
class Pace:
    """``left`` judgments are still wanted. Over the last week ``judged`` were given within ``hours`` hours in
    which anybody worked; ``end`` goes on at the rhythm of that week, nights included. Without enough of them
    there is no pace, and ``end`` is None."""

    left: int
    judged: int
    hours: int
    end: datetime | None = None
    per_hour: float | None = None
    hours_left: float | None = None

    @property
    def known(self) -> bool:
        """Whether anything can be said of the end."""
        return self.per_hour is not None


@dataclass
class _Sums:
    """Counters by what a page groups by."""

    all: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    scenarios: dict[tuple[int, str, str], Counter[str]] = field(default_factory=dict)


def items(suite: Suite, wanted: Wanted = EVERYTHING) -> QuerySet[ReviewItem]:
    """The items that count: no check items, none that were withdrawn."""
    found = ReviewItem.objects.filter(suite=suite, is_check=False, **wanted.of_items())
    return found.exclude(status=ReviewStatus.WITHDRAWN)


def overview(suite: Suite, wanted: Wanted = EVERYTHING) -> Overview:
    """Items by state, kind and scenario, in one query."""
    rows = (
        items(suite, wanted)
        .order_by()
        .values_list("kind", "scenario__position", "scenario__slug", "scenario__title", "status")
        .annotate(n=Count("pk"))
    )
    sums = _Sums()
    for kind, position, slug, title, status, n in rows:
        sums.all[status] += n
        sums.kinds.setdefault(kind, Counter())[status] += n
        sums.scenarios.setdefault((position, slug, title), Counter())[status] += n
    return Overview(
        Tally(sums.all),
        _kind_rows(sums.kinds),
        [Row(slug, title, Tally(found)) for (_, slug, title), found in sorted(sums.scenarios.items())],
    )


def _kind_rows(found: Mapping[str, Counter[str]]) -> list[Row]:
    titles = {slug: gettext(one.title) for slug, one in all_subjects().items()}
    order = [*titles, *(kind for kind in found if kind not in titles)]
    return [Row(kind, titles.get(kind, kind), Tally(found[kind])) for kind in order if kind in found]


def pace(suite: Suite, now: datetime, wanted: Wanted = EVERYTHING) -> Pace:
    """What is left and how quickly it went lately, in two queries."""
    open_slots = Slot.objects.filter(
        suite=suite,
        item__is_check=False,
        status__in=(SlotStatus.FREE, SlotStatus.LEASED),
        **wanted.of_items("item__"),
    )
    recent = Verdict.objects.filter(
        item__suite=suite,
        item__is_check=False,
        is_current=True,
        submitted_at__gt=now - LOOK_BACK,
        submitted_at__lte=now,
        **wanted.of_items("item__"),
    )
    by_hour = recent.order_by().values_list(TruncHour("submitted_at")).annotate(n=Count("pk"))
    return _pace(open_slots.count(), list(by_hour), now)


def _pace(left: int, by_hour: Iterable[tuple[datetime, int]], now: datetime) -> Pace:
    hours = dict(by_hour)
    judged = sum(hours.values())
    if judged < ENOUGH:
        return Pace(left, judged, len(hours))
    per_hour = judged / len(hours)
    since = max(now - min(hours), timedelta(hours=1))
    return Pace(
        left,
        judged,
        len(hours),
        per_hour=per_hour,
        hours_left=left / per_hour,
        end=now + left * since / judged if left else None,
    )
