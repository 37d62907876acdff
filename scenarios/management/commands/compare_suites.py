"""``manage.py compare_suites``: what changed from one stored suite to another, and which scores go stale."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.management import arguments, refusals
from scenarios.services import suite_comparison


class Command(BaseCommand):
    """Scenarios, events and queries are partners where their ids are equal. Derives and stores nothing."""

    help = "Compare two stored suites by scenario, event and query id, and say which scores go stale."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("before", help="slug of the suite that scores were made on")
        parser.add_argument("after", help="slug of the suite that is to follow it")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        before, after = (arguments.find_suite(options[name]) for name in ("before", "after"))
        with refusals.as_command_errors():
            found = suite_comparison.compare(before, after)
        if options["json"]:
            self.stdout.write(json.dumps(suite_comparison.as_json(found), ensure_ascii=False))
            return
        for line in suite_comparison.lines(found):
            self.stdout.write(line)
