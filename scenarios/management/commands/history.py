"""``manage.py history``: records that arrive late, stand for something else, or go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.management import arguments, refusals
from scenarios.models import Scenario
from scenarios.selectors import specs
from scenarios.services import copies, event_input, history_edits, impact_report, suites
from scenarios.services.edited_specs import ChangeActions, Edit, RemoveEvent


class Command(BaseCommand):
    """Edits the history of a draft, or shows what an edit would change (overview 4.11)."""

    help = "Add a record to a draft, change what one stands for, remove one; copy a suite, release a draft."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="add|change|remove|copy|release")
        add = verbs.add_parser("add", help="add the record of a JSON file, whenever it was observed")
        change = verbs.add_parser("change", help="let a record stand for the actions of a JSON file")
        remove = verbs.add_parser("remove", help="remove a record")
        for one in (add, change, remove):
            one.add_argument("scenario", help="SUITE/SCENARIO, or SUITE where it has one scenario")
            one.add_argument("--dry-run", action="store_true", help="show what would change, store nothing")
            one.add_argument("--json", action="store_true", help="print one JSON object")
        for one in (change, remove):
            one.add_argument("event", help="the id of the record")
        add.add_argument("--file", required=True, help="an object: id, t, text, actions, and more")
        change.add_argument("--file", required=True, help="an object with actions alone")
        copy = verbs.add_parser("copy", help="copy a suite to a draft, its next version")
        copy.add_argument("suite")
        copy.add_argument("slug", help="what the draft is to be called")
        release = verbs.add_parser("release", help="release a draft, so that runs may use it")
        release.add_argument("suite")
        release.add_argument(
            "--with-rejected", action="store_true", help="although people rejected some of its texts"
        )
        release.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "copy":
            self._copy(options["suite"], options["slug"])
            return
        if options["verb"] == "release":
            self._release(options)
            return
        scenario = arguments.find_scenario(options["scenario"])
        with refusals.as_command_errors():
            edit = _edit(scenario, options)
            if options["dry_run"]:
                done = history_edits.preview(scenario=scenario, edit=edit)
            else:
                done = history_edits.apply(scenario=scenario, edit=edit, by=None)
        if options["json"]:
            self.stdout.write(json.dumps(impact_report.as_json(done), ensure_ascii=False))
            return
        for line in impact_report.lines(done):
            self.stdout.write(line)

    def _copy(self, suite: str, slug: str) -> None:
        with refusals.as_command_errors():
            copied = copies.copy_suite(suite=arguments.find_suite(suite), slug=slug, by=None)
        self.stdout.write(
            f"Draft {copied.slug!r} holds what suite {suite!r} holds, as version {copied.version}."
        )

    def _release(self, options: dict[str, Any]) -> None:
        with refusals.as_command_errors():
            suite = suites.release(
                suite=arguments.find_suite(options["suite"]), by=None, with_rejected=options["with_rejected"]
            )
        shown = {"suite": suite.slug, "version": suite.version, "content_hash": suite.content_hash}
        if options["json"]:
            self.stdout.write(json.dumps({**shown, "verification": suite.verification_text}))
            return
        self.stdout.write(
            f"Suite {suite.slug!r} is released as version {suite.version}. {suite.verification_text}."
        )


def _edit(scenario: Scenario, options: dict[str, Any]) -> Edit:
    if options["verb"] == "remove":
        return RemoveEvent(options["event"])
    data = _read(Path(options["file"]))
    if options["verb"] == "add":
        return event_input.addition_of(scenario, data)
    if set(data) != {"actions"}:
        raise CommandError(f"{options['file']}: to change a record, the object holds its actions alone.")
    event = specs.event_of(scenario, options["event"])
    return ChangeActions(options["event"], event_input.actions_of(scenario, event, data["actions"]))


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise CommandError(f"{path}, line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8: {error}.") from error
    if not isinstance(data, dict):
        raise CommandError(f"{path} must hold one JSON object.")
    return data
