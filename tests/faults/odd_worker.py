"""A worker process for the fault tests that is odd in one way, in the database of ``DATABASE_URL``.

    python -m tests.faults.odd_worker [--shift SECONDS] [--poison NUMBER=segv|exit|kill|loop] [--seconds N]

``--shift`` sets its clock ahead, or back; ``--poison`` makes question NUMBER do that to it; it mends, drains
what it can and looks again for ``--seconds``, then prints what it took from the queue's table.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import sys
import time
from datetime import timedelta
from typing import Any


def main() -> None:
    """Do it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--shift", type=float, default=0.0)
    parser.add_argument("--poison", default="")
    parser.add_argument("--seconds", type=float, default=0.0)
    wanted = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.testing"
    from django.utils import timezone

    true_now, true_time = timezone.now, time.time
    if wanted.shift:
        timezone.now = lambda: true_now() + timedelta(seconds=wanted.shift)
        time.time = lambda: true_time() + wanted.shift
    import django

    django.setup()
    if wanted.poison:
        number, _, how = wanted.poison.partition("=")
        poison(f"Question {number}:", how)
    from benchmark.floor.jobs import broker, clocks, processes
    from benchmark.floor.jobs.services import heartbeats
    from benchmark.services import draining, ticking

    os.environ[processes.WORKS] = "1"
    sys.stdout.write("up\n")
    sys.stdout.flush()
    ends = time.monotonic() + wanted.seconds
    while True:
        heartbeats.beat(kind="worker", at=clocks.now())
        ticking.mend(clocks.now())
        draining.work(until=clocks.now() + timedelta(minutes=2))
        if time.monotonic() >= ends:
            break
        time.sleep(0.2)
    taken = broker.DatabaseClockBroker(list_key="odd").dequeue() or []
    sys.stdout.write(f"taken {len(taken)}\n")


def poison(match: str, how: str) -> None:
    """Make this question end, or hold, the process that puts it."""
    from sut_adapters.scripting import Script

    play = Script.play

    def played(self: Script, question: str, *, scope: str) -> Any:
        if match not in question:
            return play(self, question, scope=scope)
        if how == "segv":
            ctypes.string_at(0)
        elif how == "exit":
            os._exit(1)
        elif how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        while True:
            pass

    Script.play = played  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
