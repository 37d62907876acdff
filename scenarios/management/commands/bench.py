"""``manage.py bench``: how fast gold is derived here, one way beside the other."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scenarios.models import Query, Suite
from scenarios.services import benching, building


class Command(BaseCommand):
    """Times the evaluators on one suite; answers that differ are an error, not a time."""

    help = (
        "Time the evaluators on a suite: medians of interleaved turns, and ratios to the batch in Postgres."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "--suite", default="mini", help="slug of a stored suite; mini is built if missing"
        )
        parser.add_argument("--pairs", type=int, default=5, help="turns that count, after one that warms up")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print."""
        if options["pairs"] < 1:
            raise CommandError("--pairs must be at least 1.")
        suite = self._suite(options["suite"])
        queries = Query.objects.filter(scenario__suite=suite).count()
        try:
            timings = benching.measure(suite=suite, pairs=options["pairs"])
        except benching.EvaluatorsDifferError as error:
            raise CommandError(f"The evaluators differ, so nothing was timed: {error}") from error
        if options["json"]:
            found = {
                "suite": suite.slug,
                "queries": queries,
                "pairs": options["pairs"],
                "timings": [asdict(timing) for timing in timings],
            }
            self.stdout.write(json.dumps(found))
            return
        self.stdout.write(f"{suite.slug}: {queries} queries, median of {options['pairs']} interleaved turns")
        for timing in timings:
            self.stdout.write(f"{timing.way:52} {timing.seconds * 1000:9.1f} ms {timing.ratio:8.2f} x")
        self.stdout.write("A suite of this size shows that it works; ratios are meant for larger ones.")

    def _suite(self, slug: str) -> Suite:
        suite = Suite.objects.filter(slug=slug).first()
        if suite is None and slug == "mini":
            suite, _ = building.build(name=slug, by=None)
        if suite is None:
            known = ", ".join(Suite.objects.order_by("slug").values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no suite {slug!r}; stored are: {known}.")
        return suite
