"""The boards of a suite: finished runs only, one board per reader and budget (overview 4.5, ux pain 17).

Ties share a rank, n/a comes last, and what knows gold, actions or templates is shown without a rank.
Floors, ceilings and what people reach stand among them as lines, unranked too.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import IngestVariant, Run, RunStatus
from benchmark.scoring.aggregation import Share
from benchmark.scoring.board_lines import Line
from benchmark.selectors import board_lines, results
from benchmark.selectors.results import SystemResult
from benchmark.services import readers
from scenarios.models import Suite
from scenarios.permissions import permitted, require_somewhere
from scenarios.selectors import suites

#: Why no run on a practice suite is ranked (ADR 28).
PRACTICE = _n("practice: gold is served")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a board. ``rank`` is None for oracles and where the score is n/a."""

    rank: int | None
    result: SystemResult


@dataclass(frozen=True, slots=True)
class LineRow:
    """A floor, a ceiling, or what people reach, over the whole suite; never ranked."""

    line: Line
    ansacc: Share
    ansblacc: Share
    by_label: dict[str, Share]

    @classmethod
    def of(cls, line: Line) -> LineRow:
        """The line over all queries that it was tried on."""
        queries = line.tried.keys()
        return cls(line, line.on(queries), line.labels_on(queries), line.by_label(queries))

    def as_json(self) -> dict[str, Any]:
        """Flat figures as those of a system's row; null is n/a."""
        interval = self.ansacc.interval
        return {
            "kind": self.line.kind.value,
            "name": self.line.name,
            "knows": self.line.knows,
            "n": self.ansacc.denominator,
            "ansacc": self.ansacc.value,
            "ansacc_correct": self.ansacc.numerator,
            "ansacc_low": interval.low if interval else None,
            "ansacc_high": interval.high if interval else None,
            "ansacc_by_label": results.labels_as_json(self.by_label),
            "ansblacc": self.ansblacc.value,
            "ansblacc_correct": self.ansblacc.numerator,
        }


@dataclass(frozen=True, slots=True)
class Board:
    """All systems of a suite that were read by one reader under one budget, and the lines beside them.
    ``note`` says why floors and ceilings are missing where they are, ``unranked`` why no line has a rank."""

    title: str
    reader: str
    reader_config: dict[str, Any]
    reader_knows: tuple[str, ...]
    budget: int
    rows: tuple[Row, ...]
    lines: tuple[LineRow, ...] = ()
    note: str = ""
    unranked: str = ""

    @property
    def entries(self) -> list[Row | LineRow]:
        """The rows with each line where its accuracy puts it, before what lies level with it."""
        left = list(self.lines)
        entries: list[Row | LineRow] = []
        for row in self.rows:
            while left and (row.result.na_reason or _fraction(left[0].ansacc) >= _accuracy(row.result)):
                entries.append(left.pop(0))
            entries.append(row)
        return [*entries, *left]


def suites_with(user: Any) -> QuerySet[Suite]:
    """The suites whose boards the person may see, by slug. Raises ``PermissionDenied``."""
    require_somewhere(user, Verb.LEADERBOARD_VIEW)
    found = permitted(user, Verb.LEADERBOARD_VIEW, suites.visible_to(user))
    return Suite.objects.filter(pk__in=[suite.pk for suite in found]).order_by("slug")


def of_suite(suite: Suite, *, without: Collection[int] = ()) -> list[Board]:
    """The boards of the suite's current version. Of several runs of one system the latest counts. ``without``
    the queries of these ids, as if nobody had asked them."""
    boards = _latest(suite)
    runs = {run.pk: run for board in boards.values() for run in board.values()}
    tables = results.of_runs(runs.values(), without=without)
    lines = {(one.run_id, one.system_id, one.hint): one for table in tables.values() for one in table}
    found = board_lines.of_suite(suite) if boards else board_lines.BoardLines(())
    unranked = PRACTICE if suite.is_practice else ""
    beside = tuple(sorted(map(LineRow.of, found.lines), key=lambda row: -_fraction(row.ansacc)))
    return [
        Board(
            title=readers.title(reader),
            reader=reader,
            reader_config=json.loads(settings),
            reader_knows=tuple(next(iter(board.values())).reader_knows),
            budget=budget,
            rows=ranked(
                [lines[run.pk, *who] for who, run in board.items()],
                counts=readers.is_ranked(reader) and not unranked,
            ),
            lines=beside,
            note=found.note,
            unranked=unranked,
        )
        for (reader, settings, budget), board in sorted(boards.items())
    ]


def _latest(suite: Suite) -> dict[tuple[str, str, int], dict[tuple[int, str], Run]]:
    """By board, the latest finished run of each system and hint: no other is read, however many there are."""
    who = ("reader", "settings", "budget", "system", "hint")
    latest = (
        IngestVariant.objects.filter(
            run__suite=suite,
            run__suite_version=suite.version,
            run__suite_hash=suite.content_hash,
            run__status=RunStatus.DONE,
        )
        .annotate(
            reader=F("run__reader"),
            settings=KeyTransform("reader_config", "run__config"),
            budget=F("run__budget"),
        )
        .order_by(*who, "-run__created_at", "-run_id", "-pk")
        .distinct(*who)
    )
    found = list(latest.values_list("run_id", *who))
    runs = Run.objects.in_bulk([one[0] for one in found])
    boards: dict[tuple[str, str, int], dict[tuple[int, str], Run]] = {}
    for pk, reader, settings, budget, system, hint in found:
        board = boards.setdefault((reader, json.dumps(settings or {}, sort_keys=True), budget), {})
        board[system, hint] = runs[pk]
    return boards


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
    return _fraction(result.summary.ansacc)


def _fraction(share: Share) -> Fraction:
    return Fraction(share.numerator, share.denominator) if share.denominator else Fraction(0)


def _order(result: SystemResult) -> tuple[bool, Fraction, str, str]:
    return (bool(result.na_reason), -_accuracy(result), result.system, result.hint)
