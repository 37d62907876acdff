"""``manage.py export_suite``: a suite as interchange files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.management import arguments, refusals
from scenarios.services import exports


class Command(BaseCommand):
    """Writes the files of spec 16; the same suite always gives the same bytes."""

    help = "Write a suite, gold included, to a new folder of JSON and JSONL files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("folder", type=Path, help="a folder that is absent or empty")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        suite = arguments.find_suite(options["suite"])
        with refusals.as_command_errors():
            report = exports.export_suite(suite=suite, folder=options["folder"], by=None)
        if options["json"]:
            shown = {
                "suite": suite.slug,
                "folder": str(report.folder),
                "files": report.files,
                "bytes": report.bytes,
                "content_hash": report.content_hash,
            }
            self.stdout.write(json.dumps(shown))
        else:
            self.stdout.write(
                f"Wrote {report.files} files, {report.bytes:,} bytes to {report.folder}. "
                f"Content hash {report.content_hash}."
            )
