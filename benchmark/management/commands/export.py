"""``manage.py export``: rows of a run or a suite in one file, without a worker."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.floor.jobs import clocks
from benchmark.models import Export, ExportFormat, ExportStatus, Run
from benchmark.services import export_kinds, exporting
from scenarios.management import arguments
from scenarios.models import Suite


class Command(BaseCommand):
    """The file is the one that the page offers, row for row; the command waits for it."""

    help = "Write results, answers, diagnoses, boards or verdicts as JSON Lines, CSV or Parquet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=list(export_kinds.every()))
        parser.add_argument("of", help="number of the run; for verdicts and boards the slug of the suite")
        parser.add_argument("--format", choices=ExportFormat.values, default="jsonl")
        parser.add_argument("--out", metavar="FILE", help="copy the file to this place as well")
        parser.add_argument("--json", action="store_true", help="print path, manifest and hash as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        suite, run = self._found(options["kind"], options["of"])
        export = Export.objects.create(
            kind=options["kind"], format=options["format"], suite=suite, run=run, at=clocks.now()
        )
        exporting.write(export.pk)
        export.refresh_from_db()
        if export.status != ExportStatus.DONE:
            raise CommandError(f"The export did not end: {export.message or export.status}")
        path = exporting.path_of(export)
        if options["out"]:
            path = Path(shutil.copyfile(path, options["out"]))
        self._tell(export, path, as_json=options["json"])

    def _found(self, kind: str, of: str) -> tuple[Suite, Run | None]:
        if not export_kinds.every()[kind].of_run:
            return arguments.find_suite(of), None
        run = Run.objects.select_related("suite").filter(pk=of).first() if of.isdecimal() else None
        if run is None:
            raise CommandError(f"There is no run {of!r}. Give its number, as the list of runs has it.")
        return run.suite, run

    def _tell(self, export: Export, path: Path, *, as_json: bool) -> None:
        if as_json:
            found = {"file": str(path), "sha256": export.sha256, "bytes": export.size, **export.manifest}
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
            return
        self.stdout.write(f"{path}: {export.rows_done} row(s), SHA-256 {export.sha256}")
