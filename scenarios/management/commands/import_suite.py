"""``manage.py import_suite``: a suite out of interchange files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from scenarios.management import refusals
from scenarios.services import imports, suites


class Command(BaseCommand):
    """Stores a suite whose gold is derived anew and must be what the files state; all of it or nothing."""

    help = "Store the suite in a folder of interchange files, as a draft unless --release is given."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that export_suite wrote, or one like it")
        parser.add_argument("--open", action="store_true", help="any signed-in person may view it")
        parser.add_argument(
            "--release", action="store_true", help="release it at once, so that runs may use it"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals.as_command_errors(), transaction.atomic():
            suite = imports.import_suite(folder=options["folder"], by=None, is_open=options["open"])
            if options["release"]:
                suite = suites.release(suite=suite, by=None)
        findings = suite.findings.count()
        shown = {
            "suite": suite.slug,
            "status": suite.status,
            "version": suite.version,
            "content_hash": suite.content_hash,
            "findings": findings,
        }
        if options["json"]:
            self.stdout.write(json.dumps(shown))
        else:
            self.stdout.write(
                f"Stored suite {suite.slug!r} ({suite.status}) with {findings} finding(s). "
                f"Content hash {suite.content_hash}."
            )
