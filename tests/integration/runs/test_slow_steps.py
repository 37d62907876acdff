"""What a run says of a step that takes long: who is at what since when, before it is given up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmark.models import IngestBatch, ReadingItem, Run, Store
from benchmark.selectors import progress
from benchmark.services import leasing, settling, walking
from tests.factories import runs as make

pytestmark = pytest.mark.django_db

SOON, LATE = progress.QUIET, progress.QUIET + timedelta(seconds=30)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    reader = make.reader(monkeypatch, make.OwnAnswers())
    return make.launch(make.suite(), make.system("slow"), reader=reader)


def test_a_walk_in_which_nothing_is_stored_is_told_with_who_is_at_what(run: Run) -> None:
    now = timezone.now()
    item = leasing.claim(walking.claimable(now), now=now, holder="host:7")
    assert item is not None
    settling.started(run.pk, now=now)
    run.refresh_from_db()
    assert "nothing was stored" not in progress.of(run, now=now + SOON).message
    said = progress.of(run, now=now + LATE).message
    scenario = item.store.scenario.slug
    assert f"nothing was stored for 75 s: host:7 walks slow over {scenario}. A step that takes" in said
    store = Store.objects.get(variant__run=run)
    IngestBatch.objects.create(store=store, first=0, end=1, tokens=1, seconds=1.0, created_at=now + SOON)
    assert "nothing was stored" not in progress.of(run, now=now + LATE).message, "records were handed over"
    leasing.hand_back(item)
    assert "nothing was stored" not in progress.of(run, now=now + 2 * LATE).message, "nobody is at work"


def test_so_is_a_batch_of_answers(run: Run) -> None:
    now = timezone.now()
    settling.started(run.pk, now=now)
    store = Store.objects.get(variant__run=run)
    ReadingItem.objects.create(run=run, store=store, first_step=0, end_step=1)
    assert leasing.claim(ReadingItem.objects.all(), now=now, holder="host:8") is not None
    run.refresh_from_db()
    assert "host:8 reads what slow handed over from" in progress.of(run, now=now + LATE).message
