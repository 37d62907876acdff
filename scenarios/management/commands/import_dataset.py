"""``manage.py import_dataset``: a public data set as draft suites whose gold is derived, not read."""

from __future__ import annotations

import json
from argparse import RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.importers.structmemeval.options import describe
from scenarios.management import refusals
from scenarios.models import Suite
from scenarios.services import datasets


class Command(BaseCommand):
    """Reads the files whole, derives the gold of every query and stores all of it or nothing."""

    help = (
        "Store a public data set as draft suites. Nothing states that its records are complete: the importer "
        "assumes it, and every gold says so."
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
            "--subset", choices=datasets.SUBSETS, action="append", help="only this one; may be given twice"
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="a convention; see below"
        )
        parser.add_argument("--open", action="store_true", help="any signed-in person may view the suites")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals.as_command_errors():
            stored = datasets.import_dataset(
                path=options["path"],
                by=None,
                subsets=options["subset"] or datasets.SUBSETS,
                options=options["option"],
                is_open=options["open"],
            )
        shown = [_shown(suite) for suite in stored]
        if options["json"]:
            self.stdout.write(json.dumps({"suites": shown}, ensure_ascii=False))
            return
        for suite in shown:
            self.stdout.write(
                f"Stored {suite['suite']} as a draft: {suite['scenarios']} scenarios, "
                f"{suite['events']} events, {suite['queries']} queries, {suite['findings']} findings. "
                f"Completeness is assumed for {', '.join(suite['assumed_complete'])}."
            )


def _shown(suite: Suite) -> dict[str, Any]:
    scenarios = suite.scenarios.all()
    return {
        "suite": suite.slug,
        "status": suite.status,
        "content_hash": suite.content_hash,
        "scenarios": len(scenarios),
        "events": sum(scenario.events.count() for scenario in scenarios),
        "queries": sum(scenario.queries.count() for scenario in scenarios),
        "findings": suite.findings.count(),
        "assumed_complete": suite.config["assumed_complete"],
        "options": suite.config["options"],
    }
