"""Small disks (tmpfs) of an installation, and filling them; a check is skipped where none can be mounted."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """A disk of that size on a folder, which is made; taken away at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    options = f"size={megabytes}m,mode=0755"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


@contextlib.contextmanager
def filled(folder: Path) -> Iterator[None]:
    """The disk of the folder has no room while the block runs."""
    ballast = folder / "ballast"
    try:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as handle:
            while True:
                handle.write(bytes(65536))
        with contextlib.suppress(OSError), (folder / "ballast-rest").open("wb", buffering=0) as handle:
            while True:
                handle.write(bytes(512))
        yield
    finally:
        ballast.unlink(missing_ok=True)
        (folder / "ballast-rest").unlink(missing_ok=True)
