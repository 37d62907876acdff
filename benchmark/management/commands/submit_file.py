"""``manage.py submit_file FILE --suite SLUG --system NAME``: a run from a file (ADR 23)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import RunMisconfiguredError, SubmissionRefusedError
from benchmark.management import printing
from benchmark.models import RunStatus
from benchmark.selectors import results
from benchmark.selectors.progress import Progress
from benchmark.services import following, readers, submitting
from benchmark.services.launch_settings import DEFAULT_BUDGET
from scenarios.models import Suite


class Command(BaseCommand):
    """Prints the run's number, or with ``--wait`` its table; exits 1 if a run waited for is not done."""

    help = "Make a run of a JSON Lines file of contexts and answers, plain or gzip."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("file", type=Path, help="lines of {query, context, label, answer, citations}")
        parser.add_argument("--suite", required=True, help="slug of a released suite")
        parser.add_argument("--system", help="the name that stands in tables")
        parser.add_argument("--reader", default=readers.OWN, choices=[*readers.READERS])
        parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="context tokens that are read")
        parser.add_argument("--title", default="")
        parser.add_argument("--note", default="")
        parser.add_argument("--preview", action="store_true", help="say what the file holds, store nothing")
        parser.add_argument("--wait", action="store_true", help="follow workers, or work here if none lives")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, submit and print."""
        suite = Suite.objects.filter(slug=options["suite"]).first()
        if suite is None:
            known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"There is no suite {options['suite']!r}. Suites: {known}.")
        try:
            path = submitting.keep(_chunks(options["file"]))
            if options["preview"]:
                self._preview(suite, path, options)
                return
            self._submit(suite, path, options)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from error
        except SubmissionRefusedError as error:
            told = "\n".join(f"  {fault}" for fault in error.told())
            raise CommandError(f"Nothing was submitted:\n{told}") from error
        except RunMisconfiguredError as error:
            told = "\n".join(f"  {fault}" for fault in error.faults)
            raise CommandError(f"Nothing was submitted:\n{told}") from error

    def _preview(self, suite: Suite, path: Path, options: dict[str, Any]) -> None:
        found = submitting.inspect(suite=suite, path=path, reader=options["reader"])
        if options["json"]:
            self.stdout.write(json.dumps({"counts": found.counts, "faults": found.faults}))
            return
        self.stdout.write(", ".join(f"{name} {count}" for name, count in found.counts.items()))
        for line, what in found.faults:
            self.stdout.write(f"line {line}: {what}")

    def _say(self, progress: Progress) -> None:
        self.stderr.write(f"{progress.status}: {progress.done} of {progress.total} answered")

    def _submit(self, suite: Suite, path: Path, options: dict[str, Any]) -> None:
        if not options["system"]:
            raise CommandError("Name the system with --system.")
        names = ("system", "reader", "budget", "title", "note")
        run = submitting.submit(suite=suite, path=path, by=None, **{name: options[name] for name in names})
        if options["wait"]:
            submitting.work(run.pk)
            run = following.complete(run, say=self._say)
        lines = results.of_run(run)
        if options["json"]:
            rows = [line.as_json() for line in lines]
            self.stdout.write(json.dumps({"run": run.pk, "status": run.status, "results": rows}))
        else:
            self.stdout.write(f"run {run.pk}: {run.get_status_display()}")
            if options["wait"]:
                self.stdout.write("\n".join(printing.notes(lines)))
        if options["wait"] and run.status != RunStatus.DONE:
            sys.exit(1)


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from iter(lambda: file.read(64 * 1024), b"")
