"""``manage.py verify_release``: all gold of a suite recomputed by the reference evaluator."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.management import arguments, refusals
from scenarios.services import releases


class Command(BaseCommand):
    """Compares labels, answers, derivations, witnesses and the content hash; exits 1 on a difference."""

    help = "Recompute all gold of a suite with the reference evaluator and compare it with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals.as_command_errors():
            report = releases.verify(arguments.find_suite(options["suite"]))
        if options["json"]:
            self.stdout.write(json.dumps({**asdict(report), "ok": report.ok}, ensure_ascii=False))
        else:
            labels = ", ".join(f"{count} {label}" for label, count in report.labels.items())
            self.stdout.write(
                f"{report.queries} queries ({labels}), {report.nodes} nodes, {report.edges} edges, "
                f"{report.witnesses} witnesses, {report.inexact} with bounds instead of a full list, "
                f"{report.violations} failing a check of C1 to C4."
            )
            self.stdout.write(f"Content hash {report.recomputed_hash}.")
            for line in report.differences:
                self.stdout.write(f"DIFFERS  {line}")
        if not report.ok:
            hashes = "" if report.content_hash == report.recomputed_hash else " The content hash differs too."
            raise CommandError(
                f"Suite {report.suite!r}: {len(report.differences)} difference(s) from its rows.{hashes}"
            )
