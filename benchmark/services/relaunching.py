"""Launching a run like an earlier one, on the suite and the systems as they are now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from benchmark.exceptions import LaunchFault, RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import runs
from benchmark.services.estimating import Estimate
from sut_adapters.models import SystemUnderTest


def settings_of(run: Run) -> dict[str, Any]:
    """With what a run was launched: what ``runs.launch`` takes beside suite and person, systems by name."""
    return {
        "systems": list(run.config["systems"]),
        "reader": run.reader,
        "reader_config": run.config["reader_config"],
        "hints": run.config["hints"],
        "repetitions": run.config["repetitions"],
        "reading_repetitions": run.config["reading_repetitions"],
        "budget": run.budget,
        "parts": tuple(run.config.get("parts", ())),
        "title": run.title,
        "note": f"Launched again like run {run.pk}.",
    }


def shown_settings(run: Run) -> dict[str, Any]:
    """The settings of a run as pages and the API show them, and what was pinned beside them."""
    names = ("systems", "hints", "repetitions", "reading_repetitions", "parts", "tokenizer", "prompt_version")
    found = {name: run.config.get(name) for name in (*names, "reader_config")}
    submission: Mapping[str, Any] = run.config.get("submission", {})
    return {**found, "submitted": dict(submission) if submission else None}


def launch_again(
    *, run: Run, by: User | None, key: str = "", changes: Mapping[str, Any] | None = None
) -> Run:
    """A new run with the settings of ``run`` but for ``changes``, named as in ``settings_of``; with a
    ``key`` one at most, as in ``runs.launch``.

    Raises ``RunMisconfiguredError``.
    """
    settings = {**settings_of(run), **(changes or {})}
    settings["systems"] = _systems(settings["systems"])
    return runs.launch(suite=run.suite, **settings, key=key, by=by)


def walk_again(*, run: Run, by: User | None) -> Run:
    """A new run like a carried one, on the same release: its systems are asked everything anew. A second time
    gives the same run. Raises ``RunStateError`` for a run that was not carried, ``RunMisconfiguredError``."""
    if run.carried_from_id is None:
        raise RunStateError(_("This run was not carried: there is nothing to walk again."))
    return launch_again(run=run, by=by, key=f"walk-again-{run.pk}")


def estimate(*, run: Run) -> Estimate:
    """What ``launch_again`` would take. Writes nothing. Raises ``RunMisconfiguredError``."""
    settings = settings_of(run)
    for name in ("reader", "reader_config", "title", "note"):
        settings.pop(name)
    return runs.estimate(suite=run.suite, **{**settings, "systems": _systems(settings["systems"])})


def _systems(names: Sequence[str]) -> list[SystemUnderTest]:
    """The systems of those names in their order. Raises ``RunMisconfiguredError`` where some are gone."""
    known = {system.name: system for system in SystemUnderTest.objects.filter(name__in=names)}
    if gone := [name for name in names if name not in known]:
        raise RunMisconfiguredError(
            [
                LaunchFault(
                    "systems",
                    _("%(name)s is registered no longer.") % {"name": name},
                    _("Register it again."),
                )
                for name in gone
            ]
        )
    return [known[name] for name in names]
