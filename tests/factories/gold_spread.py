"""All that Stemma sends and keeps of a site whose truth is marked: exports, messages, tasks and letters."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django_q.models import OrmQ
from django_q.signing import SignedPackage
from django_q.tasks import _sync

from benchmark.floor.hooks.kinds import KINDS
from benchmark.models import Export
from benchmark.services import export_kinds, exporting, hook_news, hooks
from scenarios.review.services import exporting as verdict_exporting
from tests.factories.web_world import World

LISTENER = "researcher"


def hooked(world: World, url: str) -> None:
    """Somebody has all kinds told to ``url``."""
    owner = world.people[LISTENER]
    hooks.create(owner=owner, url=url, kinds=tuple(KINDS), suite="", by=owner, now=timezone.now())


def exports(world: World, slug: str, kinds: tuple[str, ...] = ()) -> list[Export]:
    """Every kind asked for, in CSV and JSON Lines in turn: a format changes no value."""
    suite, run = world.suites[slug], world.runs[slug]
    asked = []
    for number, kind in enumerate(export_kinds.every().values()):
        if kinds and kind.slug not in kinds:
            continue
        asked.append(
            exporting.request(
                kind=kind.slug,
                format=("csv", "jsonl")[number % 2],
                suite=suite,
                run=run if kind.of_run else None,
                by=world.people["admin"],
                now=timezone.now(),
            )
        )
    return asked


def verdicts(world: World, slug: str) -> None:
    """The suite's verdicts, as a file."""
    verdict_exporting.request(suite=world.suites[slug], format="jsonl", by=None, now=timezone.now())


def ended(world: World, slug: str) -> None:
    """The run on the suite told of, as when it ends."""
    hook_news.run_ended(run=world.runs[slug], now=timezone.now())


def work_off() -> int:
    """Do what the queue's messages say, in the order in which they came, by the worker and the monitor of
    django-q2, which log it and keep how each ended; how many. Posts to hooks are left to others."""
    done = 0
    for message in OrmQ.objects.order_by("pk"):
        task: dict[str, Any] = message.task
        if not task["args"][0].endswith("hook_sending.drain"):
            _sync(SignedPackage.dumps({**task, "sync": True}))
            done += 1
    return done
