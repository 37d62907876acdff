"""Runs over a suite in a model's words: the symbolic reader reads its records by equality (overview 4.5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from benchmark.models import Run
from benchmark.oracles.context_reading import ContextReader
from benchmark.selectors import results
from benchmark.services import draining
from scenarios.models import Event
from scenarios.services import rewording, suites
from sut_adapters.base import ContextItem
from tests.factories import runs as make
from tests.factories import worded_trips
from tests.factories.openai_server import Reply, openai_server
from tests.factories.tripops_samples import TRIPOPS

pytestmark = pytest.mark.django_db

SYSTEMS = ("full_history", "supporting_events")


def test_supporting_events_and_the_full_history_of_a_twin_give_every_answer(settings: Any) -> None:
    """One record fell back, so contexts mix what templates read with what is known by its bytes."""
    original = suites.release(suite=suites.store(bundle=worded_trips.bundle(), by=None), by=None)
    never = worded_trips.events()[10].text

    def answer(body: dict[str, Any], before: int) -> Reply:
        wanted = never not in body["messages"][1]["content"]
        return worded_trips.rewords(body, before) if wanted else Reply("So be it.")

    with openai_server(answer) as server:
        settings.RENDERING_MODEL = "sut_adapters.answering.rewording.chat"
        settings.RENDERING_MODEL_CONFIG = {"model": "scripted-1", "base_url": server.base_url}
        report = rewording.reword_suite(suite=original, by=None)
    assert (report.reworded, report.fallen_back) == (len(worded_trips.RECORDS) - 1, 1)

    by_templates = ContextReader(TRIPOPS)
    texts = [event.text for event in Event.objects.filter(scenario__suite=report.twin).with_text()]
    items = [ContextItem(f"[r1 | 2031-06-04 09:30] {text}") for text in texts]
    assert [by_templates.read([item]).read for item in items].count(1) == 1, "templates read the one alone"

    run: Run = make.launch(report.twin, *(make.native(name) for name in SYSTEMS), reader="symbolic")
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    count = len(worded_trips.QUERIES)
    lines = {line.system: line for line in results.of_run(run)}
    assert len(lines) == len(SYSTEMS)
    for line in lines.values():
        assert (line.summary.ansacc.numerator, line.summary.ansacc.denominator) == (count, count)
        assert line.summary.ansblacc.value == 1.0
        assert (line.summary.recall.low, line.gathered) == (1.0, 1.0)
        assert (line.readable_share, line.na_reason, line.unread) == (1.0, "", 0)
