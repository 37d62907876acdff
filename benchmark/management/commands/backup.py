"""``manage.py backup FILE``: database, files and a manifest in one file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import OperationError
from benchmark.floor.jobs import clocks
from benchmark.services import backups


class Command(BaseCommand):
    """Runs beside a serving installation: it dumps one snapshot."""

    help = "Write database and files into one file, with counts and hashes to check a restore by."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("file", type=Path, help="the file to write; it must not exist")
        parser.add_argument("--json", action="store_true", help="print the manifest as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it and say what is in it."""
        path = options["file"]
        try:
            manifest = backups.write(path=path, now=clocks.now())
        except OperationError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(asdict(manifest), sort_keys=True))
            return
        self.stdout.write(
            f"{path}: {path.stat().st_size:,} bytes, {manifest.row_count:,} rows in "
            f"{len(manifest.rows)} tables, "
            f"{len(manifest.releases)} releases, {len(manifest.files)} files. It holds password hashes and "
            "keys: keep it as you keep those. Exports are not in it; they can be made again."
        )
