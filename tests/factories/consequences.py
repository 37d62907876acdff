"""A release with a finished run, of which a record is decided not to say one of its actions.

Record ``MOVED`` moves trip Elaesesk to another hotel. Without that three answers are others, and of two
systems one was right on them: the other knows nothing, before as after.
"""

from __future__ import annotations

import dataclasses
import time
import uuid
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.services import draining, runs
from scenarios.bundle import Bundle
from scenarios.models import Adjudication, Rendering, ReviewItem, Suite
from scenarios.services import suites
from sut_adapters.models import SystemUnderTest
from tests.factories import reviews, worded_trips

MOVED, BOOKING = "e0011", 0
"""The record, and the place of the action among its own that people deny."""
CHANGED = ("q001", "q002", "q008")
REASON = "The record says what is planned, not that it was done."
WORDS = (
    "Elaesesk may have to move from Jorathock to Ulaerabel, which is in Jorouthstead; nothing is booked yet."
)
"""Words of the record that came with it, and that indeed do not say that the trip moved."""


def bundle(slug: str = "trips-small", words: str = "") -> Bundle:
    """The small trips, and the hotel asked for once more on the day after the record, which has these
    ``words`` where some are given."""
    (spec,) = worded_trips.bundle(slug).scenarios
    cutoff = worded_trips.START + timedelta(days=12)
    form = worded_trips.TRIPOPS.question("current_lodging")
    args = {"trip": "Elaesesk"}
    early = dataclasses.replace(
        worded_trips.query(8, "current_lodging", args), cutoff=cutoff, question=form.render(args, cutoff)
    )
    events = spec.events
    if words:
        events = tuple(
            dataclasses.replace(event, text=words, template="") if event.id == MOVED else event
            for event in events
        )
    spec = dataclasses.replace(spec, events=events, queries=(*spec.queries, early))
    return dataclasses.replace(worded_trips.bundle(slug), scenarios=(spec,))


def released(slug: str = "trips-small", **fields: Any) -> Suite:
    """The suite, released."""
    stored = suites.store(bundle=bundle(slug), by=None, **fields)
    return suites.release(suite=stored, by=None)


def finished_run(suite: Suite, **fields: Any) -> Run:
    """A run of a system that keeps all records and of one that keeps none, read by the symbolic reader."""
    kinds = {"keeps-all": "full_history", "keeps-none": "no_memory"}
    systems = [
        SystemUnderTest.objects.get_or_create(name=name, defaults={"adapter": kind})[0]
        for name, kind in kinds.items()
    ]
    run = runs.launch(suite=suite, systems=systems, reader="symbolic", by=None, **fields)
    end = timezone.now() + timedelta(minutes=1)
    while run.is_open and timezone.now() < end:
        draining.work(until=end, run=run)
        run.refresh_from_db()
        if run.is_open:
            time.sleep(0.2)  # a worker of the site has some of it in hand
    assert run.status == "done", run.message
    return run


def denied_item(
    suite: Suite, by: User, *, label: str = MOVED, places: Collection[int] = (BOOKING,)
) -> ReviewItem:
    """The item of a record after somebody decided that it does not say its actions at ``places``."""
    text = Rendering.objects.get(event__scenario__suite=suite, event__label=label, is_current=True)
    item = ReviewItem.objects.create(
        suite=suite,
        scenario=text.event.scenario,
        kind="record",
        subject_id=text.pk,
        rendering=text,
        label=label,
        form="recognition",
        status="rejected",
        created_at=reviews.NOW,
    )
    Rendering.objects.filter(pk=text.pk).update(status="rejected")
    Adjudication.objects.create(
        item=item,
        by=by,
        fields={"recoverable": "no", **{f"says.{place}": "no" for place in places}},
        outcome="rejected",
        reason=REASON,
        key=uuid.uuid4(),
        at=reviews.NOW,
    )
    return item


def told(slug: str = "told-trips") -> str:
    """The worked story up to its first page: an open suite of which one record waits for two judges, and a
    finished run. Its slug."""
    stored = suites.store(bundle=bundle(slug, WORDS), by=None, is_open=True)
    waits = Rendering.objects.filter(event__scenario__suite=stored, event__label=MOVED)
    for of in ("event", "query"):
        others = Rendering.objects.filter(**{f"{of}__scenario__suite": stored})
        others.exclude(pk__in=waits).update(status="verified")
    release = suites.release(suite=stored, by=None)
    finished_run(release)
    reviews.open_review(release)
    (item,) = reviews.items(release)
    assert (item.label, item.wanted, item.form) == (MOVED, 2, "blind"), (item.label, item.wanted, item.form)
    return slug
