"""``manage.py export_verdicts``: all current verdicts of a suite in one file, without a worker."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.floor.jobs import clocks
from scenarios.management import arguments
from scenarios.models import VerdictExport
from scenarios.review.services import exporting


class Command(BaseCommand):
    """The file is the one that the page offers, row for row; the command waits for it."""

    help = "Write the verdicts of a suite as JSON Lines or CSV, and print where, how many and the SHA-256."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("--format", choices=["jsonl", "csv"], default="jsonl")
        parser.add_argument("--out", metavar="FILE", help="copy the file to this place as well")

    def handle(self, *args: Any, **options: Any) -> None:
        suite = arguments.find_suite(options["suite"])
        export = VerdictExport.objects.create(suite=suite, format=options["format"], by=None, at=clocks.now())
        exporting.run(export.pk)
        export.refresh_from_db()
        if export.status != VerdictExport.Status.DONE:
            raise CommandError(f"The export did not end: {export.message or export.status}")
        path = exporting.path_of(export)
        if options["out"]:
            path = Path(shutil.copyfile(path, options["out"]))
        left_out = f", {export.drafts} draft(s) left out" if export.drafts else ""
        self.stdout.write(f"{path}: {export.rows_done} verdict(s){left_out}, SHA-256 {export.sha256}")
