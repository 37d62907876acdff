"""``manage.py audit_dataset``: each stated answer of a public data set beside the derived one."""

from __future__ import annotations

import json
from argparse import RawDescriptionHelpFormatter
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.importers.structmemeval.options import describe
from scenarios.importers.structmemeval.report import AuditReport
from scenarios.management import refusals
from scenarios.services import datasets


class Command(BaseCommand):
    """Derives and prints; stores nothing."""

    help = (
        "Print each stated answer beside the derived one, with counts, and everything odd about the files. "
        "The derived answers assume that the records are complete."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        kwargs["epilog"] = f"options, defaults first:\n{describe()}"
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("format", choices=datasets.FORMATS)
        parser.add_argument("path", type=Path, help="the folder of the data set, as published")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="a convention; see below"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals.as_command_errors():
            report = datasets.audit_dataset(path=options["path"], options=options["option"])
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False))
        else:
            self._print(report)

    def _print(self, report: AuditReport) -> None:
        self._accounting(report)
        self._tree(report)
        self._findings(report)
        self._counts(report)

    def _title(self, text: str) -> None:
        self.stdout.write(f"\n{text}\n{'-' * len(text)}")

    def _accounting(self, report: AuditReport) -> None:
        self._title(f"Settlements: {len(report.accounting)} stated answers")
        for row in report.accounting:
            turned = ", arrows turned round" if row.turned and row.convention else ""
            convention = f": {row.convention}{turned}" if row.convention else ""
            self.stdout.write(f"{row.file}  {row.session}  after {row.checkpoint}  {row.verdict}{convention}")
            self.stdout.write(f"    stated   {row.stated}")
            self.stdout.write(f"    derived  {row.derived}")
            self.stdout.write(f"    net      {_balances(row.net)}")
            if row.verdict == "disagree":
                self.stdout.write(f"    left     {_balances(row.left)}")

    def _tree(self, report: AuditReport) -> None:
        self._title(f"Relations: {len(report.tree)} stated answers")
        for row in report.tree:
            flag = f"  unsupported: {row.flag}" if row.flagged else ""
            self.stdout.write(f"{row.file}  {row.verdict}  {row.question}{flag}")
            self.stdout.write(f"    stated {_yes_no(row.stated)}, derived {_yes_no(row.derived)}")
            if row.path:
                ways = "the only one" if row.shortest_paths == 1 else f"one of {row.shortest_paths}"
                self.stdout.write(f"    {len(row.path) - 1} hops ({ways}): {' - '.join(row.path)}")

    def _findings(self, report: AuditReport) -> None:
        self._title(f"Findings: {len(report.findings)}")
        ordered = sorted(report.findings, key=lambda finding: finding.code)
        for code, group in groupby(ordered, key=lambda finding: finding.code):
            found = list(group)
            self.stdout.write(f"{code} ({len(found)})")
            for finding in found:
                message = f"message {finding.message}" if finding.message else ""
                place = "  ".join(part for part in (finding.file, finding.session, message) if part)
                self.stdout.write(f"    {place}: {finding.detail}")

    def _counts(self, report: AuditReport) -> None:
        self._title("Counts")
        for name, counts in report.counts().items():
            parts = ", ".join(f"{key} {count}" for key, count in sorted(counts.items()))
            self.stdout.write(f"{name:<12}{parts or 'none'}")
        for subset, files in report.files.items():
            self.stdout.write(f"{subset:<16}{files['read']} files read, {files['reported']} reported")
        self.stdout.write("Where the answers belong, by how many stated ones agree or are reversed:")
        for rule in report.rules:
            self.stdout.write(
                f"    {rule.rule}: {rule.agree} agree, {rule.reversed} reversed, of {rule.answers}"
            )
        self.stdout.write(
            "Assumed complete: transactions of a session, beneficiaries of an item, links of a file."
        )


def _balances(net: Any) -> str:
    return ", ".join(f"{person} {value}" for person, value in net.items())


def _yes_no(answer: bool | None) -> str:
    return "unreadable" if answer is None else "yes" if answer else "no"
