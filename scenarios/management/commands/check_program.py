"""``manage.py check_program``: are these ``.dl`` files one valid program, and what do they hold?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_files
from scenarios.datalog.program_summary import ProgramSummary, summarize


class Command(BaseCommand):
    """Prints every fault of every file with a caret and exits 1, or says what the program holds."""

    help = "Check program files (.dl), loaded as one program: all faults at once, each with its caret."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a program file; several make one program"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [(name, _text(name)) for name in dict.fromkeys(options["files"])]
        try:
            summary = summarize(load_files(files))
        except ProgramError as error:
            if options["json"]:
                self.stdout.write(json.dumps(_faults(error), ensure_ascii=False))
                raise SystemExit(1) from error
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(_object(summary), ensure_ascii=False))
            return
        for line in summary.lines():
            self.stdout.write(line)


def _text(name: str) -> str:
    """The text of a file. Raises ``CommandError`` for what cannot be read."""
    try:
        return Path(name).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}. Name files that can be read.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise CommandError(f"{name}:{line}: not UTF-8 ({error.reason}). Save it as UTF-8.") from error


def _object(summary: ProgramSummary) -> dict[str, Any]:
    return {
        "faults": [],
        "declarations": {shape.value: count for shape, count in summary.declarations.items()},
        "rules": summary.rules,
        "rule_keys": list(summary.rule_keys),
        "strata": summary.strata,
        "recursions": [
            {"predicates": list(found.preds), "classes": list(found.classes)} for found in summary.recursions
        ],
    }


def _faults(error: ProgramError) -> dict[str, Any]:
    names = ("code", "message", "file", "line", "column", "length", "rule", "variable", "hint")
    return {"faults": [{name: getattr(fault, name) for name in names} for fault in error.faults]}
