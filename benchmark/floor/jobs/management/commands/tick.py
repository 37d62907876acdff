"""``manage.py tick``: end what has expired, ring the bells, show that work is being done."""

from __future__ import annotations

import signal
import threading
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.services import ticking


class Command(BaseCommand):
    """Once, or every ten seconds with ``--loop``; ``serve`` runs the loop."""

    help = "Let each part of the product mend what has expired (leases, lost messages), once or in a loop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--loop", action="store_true", help="go on until SIGTERM or Ctrl-C")
        parser.add_argument(
            "--every", type=float, default=ticking.EVERY_SECONDS, metavar="SECONDS", help="pause of the loop"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Tick."""
        if options["every"] <= 0:
            raise CommandError("--every must be more than 0 seconds.")
        if not options["loop"]:
            for line in ticking.tick(now=clocks.now()):
                self.stdout.write(line)
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        due = time.monotonic()
        while not stop.is_set():
            self._tick_through()
            due = max(due + options["every"], time.monotonic())
            stop.wait(due - time.monotonic())

    def _tick_through(self) -> None:
        try:
            for line in ticking.tick(now=clocks.now()):
                self.stdout.write(f"tick: {line}")
        except Error as error:
            self.stderr.write(f"tick: the database does not answer, trying again: {error}")
            connection.close()
