"""``manage.py restore FILE``: a backup put back and checked."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import OperationError
from benchmark.services import restoring


class Command(BaseCommand):
    """Needs the database to itself; changes all of it or nothing."""

    help = "Put a backup back, and compare counts of rows and hashes of releases with its manifest."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("file", type=Path, help="a file that manage.py backup wrote")
        parser.add_argument("--replace", action="store_true", help="lose what the database holds now")
        parser.add_argument("--json", action="store_true", help="print the manifest as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore it and say what is there now."""
        try:
            manifest = restoring.restore(path=options["file"], replace=options["replace"])
        except OperationError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(asdict(manifest), sort_keys=True))
            return
        self.stdout.write(
            f"Restored the backup of {manifest.made_at}: {manifest.row_count:,} rows in "
            f"{len(manifest.rows)} tables and {len(manifest.releases)} releases, all as they were. "
            "Next: python manage.py migrate"
        )
