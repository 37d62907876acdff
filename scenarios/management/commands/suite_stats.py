"""``manage.py suite_stats``: the figures of a suite, those of ``derive`` beside their targets."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.generators.derive.statistics import SuiteStatistics
from scenarios.generators.derive.verdict import AllowError, Verdict
from scenarios.management import arguments, refusals, statistics_text
from scenarios.selectors import statistics


class Command(BaseCommand):
    """Reads stored gold, derives nothing. Exits with 1 where a figure of ``derive`` lies outside."""

    help = "Print the figures of a suite by domain and family; those of derive beside their targets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument(
            "--allow",
            action="append",
            default=[],
            metavar="KEY=REASON",
            help="let a figure lie outside its tolerance, as in families.rules.width='deep policies'; the "
            "manifest's allowed_figures does the same. May be given several times.",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        suite = arguments.find_suite(options["suite"])
        found = statistics.of_suite(suite)
        allowed = _allowed(options["allow"])
        with refusals.as_command_errors(AllowError):
            verdict = statistics.verdict_of(suite, found, allowed)
        if verdict is None and allowed:
            raise CommandError(f"--allow is about targets, and suite {suite.slug!r} has none.")
        if options["json"]:
            self.stdout.write(json.dumps(statistics.as_json(suite, found, verdict), ensure_ascii=False))
        else:
            self.stdout.write(f"Suite {suite.slug} v{suite.version}. {suite.verification_text}.")
            self._print(suite.slug, found, verdict)
        if verdict is not None and not verdict.ok:
            keys = ", ".join(figure.key for figure in verdict.missed)
            raise CommandError(
                f"{len(verdict.missed)} figure(s) of {suite.slug!r} miss their targets: {keys}"
            )

    def _print(self, slug: str, found: SuiteStatistics, verdict: Verdict | None) -> None:
        if found.is_empty:
            self.stdout.write(f"Suite {slug!r} has no query with gold, so there is nothing to sum up.")
        for line in statistics_text.lines(found, verdict):
            self.stdout.write(line)


def _allowed(stated: list[str]) -> dict[str, str]:
    """Keys with their reasons. Raises ``CommandError`` for what is not KEY=REASON."""
    found = {}
    for text in stated:
        key, equals, reason = text.partition("=")
        if not equals or not key.strip():
            raise CommandError(
                f"--allow {text!r} is not KEY=REASON, as in families.rules.width='deep policies'."
            )
        found[key.strip()] = reason.strip()
    return found
