"""The process group of one installation: its lock, its mark, and ending what is left of it. No Django.

Every process that ``serve`` starts carries a mark in its environment, and so do their children, whichever
session or parent they end up with. django-q2 leaves its children alive when their parent is killed, so a new
``serve`` first ends whatever still carries the mark.

    python -m benchmark.floor.jobs.processes stop VAR
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import psutil

MARK = "STEMMA_SERVE"
WORKS = "STEMMA_WORKS_FOR_THE_QUEUE"
"""Set in a process once it takes messages."""
GRACE_SECONDS = 10.0
STOP_SECONDS = 30.0
LOCK = "serve.lock"
PROBE_SECONDS = 0.5
"""A lock that is held for longer is that of a server, not of somebody who looks whether there is one."""


class AlreadyServingError(RuntimeError):
    """Another ``serve`` of this installation runs."""

    def __init__(self, pid: str) -> None:
        super().__init__(f"Already served by process {pid or '?'}. Stop it with: make stop")


@contextlib.contextmanager
def lock(var: Path) -> Iterator[None]:
    """Hold this installation's lock; it falls with the process, however that ends. Raises
    ``AlreadyServingError``."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / LOCK).open("a+") as handle:
        deadline = time.monotonic() + PROBE_SECONDS
        while not _locked(handle, fcntl.LOCK_EX):  # somebody may be looking at it, for a moment
            if time.monotonic() > deadline:
                handle.seek(0)
                raise AlreadyServingError(handle.read().strip())
            time.sleep(0.05)
        handle.truncate(0)
        handle.write(str(os.getpid()))
        handle.flush()
        try:
            yield
        finally:
            handle.truncate(0)


def is_served(var: Path) -> bool:
    """Whether a ``serve`` holds the lock. Looking changes nothing: what stands in the file stays, others who
    look are not disturbed, and a ``serve`` that starts meanwhile waits for a moment."""
    try:
        with (var / LOCK).open("r") as handle:
            return not _locked(handle, fcntl.LOCK_SH)
    except FileNotFoundError:
        return False


def _locked(handle: IO[str], kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def mark(var: Path) -> dict[str, str]:
    """What to add to the environment of a child."""
    return {MARK: str(var.resolve())}


def marked(var: Path) -> list[psutil.Process]:
    """Living processes of this installation, without this one and those it descends from."""
    value = str(var.resolve())
    me = psutil.Process()
    spared = {me.pid, *(parent.pid for parent in me.parents())}
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            if process.pid not in spared and process.environ().get(MARK) == value:
                found.append(process)
    return found


def end(processes: list[psutil.Process], *, grace: float = GRACE_SECONDS) -> int:
    """Ask each to end, then make it; how many there were."""
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    _, alive = psutil.wait_procs(processes, timeout=grace)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=grace)
    return len(processes)


def end_group(group: int) -> None:
    """End at once whatever is left of a child's process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def works_for_the_queue() -> bool:
    """Whether this process takes messages: then it may be ended, and is started anew."""
    return WORKS in os.environ


def end_at_once() -> None:
    """Kill this process, whatever its other threads do."""
    os.kill(os.getpid(), signal.SIGKILL)


def stop(var: Path) -> bool:
    """Stop the running ``serve`` and whatever it left; false where nothing ran."""
    pid = _server_pid(var)
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while _server_pid(var) is not None and time.monotonic() < deadline:
            time.sleep(0.1)
    left = end(marked(var), grace=3)
    return pid is not None or left > 0


def _server_pid(var: Path) -> int | None:
    """The process that holds the lock, None where it is free."""
    if not is_served(var):
        return None
    content = (var / LOCK).read_text().strip()
    return int(content) if content.isdigit() else None


def main(arguments: list[str]) -> int:
    """``stop VAR`` on the command line; VAR is the folder the installation writes to."""
    if len(arguments) != 2 or arguments[0] != "stop":
        sys.stderr.write("usage: python -m benchmark.floor.jobs.processes stop VAR\n")
        return 2
    sys.stdout.write("Stemma stopped.\n" if stop(Path(arguments[1])) else "Stemma was not running.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
