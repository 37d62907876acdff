"""Runs that are carried to a new release: what was said stays, what it is worth is seen anew (overview 4.11).

A carried run is a run of its own that points at the old one. What a system handed over and what was
answered are copied set-at-a-time for the queries that both releases have; where gold changed, the answers
are scored again; where a record or the question reads otherwise from some time on, a real memory would have
seen the other words, so those questions are left out and counted: they have to be walked again. Probes and
tracked queries are not carried, for their gold is part of the old run.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.services import queue
from benchmark.models import OPEN_RUNS, Answer, Condition, QuestionKind, Run, RunStatus
from benchmark.services import carried_rows, hook_news, rescoring
from benchmark.services.carried_rows import Carried
from scenarios.models import Query, Suite
from scenarios.review.services.next_drafts import revision_of
from scenarios.services import suite_comparison

HANDLER: Final = "benchmark.services.carrying.work"
_WAITS: Final = "Waits to be carried from run {run}."


def after_release(suite: Suite, by: User | None) -> None:
    """Carry every finished run of the release that a suite revises (``RELEASE_FOLLOWERS``)."""
    stated = revision_of(suite)
    if stated is None:
        return
    runs = Run.objects.filter(
        suite__slug=stated["suite"],
        suite_version=stated["version"],
        suite_hash=stated["content_hash"],
        status=RunStatus.DONE,
    )
    for run in runs.order_by("created_at", "pk"):
        carry(run=run, suite=suite, by=by, now=clocks.now())


@transaction.atomic
def carry(*, run: Run, suite: Suite, by: User | None, now: datetime) -> Run:
    """Have a worker carry a finished run to a later release; the carried run, waiting. Once a run and suite.

    It takes the place in time of the run that it comes from, so that of several runs of a system the latest
    still counts.
    """
    try:
        with transaction.atomic():
            carried = Run.objects.create(**_like(run, suite, by))
    except IntegrityError:
        return Run.objects.get(carried_from=run, suite=suite)
    audit.record(
        action="run.carry_asked",
        subject=f"run:{carried.pk}",
        by=by,
        details={"from": run.pk, "suite": suite.slug, "at": now.isoformat()},
    )
    _ring()
    return carried


def _like(run: Run, suite: Suite, by: User | None) -> dict[str, object]:
    parts = [part for part in run.config.get("parts", ()) if part == "budgets"]
    return {
        "suite": suite,
        "suite_version": suite.version,
        "suite_hash": suite.content_hash,
        "title": run.title,
        "note": run.note,
        "reader": run.reader,
        "reader_knows": run.reader_knows,
        "budget": run.budget,
        "config": {**run.config, "parts": parts},
        "message": _WAITS.format(run=run.pk),
        "created_by": by,
        "created_at": run.created_at,
        "carried_from": run,
        "contexts_removed_at": run.contexts_removed_at,
    }


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: runs that wait to be carried ring again."""
    if Run.objects.filter(status__in=OPEN_RUNS, carried_from__isnull=False).exists():
        with transaction.atomic():
            _ring()
    return ""


def _ring() -> None:
    queue.enqueue(handler=HANDLER, args={}, key="carry")


def work() -> str:
    """The job: carry what waits, one run a transaction, so that a lost worker leaves nothing by halves."""
    done = 0
    while (found := _next()) is not None:
        done += int(carry_out(run_id=found, now=clocks.now()))
    return f"carried {done} run(s)"


def _next() -> int | None:
    waiting = Run.objects.filter(status=RunStatus.QUEUED, carried_from__isnull=False)
    found: int | None = waiting.order_by("pk").values_list("pk", flat=True).first()
    return found


@transaction.atomic
def carry_out(*, run_id: int, now: datetime) -> bool:
    """Copy and score again all that one waiting run takes over, and end it; false where it waits no more.

    With questions that have to be walked again the run is incomplete, and stands on no board.
    """
    run = (
        Run.objects.select_for_update(of=("self",))
        .select_related("suite", "carried_from__suite")
        .get(pk=run_id)
    )
    if run.status != RunStatus.QUEUED or run.carried_from is None:
        return False
    old = run.carried_from
    compared = suite_comparison.compare(old.suite, run.suite)
    stale = {*compared.stale.walked_again, *compared.stale.asked_again}
    places = _places(old)
    asked = {place: pk for place, pk in places.items() if place not in stale}
    copied = carried_rows.copy(old=old, new=run, queries=asked.values())
    touched = {places[place] for place in compared.stale.scored_again if place in asked}
    rescored = _rescore(old, run, touched)
    _end(run, old, copied, rescored=rescored, stale=sum(place in stale for place in places), now=now)
    audit.record(
        action="run.carried",
        subject=f"run:{run.pk}",
        by=run.created_by,
        details={"from": old.pk, **run.carried},
    )
    hook_news.run_ended(run=run, now=now)
    return True


def _places(run: Run) -> dict[tuple[str, str], int]:
    """The queries that a run asked, by scenario and label."""
    rows = run.questions.filter(kind=QuestionKind.QUERY)
    columns = ("query__scenario__slug", "query__label", "query")
    return {(slug, label): pk for slug, label, pk in rows.values_list(*columns)}


def _rescore(old: Run, run: Run, touched: set[int]) -> int:
    """Score the carried answers to these queries of the old release by the new gold; how many queries."""
    labels = set(Query.objects.filter(pk__in=touched).values_list("scenario__slug", "label"))
    if not labels:
        return 0
    rows = Answer.objects.filter(context__variant__run=run).select_related(
        "context", "question__query__scenario"
    )
    wanted = rows.filter(question__query__label__in={label for _, label in labels})
    answers = [
        one for one in wanted if (one.question.query.scenario.slug, one.question.query.label) in labels
    ]
    scored = rescoring.rescored(answers)
    Answer.objects.filter(pk__in=[one.pk for one in answers]).delete()
    Answer.objects.bulk_create(scored, batch_size=1000)
    return len(labels)


def _end(run: Run, old: Run, copied: Carried, *, rescored: int, stale: int, now: datetime) -> None:
    left_out = old.questions.exclude(kind=QuestionKind.QUERY).count()
    asked = old.questions.filter(kind=QuestionKind.QUERY).count()
    run.carried = {
        "carried": copied.questions - rescored,
        "rescored": rescored,
        "to_walk": stale,
        "dropped": asked - copied.questions - stale,
        "left_out": left_out,
        "answers": copied.answers,
    }
    run.config["answers_wanted"] = _wanted(run, copied.questions)
    run.started_at = run.finished_at = now
    run.status = RunStatus.INCOMPLETE if stale else RunStatus.DONE
    run.message = (
        f"{stale} of {asked} questions are put after a record that reads otherwise here: launch it again to "
        "have them walked."
        if stale
        else ""
    )
    run.save()


def _wanted(run: Run, questions: int) -> Mapping[str, int]:
    wanted = run.config.get("answers_wanted") or {Condition.ALONE.value: 0}
    gone = {Condition.INHERITED.value, Condition.SPLIT.value}
    return {condition: questions for condition in wanted if condition not in gone}
