"""What the bench leaves behind: JSON, a page of Markdown with every table, and a picture of the growth."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import connection

from scenarios.services import bench_picture, bench_rows
from scenarios.services.bench_figures import Figure
from scenarios.services.bench_growth import DERIVED, DUCKDB, MEMORY, POSTGRES, Stage
from scenarios.services.bench_workload import Measured

#: Lines of the picture and columns of its table.
WAYS = {
    POSTGRES: "Postgres, prepared",
    DERIVED: "Postgres, with DAG",
    DUCKDB: "DuckDB, same SQL",
    MEMORY: "in memory",
}
_TITLE = "One query, by the length of its history"


def write(measured: Measured, folder: Path) -> list[Path]:
    """Write all three into a folder; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "engine.json": json.dumps(as_json(measured), indent=1) + "\n",
        "engine.md": as_markdown(measured),
        "engine-growth.svg": as_picture(measured.stages),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def as_json(measured: Measured) -> dict[str, Any]:
    """Every figure and everything it was made of; seconds, medians of a turn where there are several."""
    return {
        "bench": "engine",
        "size": asdict(measured.size),
        "events": measured.events,
        "nodes": measured.nodes,
        "witnesses": measured.witnesses,
        "machine": _machine(),
        "figures": [figure.as_json() for figure in measured.figures],
        "seconds": bench_rows.seconds_of(measured.times),
        "growth": [stage.as_json() for stage in measured.stages],
    }


def _machine() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        (server,) = cursor.fetchone()
    return {
        "python": platform.python_version(),
        "postgres": server,
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }


def as_picture(stages: Sequence[Stage]) -> str:
    """Median milliseconds of one query over the events of its history."""
    lines = {}
    for way, name in WAYS.items():
        medians = ((stage.events, stage.median(way)) for stage in stages)
        lines[name] = [(float(events), value * 1000) for events, value in medians if value is not None]
    says = "Medians; each length was measured when nothing longer was stored."
    return bench_picture.drawn(
        title=_TITLE, says=says, across="events in the history", up="milliseconds", lines=lines
    )


def as_markdown(measured: Measured) -> str:
    """The figures, the growth as a table, and how often each way was slower than the batch."""
    size = measured.size
    machine = _machine()
    said = (
        f"{size.queries} queries over {size.histories} histories, {measured.events} events in all; "
        f"median of {size.pairs} interleaved turns [lowest to highest]. Postgres {machine['postgres']}, "
        f"Python {machine['python']}, {machine['processors']} processors, load {machine['load']}. "
        "Every way gave the same answers."
    )
    return "\n".join(
        [
            "# The engine",
            "",
            said,
            "",
            *_figures(measured.figures),
            "",
            f"## {_TITLE}",
            "",
            "![Growth](engine-growth.svg)",
            "",
            *_growth(measured.stages),
            "",
        ]
    )


def _figures(figures: Sequence[Figure]) -> Iterator[str]:
    yield "| what | measured | aim | floor | verdict | counts |"
    yield "|---|---|---|---|---|---|"
    for one in figures:
        aim, floor = ("–", "–")
        if one.aim is not None:
            aim, floor = one.aim.shown(one.aim.aim), one.aim.shown(one.aim.floor)
        cells = (one.what, one.shown_value, aim, floor, one.judged, one.says)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _growth(stages: Sequence[Stage]) -> Iterator[str]:
    yield f"| events | {' | '.join(f'{name}, ms' for name in WAYS.values())} | stored, s | versions, s |"
    yield "|---:" * (len(WAYS) + 3) + "|"
    for stage in stages:
        found = (stage.median(way) for way in WAYS)
        cells = [f"{value * 1000:.3f}" if value is not None else "not run" for value in found]
        seconds = f"{stage.store_seconds:.1f} | {stage.versions_seconds:.1f}"
        yield f"| {stage.events:,} | {' | '.join(cells)} | {seconds} |"
    reasons = dict.fromkeys(reason for stage in stages for reason in stage.not_run.values())
    if reasons:
        yield ""
        yield f"Not run: {'; '.join(reasons)}."
