"""The options of `run` that make it a check of a CI job, and what they print and write (ux.md 17)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from benchmark.exceptions import GateError
from benchmark.models import Run
from benchmark.services import gates
from benchmark.services.gates import Decision

#: How a job is told that nothing was decided: the options or the run are at fault.
UNDECIDED = 2


def add_arguments(parser: ArgumentParser) -> None:
    """The options of a gate; each of the first two makes the command wait for the run."""
    gate = parser.add_argument_group(
        "gate", "exit 1 where the run is not good enough, 2 where that cannot be said"
    )
    gate.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="METRIC=VALUE",
        help="the least that a figure may be, as ansacc=0.60; may be repeated",
    )
    gate.add_argument(
        "--baseline",
        default="",
        metavar="LINE",
        help="RUN, RUN:SYSTEM or RUN:SYSTEM:HINT that the run may not be worse than, by a paired test",
    )
    gate.add_argument(
        "--alpha", type=float, default=0.05, help="the level of that test, corrected (default: %(default)s)"
    )
    gate.add_argument("--junit", metavar="FILE", help="write the checks there as JUnit XML")
    gate.add_argument("--comment", metavar="FILE", help="write a Markdown comment for a review there")
    gate.add_argument("--gate", type=int, metavar="RUN", help="look at a run that has ended, launch nothing")


def is_wanted(options: dict[str, Any]) -> bool:
    """Whether the run is to be looked at. Raises ``CommandError`` where only its files are asked for."""
    wanted = bool(options["fail_under"] or options["baseline"])
    if not wanted and (options["junit"] or options["comment"] or options["gate"] is not None):
        raise CommandError(
            "There is nothing to look at: add --fail-under METRIC=VALUE, --baseline RUN, or both.",
            returncode=UNDECIDED,
        )
    return wanted


def check(options: dict[str, Any]) -> None:
    """Raises ``CommandError`` for what is misspelt, before a run starts."""
    try:
        gates.keeper().check(**_asked(options))
    except GateError as error:
        raise CommandError(str(error), returncode=UNDECIDED) from error


def decide(run: Run, options: dict[str, Any]) -> Decision:
    """Look at a run, and write the files that were asked for. Raises ``CommandError``."""
    try:
        found = gates.keeper().decide(run, **_asked(options))
    except GateError as error:
        raise CommandError(str(error), returncode=UNDECIDED) from error
    for name, text in (("junit", found.junit), ("comment", found.comment)):
        if options[name]:
            _write(Path(options[name]), text())
    return found


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    return {
        "limits": options["fail_under"],
        "baseline": options["baseline"],
        "alpha": options["alpha"],
    }


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.", returncode=UNDECIDED) from error
