"""What the systems of a run cost: ingest, retrieval, answers, and what their stores hold (spec 8.5)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _n

from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from benchmark.scoring.costs import Cost, RunCosts, Spread
from benchmark.selectors import costs
from scenarios.sentences import Sentence

_INGEST = (
    Column("events", _n("Records")),
    Column("ingest_tokens", _n("Tokens")),
    Column("ingest_seconds", _n("Seconds"), digits=2),
    Column("seconds_per_thousand", _n("s per 1,000"), digits=2),
    Column("ingest_calls", _n("Model calls")),
    Column("store_items", _n("Items held")),
    Column("store_bytes", _n("Bytes held")),
)
_ASKED = (
    Column("questions", _n("Questions")),
    Column("retrieval_median", _n("Retrieval, median s"), digits=4),
    Column("retrieval_p95", _n("Retrieval, 95th"), digits=4),
    Column("context_tokens", _n("Context tokens, median")),
    Column("answers", _n("Answers")),
    Column("answer_calls", _n("Calls")),
    Column("answer_median", _n("Answer, median s"), digits=4),
    Column("answer_p95", _n("Answer, 95th"), digits=4),
    Column("prompt_tokens", _n("Prompt tokens")),
    Column("completion_tokens", _n("Completion tokens")),
)


NOTE = Sentence(
    "Tokens are words and punctuation marks; those of an answer model are counted by its provider. Replayed "
    "answers cost nothing here. Times are those of the machine that did the work."
)


def _of(run: Run) -> Section:
    found = costs.of_run(run)
    line = keys(_n("System"), _n("Hint"))
    named = [(one, (marks.named(one.system, one.knows), one.hint)) for one in found.lines]
    tables = [
        Table(
            "ingest", _n("Ingest"), (*line, *_INGEST), [(*name, *_ingest(one.total)) for one, name in named]
        ),
        Table(
            "answers",
            _n("Retrieval and answers"),
            (*line, *_ASKED),
            [(*name, *_asked(one.total)) for one, name in named],
        ),
    ]
    if any(number is not None for number in found.numbers):
        tables.append(_by_checkpoint(found))
    return Section(
        COSTS.slug,
        COSTS.title,
        tables,
        (
            NOTE,
            marks.reader(run),
            *marks.oracles((one.system, one.knows) for one in found.lines),
        ),
    )


def _ingest(cost: Cost) -> tuple[Value, ...]:
    return (
        cost.events,
        cost.ingest_tokens,
        float(cost.ingest_seconds),
        cost.seconds_per_thousand,
        cost.ingest_calls,
        cost.store_items,
        cost.store_bytes,
    )


def _asked(cost: Cost) -> tuple[Value, ...]:
    return (
        cost.queries,
        *_ends(cost.retrieval_seconds),
        _whole(cost.context_tokens.median),
        cost.answers,
        cost.answer_calls,
        *_ends(cost.answer_seconds),
        _whole(cost.prompt_tokens.total),
        _whole(cost.completion_tokens.total),
    )


def _ends(spread: Spread) -> tuple[Value, Value]:
    return spread.median, spread.p95


def _whole(number: float | None) -> int | None:
    return None if number is None else round(number)


def _by_checkpoint(found: RunCosts) -> Table:
    columns = (*keys(_n("System"), _n("Hint"), _n("Checkpoint")), *_INGEST[:3], _ASKED[0], _ASKED[4])
    rows = [
        (
            marks.named(line.system, line.knows),
            line.hint,
            Sentence("after the last") if number is None else str(number),
            *_ingest(cost)[:3],
            cost.queries,
            cost.answers,
        )
        for line in found.lines
        for number, cost in zip(found.numbers, line.rows, strict=True)
    ]
    return Table("checkpoints", _n("By checkpoint"), columns, rows)


COSTS = ReportSection("costs", _n("Costs"), _of)
"""Tokens, seconds, calls and what the stores hold."""
