"""``manage.py upgrade_notes``: what ``migrate`` would do to this database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from benchmark.services import upgrade_notes


class Command(BaseCommand):
    """Changes nothing."""

    help = (
        "Say what the migrations do that this database lacks: locks, times, and whether there is a way back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them in the order in which they would run."""
        notes = list(upgrade_notes.unapplied())
        if options["json"]:
            self.stdout.write(json.dumps({"migrations": [asdict(note) for note in notes]}, sort_keys=True))
            return
        if not notes:
            self.stdout.write("The database is up to date.")
        for note in notes:
            self.stdout.write(f"{note.name}: {note.what}. Locks: {note.lock}. Back: {note.back}.")
