"""Slots for work that costs a processor: few at once, few a person, few that wait (overview 6).

A slot is a lock on a file, so that it holds between threads and between processes, and falls with whoever
holds it, however that ends.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from scenarios.exceptions import PlaygroundBusyError

AT_ONCE = 3
#: Web threads that may wait for a slot; further ones are turned away at once, so that other pages are served.
WAITING = 2
A_PERSON = 2
WAIT_SECONDS = 2.0
_POLL_SECONDS = 0.05


@contextlib.contextmanager
def hold(folder: Path, person: str) -> Iterator[None]:
    """Hold a slot while the block runs. Raises ``PlaygroundBusyError`` where none is free in time."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.ExitStack() as held:
        if not _take(held, folder, f"person-{person}", A_PERSON):
            raise PlaygroundBusyError(
                f"{A_PERSON} evaluations of yours are running. They end within seconds: wait for them, then "
                "send this one again."
            )
        if not _take(held, folder, "at-once", AT_ONCE):
            _wait(held, folder)
        yield


def _wait(held: contextlib.ExitStack, folder: Path) -> None:
    busy = PlaygroundBusyError(
        f"The playground is busy: {AT_ONCE} evaluations run at once on this machine. Try again in a moment."
    )
    with contextlib.ExitStack() as waiting:
        if not _take(waiting, folder, "waiting", WAITING):
            raise busy
        deadline = time.monotonic() + WAIT_SECONDS
        while not _take(held, folder, "at-once", AT_ONCE):
            if time.monotonic() > deadline:
                raise busy
            time.sleep(_POLL_SECONDS)


def _take(held: contextlib.ExitStack, folder: Path, name: str, slots: int) -> bool:
    """Lock the first free one of so many files; false where none is."""
    for number in range(slots):
        handle = os.open(folder / f"{name}-{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
        else:
            held.callback(os.close, handle)
            return True
    return False
