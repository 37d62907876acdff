"""``manage.py check_answer SUITE SCENARIO/QUERY REPLY``: what scoring makes of a reply (ADR 28)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder

from benchmark.selectors import practice
from scenarios.management import arguments, refusals


class Command(BaseCommand):
    """Prints the verdict and why; stores nothing. Exits 0 whether the reply is right or wrong."""

    help = "Score one reply to a question of a practice suite as a run would, and say why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("suite", help="slug of a practice suite")
        parser.add_argument("question", help="SCENARIO/QUERY")
        parser.add_argument("reply", help="all that the model said; - reads it from standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and print."""
        suite = arguments.find_suite(options["suite"])
        reply = sys.stdin.read(practice.MOST_ANSWER) if options["reply"] == "-" else options["reply"]
        with refusals.as_command_errors():
            found = practice.check(suite=suite, question=options["question"], answer=reply)
        if options["json"]:
            shown = json.dumps(practice.as_json(found), ensure_ascii=False, cls=DjangoJSONEncoder)
            self.stdout.write(shown)
            return
        detail = f", {found.score.detail}" if found.score.detail else ""
        self.stdout.write(f"{found.verdict} ({found.reason.value}{detail})")
        self.stdout.write(f"said:  {found.said.answer!r} ({found.said.label}), understood as {found.value!r}")
        self.stdout.write(f"gold:  {found.query.gold.answer!r} ({found.query.gold.label})")
