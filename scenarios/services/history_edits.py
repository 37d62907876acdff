"""Edits of stored histories: records that arrive late, records that stand for other actions, records that
go (overview 4.11, 5).

An edit changes the version rows on the keys it touches and the gold that rests on them; all else stays. It is
checked as if the history had been imported like this, and stored whole or not at all. Released suites never
change: they are copied to a draft first. ``preview`` does the same work and undoes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.history import ActionRecord
from scenarios.exceptions import (
    BundleRefusedError,
    EditRefusedError,
    EditStateError,
    StateRefusedError,
    SuiteReleasedError,
)
from scenarios.models import Action, Event, Query, Rendering, Scenario, Suite
from scenarios.review.services import renewing
from scenarios.selectors import programs, specs
from scenarios.services import bundle_checks, gold_revision, hashing, impact, lint_rows, versions
from scenarios.services.copying import copy_rows
from scenarios.services.edited_specs import (
    VERBS,
    AddEvent,
    ChangeActions,
    Edit,
    RemoveEvent,
    changes_kinds,
    changes_of,
    difference,
    edited,
    touched_keys,
)
from scenarios.services.history_rows import RENDERING_COLUMNS, words
from scenarios.services.impact import EditScope, Impact

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


def add_event(*, scenario: Scenario, event: EventSpec, by: User | None) -> Impact:
    """A record arrives, whenever it was observed. Raises as ``apply``."""
    return apply(scenario=scenario, edit=AddEvent(event), by=by)


def change_actions(
    *, scenario: Scenario, event: str, actions: Sequence[ActionRecord], by: User | None, kind: str = ""
) -> Impact:
    """The record ``event`` stands for these actions from now on, and is of this kind if one is given. Raises
    as ``apply``."""
    return apply(scenario=scenario, edit=ChangeActions(event, tuple(actions), kind=kind), by=by)


def remove_event(*, scenario: Scenario, event: str, by: User | None) -> Impact:
    """The record ``event`` goes, with its words and actions. Raises as ``apply``."""
    return apply(scenario=scenario, edit=RemoveEvent(event), by=by)


@transaction.atomic
def apply(*, scenario: Scenario, edit: Edit, by: User | None, key: str = "") -> Impact:
    """Store an edit of a draft; returns what it changed.

    Raises ``SuiteReleasedError`` for a released suite, ``BundleRefusedError`` with every fault of the history
    after the edit, ``EditStateError`` where there is no such event or nothing would change,
    ``WitnessCheckError`` where a generated suite would break C1 to C4, ``EditRefusedError`` where gold cannot
    be derived. ``key`` is what a form sends: a second edit of the same person with it is refused.
    """
    suite = _locked(scenario)
    if suite.is_released:
        raise SuiteReleasedError(
            f"Suite {suite.slug!r} is released and its records stay. Copy it to a draft "
            f"(manage.py history copy {suite.slug} NEW-SLUG) and edit that."
        )
    if was_done(key=key, by=by):
        raise EditStateError("This form has been stored already, and is not stored twice.")
    done = perform(suite=suite, scenario=scenario, edit=edit, by=by)
    suite.content_hash = hashing.content_hash(suite)
    suite.save(update_fields=["content_hash"])
    audit.record(
        action=f"event.{done.verb}",
        subject=f"event:{suite.slug}/{scenario.slug}/{done.event}",
        by=by,
        details={
            "keys": [str(key) for key in done.keys],
            "queries_changed": [query.query for query in done.changed],
            "queries_untouched": done.untouched,
            "content_hash": suite.content_hash,
            "key": key,
        },
    )
    renewing.open_again(suite=suite, by=by, now=timezone.now())
    return done


def was_done(*, key: str, by: User | None) -> bool:
    """Whether the form of this key has been stored by this person."""
    if not key or by is None:
        return False
    done = AuditRecord.objects.filter(action__startswith="event.", actor=by.username)
    return done.filter(details__key=key).exists()


def preview(*, scenario: Scenario, edit: Edit) -> Impact:
    """What ``apply`` would do, of a released suite as well; nothing is stored. Raises as ``apply`` does,
    but never ``SuiteReleasedError``."""
    with transaction.atomic():
        suite = _locked(scenario)
        # Its rows refuse deletion while it is released; all of this is rolled back.
        Suite.objects.filter(pk=suite.pk).update(status="draft", released_at=None, released_by=None)
        found = perform(suite=suite, scenario=scenario, edit=edit)
        transaction.set_rollback(True)
    scenario.refresh_from_db()
    return impact.as_preview(found)


def _locked(scenario: Scenario) -> Suite:
    """The suite, held against other edits and its release; runs may still begin on it."""
    suite = Suite.objects.select_for_update(no_key=True).get(pk=scenario.suite_id)
    scenario.suite = suite
    return suite


def perform(*, suite: Suite, scenario: Scenario, edit: Edit, by: User | None = None) -> Impact:
    """The rows of an edit, within the caller's transaction; the suite's hash is left to the caller. Raises as
    ``apply``, but for a released suite.

    Texts that stand for something else now lose what people said of them; those of events that people just
    annotated (``ChangeActions.kind``) do not.
    """
    before = specs.spec_of(scenario)
    authored = suite.kind != Suite.Kind.IMPORTED
    after, problems, findings = bundle_checks.check_scenario(edited(before, edit), authored=authored)
    if problems:
        raise BundleRefusedError(tuple(problems))
    gone, new = difference(before, after)
    keys = touched_keys([*gone, *new])
    changes = changes_of(edit)
    if changes and not keys and not changes_kinds(before, edit):
        raise EditStateError(f"Event {edit.label!r} stands for these actions already.")
    asked = _queries(scenario)
    program = programs.load(scenario)
    reasons = impact.candidates(program=program, before=before, after=after, queries=asked, keys=keys)
    _store(scenario, edit, after, gone, new)
    lint_rows.restate(scenario=scenario, findings=findings)
    touched = [query for query in asked if query.pk in reasons]
    try:
        revised = gold_revision.revise(scenario=scenario, asked=touched, reasons=reasons)
    except DatalogError as error:
        raise EditRefusedError(
            f"After this edit gold cannot be derived; nothing was stored. {error}"
        ) from error
    t = _time_of(edit, after, before)
    others = [query for query in asked if query.pk not in reasons and query.cutoff >= t]
    new_words = None if changes else t
    records_since = {} if new_words is None else {scenario.pk: new_words}
    remeasured = 0 if new_words is None else gold_revision.remeasure(scenario=scenario, queries=others)
    changed = frozenset(
        query.pk for query, one in zip(touched, revised, strict=True) if one.changed or one.figures
    )
    renewing.check_edited(
        suite=suite,
        scenario=scenario,
        events={change.label for change in changes if not change.kind},
        queries={query.label for query in touched if query.pk in changed},
        by=by,
        now=timezone.now(),
    )
    return Impact(
        suite=suite.slug,
        scenario=scenario.slug,
        verb=VERBS[type(edit)],
        event=edit.label,
        since=min([t, *(key.since for key in keys)]),
        keys=keys,
        queries=tuple(revised),
        untouched=len(asked) - len(touched),
        remeasured=remeasured,
        dependents=impact.dependents(EditScope(suite, changed, records_since)),
        stored=True,
    )


def _queries(scenario: Scenario) -> list[Query]:
    """The queries with words, gold and witnesses. Raises ``StateRefusedError`` where gold is missing."""
    found = scenario.queries.with_question().select_related("gold").prefetch_related("witnesses")
    asked = list(found.order_by("label"))
    bare = [query.label for query in asked if not hasattr(query, "gold")]
    if bare:
        raise StateRefusedError(
            f"{len(bare)} quer(y/ies) of scenario {scenario.slug!r} have no gold yet, {bare[0]} first. "
            "Store the suite again."
        )
    return asked


def _time_of(edit: Edit, *found: ScenarioSpec) -> datetime:
    labels = {edit.label, *(change.label for change in changes_of(edit))}
    return min(event.t for spec in found for event in spec.events if event.id in labels)


# -------------------------------------------------------------------- rows
def _store(
    scenario: Scenario,
    edit: Edit,
    after: ScenarioSpec,
    gone: Sequence[ActionRecord],
    new: Sequence[ActionRecord],
) -> None:
    """Event, action, word and version rows of the edit."""
    if gone:
        places = {(action.event, action.pos) for action in gone}
        rows = Action.objects.filter(event__scenario=scenario, event__label__in={e for e, _ in places})
        old = [row for row in rows.select_related("event") if (row.event.label, row.pos) in places]
        versions.withdraw(actions=old)
        Action.objects.filter(pk__in=[row.pk for row in old]).delete()
    if isinstance(edit, RemoveEvent):
        Event.objects.filter(scenario=scenario, label=edit.label).delete()
    if isinstance(edit, AddEvent):
        _store_event(scenario, next(event for event in after.events if event.id == edit.label))
    for change in changes_of(edit):
        if change.kind:
            Event.objects.filter(scenario=scenario, label=change.label).update(kind=change.kind)
        if change.decided:
            _restate(scenario, next(event for event in after.events if event.id == change.label))
    events = {row.label: row for row in scenario.events.filter(label__in={action.event for action in new})}
    stored = Action.objects.bulk_create(_action_row(events[action.event], action) for action in new)
    versions.record(actions=stored)
    times = [event.t for event in after.events]
    scenario.horizon_start, scenario.horizon_end = min(times, default=None), max(times, default=None)
    scenario.save(update_fields=["horizon_start", "horizon_end"])


def _store_event(scenario: Scenario, event: EventSpec) -> None:
    row = Event.objects.create(
        scenario=scenario,
        label=event.id,
        observed_at=event.t,
        seq=event.seq,
        kind=event.kind,
        speaker=event.speaker,
        session=event.session,
        distractor_kind=event.distractor_kind,
        synthetic_time=event.synthetic_time,
        template=event.template,
    )
    copy_rows("scenarios_rendering", RENDERING_COLUMNS, words(row.pk, event))


def _restate(scenario: Scenario, event: EventSpec) -> None:
    """The event names no template any more, and its words count as given, or as edited where they were."""
    rows = Event.objects.filter(scenario=scenario, label=event.id)
    rows.update(kind=event.kind, template=event.template)
    Rendering.objects.filter(event__in=rows, is_current=True).update(renderer=event.worded_by)


def _action_row(event: Event, action: ActionRecord) -> Action:
    return Action(
        event=event,
        pos=action.pos,
        op=action.op.value,
        pred=action.pred,
        key=list(action.key),
        member=action.member,
        value=action.value,
        as_of=action.as_of or action.t,
        size=action.size,
        members=list(action.members),
        clause=action.clause,
        ineffective=action.ineffective,
    )
