"""``manage.py doctor``: what is wrong with this installation, and how to mend it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.services import examining
from benchmark.services.findings import Finding


class Command(BaseCommand):
    """Exits 1 if something is wrong that was not mended; notes are no fault."""

    help = "Look at database, workers, files, programs and models; say what to mend, and mend what is safe."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--fix", action="store_true", help="mend what can be mended safely")
        parser.add_argument(
            "--dry-run", action="store_true", help="with --fix: only say what would be mended"
        )
        parser.add_argument("--yes", action="store_true", help="with --fix: do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look at everything, mend where asked to, print it."""
        found = list(examining.examine())
        mended: dict[str, str] = {}
        broken = [one for one in found if one.can_be_mended]
        if options["fix"] and broken:
            self._show_plan(broken, quiet=options["json"])
            if not options["dry_run"]:
                if not options["yes"]:
                    _ask()
                mended = {one.code: _mend(one) for one in broken}
                found = list(examining.examine())
        if options["json"]:
            shown = {"findings": [one.as_dict() for one in found], "mended": mended}
            self.stdout.write(json.dumps(shown, sort_keys=True))
        else:
            for code, said in mended.items():
                self.stdout.write(f"mended {code}: {said}")
            for one in found:
                remedy = f" {one.remedy}" if one.remedy else ""
                code = "" if one.state == "ok" else f" [{one.code}]"
                self.stdout.write(f"{one.state:5} {one.what}: {one.detail}{remedy}{code}")
        if any(one.state == "wrong" for one in found):
            sys.exit(1)

    def _show_plan(self, broken: list[Finding], *, quiet: bool) -> None:
        if not quiet:
            for one in broken:
                self.stdout.write(f"to mend {one.code}: {one.detail}")


def _ask() -> None:
    if not sys.stdin.isatty():
        raise CommandError("Nobody can be asked here. Give --yes, or --dry-run to see what would be done.")
    if input("Mend these? [y/N] ").strip().casefold() not in ("y", "yes"):
        raise CommandError("Nothing was mended.")


def _mend(one: Finding) -> str:
    assert one.mend is not None
    try:
        return one.mend()
    except OSError as error:
        return f"could not: {error}"
