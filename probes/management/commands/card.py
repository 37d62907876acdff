"""``manage.py card ANSWER --out FILE``: the failure card of a wrong answer as one HTML file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from probes.report import failure_card
from probes.selectors import diagnosis_rows
from scenarios.exceptions import NotVisibleError


class Command(BaseCommand):
    """Writes gold: for those who may see it."""

    help = "Write the failure card of an answer: question, gold derivation, what was lost, what repairs it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("answer", type=int, help="number of the answer, as in the address of its card")
        parser.add_argument("--out", type=Path, required=True, help="the HTML file to write")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file and say where it is."""
        try:
            text = failure_card.as_file(diagnosis_rows.find(options["answer"]))
        except NotVisibleError as error:
            raise CommandError(str(error)) from error
        out: Path = options["out"]
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}") from error
        size = len(text.encode())
        if options["json"]:
            self.stdout.write(json.dumps({"answer": options["answer"], "file": str(out), "bytes": size}))
        else:
            self.stdout.write(f"{out}: {size:,} bytes")
