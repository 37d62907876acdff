"""``manage.py reword_suite``: the twin of a suite, its records in a language model's words."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.management import arguments, refusals
from scenarios.services import rewording
from scenarios.services.rewording import Progress, RewordReport

#: Seconds between two lines of progress.
EVERY = 2.0


class Command(BaseCommand):
    """Asks the model of ``RENDERING_MODEL``, checks every text, stores the twin and releases it.

    What was asked for is kept: ended in the middle, it goes on where it was.
    """

    help = "Store and release a twin of a suite whose records stand in a language model's words."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument(
            "--as", dest="slug", default="", help="slug of the twin; SUITE-reworded otherwise"
        )
        parser.add_argument("--workers", type=_from_one, default=4, help="calls that fly at once")
        parser.add_argument("--limit", type=_from_one, help="word only so many records, the first ones")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.monotonic()
        suite = arguments.find_suite(options["suite"])
        with refusals.as_command_errors():
            report = rewording.reword_suite(
                suite=suite,
                by=None,
                slug=options["slug"],
                workers=options["workers"],
                limit=options["limit"],
                progress=self._progress(),
            )
        shown = as_json(report, round(time.monotonic() - start, 2))
        self.stdout.write(json.dumps(shown) if options["json"] else _line(report, shown))
        if report.refused:
            raise CommandError(
                f"Suite {report.twin.slug!r} stays a draft, texts of it fail their checks:\n"
                + "\n".join(report.refused)
            )

    def _progress(self) -> Any:
        """Says how far it is, every ``EVERY`` seconds and at the end."""
        last = time.monotonic()

        def say(progress: Progress) -> None:
            nonlocal last
            if progress.done == progress.total or time.monotonic() - last >= EVERY:
                last = time.monotonic()
                self.stderr.write(
                    f"{progress.done} of {progress.total} records, {progress.asked} replies asked for"
                )

        return say


def _from_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def as_json(report: RewordReport, seconds: float) -> dict[str, Any]:
    """The report as one JSON object."""
    return {
        "suite": report.twin.slug,
        "status": report.twin.status,
        "content_hash": report.twin.content_hash,
        "model": report.model,
        "reworded": report.reworded,
        "fallen_back": report.fallen_back,
        "left": report.left,
        "asked": report.asked,
        "attempts": report.attempts,
        "failed_checks": report.failed_checks,
        "refused": list(report.refused),
        "seconds": seconds,
    }


def _line(report: RewordReport, shown: dict[str, Any]) -> str:
    failed = ", ".join(f"{code} {count}" for code, count in report.failed_checks.items()) or "none"
    return (
        f"Suite {report.twin.slug!r} ({report.twin.status}): {report.reworded} record(s) in the words of "
        f"{report.model}, {report.fallen_back} fell back to their template, {report.left} left as they were; "
        f"{report.attempts} attempts, {report.asked} of them asked for now, in {shown['seconds']} s. "
        f"Failed checks: {failed}. Content hash {report.twin.content_hash}."
    )
