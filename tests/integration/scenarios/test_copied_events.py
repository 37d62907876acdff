"""Events are stored by COPY: with every column, as they were told, and refused as by any other write."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, models

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.models import Action, Event, Rendering, Scenario, Suite
from scenarios.selectors import histories
from scenarios.services import history_rows
from scenarios.services.history_rows import ACTION_COLUMNS, EVENT_COLUMNS, RENDERING_COLUMNS, store_events

pytestmark = pytest.mark.django_db

T = datetime(2031, 5, 1, 9, tzinfo=UTC)
HARD = "tab\there, 'quotes', \"more\", \\N, back\\slash, line\nbreak, ü, 🜍"


@pytest.fixture
def scenario() -> Scenario:
    suite = Suite.objects.create(slug="copied", title="Copied", kind="derive")
    return Scenario.objects.create(suite=suite, slug="one", title="One", domain="", program="")


def event(seq: int, text: str = "A record.") -> EventSpec:
    member = ActionRecord(
        event=f"e{seq}", t=T, seq=seq, pos=0, op=Op.MEMBER, pred="trip", key=(HARD,), member=text
    )
    listed = replace(member, pos=1, op=Op.COMPLETE, member=None, size=1, members=(HARD,))
    return EventSpec(
        id=f"e{seq}", t=T, seq=seq, text=text, actions=(member, listed), speaker=None, session=""
    )


@pytest.mark.parametrize(
    ("model", "columns"), [(Event, EVENT_COLUMNS), (Action, ACTION_COLUMNS), (Rendering, RENDERING_COLUMNS)]
)
def test_every_column_that_needs_a_value_is_copied(
    model: type[models.Model], columns: tuple[str, ...]
) -> None:
    needed = {
        field.column
        for field in model._meta.concrete_fields
        if not field.null and not field.has_db_default() and field.column != "id"
    }
    assert needed <= set(columns)
    assert set(columns) <= {field.column for field in model._meta.concrete_fields}


def test_what_is_stored_is_what_was_told_across_batches(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_rows, "EVENTS_AT_ONCE", 2)
    told = [event(seq, HARD if seq == 2 else f"Record {seq}.") for seq in range(1, 6)]
    assert store_events(scenario=scenario, events=iter(told)) == 5
    assert histories.load(scenario).actions == tuple(action for one in told for action in one.actions)
    stored = list(scenario.events.with_text())
    assert [(one.label, one.text, one.speaker, one.session) for one in stored] == [
        (one.id, one.text, None, "") for one in told
    ]
    assert {one.renderings.get().is_current for one in stored} == {True}


def test_what_a_constraint_forbids_is_djangos_own_error(scenario: Scenario) -> None:
    with pytest.raises(IntegrityError, match="event_seq_once_a_scenario|event_label_once_a_scenario"):
        store_events(scenario=scenario, events=[event(1), event(1)])
