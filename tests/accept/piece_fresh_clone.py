"""A fresh clone: `make run` without serving ends with the table in three minutes, again in ten seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIRST_WITHIN, AGAIN_WITHIN = 180.0, 10.0


def NEEDS() -> str:
    """git and make."""
    missing = [program for program in ("git", "make") if shutil.which(program) is None]
    return f"{', '.join(missing)} is not installed" if missing else ""


def run(work: Path) -> dict[str, Any]:
    """Seconds of both starts, and the systems named in the table."""
    work.chmod(0o755)
    clone = work / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    try:
        first, table = _make_run(clone)
        again, _ = _make_run(clone)
    finally:
        subprocess.run(["make", "-s", "stop"], cwd=clone, check=False)
    systems = ("no_memory", "bm25", "dense", "full_history", "supporting_events")
    missing = [name for name in systems if name not in table]
    assert not missing, f"the table lacks {missing}:\n{table}"
    assert first <= FIRST_WITHIN, f"the first start took {first:.0f} s"
    assert again <= AGAIN_WITHIN, f"the second start took {again:.1f} s"
    return {"first_seconds": round(first, 1), "again_seconds": round(again, 1)}


def _make_run(clone: Path) -> tuple[float, str]:
    dropped = ("DATABASE_URL", "STEMMA_VAR", "DJANGO_SETTINGS_MODULE", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    began = time.monotonic()
    done = subprocess.run(
        ["make", "-s", "run", "QUICKSTART_ARGS=--no-serve"],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return time.monotonic() - began, done.stdout
