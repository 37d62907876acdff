"""The checkpoints of a run, and which of them a question or a record falls to (spec 8.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Aggregate,
    Case,
    Count,
    FloatField,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce

from benchmark.models import Question, QuestionKind, Run
from scenarios.models import Event


class Percentile(Aggregate):
    """A continuous percentile of a column: ``share`` 0.5 is the median."""

    function = "PERCENTILE_CONT"
    template = "%(function)s(%(share)s) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()

    def __init__(self, expression: str, *, share: float) -> None:
        super().__init__(expression, share=share)


@dataclass(frozen=True, slots=True)
class Bound:
    """The end of a checkpoint in one scenario: its cutoff, and how many events are observed by then."""

    scenario: int
    number: int
    cutoff: datetime
    events: int


@dataclass(frozen=True)
class Checkpoints:
    """Those of all scenarios of a run. ``last`` is the number of the last one, 0 where it has none."""

    bounds: tuple[Bound, ...]
    last: int

    @classmethod
    def of(cls, run: Run) -> Checkpoints:
        """Read from its tracked questions, in one query."""
        observed = Event.objects.filter(scenario=OuterRef("scenario"), observed_at__lte=OuterRef("cutoff"))
        counted = observed.order_by().values("scenario").annotate(n=Count("pk")).values("n")
        rows = (
            Question.objects.filter(run=run, kind=QuestionKind.TRACKED)
            .order_by("scenario", "cutoff")
            .annotate(number=Cast("checkpoint", IntegerField()))
            .values_list("scenario", "number", "cutoff")
            .distinct()
            .annotate(events=Coalesce(Subquery(counted), 0))
        )
        bounds = tuple(Bound(*row) for row in rows)
        return cls(bounds, max((bound.number for bound in bounds), default=0))

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The checkpoints in order, and None for what lies behind the last."""
        return (*range(1, self.last + 1), None)

    def of_question(self, relation: str) -> Case:
        """The place in ``numbers``, from 1, at which the question behind a relation falls."""
        return self._placed(
            (
                Q(**{f"{relation}__scenario": bound.scenario, f"{relation}__cutoff__lte": bound.cutoff}),
                bound.number,
            )
            for bound in self.bounds
        )

    def of_batch(self) -> Case:
        """The place in ``numbers``, from 1, at which the events of an ingest batch fall."""
        return self._placed(
            (Q(store__scenario=bound.scenario, end__lte=bound.events), bound.number) for bound in self.bounds
        )

    def _placed(self, cases: Iterable[tuple[Q, int]]) -> Case:
        """The first case that holds; the bounds of a scenario stand in order of their cutoffs."""
        whens: list[Any] = [When(condition, then=Value(number)) for condition, number in cases]
        return Case(*whens, default=Value(self.last + 1), output_field=IntegerField())
