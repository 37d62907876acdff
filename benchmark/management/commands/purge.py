"""``manage.py purge``: free what is old, and say what that frees."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import OperationError
from benchmark.floor.jobs import clocks
from benchmark.services import purging
from benchmark.services.purge_kinds import KINDS
from benchmark.services.purging import Figure


class Command(BaseCommand):
    """Shows by default; removes with --yes. Gold, releases, answers, verdicts and the audit stay."""

    help = "Remove old contexts, caches, files and notes; without --yes only say what that would free."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        mode = parser.add_mutually_exclusive_group()
        mode.add_argument("--dry-run", action="store_true", help="only say what would be freed (the default)")
        mode.add_argument("--yes", action="store_true", help="remove it")
        parser.add_argument("--what", action="append", default=[], choices=list(KINDS), help="only this kind")
        parser.add_argument(
            "--older-than", type=int, metavar="DAYS", help="instead of the days of the settings"
        )
        parser.add_argument("--run", type=int, help="only what belongs to this run, whatever its age")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Count, remove where told to, and print."""
        days = options["older_than"]
        if days is not None and not 0 <= days <= 36500:
            raise CommandError("--older-than takes 0 to 36500 days.")
        chosen = {"now": clocks.now(), "what": options["what"], "days": days, "run": options["run"]}
        try:
            before = purging.figures(**chosen)
            done = purging.purge(**chosen, by=None) if options["yes"] else []
        except OperationError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            shown = {"removed": options["yes"], "kinds": [as_dict(one) for one in done or before]}
            self.stdout.write(json.dumps(shown, sort_keys=True))
            return
        for one in before:
            self.stdout.write(f"{'will free' if options['yes'] else 'would free':10} {_words(one)}")
        for one in done:
            self.stdout.write(f"{'freed':10} {_words(one)}")
        if not options["yes"]:
            self.stdout.write("Nothing was removed. Do it with --yes.")


def as_dict(one: Figure) -> dict[str, Any]:
    """A figure as JSON."""
    return {
        "kind": one.kind.slug,
        "older_than_days": one.days,
        "rows": one.freed.rows,
        "bytes": one.freed.bytes,
    }


def _words(one: Figure) -> str:
    if one.days is None:
        return f"{one.kind.slug}: kept for good; give --older-than DAYS"
    lost = f" Lost: {one.kind.lost}." if one.freed.rows else ""
    return f"{one.kind.slug}: {one.freed.rows:,} rows, {one.freed.bytes:,} bytes ({one.kind.what}).{lost}"
