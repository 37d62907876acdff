"""`make accept`: what is too long, or needs too much, for the suite.

Each module ``tests/accept/piece_*.py`` holds ``NEEDS() -> str`` (empty, or why it cannot run here) and
``run(work: Path) -> dict`` (what was measured; raises where it does not hold). Results go to
``var/accept/<piece>.json``; what could not run is printed as "not run".

    python -m tests.accept [PIECE …]
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "var" / "accept"


def main(wanted: list[str]) -> int:
    """Run the pieces; the number of those that failed."""
    pieces = sorted(path.stem.removeprefix("piece_") for path in Path(__file__).parent.glob("piece_*.py"))
    if unknown := set(wanted) - set(pieces):
        print(f"No such piece: {', '.join(sorted(unknown))}. There are: {', '.join(pieces)}.")
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    states = [_run(piece) for piece in pieces if not wanted or piece in wanted]
    counts = {state: states.count(state) for state in ("passed", "failed", "not run")}
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['not run']} not run")
    return 1 if counts["failed"] else 0


def _run(piece: str) -> str:
    module = importlib.import_module(f"tests.accept.piece_{piece}")
    if why := module.NEEDS():
        return _keep(piece, "not run", {"why": why}, f"{piece}: not run ({why})")
    print(f"{piece}: running …", flush=True)
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="stemma-accept-") as work:
            found: dict[str, Any] = module.run(Path(work))
    except Exception as error:
        traceback.print_exc()
        return _keep(piece, "failed", {"error": str(error)}, f"{piece}: FAILED: {error}")
    seconds = round(time.monotonic() - began, 1)
    return _keep(piece, "passed", {"seconds": seconds, **found}, f"{piece}: passed in {seconds} s: {found}")


def _keep(piece: str, state: str, found: dict[str, Any], line: str) -> str:
    (OUT / f"{piece}.json").write_text(json.dumps({"piece": piece, "state": state, **found}, indent=2) + "\n")
    print(line, flush=True)
    return state


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
