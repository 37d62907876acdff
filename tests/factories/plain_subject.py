"""The simplest thing that can be reviewed, for tests of the queue: is this record exact, is it fluent?

With the form ``steps`` the first field is asked before the second is shown. Register it by the setting
``REVIEW_SUBJECTS`` as ``tests.factories.plain_subject.PLAIN``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from benchmark.floor.accounts.models import User
from scenarios.models import Rendering, ReviewItem, ReviewPolicy, Suite
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.subjects.base import Field, Option, Prepared, Reading, Subject

YES_NO = (Option("yes", "Yes", "1"), Option("no", "No", "2"))
PATH = "tests.factories.plain_subject.PLAIN"


class PlainSubject(Subject):
    """Records under two yes/no fields; ``judged`` has what was decided, in its order."""

    slug = "plain"
    title = "Plain records"
    template = "scenarios/review/_plain.html"
    decision_template = "scenarios/review/_plain_decision.html"

    def __init__(self) -> None:
        self.judged: list[tuple[str, str]] = []

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        return (
            Field("exact", "Does it say what happened, no more?", YES_NO, good="yes"),
            Field("fluent", "Is it fluent?", YES_NO, step=2 if item.form == "steps" else 1),
        )

    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterable[Prepared]:
        rows = Rendering.objects.filter(event__scenario__suite=suite, is_current=True)
        rows = rows.filter(status__in=("draft", "auto_passed"), review_items__isnull=True)
        ordered = rows.select_related("event__scenario").order_by("event__scenario__position", "event__seq")
        for place, row in enumerate(ordered):
            assert row.event is not None
            yield Prepared(
                subject_id=row.pk,
                scenario_id=row.event.scenario_id,
                label=row.event.label,
                place=place,
                form=str(suite.config.get("form", "plain")),
                wanted=policy.record_judges,
                content={"truth": row.event.label},
                rendering_id=row.pk,
                author_id=row.author_id,
            )

    def steps(self, item: ReviewItem) -> int:
        return 2 if item.form == "steps" else 1

    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        return {"text": item.rendering.text if item.rendering else ""}

    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"exact": _answer(given, "exact")}

    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        good = frozen["1"]["exact"] if frozen else _answer(given, "exact")
        fields = {"exact": good, "fluent": _answer(given, "fluent")}
        score = {"right": good == item.known["exact"]} if item.is_check else {}
        return Reading(fields, dict(given), self.outcome(item, fields), score)

    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        return {"truth": item.content["truth"]}

    def decided(self, item: ReviewItem, outcome: str, *, by: User | None, now: datetime) -> None:
        self.judged.append((item.label, outcome))

    def check_item(self, suite: Suite, person: User, seed: int) -> Prepared | None:
        rows = ReviewItem.objects.filter(suite=suite, status="verified", is_check=False).order_by("pk")
        found = list(rows[:1])
        return next((self._check_of(item) for item in found), None)

    def _check_of(self, item: ReviewItem) -> Prepared:
        return Prepared(
            subject_id=item.subject_id,
            scenario_id=item.scenario_id,
            label=item.label,
            place=item.place,
            form="plain",
            wanted=1,
            content={"truth": item.label, "known": {"exact": "no"}},
            rendering_id=item.rendering_id,
        )


def _answer(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if value not in ("yes", "no"):
        raise FormRefusedError({name: "Say yes or no."})
    return str(value)


PLAIN = PlainSubject()
"""The one object that the setting names."""
