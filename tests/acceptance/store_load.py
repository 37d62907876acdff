"""Fills the database of ``DATABASE_URL`` as a team does in a year, and counts the statements of pages.

    python -m tests.acceptance.store_load begin              a history, runs and people, few of each
    python -m tests.acceptance.store_load grow EVENTS RUNS PEOPLE    as many as named
    python -m tests.acceptance.store_load statements         statements by address, of standard input
    python -m tests.acceptance.store_load cookies            a session of each role

Prints one JSON object each. A suite ``mini`` with a run must be there. The runs are copies of its first.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import uuid
from collections.abc import Iterator
from typing import Any

from tests.acceptance.store_long_history import SHORT, history_spec

#: Runs and people that are there before it grows.
FEW = 3
#: Runs that are stored together.
TOGETHER = 50
#: What a copied context keeps of what was handed over.
ITEMS = 3
#: What the generator is asked for: it goes by whole changes, and ends a little before.
EVENTS = 102_000


def main(what: str, *numbers: str) -> None:
    """Do one of the four."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    does = {"begin": begin, "grow": grow, "statements": statements, "cookies": cookies}[what]
    sys.stdout.write(json.dumps(does(*map(int, numbers))) + "\n")


def begin() -> dict[str, Any]:
    """Few of each; gold is stored while the history is short."""
    from scenarios.models import Suite
    from scenarios.services import gold, history_rows, versions
    from tests.factories import scenarios as make

    suite = Suite.objects.create(slug="long", title="A long history", kind="imported", is_open=True)
    scenario = history_rows.store_scenario(suite=suite, spec=history_spec(EVENTS), position=0)
    history_rows.store_events(scenario=scenario, events=itertools.islice(_told(), SHORT))
    versions.rebuild(scenario=scenario)
    gold.compute(suite=suite, by=None)
    make.released(suite)
    _copy_runs(FEW)
    _analyze()
    labels = list(scenario.queries.order_by("label").values_list("label", flat=True))
    return {"scenario": scenario.slug, "queries": labels}


def grow(events: int, runs: int, people: int) -> dict[str, Any]:
    """As many events, runs and annotators as named, with verdicts of each annotator."""
    from benchmark.models import Answer, Run
    from scenarios.models import Event, Scenario, Verdict
    from scenarios.services import history_rows, versions

    scenario = Scenario.objects.get(suite__slug="long")
    history_rows.store_events(scenario=scenario, events=itertools.islice(_told(), SHORT, events))
    versions.rebuild(scenario=scenario)
    _copy_runs(runs - Run.objects.count())
    _judge(people)
    _analyze()
    return {
        "events": Event.objects.count(),
        "runs": Run.objects.count(),
        "answers": Answer.objects.count(),
        "verdicts": Verdict.objects.count(),
    }


def _told() -> Iterator[Any]:
    from scenarios.generators import bench

    return iter(bench.told_events(0, events=EVENTS))


def _copy_runs(count: int) -> None:
    """Copies of the first run on mini, one system each in turn."""
    from benchmark.models import Run

    source = Run.objects.filter(suite__slug="mini").order_by("pk").first()
    assert source is not None
    variants = list(source.variants.all())
    for first in range(0, count, TOGETHER):
        numbers = range(first, min(count, first + TOGETHER))
        _copies(source, [variants[number % len(variants)] for number in numbers])


def _copies(source: Any, variants: list[Any]) -> None:
    from benchmark.models import Answer, IngestVariant, Question, Run, SutContext

    runs = Run.objects.bulk_create(
        _bare(source, title=f"{variant.system.name}, once more") for variant in variants
    )
    owns = IngestVariant.objects.bulk_create(
        _bare(variant, run=run) for run, variant in zip(runs, variants, strict=True)
    )
    asked = list(source.questions.filter(kind="query").order_by("pk"))
    for run, variant, own in zip(runs, variants, owns, strict=True):
        questions = Question.objects.bulk_create(_bare(one, run=run) for one in asked)
        new = {one.pk: copy for one, copy in zip(asked, questions, strict=True)}
        contexts = list(SutContext.objects.filter(variant=variant, question__in=asked))
        made = SutContext.objects.bulk_create(
            _bare(one, variant=own, question=new[one.question_id], items=one.items[:ITEMS])
            for one in contexts
        )
        of = {one.pk: copy for one, copy in zip(contexts, made, strict=True)}
        Answer.objects.bulk_create(
            _bare(one, context=of[one.context_id], question=new[one.question_id])
            for one in Answer.objects.filter(context__in=contexts)
        )


def _bare(row: Any, **changes: Any) -> Any:
    """A row like this one that is not stored yet."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del kept["id"]
    copy = type(row)(**kept)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy


def _judge(people: int) -> None:
    """Annotators who have judged half of the records of ``open_annotation`` between them."""
    from django.utils import timezone

    from benchmark.floor.accounts.models import User
    from scenarios.models import Slot, SlotStatus, Verdict
    from tests.acceptance import open_annotation

    open_annotation.opened(str(people))
    judges = list(User.objects.filter(username__startswith="at-once-").order_by("pk"))
    slots = list(Slot.objects.filter(suite__slug=open_annotation.SUITE).order_by("item_id", "n"))
    slots, now = slots[: len(slots) // 2], timezone.now()
    for place, slot in enumerate(slots):
        slot.person, slot.status = judges[place % people], SlotStatus.DONE
    Slot.objects.bulk_update(slots, ["person", "status"], batch_size=500)
    Verdict.objects.bulk_create(
        Verdict(
            item=slot.item,
            slot=slot,
            person=slot.person,
            form=slot.item.form,
            fields={"says.0": "yes" if place % 7 else "no"},
            outcome="verified" if place % 7 else "rejected",
            key=uuid.uuid4(),
            started_at=now,
            submitted_at=now,
            active_ms=4000,
            length=200,
        )
        for place, slot in enumerate(slots)
    )


def _analyze() -> None:
    """What autovacuum does soon after so many rows have arrived."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def cookies() -> dict[str, str]:
    """The cookie of a session by role."""
    from django.conf import settings
    from django.test import Client

    from benchmark.floor.accounts.models import User

    found = {}
    for person in User.objects.filter(username__startswith="caller-").exclude(role="system"):
        client = Client()
        client.force_login(person)
        name = settings.SESSION_COOKIE_NAME
        found[person.role] = f"{name}={client.cookies[name].value}"
    return found


def statements() -> dict[str, int]:
    """How many statements each address takes that is there; a line of input is a role, a blank and an
    address."""
    from django.test import Client

    from benchmark.floor.accounts.models import User

    asked = [line.split(" ", 1) for line in sys.stdin.read().splitlines()]
    clients = {role: Client(headers={"host": "127.0.0.1"}) for role, _ in asked}
    for role, client in clients.items():
        client.force_login(User.objects.get(username=f"caller-{role}"))
    counts = {f"{role} {path}": _counted(clients[role], path) for role, path in asked}
    return {asked: count for asked, count in counts.items() if count is not None}


def _counted(client: Any, path: str) -> int | None:
    """None where there is nothing, or nothing for that role."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    if client.get(path).status_code != 200:  # and what a process looks up once
        return None
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
        for _ in answer.streaming_content if answer.streaming else ():
            pass
    return len(captured)


if __name__ == "__main__":
    main(*sys.argv[1:])
