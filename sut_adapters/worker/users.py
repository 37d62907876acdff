"""Which user a worker runs as: one number for each that runs, so that none reads another's files (ADR 31)."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from sut_adapters.base import InfrastructureError

MOST = 64
"""Numbers from ``STEMMA_SUT_UID`` on that are ours; as many workers run at once at most."""


@dataclass(slots=True)
class Seat:
    """A number, and the lock that holds it for as long as this process lives."""

    uid: int
    lock: int

    def leave(self) -> None:
        """Let others have it. Twice does no harm."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def take(first: int, *, locks: Path, work: Path) -> Seat:
    """The first number that no living worker holds. What a worker of that number left in ``work`` when its
    server was killed is removed. Raises ``InfrastructureError`` where all are held."""
    locks.mkdir(mode=0o700, parents=True, exist_ok=True)
    for uid in range(first, first + MOST):
        # No child inherits it: Python opens files so. It ends with this process, however that ends.
        lock = os.open(locks / str(uid), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        _clear(work, uid)
        return Seat(uid, lock)
    raise InfrastructureError(f"worker: {MOST} external systems run at once, which is as many as may")


def _clear(work: Path, uid: int) -> None:
    with contextlib.suppress(FileNotFoundError), os.scandir(work) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):
                if entry.stat(follow_symlinks=False).st_uid == uid:
                    shutil.rmtree(entry.path, ignore_errors=True)
