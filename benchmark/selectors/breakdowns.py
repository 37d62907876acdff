"""Where a system of a run is right: its answers by what their queries are like (spec 12.4).

One read of the answers of a system, whatever it is sliced by; the rest is ``scoring.breakdowns``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import QuerySet

from benchmark.models import Answer, AnswerStatus, Condition, IngestVariant, Question, QuestionKind, Run
from benchmark.scoring.board_lines import Line
from benchmark.scoring.breakdowns import ALL, Cell, SlicedAnswer, cell, cells
from benchmark.scoring.gathered import share_of
from benchmark.scoring.traits import BY_NAME, Facts, Trait, values_of
from benchmark.selectors import results
from benchmark.selectors.results import SEED, SystemResult

_FACTS: Final = (
    "query__family", "query__gold__label", "query__answer_type", "scenario__domain", "scenario__slug",
    "query__gold__degree", "query__gold__height", "query__gold__width", "query__gold__obs_flag",
    "query__gold__measures",
)  # fmt: skip
_OF_QUESTION: Final = tuple(f"question__{name}" for name in _FACTS)


@dataclass(frozen=True)
class SystemLine:
    """A line of a run's table: what walked under one hint, as often as it did."""

    system: str
    hint: str
    adapter: str
    variants: tuple[IngestVariant, ...]

    @property
    def title(self) -> str:
        return self.system if self.hint == "none" else f"{self.system}, hint {self.hint}"


@dataclass(frozen=True)
class Breakdown:
    """A system's answers of a run by one trait. ``result`` is its line of the run's table, ``whole`` the cell
    over everything; ``lines`` stand beside each cell, their shares in ``Cell.beside``."""

    line: SystemLine
    trait: Trait
    result: SystemResult
    rows: Sequence[SlicedAnswer]
    lines: Sequence[Line]
    whole: Cell
    cells: Sequence[Cell]


def lines_of(run: Run) -> list[SystemLine]:
    """The lines of a run in the order in which its systems were named. One database query."""
    found: dict[tuple[int, str], list[IngestVariant]] = {}
    for variant in run.variants.select_related("system").order_by("pk"):
        found.setdefault((variant.system_id, variant.hint), []).append(variant)
    return [
        SystemLine(group[0].system.name, group[0].hint, group[0].adapter, tuple(group))
        for group in found.values()
    ]


def line_named(lines: Sequence[SystemLine], system: str, hint: str = "") -> SystemLine | None:
    """The line of that system, under that hint where one is named; without a system the first of all."""
    return next(
        (one for one in lines if (not system or one.system == system) and (not hint or one.hint == hint)),
        None,
    )


def of_line(run: Run, line: SystemLine, trait: Trait, lines: Sequence[Line] = ()) -> Breakdown:
    """The answers of one line to the queries of the run, read alone. Two database queries."""
    read = _answers(line)
    rows = [_sliced(row) for row in read]
    asked = run.questions.filter(kind=QuestionKind.QUERY).count()
    return Breakdown(
        line=line,
        trait=trait,
        result=results.line_of(run, line.variants, asked, read),
        rows=rows,
        lines=lines,
        whole=cell(ALL, rows, lines, seed=SEED),
        cells=cells(rows, trait, lines, seed=SEED),
    )


def _answers(line: SystemLine) -> list[dict[str, Any]]:
    rows = Answer.objects.filter(
        context__variant__in=[variant.pk for variant in line.variants],
        question__kind=QuestionKind.QUERY,
        condition=Condition.ALONE,
    )
    columns = dict.fromkeys((*results.COLUMNS, "question__query", *_OF_QUESTION))
    return list(rows.order_by("pk").values(*columns))


def _sliced(row: Mapping[str, Any]) -> SlicedAnswer:
    traits = values_of(_facts([row[name] for name in _OF_QUESTION]))
    handed_over = row["status"] in (AnswerStatus.OK, AnswerStatus.UNREAD)
    return SlicedAnswer(
        query=row["question__query"],
        scored=replace(results.as_scored(dict(row)), traits=traits),
        gathered=share_of(
            row["gathered"], row["support_size"], row["gathered_high"], row["support_size_high"]
        ),
        tokens=row["tokens"] if handed_over else None,
    )


def _facts(values: Iterable[Any]) -> Facts:
    """From the columns of ``_FACTS``."""
    return Facts(*values)


def choices(run: Run, names: Sequence[str]) -> list[tuple[Trait, list[str]]]:
    """Traits with the values that queries of the run have. One database query."""
    facts = [_facts(values) for values in _asked(run).values_list(*_FACTS)]
    traits = [BY_NAME[name] for name in names]
    return [(trait, trait.order({trait.read(one) for one in facts})) for trait in traits]


def _asked(run: Run) -> QuerySet[Question]:
    return Question.objects.filter(run=run, kind=QuestionKind.QUERY, query__gold__isnull=False).order_by()


def queries_with(run: Run, wanted: Mapping[Trait, str]) -> set[int]:
    """The rows of the queries that a run asks and that have these values. One database query."""
    return {
        query
        for query, *values in _asked(run).values_list("query", *_FACTS)
        if all(trait.read(_facts(values)) == value for trait, value in wanted.items())
    }


def trait_named(name: str) -> Trait | None:
    """The trait of that name, None where there is none."""
    return BY_NAME.get(name)
