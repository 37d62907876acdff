"""Tracked queries as questions of a run (overview 3; spec 8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.models import QuestionKind
from benchmark.services.questions import QuestionSpec, Source
from probes.models import TrackedState
from probes.services.tracking import track_suite
from scenarios.models import Scenario


def _tracked(scenario: Scenario) -> Iterator[QuestionSpec]:
    """Every tracked query of a scenario at every checkpoint, in the words of that checkpoint."""
    states = TrackedState.objects.filter(tracked__query__scenario=scenario).select_related("tracked__query")
    for state in states.order_by("number", "tracked__position"):
        yield QuestionSpec(
            state.tracked.query,
            state.text,
            state.cutoff,
            state.tracked.position,
            kind=QuestionKind.TRACKED,
            checkpoint=str(state.number),
            subject=state.subject,
        )


TRACKED = Source("tracked", "tracked queries at checkpoints", _tracked, prepare=track_suite)
"""The tracked queries of a suite, which are chosen when it is first run with them."""
