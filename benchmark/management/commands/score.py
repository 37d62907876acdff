"""``manage.py score FILE.jsonl --suite SLUG``: answers in, table out; nothing is stored."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.management import printing
from benchmark.services import scoring_files
from scenarios.models import Suite


class Command(BaseCommand):
    """Held-out suites are refused: scoring them again and again would give their gold away."""

    help = "Score a JSON Lines file of answers against the gold of a suite."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("file", help="lines of {query, label, answer, citations} or {query, raw}")
        parser.add_argument("--suite", required=True, help="slug of the suite")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Score and print."""
        suite = Suite.objects.filter(slug=options["suite"]).first()
        if suite is None:
            known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no suite {options['suite']!r}. Suites: {known}.")
        if suite.held_out:
            raise CommandError(f"Suite {suite.slug} is held out; only runs are scored against it.")
        try:
            lines = Path(options["file"]).read_text(encoding="utf-8-sig").split("\n")
            found = scoring_files.score(suite=suite, lines=lines)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read as UTF-8 text: {error}") from error
        except scoring_files.AnswerFileError as error:
            told = "\n".join(f"  {fault}" for fault in error.faults)
            raise CommandError(f"Nothing was scored:\n{told}") from error
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(suite, found), sort_keys=True))
            return
        figures = found.summary
        rows = [
            ["n", "AnsAcc", "AnsblAcc", "cit. P", "cit. R"],
            [
                str(figures.ansacc.denominator),
                printing.share(figures.ansacc),
                printing.share(figures.ansblacc),
                printing.mean(figures.precision),
                printing.mean(figures.recall),
            ],
        ]
        self.stdout.write(printing.columns(rows))
        self.stdout.write(f"Suite {suite.slug} v{suite.version}. {suite.verification_text}.")
        for label, why in found.wrong:
            self.stdout.write(f"wrong {label}: {why}")
        if found.missing:
            self.stdout.write(f"Not answered, not scored: {', '.join(found.missing)}")


def _as_json(suite: Suite, found: scoring_files.FileScore) -> dict[str, Any]:
    figures = found.summary
    return {
        "suite": suite.slug,
        "suite_version": suite.version,
        "verification": suite.verification_text,
        "n": figures.ansacc.denominator,
        "ansacc": figures.ansacc.value,
        "ansacc_correct": figures.ansacc.numerator,
        "ansblacc": figures.ansblacc.value,
        "citation_precision": figures.precision.low,
        "citation_recall": figures.recall.low,
        "citation_recall_high": figures.recall.high,
        "format_errors": figures.format_errors.numerator,
        "missing": list(found.missing),
        "wrong": [{"query": label, "why": why} for label, why in found.wrong],
    }
