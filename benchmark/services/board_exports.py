"""The boards of a suite as a kind of export: every line of every board, as the page has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Export
from benchmark.selectors import leaderboards
from benchmark.services.export_kinds import Column, ExportKind, Type
from benchmark.services.run_exports import RESULTS

_ALREADY: Final = {"system", "reader", "reader_knows", "budget", "knows"}
_COLUMNS: Final = (
    Column("board", Type.TEXT, "title of the board"),
    Column("reader", Type.TEXT, "the answer model of the board"),
    Column("reader_config", Type.JSON, "its settings"),
    Column("reader_knows", Type.JSON, "what the reader knows that no system may"),
    Column("budget", Type.INTEGER, "context budget in tokens"),
    Column("line", Type.TEXT, "system, floor, ceiling or human"),
    Column("rank", Type.INTEGER, "rank, shared by equal accuracies; null for what is never ranked"),
    Column("unranked", Type.TEXT, "why no line of the board has a rank; empty where they have"),
    Column("system", Type.TEXT, "name of the system, or of the line"),
    Column("knows", Type.JSON, "what it knows that no system may; such lines are never ranked"),
    Column("run", Type.INTEGER, "the run of the system; null for a line"),
    *(column for column in RESULTS.columns if column.name not in _ALREADY),
)


def _rows(export: Export) -> Iterator[Sequence[Any]]:
    for board in leaderboards.of_suite(export.suite):
        of_board = {
            "board": board.title,
            "reader": board.reader,
            "reader_config": board.reader_config,
            "reader_knows": list(board.reader_knows),
            "budget": board.budget,
            "unranked": board.unranked,
        }
        for entry in board.entries:
            found = {**_figures(entry), **of_board}
            yield [found.get(column.name) for column in _COLUMNS]


def _figures(entry: leaderboards.Row | leaderboards.LineRow) -> dict[str, Any]:
    if isinstance(entry, leaderboards.Row):
        return {**entry.result.as_json(), "line": "system", "rank": entry.rank}
    figures = entry.as_json()
    return {**figures, "line": figures["kind"], "system": figures["name"], "knows": [figures["knows"]]}


BOARD = ExportKind(
    "board",
    _n("Boards"),
    Verb.LEADERBOARD_VIEW,
    False,
    _COLUMNS,
    _rows,
    lambda export: sum(len(board.entries) for board in leaderboards.of_suite(export.suite)),
)
"""The boards of a suite: aggregates alone, also of a held-out suite."""
