"""``manage.py build_suite``: the suites that ship with their generators, and those of configurations."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.generators.derive import report_text
from scenarios.generators.derive.building import Progress
from scenarios.generators.derive.choice import ShortCellsError
from scenarios.generators.derive.config import ConfigError, SuiteConfig
from scenarios.generators.derive.config_files import read
from scenarios.generators.derive.draft import WordingError
from scenarios.generators.derive.gates import GateError
from scenarios.management import refusals
from scenarios.models import Suite
from scenarios.selectors import suites
from scenarios.services import building
from scenarios.services.generating import generate


class Command(BaseCommand):
    """Generates, derives the gold in Postgres, checks and releases. Keeps what is there."""

    help = "Build and release a suite that ships with a generator, or one of your own configuration."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("suite", nargs="?", help=f"one of {', '.join(building.NAMES)}")
        parser.add_argument("--config", metavar="FILE", help="a configuration of your own (TOML) instead")
        parser.add_argument("--seed", type=int, default=building.DEFAULT_SEED)
        parser.add_argument("--scenario", metavar="SLUG", help="only this scenario, as a suite SUITE-SLUG")
        parser.add_argument("--as", dest="slug", metavar="SLUG", help="store the suite under this slug")
        parser.add_argument(
            "--standing", choices=Suite.Standing.values, default=Suite.Standing.OPEN.value,
            help="whom the gold is for: practice serves it to all who see the suite",
        )  # fmt: skip
        parser.add_argument(
            "--dry-run", action="store_true", help="print what would be chosen, store nothing"
        )
        parser.add_argument(
            "--workers", type=int, default=min(2, os.cpu_count() or 1), metavar="N",
            help="scenarios that are generated at a time; the suite is the same for any number",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        start = time.monotonic()
        with refusals.as_command_errors(ConfigError, ShortCellsError, GateError, WordingError):
            config = _config(options)
            if options["dry_run"]:
                self._dry_run(config, options["seed"], options["workers"])
                return
            suite, made = building.build(
                name=options["suite"] or "", by=None, seed=options["seed"], config=config,
                slug=options["slug"] or _slug(options, config), progress=self._progress(start),
                workers=options["workers"], standing=options["standing"],
            )  # fmt: skip
        shown = {**_shown(suite, made), "seconds": round(time.monotonic() - start, 2)}
        if options["json"]:
            self.stdout.write(json.dumps(shown))
            return
        labels = ", ".join(f"{count} {label}" for label, count in shown["labels"].items())
        self.stdout.write(
            f"{'Built' if made else 'Kept'} suite {suite.slug!r}: {shown['events']} events, "
            f"{shown['queries']} queries ({labels}), in {shown['seconds']} s. "
            f"Content hash {suite.content_hash}."
        )

    def _progress(self, start: float) -> Progress:
        return lambda line: self.stderr.write(f"{time.monotonic() - start:6.1f} s  {line}")

    def _dry_run(self, config: SuiteConfig | None, seed: int, workers: int) -> None:
        if config is None:
            raise CommandError("--dry-run is for generated suites; a fixture is what it is.")
        _, reports = generate(
            config=config, seed=seed, progress=self._progress(time.monotonic()), workers=workers
        )
        for scenario, report in zip(config.scenarios, reports, strict=True):
            for line in report_text.lines(scenario, report):
                self.stdout.write(line)


def _config(options: dict[str, Any]) -> SuiteConfig | None:
    """The configuration that is asked for; None for a fixture."""
    if bool(options["suite"]) is bool(options["config"]):
        raise CommandError(f"Name a suite ({', '.join(building.NAMES)}) or a configuration with --config.")
    if options["config"]:
        found = read(_text(Path(options["config"])))
    elif options["suite"] in building.FIXTURES:
        return None
    elif options["suite"] in building.CONFIGS:
        found = building.CONFIGS[options["suite"]]
    else:
        raise CommandError(f"No suite {options['suite']!r} ships. Choose from {', '.join(building.NAMES)}.")
    return building.part_of(found, options["scenario"]) if options["scenario"] else found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: is not UTF-8 at byte {error.start}.") from error


def _slug(options: dict[str, Any], config: SuiteConfig | None) -> str:
    """The slug under which a suite is stored unless another one is asked for."""
    if config is None:
        return str(options["suite"])
    return f"{config.slug}-{options['scenario']}" if options["scenario"] else config.slug


def _shown(suite: Suite, made: bool) -> dict[str, Any]:
    scenarios: list[Any] = list(suites.scenarios_of(suite))
    return {
        "suite": suite.slug,
        "made": made,
        "version": suite.version,
        "standing": suite.standing.value,
        "content_hash": suite.content_hash,
        "scenarios": len(scenarios),
        "events": sum(scenario.n_events for scenario in scenarios),
        "queries": sum(scenario.n_queries for scenario in scenarios),
        "labels": suites.label_counts(suite),
    }
