"""The boards of a suite: finished runs only, one board per reader and budget (overview 4.5, ux pain 17).

Ties share a rank, n/a comes last, and what knows gold, actions or templates is shown without a rank.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from benchmark.models import Run, RunStatus
from benchmark.selectors import results
from benchmark.selectors.results import SystemResult
from benchmark.services import readers
from scenarios.models import Suite


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a board. ``rank`` is None for oracles and where the score is n/a."""

    rank: int | None
    result: SystemResult


@dataclass(frozen=True, slots=True)
class Board:
    """All systems of a suite that were read by one reader under one budget."""

    title: str
    reader: str
    reader_config: dict[str, Any]
    reader_knows: tuple[str, ...]
    budget: int
    rows: tuple[Row, ...]


def of_suite(suite: Suite) -> list[Board]:
    """The boards of the suite's current version. Of several runs of one system the latest counts."""
    runs = list(
        Run.objects.filter(
            suite=suite, suite_version=suite.version, suite_hash=suite.content_hash, status=RunStatus.DONE
        ).order_by("created_at", "pk")
    )
    tables = results.of_runs(runs)
    boards: dict[tuple[str, str, int], dict[tuple[int, str], SystemResult]] = {}
    for run in runs:
        settings = json.dumps(run.config.get("reader_config", {}), sort_keys=True)
        board = boards.setdefault((run.reader, settings, run.budget), {})
        for result in tables[run.pk]:
            board.pop((result.system_id, result.hint), None)
            board[result.system_id, result.hint] = result
    return [
        Board(
            title=readers.title(reader),
            reader=reader,
            reader_config=json.loads(settings),
            reader_knows=next(iter(board.values())).reader_knows,
            budget=budget,
            rows=ranked(list(board.values()), counts=readers.is_ranked(reader)),
        )
        for (reader, settings, budget), board in sorted(boards.items())
        if board
    ]


def ranked(found: list[SystemResult], *, counts: bool = True) -> tuple[Row, ...]:
    """Order by accuracy, best first; equal accuracies share a rank (1, 1, 3); n/a last; oracles unranked
    but standing where their accuracy puts them. Without ``counts`` nothing is ranked."""
    rows: list[Row] = []
    place = rank = 0
    last: Fraction | None = None
    for result in sorted(found, key=_order):
        if result.na_reason or not result.is_ranked or not counts:
            rows.append(Row(None, result))
            continue
        place += 1
        share = _accuracy(result)
        if share != last:
            rank, last = place, share
        rows.append(Row(rank, result))
    return tuple(rows)


def _accuracy(result: SystemResult) -> Fraction:
    share = result.summary.ansacc
    return Fraction(share.numerator, share.denominator) if share.denominator else Fraction(0)


def _order(result: SystemResult) -> tuple[bool, Fraction, str, str]:
    return (bool(result.na_reason), -_accuracy(result), result.system, result.hint)
