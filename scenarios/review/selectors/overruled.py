"""Why a verdict was overruled: the decision and its reason, without who took it (ux.md, annotator)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from scenarios.models import Adjudication, ReviewItem, Verdict
from scenarios.review.subjects.base import Field, subject_of


@dataclass(frozen=True, slots=True)
class Line:
    """One field on which the decision differs from the verdict, in words."""

    question: str
    yours: str
    decided: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a disputed verdict. ``lines`` are empty where the decision says the same."""

    outcome: str
    reason: str
    lines: tuple[Line, ...]

    @property
    def overruled(self) -> bool:
        """Whether the verdict stands otherwise in any field."""
        return bool(self.lines)


def decisions(verdicts: Iterable[Verdict]) -> dict[int, Decision]:
    """The current decision on each verdict's item, by the verdict's key; verdicts whose item nobody decided
    are left out. One query, given verdicts read with their items."""
    wanted = list(verdicts)
    rows = Adjudication.objects.filter(is_current=True, item__in={one.item_id for one in wanted})
    decided = {row.item_id: row for row in rows}
    return {one.pk: _decision(one, decided[one.item_id]) for one in wanted if one.item_id in decided}


def _decision(verdict: Verdict, decided: Adjudication) -> Decision:
    lines = tuple(
        Line(field.asks, said(field, mine), said(field, theirs))
        for field in fields_of(verdict.item)
        if (mine := verdict.fields.get(field.name)) != (theirs := decided.fields.get(field.name))
    )
    return Decision(decided.outcome, decided.reason, lines)


def fields_of(item: ReviewItem) -> tuple[Field, ...]:
    """The fields of an item; none where its app is no longer there."""
    try:
        return subject_of(item).fields(item)
    except LookupError:
        return ()


def said(field: Field, value: str | None) -> str:
    """The answer as people read it."""
    if value is None or value == "":
        return gettext("nothing")
    return next((option.words for option in field.options if option.value == value), str(value))
