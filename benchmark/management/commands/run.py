"""``manage.py run``: launch systems over a suite; wait for it; cancel or resume a run."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.management import gating, printing
from benchmark.models import HintLevel, Run, RunStatus
from benchmark.selectors import results
from benchmark.selectors.progress import Progress
from benchmark.services import following, launch_settings, readers, reading_kinds, runs
from benchmark.services.gates import Decision
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest

#: Where nobody has registered the systems that ship.
NONE_YET = "none yet; `quickstart --no-serve` registers those that come with Stemma"


class Command(BaseCommand):
    """Prints the run's number, or with ``--wait`` its table; exits 1 if a run waited for is not done, or not
    good enough."""

    help = "Run systems under test over a suite and read what they hand back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--suite", help="slug of a released suite")
        parser.add_argument("--system", action="append", default=[], help="name of a system; may be repeated")
        parser.add_argument("--reader", default="symbolic", help="who answers from the contexts")
        parser.add_argument(
            "--reader-option", action="append", default=[], metavar="KEY=VALUE", help="setting of the reader"
        )
        parser.add_argument("--hint", action="append", default=[], help=f"{', '.join(HintLevel.values)}")
        parser.add_argument("--repetitions", type=int, default=1, help="walks of each system")
        parser.add_argument("--reading-repetitions", type=int, default=1, help="answers a context gets")
        parser.add_argument(
            "--budget", type=int, default=runs.DEFAULT_BUDGET, help="context tokens a reader gets"
        )
        parser.add_argument(
            "--part",
            action="append",
            default=[],
            choices=[*reading_kinds.PARTS, "all"],
            help="what to measure beside the answers; may be repeated: "
            + "; ".join(f"{part}: {says}" for part, says in reading_kinds.PARTS.items()),
        )
        parser.add_argument("--title", default="")
        parser.add_argument("--note", default="")
        parser.add_argument("--estimate", action="store_true", help="what it would take, launch nothing")
        parser.add_argument("--wait", action="store_true", help="follow workers, or work here if none lives")
        parser.add_argument("--cancel", type=int, metavar="RUN", help="cancel a run")
        parser.add_argument("--resume", type=int, metavar="RUN", help="go on with a run that ended early")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        gating.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what was asked for, and print it."""
        gated = gating.is_wanted(options)
        if gated:
            gating.check(options)
        try:
            if options["estimate"]:
                self._print_estimate(options)
                return
            run = self._run(options)
        except RunMisconfiguredError as error:
            lines = "\n".join(f"  {fault}" for fault in error.faults)
            raise CommandError(f"The run was not started:\n{lines}") from error
        except RunStateError as error:
            raise CommandError(str(error)) from error
        waits = options["wait"] or (gated and options["gate"] is None)
        if waits:
            run = following.complete(run, say=self._say)
        decided = gating.decide(run, options) if gated else None
        self._print(run, {**options, "wait": waits or gated}, decided)
        if decided is not None and not decided.passed:
            sys.exit(1)
        if waits and run.status != RunStatus.DONE:
            sys.exit(1)

    def _run(self, options: dict[str, Any]) -> Run:
        if options["gate"] is not None:
            return self._existing(options["gate"])
        if options["cancel"] is not None:
            return runs.cancel(run=self._existing(options["cancel"]), by=None)
        if options["resume"] is not None:
            return runs.resume(run=self._existing(options["resume"]), by=None)
        return runs.launch(**self._settings(options), title=options["title"], note=options["note"], by=None)

    def _settings(self, options: dict[str, Any]) -> dict[str, Any]:
        return {
            "suite": self._suite(options),
            "systems": tuple(self._systems(options)),
            "reader": options["reader"],
            "reader_config": dict(map(reader_option, options["reader_option"])),
            "hints": tuple(options["hint"] or [HintLevel.NONE.value]),
            "repetitions": options["repetitions"],
            "reading_repetitions": options["reading_repetitions"],
            "budget": options["budget"],
            "parts": tuple(reading_kinds.PARTS) if "all" in options["part"] else tuple(options["part"]),
        }

    def _existing(self, number: int) -> Run:
        run = Run.objects.filter(pk=number).first()
        if run is None:
            raise CommandError(f"There is no run {number}.")
        return run

    def _suite(self, options: dict[str, Any]) -> Suite:
        suite = Suite.objects.filter(slug=options["suite"] or "").first()
        if suite is None:
            known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none yet; try `quickstart`"
            if options["suite"] is None:
                raise CommandError(f"Name a suite with --suite. Suites: {known}.")
            raise CommandError(f"There is no suite {options['suite']!r}. Suites: {known}.")
        return suite

    def _systems(self, options: dict[str, Any]) -> list[SystemUnderTest]:
        known = {system.name: system for system in SystemUnderTest.objects.all()}
        unknown = [name for name in options["system"] if name not in known]
        if unknown:
            wrong, right = ", ".join(map(repr, unknown)), ", ".join(known) or NONE_YET
            raise CommandError(f"No system is called {wrong}. Systems: {right}.")
        return [known[name] for name in options["system"]]

    def _print_estimate(self, options: dict[str, Any]) -> None:
        settings = self._settings(options)
        if faults := launch_settings.faults(launch_settings.LaunchSettings(**settings)):
            raise RunMisconfiguredError(faults)
        for name in ("reader", "reader_config"):
            settings.pop(name)
        found = runs.estimate(**settings)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_json(), sort_keys=True))
            return
        self.stdout.write(
            f"{found.variants} walks: {found.events} records with {found.ingest_tokens} tokens handed over, "
            f"{found.questions} questions, at most {found.reading_tokens} tokens read, "
            f"about {found.minutes} minutes on one worker "
            f"({found.measured} of {found.systems} systems measured before)."
        )

    def _say(self, progress: Progress) -> None:
        end = f", ends about {progress.estimated_end:%H:%M:%S} UTC" if progress.estimated_end else ""
        note = f"; {progress.reason}" if progress.reason else ""
        self.stderr.write(
            f"{progress.status}: {progress.done} of {progress.total} answered, "
            f"{progress.failed} failed, {progress.left} left{end}{note}"
        )

    def _print(self, run: Run, options: dict[str, Any], decided: Decision | None = None) -> None:
        table = results.of_run(run)
        if options["json"]:
            gate = {} if decided is None else {"gate": decided.as_json()}
            self.stdout.write(json.dumps({**as_json(run, table), **gate}, sort_keys=True))
        elif options["wait"]:
            self.stdout.write(printing.table(run, table, title=readers.title(run.reader)))
            for line in () if decided is None else decided.lines():
                self.stdout.write(line)
        else:
            self.stdout.write(f"Run {run.pk} is {run.status}. Follow it with: manage.py report {run.pk}")


def reader_option(text: str) -> tuple[str, Any]:
    """``KEY=VALUE``; a value that is JSON (a number, a list) is read as such, else it is a text."""
    key, separator, value = text.partition("=")
    if not separator or not key:
        raise CommandError(f"A reader's setting is KEY=VALUE, not {text!r}.")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value


def as_json(run: Run, table: list[results.SystemResult]) -> dict[str, Any]:
    """One object: the run, a line per system, and the figures on top where there is one system."""
    lines = [result.as_json() for result in table]
    whole = {
        "run": run.pk,
        "suite": run.suite.slug,
        "suite_version": run.suite_version,
        "verification": run.suite.verification_text,
        "reader": run.reader,
        "status": run.status,
        "message": run.message,
        "results": lines,
    }
    return {**lines[0], **whole} if len(lines) == 1 else whole
