"""The fault table: what was done to an installation, how often, and what came of it.

Rows are kept in ``var/accept/faults.json``, by fault, and written anew as lines of Markdown beside it.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.acceptance.served import ROOT


@dataclass(frozen=True)
class Fault:
    """``lost`` and ``doubled`` count stored rows; ``again`` questions that were put a second time because the
    first was in flight; ``silent`` is the longest time in seconds in which neither the work went on nor a
    reason was shown, ``stopped`` the longest until the work went on; None where it was not measured."""

    what: str
    times: int
    lost: int
    doubled: int
    again: int
    silent: float | None
    stopped: float | None
    shown: str = ""


HEAD = (
    "| what | times | lost | doubled | put again | s without a reason | s until it went on | shown |\n"
    "|---|---|---|---|---|---|---|---|\n"
)


def note(*faults: Fault) -> None:
    """Keep these rows in place of older ones of the same faults, and print them."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "faults.json"
    rows = {row["what"]: row for row in json.loads(kept.read_text())} if kept.exists() else {}
    rows |= {fault.what: asdict(fault) for fault in faults}
    kept.write_text(json.dumps(list(rows.values()), indent=1) + "\n")
    (folder / "faults.md").write_text(HEAD + "".join(_line(Fault(**row)) for row in rows.values()))
    for fault in faults:
        print(_line(fault), end="")


def _line(row: Fault) -> str:
    cells = (
        *(row.what, row.times, row.lost, row.doubled, row.again, _seconds(row.silent)),
        *(_seconds(row.stopped), row.shown.replace("|", "/")),
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
