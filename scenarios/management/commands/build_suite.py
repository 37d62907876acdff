"""``manage.py build_suite``: the suites that ship with their generators."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.management import refusals
from scenarios.selectors import suites
from scenarios.services import building


class Command(BaseCommand):
    """Generates, derives the gold in Postgres, checks and releases. Keeps what is there."""

    help = "Build and release a suite that ships with a generator."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", choices=sorted(building.BUILDERS))
        parser.add_argument("--seed", type=int, default=building.DEFAULT_SEED)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.monotonic()
        with refusals.as_command_errors():
            suite, made = building.build(name=options["suite"], by=None, seed=options["seed"])
        scenarios: list[Any] = list(suites.scenarios_of(suite))
        shown: dict[str, Any] = {
            "suite": suite.slug,
            "made": made,
            "version": suite.version,
            "content_hash": suite.content_hash,
            "scenarios": len(scenarios),
            "events": sum(scenario.n_events for scenario in scenarios),
            "queries": sum(scenario.n_queries for scenario in scenarios),
            "labels": suites.label_counts(suite),
            "seconds": round(time.monotonic() - start, 2),
        }
        if options["json"]:
            self.stdout.write(json.dumps(shown))
            return
        labels = ", ".join(f"{count} {label}" for label, count in shown["labels"].items())
        self.stdout.write(
            f"{'Built' if made else 'Kept'} suite {suite.slug!r}: {shown['events']} events, "
            f"{shown['queries']} queries ({labels}), in {shown['seconds']} s. "
            f"Content hash {suite.content_hash}."
        )
