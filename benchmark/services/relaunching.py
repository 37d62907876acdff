"""Launching a run like an earlier one, on the suite and the systems as they are now."""

from __future__ import annotations

from benchmark.exceptions import LaunchFault, RunMisconfiguredError
from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import runs
from sut_adapters.models import SystemUnderTest


def launch_again(*, run: Run, by: User | None) -> Run:
    """A new run with the settings of ``run``. Raises ``RunMisconfiguredError``."""
    config = run.config
    known = {system.name: system for system in SystemUnderTest.objects.filter(name__in=config["systems"])}
    gone = [name for name in config["systems"] if name not in known]
    if gone:
        raise RunMisconfiguredError(
            [
                LaunchFault("systems", f"{name} is registered no longer.", "Register it again.")
                for name in gone
            ]
        )
    return runs.launch(
        suite=run.suite,
        systems=[known[name] for name in config["systems"]],
        reader=run.reader,
        reader_config=config["reader_config"],
        hints=config["hints"],
        repetitions=config["repetitions"],
        reading_repetitions=config["reading_repetitions"],
        budget=run.budget,
        title=run.title,
        note=f"Launched again like run {run.pk}.",
        by=by,
    )
