"""How well and how quickly a person judges: check items of known verdict, and active time (spec 6.5)."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q

from scenarios.models import Suite, Verdict

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

SHOWN_FROM = 10
"""With fewer judged check items, telling the share would tell which of them were checks."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """``right`` of ``n`` judged check items. ``shown`` says whether the person may see it."""

    right: int
    n: int

    @property
    def shown(self) -> bool:
        return self.n >= SHOWN_FROM

    @property
    def few(self) -> bool:
        """Whether it is too few to read much into."""
        return self.n < SHOWN_FROM

    @property
    def value(self) -> float | None:
        """None without check items."""
        return self.right / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Times:
    """What a person takes for a kind of item: ``n`` measured verdicts, their median and their sum, in
    milliseconds of active time."""

    person: int
    kind: str
    n: int
    median_ms: int
    sum_ms: int

    @property
    def median_seconds(self) -> float:
        return self.median_ms / 1000

    @property
    def minutes(self) -> int:
        """Active time in whole minutes."""
        return round(self.sum_ms / 60_000)


def own_accuracy(user: User, suite: Suite) -> Accuracy | None:
    """How a person does on check items; None before the first. One query."""
    found = accuracies(suite, person=user)
    return found.get(user.pk)


def accuracies(suite: Suite, *, person: User | None = None) -> dict[int, Accuracy]:
    """The same by person, for leads. One query."""
    rows = Verdict.objects.filter(
        item__suite=suite, item__is_check=True, is_current=True, score__has_key="right"
    )
    if person is not None:
        rows = rows.filter(person=person)
    counted = rows.order_by().values("person_id")
    counted = counted.annotate(right=Count("pk", filter=Q(score__right=True)), n=Count("pk"))
    return {row["person_id"]: Accuracy(row["right"], row["n"]) for row in counted}


def times(suite: Suite) -> list[Times]:
    """What each person takes for each kind, check items among them, by person. One query.

    Current verdicts whose time was measured; a form that was sent without scripts has none.
    """
    rows = Verdict.objects.filter(item__suite=suite, is_current=True, active_ms__gt=0).order_by()
    return list(_times(rows.values_list("person_id", "item__kind", "active_ms")))


def _times(rows: Iterable[tuple[int, str, int]]) -> Iterator[Times]:
    found: dict[tuple[int, str], list[int]] = {}
    for person, kind, active_ms in rows:
        found.setdefault((person, kind), []).append(active_ms)
    for (person, kind), spent in sorted(found.items()):
        yield Times(person, kind, len(spent), round(statistics.median(spent)), sum(spent))
