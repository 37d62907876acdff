"""``manage.py compare RUN[:SYSTEM[:HINT]] RUN…``: lines of runs beside each other on the same queries."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from benchmark.scoring.comparison import SLICED_BY
from probes.exceptions import ProbesError, ReleasesDifferError
from probes.report import comparison_csv, comparison_json, comparison_markdown, comparison_text
from probes.selectors import comparing, comparison_lines, discordant
from probes.selectors.comparing import RunComparison


class Command(BaseCommand):
    """The first line is the baseline."""

    help = (
        "Compare systems of two or more runs: paired test, interval of the difference, slices, lost queries."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "lines",
            nargs="+",
            metavar="LINE",
            help="RUN, RUN:SYSTEM or RUN:SYSTEM:HINT; the first is the baseline. What is left out must be "
            "the only one that the run has",
        )
        parser.add_argument(
            "--intersect",
            action="store_true",
            help="compare runs over other releases, on the queries that these share",
        )
        parser.add_argument(
            "--slices",
            default=",".join(comparing.USUAL_SLICES),
            help=f"what to slice by, of {','.join(SLICED_BY)}; empty: nothing (default: %(default)s)",
        )
        parser.add_argument(
            "--queries", action="store_true", help="the queries on which the lines differ, with each verdict"
        )
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print one JSON object")
        form.add_argument(
            "--markdown", action="store_true", help="print a comment for a review: the test, the lost queries"
        )
        form.add_argument(
            "--csv", action="store_true", help="print CSV: figures, or with --queries the queries"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare and print."""
        try:
            found = _found(options)
        except ProbesError as error:
            hint = " (--intersect)" if isinstance(error, ReleasesDifferError) else ""
            raise CommandError(f"{error}{hint}") from error
        if options["json"]:
            self.stdout.write(json.dumps(comparison_json.as_json(found, details=True), sort_keys=True))
        elif options["markdown"]:
            text = comparison_markdown.comment(found, _rows(found), origin=settings.PUBLIC_ORIGIN)
            self.stdout.write(text, ending="")
        elif options["csv"]:
            self.stdout.write(_csv(found, queries=options["queries"]), ending="")
        else:
            for line in comparison_text.lines(found):
                self.stdout.write(line)
            if options["queries"]:
                self.stdout.write(f"\n{comparison_text.queries(found, _rows(found))}")


def _found(options: dict[str, Any]) -> RunComparison:
    names = [comparison_lines.parse(text) for text in options["lines"]]
    runs = comparison_lines.stored(names)
    if absent := [str(name.run) for name in names if name.run not in runs]:
        raise CommandError(f"There is no run {', '.join(absent)}.")
    by = tuple(filter(None, options["slices"].split(",")))
    return comparing.compare(comparison_lines.resolve(names, runs), intersect=options["intersect"], by=by)


def _rows(found: RunComparison) -> list[discordant.Discordant]:
    return discordant.rows(found, discordant.queries(found, discordant.Wanted()))


def _csv(found: RunComparison, *, queries: bool) -> str:
    return comparison_csv.queries(found, _rows(found)) if queries else comparison_csv.figures(found)
