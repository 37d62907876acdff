"""Launching a run like an earlier one, on the suite and the systems as they are now."""

from __future__ import annotations

from benchmark.exceptions import LaunchFault, RunMisconfiguredError
from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import runs
from benchmark.services.estimating import Estimate
from sut_adapters.models import SystemUnderTest


def launch_again(*, run: Run, by: User | None, key: str = "") -> Run:
    """A new run with the settings of ``run``; with a ``key`` one at most, as in ``runs.launch``.

    Raises ``RunMisconfiguredError``.
    """
    return runs.launch(
        suite=run.suite,
        systems=_systems(run),
        reader=run.reader,
        reader_config=run.config["reader_config"],
        hints=run.config["hints"],
        repetitions=run.config["repetitions"],
        reading_repetitions=run.config["reading_repetitions"],
        budget=run.budget,
        parts=run.config.get("parts", ()),
        title=run.title,
        note=f"Launched again like run {run.pk}.",
        key=key,
        by=by,
    )


def estimate(*, run: Run) -> Estimate:
    """What ``launch_again`` would take. Writes nothing. Raises ``RunMisconfiguredError``."""
    return runs.estimate(
        suite=run.suite,
        systems=_systems(run),
        hints=run.config["hints"],
        repetitions=run.config["repetitions"],
        reading_repetitions=run.config["reading_repetitions"],
        budget=run.budget,
        parts=run.config.get("parts", ()),
    )


def _systems(run: Run) -> list[SystemUnderTest]:
    """The systems of a run in its order. Raises ``RunMisconfiguredError`` where some are gone."""
    names = run.config["systems"]
    known = {system.name: system for system in SystemUnderTest.objects.filter(name__in=names)}
    if gone := [name for name in names if name not in known]:
        raise RunMisconfiguredError(
            [
                LaunchFault("systems", f"{name} is registered no longer.", "Register it again.")
                for name in gone
            ]
        )
    return [known[name] for name in names]
