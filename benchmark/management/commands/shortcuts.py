"""``manage.py shortcuts SUITE``: what shortcuts score on a suite, and whether it asks for its records."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.management import shortcuts_text
from benchmark.selectors import shortcuts as selectors
from benchmark.services import shortcuts
from scenarios.management import arguments, refusals


class Command(BaseCommand):
    """Runs them anew and stores the scores. Exits with 1 where the suite lacks what it must show."""

    help = "Let shortcuts answer a suite, the wording alone and BM25 among them; print what they score."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("--k", type=int, default=shortcuts.K, help="records that BM25 hands over")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and print."""
        if not 1 <= options["k"] <= shortcuts.MOST_K:
            raise CommandError(f"--k {options['k']} is not a number from 1 to {shortcuts.MOST_K}.")
        suite = arguments.find_suite(options["suite"])
        start = time.monotonic()
        with refusals.as_command_errors():
            shortcuts.run(
                suite=suite,
                k=options["k"],
                progress=lambda line: self.stderr.write(f"{time.monotonic() - start:6.1f} s  {line}"),
            )
        found = selectors.of_suite(suite)
        assert found is not None  # it was stored just now
        if options["json"]:
            self.stdout.write(json.dumps(selectors.as_json(suite, found), ensure_ascii=False))
        else:
            for line in shortcuts_text.lines(found):
                self.stdout.write(line)
        if found.failures:
            raise CommandError("\n".join([f"Suite {suite.slug!r} lacks what it must show:", *found.failures]))
