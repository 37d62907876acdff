"""Where a system of a run is right, as JSON for the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmark.models import Run
from benchmark.scoring.aggregation import Mean, Share
from benchmark.scoring.board_lines import Line
from benchmark.scoring.breakdowns import Cell
from benchmark.scoring.traits import Trait
from benchmark.selectors import board_lines, breakdowns, budgets, paper_figures
from benchmark.selectors.breakdowns import SystemLine
from benchmark.selectors.budgets import Point


def of_line(run: Run, line: SystemLine, trait: Trait) -> dict[str, Any]:
    """One line of a run by one trait, with its budgets; shares and means are null where n is 0."""
    beside = board_lines.of_run(run)
    found = breakdowns.of_line(run, line, trait, beside.lines)
    return {
        "run": run.pk,
        "suite": run.suite.slug,
        "suite_version": run.suite_version,
        "verification": run.suite.verification_text,
        "by": trait.name,
        "title": trait.title,
        "words": trait.words,
        "result": found.result.as_json(),
        "lines": [{"kind": one.kind.value, "name": one.name, "knows": one.knows} for one in found.lines],
        "note": beside.note,
        "cells": [_cell(one, found.lines) for one in found.cells],
        "all": _cell(found.whole, found.lines),
        "confusion": found.whole.summary.confusion,
        "budgets": [_point(one) for one in budgets.of_line(run, line)],
        "paper": [one.as_json() for one in paper_figures.of_run(run)],
    }


def _cell(one: Cell, lines: Sequence[Line]) -> dict[str, Any]:
    figures = one.summary
    return {
        "value": one.value,
        "n": one.n,
        "small": one.small,
        "ansacc": _share(figures.ansacc),
        "ansblacc": _share(figures.ansblacc),
        "justified_correct": _share(figures.justified_correct),
        "citation_precision": _mean(figures.precision),
        "citation_precision_strict": _mean(figures.strict_precision),
        "citation_recall": _mean(figures.recall),
        "gathered_support": _mean(one.gathered),
        "mean_context_tokens": one.tokens,
        "excluded": figures.excluded,
        "lines": [
            {"name": line.name, **_share(share)} for line, share in zip(lines, one.beside, strict=True)
        ],
    }


def _point(one: Point) -> dict[str, Any]:
    return {
        "budget": one.limit,
        "natural": one.natural,
        "ansacc": _share(one.ansacc),
        "gathered_support": _mean(one.gathered),
        "mean_context_tokens": one.tokens,
        "most_context_tokens": one.most,
        "contexts": one.contexts,
        "over_budget": one.over,
    }


def _share(share: Share) -> dict[str, Any]:
    ends = share.interval
    return {
        "right": share.numerator, "n": share.denominator, "share": share.value,
        "low": ends.low if ends else None, "high": ends.high if ends else None,
    }  # fmt: skip


def _mean(mean: Mean) -> dict[str, Any]:
    ends = mean.spread
    return {
        "mean": mean.low, "mean_high": mean.high, "n": mean.n, "intervals": mean.intervals,
        "low": ends.low if ends else None, "high": ends.high if ends else None,
    }  # fmt: skip
