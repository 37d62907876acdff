"""A comparison of runs as CSV: its figures, and the queries on which the lines differ.

Words that a spreadsheet would take for a formula are written with an apostrophe before them; numbers are
numbers. What is n/a is empty.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from benchmark.models import Answer, AnswerStatus
from benchmark.scoring.comparison import Paired
from probes.report.comparison_json import paired
from probes.selectors.comparing import Compared, RunComparison
from probes.selectors.discordant import Discordant
from scenarios.selectors.query_export import formula_safe

_LINE: Final = ("line", "run", "system", "hint", "reader", "knows", "by", "value")
_ALONE: Final = ("asked_n", "asked_right", "asked_share")
_PAIRED: Final = (
    "n",
    "baseline_right",
    "right",
    "difference",
    "low",
    "high",
    "lost",
    "gained",
    "mcnemar_p",
    "holm_p",
    "small",
)


def figures(found: RunComparison) -> str:
    """A row a line, ``by`` being ``all``, and below it a row for each of its slices."""
    return _written([(*_LINE, *_ALONE, *_PAIRED), *(row for one in found.lines for row in _line(one))])


def _line(one: Compared) -> Iterator[Sequence[Any]]:
    share, against = one.accuracy, one.against
    alone = (share.denominator, share.numerator, "" if one.na_reason else share.value)
    yield (*_head(one, "all", ""), *alone, *_pair(None if against is None else against.whole))
    for part in () if against is None else against.slices:
        yield (*_head(one, part.trait, part.value), *[""] * len(_ALONE), *_pair(part.paired))


def _head(one: Compared, by: str, value: str) -> Iterator[Any]:
    line = one.line
    texts = (line.system, line.hint, line.run.reader, " ".join(line.knows), by, value)
    yield from (formula_safe(str(line)), line.run.pk, *map(formula_safe, texts))


def _pair(one: Paired | None) -> list[Any]:
    if one is None:
        return [""] * len(_PAIRED)
    shown = paired(one)
    return ["" if shown[name] is None else shown[name] for name in _PAIRED]


def queries(found: RunComparison, rows: Iterable[Discordant]) -> str:
    """A row a query, with verdict, label and answer of each line; answers are JSON."""
    head = ["scenario", "query", "family", "answer_type", "question", "gold_label", "gold_answer"]
    for one in found.lines:
        head += [formula_safe(f"{one.line} {name}") for name in ("verdict", "label", "answer")]
    return _written([head, *map(_query, rows)])


def _query(row: Discordant) -> list[str]:
    query = row.question.query
    cells = [query.scenario.slug, query.label, query.family, query.answer_type, row.question.text]
    cells += [query.gold.label, _answer(query.gold.answer)]
    for answer in row.answers:
        cells += (
            ["not asked", "", ""]
            if answer is None
            else [verdict(answer), answer.label, _answer(answer.answer)]
        )
    return [formula_safe(cell) for cell in cells]


def verdict(answer: Answer) -> str:
    """How an answer was judged, in words."""
    if answer.status == AnswerStatus.OK:
        return "right" if answer.correct else "wrong"
    return str(answer.get_status_display())


def _answer(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _written(rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
