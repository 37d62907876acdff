"""What the paper reports for three reference systems, beside what they reach in a run (spec 12.5).

The paper's queries are not ours: only the shape may be compared, never the values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q
from django.utils.translation import gettext_noop as _n

from benchmark.models import Answer, AnswerStatus, Condition, QuestionKind, Run
from benchmark.scoring.aggregation import Share

#: The words that stand beside every figure of a paper.
OTHER_DATA: Final = "other data"
#: Right answers in per cent, by the adapter that is the same kind of system.
PAPER: Final[Mapping[str, tuple[str, float]]] = {
    "bm25": ("BM25", 58.28),
    "full_history": (_n("whole history"), 79.84),
    "supporting_events": (_n("supporting events only"), 96.01),
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A kind of system with the paper's figure in per cent, and the lines of a run that are of this kind,
    each with its share of right answers; none where it is not yet run."""

    name: str
    paper: float
    ours: tuple[tuple[str, Share], ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "paper_percent": self.paper,
            "words": OTHER_DATA,
            "ours": [
                {"system": system, "right": share.numerator, "n": share.denominator, "share": share.value}
                for system, share in self.ours
            ],
        }


def of_run(run: Run) -> list[Reference]:
    """The three of them. One database query."""
    counted = Answer.objects.filter(
        context__variant__run=run,
        context__variant__adapter__in=list(PAPER),
        question__kind=QuestionKind.QUERY,
        condition=Condition.ALONE,
        status__in=[AnswerStatus.OK, AnswerStatus.SYSTEM_FAILED],
    ).order_by()
    system, hint = "context__variant__system__name", "context__variant__hint"
    rows = counted.values("context__variant__adapter", system, hint).annotate(
        n=Count("pk"), right=Count("pk", filter=Q(correct=True))
    )
    ours: dict[str, list[tuple[str, Share]]] = {adapter: [] for adapter in PAPER}
    for row in rows.order_by(system, hint):
        name = row[system] if row[hint] == "none" else f"{row[system]}, hint {row[hint]}"
        ours[row["context__variant__adapter"]].append((name, Share(row["right"], row["n"])))
    return [Reference(name, figure, tuple(ours[adapter])) for adapter, (name, figure) in PAPER.items()]
