"""``manage.py bench``: how fast gold is derived here, one way beside the other (overview 7)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scenarios.models import Query, Suite
from scenarios.services import bench_report, bench_workload, benching, building
from scenarios.services.bench_workload import Size


class Command(BaseCommand):
    """Times the evaluators on a workload, or on one suite; answers that differ are an error, not a time."""

    help = (
        "Time the evaluators: medians of interleaved turns, as ratios beside their aims. Without --suite on "
        "a generated workload, which is removed afterwards; its figures, tables and picture also go to "
        "var/bench/."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "what",
            nargs="?",
            choices=["engine"],
            default="engine",
            help="what to time (default: %(default)s)",
        )
        usual = Size()
        numbers = {
            "histories": "histories of the workload",
            "events": "events of each history, about",
            "queries": "queries over all histories",
            "long": "events of the longest history for single queries, about",
            "pairs": "turns that count, after one that warms up",
        }
        for name, says in numbers.items():
            parser.add_argument(
                f"--{name}", type=int, default=getattr(usual, name), help=f"{says} (default: %(default)s)"
            )
        parser.add_argument(
            "--suite", help="slug of a stored suite to time instead; mini is built where it is missing"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print."""
        if options["pairs"] < 1:
            raise CommandError("--pairs must be at least 1.")
        try:
            if options["suite"]:
                self._suite_timings(options)
            else:
                self._workload(options)
        except benching.EvaluatorsDifferError as error:
            raise CommandError(f"The evaluators differ, so nothing was timed: {error}") from error

    def _workload(self, options: dict[str, Any]) -> None:
        size = Size(**{name: options[name] for name in ("histories", "events", "queries", "pairs", "long")})
        quiet = options["json"] or options["verbosity"] == 0
        try:
            measured = bench_workload.measure(size, tell=self._silent if quiet else self.stdout.write)
        except ValueError as error:
            raise CommandError(f"That is no workload: {error}.") from error
        written = bench_report.write(measured, Path(settings.VAR_DIR) / "bench")
        if options["json"]:
            self.stdout.write(json.dumps(bench_report.as_json(measured)))
            return
        self.stdout.write(
            f"{size.queries} queries over {size.histories} histories, {measured.events} events in all; "
            f"median of {size.pairs} interleaved turns [lowest to highest]:"
        )
        for figure in measured.figures:
            self.stdout.write(f"- {figure.line}")
        self.stdout.write("All ways gave the same answers. Written:")
        for path in written:
            self.stdout.write(f"  {path}")

    def _silent(self, line: str) -> None:
        """Says nothing of the progress."""

    def _suite_timings(self, options: dict[str, Any]) -> None:
        suite = self._suite(options["suite"])
        queries = Query.objects.filter(scenario__suite=suite).count()
        timings = benching.measure(suite=suite, pairs=options["pairs"])
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
