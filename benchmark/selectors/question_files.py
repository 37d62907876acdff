"""What somebody needs to answer a suite offline: its questions and its records, without gold (ADR 23)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from benchmark.services import questions
from scenarios.models import Suite


def of_suite(suite: Suite) -> Iterator[dict[str, Any]]:
    """Each question that a run puts, by scenario and cutoff: its query, its words, its cutoff."""
    for scenario in suite.scenarios.order_by("slug"):
        specs = sorted(questions.of_scenario(scenario), key=lambda spec: (spec.cutoff, spec.seq))
        for spec in specs:
            yield {
                "scenario": scenario.slug,
                "query": spec.query.label,
                "cutoff": spec.cutoff.isoformat(),
                "question": spec.text,
            }


def records_of(suite: Suite, cutoff: datetime | None = None) -> Iterator[dict[str, Any]]:
    """Each record by scenario in the order of the walk, up to and with ``cutoff`` where one is given.

    A memory must answer a question from the records of its scenario with ``t`` no later than its cutoff.
    """
    for scenario in suite.scenarios.order_by("slug"):
        events = scenario.events.with_text().order_by("observed_at", "seq")
        if cutoff is not None:
            events = events.filter(observed_at__lte=cutoff)
        for event in events.iterator(chunk_size=2000):
            yield {
                "scenario": scenario.slug,
                "id": event.label,
                "t": event.observed_at.isoformat(),
                "text": event.text,
                "speaker": event.speaker,
                "session": event.session,
            }
