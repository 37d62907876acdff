"""What real systems were shown, and when: nothing after τ before a question at τ, each record once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from benchmark.models import Store, SutContext, WalkItem
from benchmark.services import draining, walk_rows
from sut_adapters import registry
from sut_adapters.base import AskedQuestion, Context, EventRecord
from sut_adapters.models import StoreVector
from tests.factories import runs as make

pytestmark = pytest.mark.django_db

CONFIGS: dict[str, dict[str, Any]] = {
    "bm25": {},
    "dense": {"embedding": "hashing"},
    "notes": {},
    "full_history": {},
    "no_memory": {},
}


class Recorder:
    """Stands between the walk and a system: passes every call on and writes down what was shown when."""

    def __init__(self, patch: pytest.MonkeyPatch, adapter: str) -> None:
        self.shown: dict[str, list[EventRecord]] = {}
        self.asked: list[tuple[AskedQuestion, list[EventRecord]]] = []
        kind = registry.get(adapter)
        ingest, retrieve = kind.ingest, kind.retrieve

        def recorded_ingest(system: Any, records: Sequence[EventRecord]) -> None:
            self.shown.setdefault(system.store_key, []).extend(records)
            ingest(system, records)

        def recorded_retrieve(system: Any, question: AskedQuestion) -> Context:
            self.asked.append((question, list(self.shown.get(system.store_key, []))))
            return retrieve(system, question)

        patch.setattr(kind, "ingest", recorded_ingest)
        patch.setattr(kind, "retrieve", recorded_retrieve)


def soon() -> datetime:
    return timezone.now() + timedelta(minutes=2)


@pytest.mark.parametrize("adapter", sorted(CONFIGS))
@pytest.mark.parametrize("segment_seconds", [240.0, 0.5])
def test_no_event_after_a_cutoff_is_shown_before_its_question(
    adapter: str, segment_seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(monkeypatch, adapter)
    asked = make.suite(events=15, questions=5, late=4)
    run = make.launch(
        asked,
        make.native(adapter, **CONFIGS[adapter]),
        reader=make.reader(monkeypatch, make.OwnAnswers()),
        hints=["none", "full"],
        segment_seconds=segment_seconds,
    )
    draining.work(until=soon(), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    assert len(recorder.asked) == 10
    for question, shown in recorder.asked:
        assert shown, "a question was put to an empty store"
        assert max(record.t for record in shown) == question.cutoff  # the cutoff is inclusive
        assert len({record.id for record in shown}) == len(shown) == (question.cutoff - shown[0].t).days + 1
    for records in recorder.shown.values():
        assert [record.t for record in records] == sorted(record.t for record in records)
        assert len(records) == 19  # the four after the last question too


def test_a_dense_store_goes_on_where_a_dead_worker_left_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its vectors live in Postgres: they are neither written again nor forgotten, nor asked too early."""
    recorder = Recorder(monkeypatch, "dense")
    asked = make.suite(events=12, questions=4, late=2)
    run = make.launch(
        asked,
        make.native("dense", **CONFIGS["dense"]),
        reader=make.reader(monkeypatch, make.OwnAnswers()),
    )
    kept = walk_rows.keep

    def die_at_the_third(*args: Any) -> None:
        if SutContext.objects.count() == 2:
            raise KeyboardInterrupt
        kept(*args)

    monkeypatch.setattr(walk_rows, "keep", die_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        draining.work(until=soon(), run=run)
    monkeypatch.setattr(walk_rows, "keep", kept)
    WalkItem.objects.update(status="pending", lease_token=None, lease_until=None)
    draining.work(until=soon(), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    for question, shown in recorder.asked:
        assert max(record.t for record in shown) == question.cutoff
    store = Store.objects.get(variant__run=run)
    assert store.position == 14
    assert StoreVector.objects.filter(store_key=store.key).count() == 14
    (records,) = recorder.shown.values()
    assert len(records) == 14
