"""``manage.py score FILE.jsonl --suite SLUG``: answers or contexts in, table and diagnosis out; nothing is
stored (ux 15)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.management.commands.run import reader_option
from benchmark.reporting import files, text
from benchmark.services import readers
from benchmark.services.answer_lines import AnswerFileError
from benchmark.services.file_desks import FileSettings
from benchmark.services.launch_settings import DEFAULT_BUDGET, MOST_BUDGET
from probes.report import failure_card
from probes.report.file_score import FileReport
from probes.services import file_scores
from probes.services.combiners import CombinerUnavailableError
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from sut_adapters.base import MisconfiguredError


class Command(BaseCommand):
    """Held-out suites are refused: scoring them again and again would give their gold away."""

    help = (
        "Score a JSON Lines file against the gold of a suite: answers, or the contexts that a memory handed "
        "over; with those of the state probes too, say where each wrong answer was lost."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "file",
            help='lines of {"query", "label", "answer", "citations"}, {"query", "raw"} or {"query", '
            '"context": ["[e0001 | 2026-01-05 10:00] …", {"text", "events"}]}; of a probe with "probe", '
            'its text or position; with "scenario" where labels repeat',
        )
        parser.add_argument("--suite", required=True, help="slug of the suite")
        parser.add_argument("--reader", default="symbolic", help="who answers from the contexts")
        parser.add_argument(
            "--reader-option", action="append", default=[], metavar="KEY=VALUE", help="setting of the reader"
        )
        parser.add_argument(
            "--budget", type=int, default=DEFAULT_BUDGET, help="context tokens that are read (%(default)s)"
        )
        parser.add_argument("--card", metavar="QUERY", help="write the failure card of this query to --out")
        parser.add_argument("--out", type=Path, help="the HTML file of --card")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        suite = _suite(options["suite"])
        if bool(options["card"]) != bool(options["out"]):
            raise CommandError("--card QUERY and --out FILE belong together.")
        settings = _settings(options)
        try:
            lines = Path(options["file"]).read_text(encoding="utf-8-sig").split("\n")
            found = FileReport(file_scores.of_lines(suite=suite, lines=lines, settings=settings))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read as UTF-8 text: {error}") from error
        except AnswerFileError as error:
            told = "\n".join(f"  {fault}" for fault in error.faults)
            raise CommandError(f"Nothing was scored:\n{told}") from error
        except MisconfiguredError as error:
            raise CommandError(f"{options['reader']} cannot be used: {error}. Mend its settings.") from error
        except CombinerUnavailableError as error:
            raise CommandError(f"The answer model did not answer: {error}") from error
        if options["card"]:
            self._write_card(found, options["card"], options["out"])
        sections = found.sections()
        if options["json"]:
            self.stdout.write(
                json.dumps({**found.as_json(), "sections": files.as_json(sections)}, sort_keys=True)
            )
        else:
            self.stdout.write(text.text(sections))

    def _write_card(self, found: FileReport, name: str, out: Path) -> None:
        try:
            out.write_text(failure_card.of_rows(found.rows_of(name)), encoding="utf-8")
        except NotVisibleError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        self.stderr.write(f"{out}: {out.stat().st_size:,} bytes")


def _suite(slug: str) -> Suite:
    suite = Suite.objects.filter(slug=slug).first()
    if suite is None:
        known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none yet"
        raise CommandError(f"There is no suite {slug!r}. Suites: {known}.")
    if suite.held_out:
        raise CommandError(f"Suite {suite.slug} is held out; only runs are scored against it.")
    return suite


def _settings(options: dict[str, Any]) -> FileSettings:
    if not 1 <= options["budget"] <= MOST_BUDGET:
        raise CommandError(f"--budget {options['budget']} is not a number from 1 to {MOST_BUDGET:,}.")
    config = dict(map(reader_option, options["reader_option"]))
    if faults := readers.faults(options["reader"], config):
        raise CommandError("\n".join(map(str, faults)))
    return FileSettings(options["reader"], config, options["budget"], Path(options["file"]).name)
