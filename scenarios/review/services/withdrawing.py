"""A history without what a record was decided not to say: done in a draft, or tried and undone (spec 6.5,
overview 4.11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from scenarios.datalog.history import ActionRecord
from scenarios.exceptions import EditStateError, WitnessCheckError
from scenarios.models import Rendering, Scenario, Suite
from scenarios.selectors import histories
from scenarios.services import history_edits, impact, query_removal
from scenarios.services.edited_specs import ChangeActions
from scenarios.services.impact import Impact

T = TypeVar("T")

_ASKS_AMISS = gettext_noop("its question no longer passes its checks")


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What became of a history: the gold that changed, and the queries that a generated suite cannot keep, by
    label with the reason."""

    impact: Impact
    dropped: Mapping[str, str]

    @property
    def answers(self) -> tuple[str, ...]:
        """The queries that stay and have another answer or label now."""
        return tuple(one.query for one in self.impact.queries if one.answer and one.query not in self.dropped)


def actions_of(scenario: Scenario, event: str) -> tuple[ActionRecord, ...]:
    """What a record stands for, in its order. One query."""
    return tuple(action for action in histories.load(scenario).actions if action.event == event)


@transaction.atomic
def withdraw(*, scenario: Scenario, event: str, gone: Collection[ActionRecord]) -> Withdrawn:
    """Take actions away from a record of a draft; its hash is left to the caller.

    Its words count as given from now on, for people decided what they say. Gold that rests on the actions is
    derived anew. In a generated suite a query that breaks C1 to C4 then, or whose question fails its checks,
    is dropped with its reason. Raises ``EditStateError`` where the record stands for none of them, and what
    ``history_edits.perform`` raises.
    """
    edit = _edit(scenario, event, gone)
    failed_before = _failed_questions(scenario)
    dropped: dict[str, str] = {}
    try:
        with transaction.atomic():
            done = history_edits.perform(suite=scenario.suite, scenario=scenario, edit=edit)
    except WitnessCheckError as error:
        dropped = dict(_named(error.failures))
        query_removal.drop(scenario=scenario, labels=dropped)
        done = history_edits.perform(suite=scenario.suite, scenario=scenario, edit=edit)
    amiss = _failed_questions(scenario) - failed_before
    if scenario.suite.kind != Suite.Kind.IMPORTED and amiss:
        query_removal.drop(scenario=scenario, labels=amiss)
        dropped |= dict.fromkeys(sorted(amiss), _ASKS_AMISS)
    return Withdrawn(done, dropped)


def forecast(
    *, scenario: Scenario, event: str, gone: Collection[ActionRecord], look: Callable[[Withdrawn], T]
) -> tuple[Withdrawn, T]:
    """What ``withdraw`` would do, of a released suite as well. ``look`` is called while it is done, and gives
    what it then sees; afterwards all of it is undone. Raises as ``withdraw``."""
    with transaction.atomic():
        edit = _edit(scenario, event, gone)
        suite = Suite.objects.select_for_update(no_key=True).get(pk=scenario.suite_id)
        # Its rows refuse changes while it is released; all of this is rolled back.
        Suite.objects.filter(pk=suite.pk).update(
            status=Suite.Status.DRAFT, released_at=None, released_by=None
        )
        kind, failed_before, dropped = suite.kind, _failed_questions(scenario), {}
        try:
            with transaction.atomic():
                done = history_edits.perform(suite=suite, scenario=scenario, edit=edit)
        except WitnessCheckError as error:
            # Runs may have asked these queries, so they stay for now, under checks that refuse nothing.
            dropped = dict(_named(error.failures))
            suite.kind = scenario.suite.kind = Suite.Kind.IMPORTED
            done = history_edits.perform(suite=suite, scenario=scenario, edit=edit)
        if kind != Suite.Kind.IMPORTED:
            amiss = _failed_questions(scenario) - failed_before
            dropped |= dict.fromkeys(sorted(amiss - dropped.keys()), _ASKS_AMISS)
        found = Withdrawn(impact.as_preview(done), dropped)
        seen = look(found)
        transaction.set_rollback(True)
    scenario.refresh_from_db()
    return found, seen


def _edit(scenario: Scenario, event: str, gone: Collection[ActionRecord]) -> ChangeActions:
    stated = actions_of(scenario, event)
    lost = {_said(action) for action in gone}
    kept = tuple(action for action in stated if _said(action) not in lost)
    if len(kept) == len(stated):
        raise EditStateError(
            gettext("Record %(event)s of %(slug)s states none of these actions any more.")
            % {"event": repr(event), "slug": scenario.slug}
        )
    return ChangeActions(event, kept, decided=True)


def _said(action: ActionRecord) -> ActionRecord:
    """What an action says, wherever among its event's it stands and however its suite numbers events."""
    return replace(action, pos=0, seq=0)


def _named(failures: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Label and reason of each failing query; the first reason counts."""
    for failure in reversed(failures):
        place, _, reason = failure.partition(": ")
        yield place.rpartition("/")[2], reason


def _failed_questions(scenario: Scenario) -> set[str]:
    rows = Rendering.objects.filter(query__scenario=scenario, is_current=True)
    failed = rows.filter(status=Rendering.Status.AUTO_FAILED)
    return set(failed.values_list("query__label", flat=True))
