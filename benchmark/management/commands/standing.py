"""``manage.py standing SUITE [STANDING]``: whom the gold of a suite is for (ADR 28)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from benchmark.services import standings
from scenarios.management import arguments, refusals
from scenarios.models import Suite


class Command(BaseCommand):
    """Prints it, changed where one is named."""

    help = "Show whom the gold of a suite is for, or change it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("standing", nargs="?", choices=Suite.Standing.values)

    def handle(self, *args: Any, **options: Any) -> None:
        """Change and print."""
        suite = arguments.find_suite(options["suite"])
        if options["standing"]:
            with refusals.as_command_errors():
                suite = standings.set_standing(suite=suite, standing=options["standing"], by=None)
        self.stdout.write(f"{suite.slug}: {suite.standing.value}")
