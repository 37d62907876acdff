"""``manage.py track SUITE``: which queries are asked again at checkpoints, and how their gold changes."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.management import printing
from probes.diagnosis import tracking
from probes.exceptions import ProbesError
from probes.selectors import tracked
from probes.selectors.tracked import TrackedScenario
from probes.services import tracking as services
from scenarios.management import arguments, refusals

_MOST_CHECKPOINTS, _MOST_TRACKED = 100, 1_000


class Command(BaseCommand):
    """Tracks a suite that is not tracked yet; prints the counts of one that is."""

    help = "Choose the tracked queries of a released suite and store their gold at each checkpoint."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument(
            "--checkpoints",
            type=int,
            default=tracking.CHECKPOINTS,
            help="how many, at quantiles of the events",
        )
        parser.add_argument(
            "--count", type=int, default=tracking.TRACKED, help="tracked queries of each scenario"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Track and print."""
        for name, most in (("checkpoints", _MOST_CHECKPOINTS), ("count", _MOST_TRACKED)):
            if not 1 <= options[name] <= most:
                raise CommandError(f"--{name} {options[name]} is not a number from 1 to {most}.")
        suite = arguments.find_suite(options["suite"])
        with refusals.as_command_errors(ProbesError):
            services.track_suite(
                suite=suite, by=None, count=options["count"], checkpoints=options["checkpoints"]
            )
        found = tracked.of_suite(suite, wanted=options["count"])
        if options["json"]:
            lines = [line.as_json() for line in found]
            self.stdout.write(json.dumps({"suite": suite.slug, "scenarios": lines}, ensure_ascii=False))
            return
        for line in _lines(found):
            self.stdout.write(line)


def _lines(found: list[TrackedScenario]) -> Iterator[str]:
    head = ["scenario", "checkpoints", "tracked", "change", "explicit", "implicit"]
    rows = [
        [one.scenario, *map(str, (one.checkpoints, one.tracked, one.changing, one.explicit, one.implicit))]
        for one in found
    ]
    yield printing.columns([head, *rows])
    for one in found:
        yield from (f"{one.scenario}: {what}." for what in one.unmet)
