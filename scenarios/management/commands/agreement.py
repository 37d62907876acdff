"""``manage.py agreement``: how far the judges of a suite agree, by field and by batch (spec 6.5)."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.management import agreement_text, arguments
from scenarios.review.selectors import agreement
from scenarios.review.selectors.agreement import Pairs


class Command(BaseCommand):
    """Reads stored verdicts. Names of people stand in the JSON, by pairs."""

    help = "Print how far judges agree: raw, kappa, Fleiss, PABAK, AC1 and alpha with n and 95 % intervals."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", help="slug of the suite")
        parser.add_argument("--kind", default="", help="only subjects of this kind: record, question")
        parser.add_argument("--scenario", default="", help="only this scenario")
        parser.add_argument("--settled", action="store_true", help="only verified and rejected items")
        parser.add_argument("--json", action="store_true", help="print one JSON object, pairs of people too")

    def handle(self, *args: Any, **options: Any) -> None:
        suite = arguments.find_suite(options["suite"])
        wanted = agreement.Wanted(options["kind"], options["scenario"], options["settled"])
        pairs = Pairs.OF_ALL_FIELDS if options["json"] else Pairs.NONE
        report = agreement.of_suite(suite, wanted, pairs=pairs)
        if options["json"]:
            head = {"suite": suite.slug, "version": suite.version, "verification": suite.verification_text}
            self.stdout.write(json.dumps({**head, **agreement.as_json(report)}, ensure_ascii=False))
            return
        self.stdout.write(f"Suite {suite.slug} v{suite.version}. {suite.verification_text}.")
        for line in agreement_text.lines(report):
            self.stdout.write(line)
