"""What waits for a lead: leases, flags, and all that is left until a suite is verified, as one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext

from scenarios.exceptions import NotVisibleError
from scenarios.models import Remark, Rendering, ReviewItem, ReviewStatus, Slot, SlotStatus, Suite
from scenarios.review.selectors import batches
from scenarios.selectors.texts import current_texts

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Left:
    """One thing that has to be done: ``n`` are left ``of`` so many (None: there is no total), in words, and
    ``state`` under which the list of items shows them (empty: it does not)."""

    name: str
    n: int
    of: int | None
    what: str
    state: str = ""

    @property
    def is_done(self) -> bool:
        """Whether nothing is left of it."""
        return self.n == 0


def leases(suite: Suite) -> list[Slot]:
    """Who holds what, the lease that ends first at the top."""
    rows = Slot.objects.filter(suite=suite, status=SlotStatus.LEASED)
    return list(rows.select_related("item", "person").order_by("lease_until", "pk"))


def flags(suite: Suite) -> QuerySet[Remark]:
    """Flags that nobody has resolved, the oldest first."""
    rows = Remark.objects.filter(item__suite=suite, what=Remark.What.FLAG, resolved_at=None)
    return rows.select_related("item", "person").order_by("at", "pk")


def flag(suite: Suite, pk: int) -> Remark:
    """One flag of this suite. Raises ``NotVisibleError`` for one of another suite as for none."""
    found = Remark.objects.select_related("item", "person").filter(
        item__suite=suite, what=Remark.What.FLAG, pk=pk
    )
    if (row := found.first()) is None:
        raise NotVisibleError(gettext("There is no such flag."))
    return row


def until_release(suite: Suite) -> list[Left]:
    """What is left until every text is verified, without ``batches_left``, which takes longer to find. Four
    queries."""
    texts: Counter[str] = Counter()
    for asks in (False, True):
        rows = current_texts(suite, asks=asks).order_by().values_list("status")
        texts.update(dict(rows.annotate(n=Count("pk"))))
    items = Counter(
        dict(
            ReviewItem.objects.filter(suite=suite, is_check=False)
            .order_by()
            .values_list("status")
            .annotate(n=Count("pk"))
        )
    )
    return [
        *_of_texts(texts),
        Left(
            "disputes",
            items[ReviewStatus.DISPUTED],
            None,
            gettext("disputes to decide"),
            ReviewStatus.DISPUTED,
        ),
        Left("flags", flags(suite).count(), None, gettext("flags to look at")),
    ]


def batches_left(suite: Suite) -> Left:
    """Scenarios on which people do not agree enough yet, or of which nobody judged a text twice."""
    found = batches.of_suite(suite)
    failing = sum(not one.agrees for one in found)
    return Left(
        "batches",
        failing,
        len(found),
        gettext("scenarios on which judges agree too little, or unknown how far"),
    )


def _of_texts(texts: Counter[str]) -> Iterable[Left]:
    total = texts.total()
    status = Rendering.Status
    verified, failed, rejected = texts[status.VERIFIED], texts[status.AUTO_FAILED], texts[status.REJECTED]
    yield Left(
        "verify", total - verified - failed - rejected, total, gettext("texts to verify"), ReviewStatus.OPEN
    )
    yield Left("failed", failed, total, gettext("texts that fail their automatic checks: word them anew"))
    yield Left(
        "rejected",
        rejected,
        total,
        gettext("texts that people rejected: word them anew"),
        ReviewStatus.REJECTED,
    )
