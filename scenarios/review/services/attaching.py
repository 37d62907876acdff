"""Attaches what people agreed on to its records: actions, entities, and gold (spec 1.3, 6.5).

An edit of a history derives gold and hashes the suite, which takes seconds where a suite has thousands of
records: too long for the person who submits. So what was decided is noted with its item, and a worker takes
all that waits in a suite as one edit. The tick rings again where a message was lost.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from benchmark.floor.jobs import clocks
from benchmark.floor.jobs.services import queue
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.inference import category, place_types
from scenarios.datalog.syntax import Program
from scenarios.exceptions import EditStateError, InputRefusedError, StateRefusedError, SuiteReleasedError
from scenarios.models import Adjudication, Entity, Event, ReviewItem, Scenario, Suite, Verdict
from scenarios.review import states
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.services import transitions
from scenarios.review.services.annotations import FIELD, KIND, actions_read, place_of
from scenarios.selectors import programs
from scenarios.services import history_edits
from scenarios.services.edited_specs import Annotate, ChangeActions

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

__all__ = ["Attached", "attach", "decided_text", "mend", "note", "place_of", "run", "waiting"]

HANDLER = "scenarios.review.services.attaching.run"
_STAYS = "stays_attached"
"""Where an item notes why a decision that does not stand any more could not be taken out of its history."""


@dataclass(frozen=True, slots=True)
class Attached:
    """How many records got what was decided, and which could not: they are disputed again, or keep what they
    stated where others rest on it."""

    records: int = 0
    refused: tuple[str, ...] = ()


def decided_text(item: ReviewItem) -> str:
    """What was decided of an item: by its adjudicator, else by its judges, who agree."""
    decision = Adjudication.objects.filter(item=item, is_current=True).first()
    found = decision or Verdict.objects.filter(item=item, is_current=True).order_by("pk").first()
    if found is None:
        raise ReviewStateError(gettext("%(item)s is not decided.") % {"item": item})
    return str(found.fields[FIELD])


def note(*, item: ReviewItem, text: str) -> None:
    """Note what was decided, to be attached once this commits."""
    item.content = {**item.content, "decided": text}
    ReviewItem.objects.filter(pk=item.pk).update(content=item.content)
    _enqueue(item.suite_id)


def waiting(suite: Suite | None = None) -> QuerySet[ReviewItem]:
    """Items whose decision is not attached to its record yet, or still is though it does not stand any more
    (a verdict was taken back), of one suite or of all drafts."""
    rows = ReviewItem.objects.filter(kind=KIND, suite__status=Suite.Status.DRAFT)
    if suite is not None:
        rows = rows.filter(suite=suite)
    attached = Coalesce(KeyTextTransform("attached", "content"), KeyTextTransform("never", "content"))
    rows = rows.annotate(decision=KeyTextTransform("decided", "content"), attached=attached)
    decided = Q(status=states.VERIFIED, decision__isnull=False)
    decided &= Q(attached__isnull=True) | ~Q(attached=F("decision"))
    return rows.filter(decided | (~Q(status=states.VERIFIED) & Q(attached__isnull=False)))


@transaction.atomic
def attach(*, suite: Suite, by: User | None, now: datetime) -> Attached:
    """Attach all that was decided in a draft, one edit for each history; a record whose decision does not
    stand any more is without actions again. A decision that the history does not
    take (two rules that contradict each other, say) brings its item back as disputed, and the others are
    attached. Raises ``SuiteReleasedError``."""
    suite = Suite.objects.select_for_update(no_key=True).get(pk=suite.pk)
    if suite.is_released:
        raise SuiteReleasedError(
            gettext("Suite %(slug)s is released; what its records state stays.") % {"slug": repr(suite.slug)}
        )
    rows = waiting(suite).select_related("scenario", "rendering__event").order_by("place", "pk")
    by_scenario: dict[int, list[ReviewItem]] = defaultdict(list)
    for item in rows.select_for_update(of=("self",), no_key=True):
        by_scenario[item.scenario_id].append(item)
    refused: list[str] = []
    for items in by_scenario.values():
        refused += _attach(items[0].scenario, items, by, now)
    return Attached(sum(map(len, by_scenario.values())) - len(refused), tuple(refused))


def _attach(scenario: Scenario, items: Sequence[ReviewItem], by: User | None, now: datetime) -> list[str]:
    """Attach the items together or, where that is refused, in halves; the labels of those that are not."""
    try:
        with transaction.atomic():
            _edit(scenario, items, by)
    except (InputRefusedError, StateRefusedError) as error:
        if len(items) > 1:
            half = len(items) // 2
            return [*_attach(scenario, items[:half], by, now), *_attach(scenario, items[half:], by, now)]
        why = f"The history does not take it. {error}"[:2000]
        if items[0].status == states.VERIFIED:
            transitions.move(item=items[0], after=states.DISPUTED, by=by, now=now, note=why)
        else:
            # Other records rest on what it stated. It is tried again with the next decision of the suite.
            ReviewItem.objects.filter(pk=items[0].pk).update(content={**items[0].content, _STAYS: why})
        return [items[0].label]
    return []


def _edit(scenario: Scenario, items: Sequence[ReviewItem], by: User | None) -> None:
    changes, entities = [], {}
    program = programs.load(scenario)
    for item in items:
        stands = item.status == states.VERIFIED
        actions = actions_read(item, item.content["decided"]) if stands else ()
        kind = Event.Kind.RECORD if actions else Event.Kind.FILLER if stands else Event.Kind.UNANNOTATED
        changes.append(ChangeActions(item.label, actions, kind=kind.value))
        entities.update(_entities(program, actions))
    known = set(Entity.objects.filter(scenario=scenario).values_list("name", flat=True))
    Entity.objects.bulk_create(
        Entity(scenario=scenario, name=name, type=kind[:60])
        for name, kind in sorted(entities.items())
        if name not in known
    )
    with contextlib.suppress(EditStateError):  # they say so already: a verdict was taken back and given again
        history_edits.apply(scenario=scenario, edit=Annotate(tuple(changes)), by=by)
    for item in items:
        gone = ("attached", _STAYS)
        item.content = {name: value for name, value in item.content.items() if name not in gone}
        if item.status == states.VERIFIED:
            item.content["attached"] = item.content["decided"]
    ReviewItem.objects.bulk_update(items, ["content"])


def _entities(program: Program, actions: Iterable[ActionRecord]) -> dict[str, str]:
    """The names in actions, each with the type of the place in which it stands."""
    found: dict[str, str] = {}
    for action in actions:
        if action.op in (Op.RULE, Op.UNRULE):
            continue
        decl = program.decls[action.pred]
        last = decl.member_type or decl.value_type or ""
        named = [*zip(action.key, place_types(decl), strict=False), *((one, last) for one in action.members)]
        named += [(text, last) for text in (action.member, action.value) if text is not None]
        for name, kind in named:
            if category(kind) == "text" and kind not in _NO_ENTITIES and name.strip() and name != "none":
                found.setdefault(name, kind)
    return found


#: Types whose values are no things with a name.
_NO_ENTITIES = frozenset({"", "text", "year", "period", "month", "term"})


def _enqueue(suite: int) -> None:
    queue.enqueue(handler=HANDLER, args={"suite": suite}, key=f"annotations-{suite}")


def run(suite: int) -> str:
    """Attach what waits in a suite; called by a worker. Says what was done."""
    found = Suite.objects.filter(pk=suite).first()
    if found is None or found.is_released:
        return f"suite {suite}: nothing is attached"
    done = attach(suite=found, by=None, now=clocks.now())
    return f"suite {found.slug}: {done.records} record(s) annotated, {len(done.refused)} disputed again"


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: suites whose message was lost are asked for again. Says which."""
    tried = Q(content__has_key=_STAYS) & ~Q(status=states.VERIFIED)
    suites = dict(waiting().exclude(tried).values_list("suite_id", "suite__slug").distinct())
    for pk in suites:
        with transaction.atomic():
            _enqueue(pk)
    return f"annotations wait in {', '.join(sorted(suites.values()))}" if suites else ""
