"""Moved scores as JSON, for the API."""

from __future__ import annotations

from typing import Any

from benchmark.selectors.moved import Moved, MovedRow


def as_json(found: Moved) -> dict[str, Any]:
    """For the API; null is n/a."""
    return {
        "suite": found.before.slug,
        "release": found.after.slug if found.after else None,
        "answers_changed": len(found.golds),
        "rows_moved": len(found.moved),
        "runs_waiting": found.waiting,
        "causes": [
            {"scenario": one.scenario, "event": one.event, "without": list(one.without), "reason": one.reason}
            for one in found.causes
        ],
        "queries": [
            {"scenario": one.scenario, "query": one.query, "before": one.before, "after": one.after}
            for one in found.golds
        ],
        "dropped": [dict(one) for one in found.dropped],
        "rows": [_row_json(row) for row in found.rows],
        "runs": [
            {"run": run.pk, "from": run.carried_from_id, "status": run.status, **run.carried}
            for run in found.runs
        ],
    }


def _row_json(row: MovedRow) -> dict[str, Any]:
    return {
        "board": row.board,
        "budget": row.budget,
        "system": row.before.system,
        "hint": row.before.hint,
        "moved": row.moved,
        "why": row.why,
        "figures": {
            figure.title: {
                "before": figure.before,
                "after": figure.after,
                "n": [figure.before_n, figure.after_n],
            }
            for figure in row.figures
        },
    }
