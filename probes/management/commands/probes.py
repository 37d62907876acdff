"""``manage.py probes SUITE``: which queries of a suite are diagnosed, and by how many probes."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.management import printing
from benchmark.scoring.aggregation import Share
from probes.exceptions import ProbesError
from probes.selectors import plans, probe_texts
from probes.selectors.plans import Part, SuitePlans
from probes.services import planning
from scenarios.management import arguments, refusals
from scenarios.models import Suite


class Command(BaseCommand):
    """Plans the probes of a suite that has none yet; prints the counts of one that has."""

    help = "Draw the queries of a released suite that are diagnosed, and write their probes with gold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("suite", help="slug of the suite")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print one JSON object")
        form.add_argument(
            "--questions",
            action="store_true",
            help="print what to ask of a memory, a line a query or probe; with a context added, `score` "
            "takes it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Plan and print."""
        suite = arguments.find_suite(options["suite"])
        with refusals.as_command_errors(ProbesError):
            planning.plan_suite(suite=suite, by=None)
        if options["questions"]:
            self._print_questions(suite)
            return
        found = plans.of_suite(suite)
        if options["json"]:
            self.stdout.write(json.dumps({"suite": suite.slug, **found.as_json()}, ensure_ascii=False))
            return
        for line in _lines(suite, found):
            self.stdout.write(line)

    def _print_questions(self, suite: Suite) -> None:
        if suite.held_out:
            raise CommandError(f"Suite {suite.slug} is held out; what its derivations rest on is not told.")
        for line in probe_texts.of_suite(suite):
            self.stdout.write(json.dumps(line, ensure_ascii=False))


def _lines(suite: Suite, found: SuitePlans) -> Iterator[str]:
    head = ["", "queries", "diagnosed", "share", "probes", "each"]
    yield f"Suite {suite.slug} v{suite.version}, beside the totals of the paper (other data):"
    yield printing.columns([head, *map(_row, (found.total, plans.PAPER))])
    for title, parts in (
        ("By domain:", found.domains),
        ("By family:", found.families),
        ("By label of the gold:", found.labels),
    ):
        yield f"\n{title}"
        yield printing.columns([head, *map(_row, parts)])
    yield "\nBy kind of node:"
    kinds = [[kind, f"{n:,}", _share(n, found.total.probes)] for kind, n in found.kinds.items()]
    yield printing.columns([["", "probes", "share"], *kinds])
    yield (
        f"\nOf {found.sampled:,} nodes a sample of the inputs is asked about; of {found.unprobed:,} none is, "
        "for want of budget."
    )


def _row(part: Part) -> list[str]:
    each = "n/a" if part.each is None else f"{part.each:.2f}"
    share = _share(part.diagnosed, part.queries)
    return [part.name, f"{part.queries:,}", f"{part.diagnosed:,}", share, f"{part.probes:,}", each]


def _share(part: int, whole: int) -> str:
    return printing.share(Share(part, whole))
