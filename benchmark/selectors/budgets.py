"""What a system's answers are worth at matched budgets of context (spec 12.5).

At each budget every system's context is cut between items, in its own order; the last point is the context as
the run read it. Probes and tracked queries are not read so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from benchmark.models import Answer, AnswerStatus, Condition, QuestionKind, Run
from benchmark.scoring.aggregation import COUNTED, Mean, Share, Status, Valued, mean_of
from benchmark.scoring.gathered import share_of
from benchmark.selectors.breakdowns import SystemLine
from benchmark.selectors.results import SEED

#: The budgets of spec 12.5 in tokens, by their condition.
BUDGETS: Final = {
    Condition.BUDGET_512: 512,
    Condition.BUDGET_1024: 1024,
    Condition.BUDGET_2048: 2048,
    Condition.BUDGET_4096: 4096,
    Condition.BUDGET_8192: 8192,
}


@dataclass(frozen=True, slots=True)
class Point:
    """A system at one budget of ``limit`` tokens. ``tokens`` is the mean of its contexts, ``most`` the
    largest of them, and ``over`` counts those above the limit: there must be none. ``natural`` marks the
    point at the budget of the run."""

    limit: int
    natural: bool
    ansacc: Share
    gathered: Mean
    tokens: float | None
    most: int | None
    contexts: int
    over: int

    @property
    def name(self) -> str:
        return _name(self.limit, natural=self.natural)

    @property
    def short(self) -> str:
        """Its name below a curve."""
        if self.natural:
            return _("natural")
        return f"{self.limit // 1024}k" if self.limit >= 1024 else str(self.limit)


def _name(limit: int, *, natural: bool) -> str:
    return _("natural (to %(limit)s)") % {"limit": f"{limit:,}"} if natural else f"{limit:,}"


_COLUMNS = (
    "condition", "status", "correct", "tokens", "question__scenario",
    "gathered", "support_size", "gathered_high", "support_size_high",
)  # fmt: skip


def of_line(run: Run, line: SystemLine) -> list[Point]:
    """The budgets that the run read this line at, smallest first, and its natural contexts last. One database
    query."""
    rows = Answer.objects.filter(
        context__variant__in=[variant.pk for variant in line.variants],
        question__kind=QuestionKind.QUERY,
        condition__in=[*BUDGETS, Condition.ALONE],
    )
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.order_by("pk").values(*_COLUMNS):
        groups[row["condition"]].append(row)
    found = [_point(limit, groups[budget]) for budget, limit in BUDGETS.items() if groups[budget]]
    natural = groups[Condition.ALONE]
    return [*found, *([_point(run.budget, natural, natural=True)] if natural else [])]


@dataclass(frozen=True, slots=True)
class LineAtBudgets:
    """A line of a run: its share of right answers and mean tokens by budget, None where it was not read."""

    title: str
    knows: tuple[str, ...]
    shares: tuple[tuple[Share, float | None] | None, ...]


@dataclass(frozen=True, slots=True)
class BudgetTable:
    """All lines of a run at the budgets that any of them was read at; ``heads`` names these."""

    heads: tuple[str, ...]
    lines: tuple[LineAtBudgets, ...]


def of_run(run: Run, lines: Sequence[SystemLine]) -> BudgetTable:
    """Every line of a run side by side. One database query, whatever the number of answers."""
    counted = Q(status__in=[status.value for status in COUNTED])
    handed = Q(status__in=[AnswerStatus.OK, AnswerStatus.UNREAD])
    rows = (
        Answer.objects.filter(
            context__variant__run=run,
            question__kind=QuestionKind.QUERY,
            condition__in=[*BUDGETS, Condition.ALONE],
        )
        .order_by()
        .values("context__variant", "condition")
        .annotate(
            n=Count("pk", filter=counted),
            right=Count("pk", filter=Q(correct=True)),
            contexts=Count("pk", filter=handed),
            total=Sum("tokens", filter=handed, default=0),
        )
    )
    found: dict[tuple[int, str], Any] = {(row["context__variant"], row["condition"]): row for row in rows}
    read = [one for one in (*BUDGETS, Condition.ALONE) if any(condition == one for _line, condition in found)]
    return BudgetTable(
        heads=tuple(_name(BUDGETS.get(one, run.budget), natural=one not in BUDGETS) for one in read),
        lines=tuple(
            LineAtBudgets(
                title=line.title,
                knows=tuple(line.variants[0].knows),
                shares=tuple(
                    _joined([found[key] for key in ((v.pk, one) for v in line.variants) if key in found])
                    for one in read
                ),
            )
            for line in lines
        ),
    )


def _joined(rows: Sequence[dict[str, Any]]) -> tuple[Share, float | None] | None:
    """What the walks of one line reach together."""
    if not rows:
        return None
    contexts = sum(row["contexts"] for row in rows)
    share = Share(sum(row["right"] for row in rows), sum(row["n"] for row in rows))
    return share, sum(row["total"] for row in rows) / contexts if contexts else None


def _point(limit: int, rows: Sequence[dict[str, Any]], *, natural: bool = False) -> Point:
    counted = [row for row in rows if Status(row["status"]) in COUNTED]
    tokens = [row["tokens"] for row in rows if row["status"] in (AnswerStatus.OK, AnswerStatus.UNREAD)]
    shares = [(row, share_of(*(row[name] for name in _COLUMNS[5:]))) for row in rows]
    return Point(
        limit=limit,
        natural=natural,
        ansacc=Share(sum(bool(row["correct"]) for row in counted), len(counted)),
        gathered=mean_of(
            (
                Valued(str(row["question__scenario"]), float(share.low), float(share.high), share.exact)
                for row, share in shares
                if share is not None
            ),
            seed=SEED,
        ),
        tokens=sum(tokens) / len(tokens) if tokens else None,
        most=max(tokens, default=None),
        contexts=len(tokens),
        over=sum(one > limit for one in tokens),
    )
