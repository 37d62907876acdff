"""What was answered: the table of a run, and its answers by gold label, by family, and by budget (Q1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import Avg, Count, Max, Q
from django.utils.translation import gettext_noop as _n

from benchmark.management import printing
from benchmark.models import Answer, Condition, QuestionKind, Run
from benchmark.reporting import marks
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from benchmark.scoring.aggregation import COUNTED, Mean, Share
from benchmark.selectors import results
from benchmark.selectors.budgets import BUDGETS
from benchmark.selectors.results import SystemResult
from scenarios.sentences import Sentence

_LINE: Final = keys(_n("System"), _n("Hint"))
LineKey = tuple[int, str]
"""(system, hint level)."""


def _of(run: Run) -> Section:
    found = results.of_run(run)
    return Section(
        ANSWERS.slug,
        ANSWERS.title,
        tables=(systems(found), labels(found), *([] if run.suite.held_out else [_families(run, found)])),
        notes=(marks.reader(run), *printing.notes(found), f"{run.suite.verification_text}."),
    )


def _of_budgets(run: Run) -> Section:
    if "budgets" not in run.config.get("parts", ()):
        return Section(
            BUDGET_CURVE.slug,
            BUDGET_CURVE.title,
            absent=Sentence("Not run with budgets."),
            command=launch_command(run, "budgets"),
        )
    found = results.of_run(run)
    notes = (
        Sentence("Each context is cut between items to the budget; the last row is the budget of the run."),
    )
    return Section(
        BUDGET_CURVE.slug,
        BUDGET_CURVE.title,
        (_budgets(run, found),),
        (*notes, marks.reader(run), *marks.oracles((one.system, one.knows) for one in found)),
    )


def launch_command(run: Run, part: str) -> str:
    """The command that runs the same with a part more."""
    systems = " ".join(f"--system {name}" for name in run.config.get("systems", ()))
    return f"manage.py run --suite {run.suite.slug} {systems} --reader {run.reader} --part {part} --wait"


def systems(found: Sequence[SystemResult], title: str = "Systems") -> Table:
    """A row a system and hint. Where figures say nothing of a system they are n/a."""
    columns = (
        *_LINE,
        Column("scored", _n("Scored")),
        Column("asked", _n("Asked")),
        Column("ansacc", _n("AnsAcc")),
        Column("ansblacc", _n("AnsblAcc")),
        Column("precision", _n("Cit. P")),
        Column("recall", _n("Cit. R")),
        Column("gathered", _n("Gathered")),
        Column("tokens", _n("Tokens")),
        Column("errors", _n("Errors")),
    )
    return Table("systems", title, columns, [_system(one) for one in found])


def _system(one: SystemResult) -> tuple[Value, ...]:
    figures: tuple[Value, ...] = (None,) * 4
    if not one.na_reason:
        of = one.summary
        figures = (of.ansacc, of.ansblacc, of.precision, of.recall)
    return (
        *_name(one),
        one.n,
        one.asked,
        *figures,
        Mean(one.gathered, one.gathered_high, one.gathered_n, one.gathered_intervals, None),
        one.mean_tokens,
        one.system_failed + one.infrastructure + one.unread,
    )


def _name(one: SystemResult) -> tuple[str, str]:
    return marks.named(one.system, one.knows), one.hint


def labels(found: Sequence[SystemResult]) -> Table:
    """AnsAcc by gold label."""
    names = list(dict.fromkeys(label for one in found for label in one.summary.by_label))
    columns = (*_LINE, *(Column(name.replace("-", "_"), Sentence(name)) for name in names))
    rows = [
        (*_name(one), *(None if one.na_reason else one.summary.by_label.get(name) for name in names))
        for one in found
    ]
    return Table("labels", _n("AnsAcc by gold label"), columns, rows)


def _families(run: Run, found: Sequence[SystemResult]) -> Table:
    shares = _shares(run, "question__query__family", condition=[Condition.ALONE])
    names = sorted({name for of_line in shares.values() for name in of_line})
    columns = (*_LINE, *(Column(name, name) for name in names))
    rows = [
        (
            *_name(one),
            *(_shown(one, shares[one.system_id, one.hint].get(name)) for name in names),
        )
        for one in found
    ]
    return Table("families", _n("AnsAcc by family"), columns, rows)


def _shown(one: SystemResult, row: dict[str, Any] | None) -> Share | None:
    return None if one.na_reason or row is None else Share(row["right"], row["counted"])


def _budgets(run: Run, found: Sequence[SystemResult]) -> Table:
    shares = _shares(run, "condition", condition=[*BUDGETS, Condition.ALONE])
    columns = (
        *_LINE,
        *keys(_n("Budget")),
        Column("ansacc", _n("AnsAcc")),
        Column("tokens", _n("Mean tokens")),
        Column("most", _n("Largest")),
        Column("contexts", _n("Contexts")),
    )
    limits = {**BUDGETS, Condition.ALONE: run.budget}
    return Table("budgets", _n("AnsAcc by budget"), columns, list(_budget_rows(found, shares, limits)))


Rows = dict[LineKey, dict[str, dict[str, Any]]]


def _budget_rows(
    found: Sequence[SystemResult], shares: Rows, limits: dict[Any, int]
) -> Iterator[tuple[Value, ...]]:
    for one in found:
        for condition, limit in limits.items():
            row = shares[one.system_id, one.hint].get(condition)
            if row is not None:
                figures = (row["mean_tokens"], row["most_tokens"], row["contexts"])
                yield (
                    *_name(one),
                    _budget(limit, natural=condition == Condition.ALONE),
                    _shown(one, row),
                    *figures,
                )


def _budget(limit: int, *, natural: bool) -> str:
    said = f"{limit:,}"
    return Sentence("%(budget)s (natural)", budget=said) if natural else said


def _shares(run: Run, by: str, *, condition: Sequence[str]) -> Rows:
    """Right answers to queries by line and something else, in one database query."""
    counted = Q(status__in=[status.value for status in COUNTED])
    rows = Answer.objects.filter(
        context__variant__run=run, question__kind=QuestionKind.QUERY, condition__in=condition
    )
    handed_over = Q(status__in=["ok", "unread"])
    found: Rows = defaultdict(dict)
    for row in (
        rows.order_by()
        .values("context__variant__system", "context__variant__hint", by)
        .annotate(
            counted=Count("pk", filter=counted),
            right=Count("pk", filter=counted & Q(correct=True)),
            mean_tokens=Avg("tokens", filter=handed_over),
            most_tokens=Max("tokens", filter=handed_over),
            contexts=Count("pk", filter=handed_over),
        )
    ):
        found[row["context__variant__system"], row["context__variant__hint"]][row[by]] = row
    return found


ANSWERS = ReportSection("answers", _n("Answers"), _of)
"""The table of the run, by gold label and by family."""
BUDGET_CURVE = ReportSection("budgets", _n("Budgets"), _of_budgets)
"""What the answers are worth at matched budgets of context."""
