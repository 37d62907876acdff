"""``manage.py import_dialogues``: texts of one's own as a draft suite that people annotate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.floor.accounts.models import User
from scenarios.domains import registry
from scenarios.importers.dialogues.rows import FORMATS, KNOWN, SPLITS, Options
from scenarios.management import refusals
from scenarios.services import own_texts
from scenarios.services.own_texts import TextPreview


class Command(BaseCommand):
    """Reads the file whole; with ``--dry-run`` it only says what would be stored."""

    help = (
        "Store dialogues (JSON, JSON Lines or CSV) as a draft suite. Nobody has said yet what its records "
        "state: annotators attach actions to them, and gold follows."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="up to 10 MB and 50,000 messages")
        parser.add_argument("--slug", required=True, help="the slug of the new suite")
        parser.add_argument("--title", default="", help="its title; without one, the name of the file")
        parser.add_argument("--domain", default="", choices=("", *registry.names()), help="one that ships")
        parser.add_argument(
            "--program", type=Path, help="or a .dl file with declarations and rules of your own"
        )
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            metavar="ROLE=NAME",
            help=f"which column is {', '.join(KNOWN)}",
        )
        parser.add_argument("--zone", default="", help="of times without one: Europe/Berlin, +02:00 or UTC")
        parser.add_argument("--split", default="none", choices=SPLITS, help="one history, or one of each")
        parser.add_argument("--format", default="", choices=("", *FORMATS))
        parser.add_argument("--skip-empty", action="store_true", help="leave out messages without text")
        parser.add_argument(
            "--lead", default="", help="the name of the person who becomes a lead of the suite"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would be stored")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        chosen = Options(
            columns=_columns(options["column"]),
            zone=options["zone"],
            split=options["split"],
            skip_empty=options["skip_empty"],
            format=options["format"],
        )
        with refusals.as_command_errors():
            data = _bytes(path)
            if options["dry_run"]:
                shown = own_texts.preview(data=data, name=path.name, options=chosen)
                self._print(_preview(shown), options["json"])
                return
            suite = own_texts.bring_in(
                data=data,
                name=path.name,
                options=chosen,
                slug=options["slug"],
                title=options["title"] or path.stem,
                domain=options["domain"],
                program=_bytes(options["program"]).decode(errors="replace") if options["program"] else "",
                by=_lead(options["lead"]),
            )
        events = sum(scenario.events.count() for scenario in suite.scenarios.all())
        told = {
            "suite": suite.slug,
            "status": suite.status,
            "scenarios": suite.scenarios.count(),
            "messages": events,
            "findings": suite.findings.count(),
        }
        self._print(told, options["json"])

    def _print(self, told: dict[str, Any], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for name, value in told.items():
            lines = value if isinstance(value, list) else [value]
            self.stdout.write(f"{name}: {lines[0] if lines else 'none'}")
            for line in lines[1:]:
                self.stdout.write(f"  {line}")


def _columns(given: list[str]) -> dict[str, str]:
    return {role.strip(): name.strip() for role, _, name in (one.partition("=") for one in given)}


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be opened: {error.strerror}.") from error


def _lead(name: str) -> User | None:
    if not name:
        return None
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no person {name!r}.")
    return found


def _preview(shown: TextPreview) -> dict[str, Any]:
    found = shown.dialogues
    return {
        "format": found.format,
        "columns": [f"{role} = {name}" for role, name in found.mapping.items()],
        "messages": len(found.messages),
        "left_out": found.skipped,
        "scenarios": len(shown.groups),
        "sessions": shown.sessions,
        "speakers": [f"{name}: {count}" for name, count in shown.speakers[:20]],
        "first": shown.first.isoformat() if shown.first else None,
        "last": shown.last.isoformat() if shown.last else None,
        "faults": len(found.faults),
        "problems": [str(fault) for fault in found.shown_faults],
    }
