"""A fresh clone: `make run` without serving ends with the table in three minutes, again in ten seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRST_WITHIN, AGAIN_WITHIN = 180.0, 10.0
SYSTEMS = ("no_memory", "bm25", "dense", "full_history", "supporting_events")
NOT_INHERITED = (
    "DATABASE_URL",
    "STEMMA_VAR",
    "DJANGO_SETTINGS_MODULE",
    "VIRTUAL_ENV",
    "MAKEFLAGS",
    "MAKELEVEL",
)


@pytest.fixture
def clone() -> Iterator[Path]:
    """A clone in a folder that the server's user can reach, stopped and removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="stemma-clone-", dir="/tmp"))
    folder.chmod(0o755)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "stemma")], check=True)
    yield folder / "stemma"
    subprocess.run(["make", "-s", "stop"], cwd=folder / "stemma", env=_environment(), check=True)
    shutil.rmtree(folder)


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}


def make_run(clone: Path) -> tuple[float, str]:
    """Seconds and output of one start that does all but serve."""
    began = time.monotonic()
    done = subprocess.run(
        ["make", "-s", "run", "QUICKSTART_ARGS=--no-serve"],
        cwd=clone,
        env=_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return time.monotonic() - began, done.stdout


def test_a_newcomer_sees_the_table_within_three_minutes_and_again_within_ten_seconds(clone: Path) -> None:
    first, table = make_run(clone)
    assert [name for name in SYSTEMS if name not in table] == [], table
    assert first <= FIRST_WITHIN, f"the first start took {first:.0f} s"
    again, table = make_run(clone)
    assert [name for name in SYSTEMS if name not in table] == [], table
    assert again <= AGAIN_WITHIN, f"the second start took {again:.1f} s"
