"""Opening the review of a suite: policy, items and their slots (spec 6.5, "Assignment")."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext, gettext_noop
from psycopg.types.json import Jsonb

from benchmark.floor.audit.services import records as audit
from scenarios.models import Adjudication, ReviewItem, ReviewPolicy, ReviewStatus, Slot, Suite
from scenarios.review import states
from scenarios.review.exceptions import FormRefusedError, ReviewStateError
from scenarios.review.services import guidelines, holding, transitions
from scenarios.review.subjects.base import Prepared, Subject, all_subjects
from scenarios.services.copying import copy_rows, new_ids

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: From so many new items on, the tables are analysed at once: a claim that is planned for empty tables looks
#: at every pair of slots, which took minutes for 12,000 of them.
ANALYZE_FROM = 300
_ITEM_COLUMNS = (
    *("id", "suite_id", "scenario_id", "kind", "subject_id", "rendering_id", "label", "place", "form"),
    *("wanted", "status", "content", "is_check", "known", "author_id", "created_at"),
)
_SLOT_COLUMNS = ("item_id", "n", "suite_id", "kind", "place", "priority", "status")
#: What a lead may set.
_CHANGEABLE = frozenset(
    {
        *("record_judges", "second_share", "question_judges", "blind_share", "check_every"),
        *("lease_minutes", "weights", "paused"),
    }
)
_PERCENT, _JUDGES = range(101), range(1, 10)
_RANGES: Mapping[str, range] = {
    "record_judges": _JUDGES,
    "question_judges": _JUDGES,
    "second_share": _PERCENT,
    "blind_share": _PERCENT,
    "check_every": range(1001),
    "lease_minutes": range(1, 121),
}
_WEIGHTS = range(-1000, 1001)


def policy_of(suite: Suite) -> ReviewPolicy:
    """How the suite is reviewed; made with the defaults of the spec where nobody set anything."""
    return ReviewPolicy.objects.get_or_create(suite=suite)[0]


@transaction.atomic
def open_items(*, suite: Suite, by: User | None, now: datetime) -> dict[str, int]:
    """Put everything to people that is to be judged and is no item yet; how many new items, by kind.

    Kinds that have no guideline yet get the first version of theirs, so that every verdict can be pinned to
    one. It may be called again whenever there is more. All subjects that are registered are asked; one COPY
    of items and one of slots for each, however many there are.
    """
    policy_of(suite)
    policy = ReviewPolicy.objects.select_for_update().get(suite=suite)
    guidelines.ensure(suite=suite, by=by, now=now)
    slugs = dict(suite.scenarios.values_list("pk", "slug"))
    opened = {kind: _store(suite, subject, policy, slugs, now) for kind, subject in all_subjects().items()}
    if sum(opened.values()) >= ANALYZE_FROM:
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE scenarios_reviewitem, scenarios_slot")
    if any(opened.values()):
        audit.record(action="review.opened", subject=f"suite:{suite.slug}", by=by, details=dict(opened))
    return opened


def _store(
    suite: Suite, subject: Subject, policy: ReviewPolicy, slugs: Mapping[int, str], now: datetime
) -> int:
    found = list(subject.prepare(suite, policy))
    ids = new_ids(ReviewItem._meta.db_table, len(found))
    kind = subject.slug
    items = (
        (
            *(pk, suite.pk, one.scenario_id, kind, one.subject_id, one.rendering_id, one.label[:200]),
            *(one.place, one.form, one.wanted, ReviewStatus.OPEN.value, _json(one.content), False),
            *(Jsonb({}), one.author_id, now),
        )
        for pk, one in zip(ids, found, strict=True)
    )
    copy_rows(ReviewItem._meta.db_table, _ITEM_COLUMNS, items)
    slots = itertools.chain.from_iterable(
        _slot_rows(pk, suite, kind, one, weight_of(policy.weights, kind, slugs[one.scenario_id]))
        for pk, one in zip(ids, found, strict=True)
    )
    copy_rows(Slot._meta.db_table, _SLOT_COLUMNS, slots)
    return len(found)


def _slot_rows(pk: int, suite: Suite, kind: str, one: Prepared, weight: int) -> Iterable[tuple[Any, ...]]:
    for n in range(1, one.wanted + 1):
        yield (pk, n, suite.pk, kind, one.place, one.priority + weight, "free")


def _json(content: Mapping[str, Any]) -> Jsonb:
    return Jsonb(dict(content), dumps=DjangoJSONEncoder(ensure_ascii=False).encode)


def weight_of(weights: Mapping[str, int], kind: str, scenario: str) -> int:
    """What a policy adds to the priority of a slot of this kind and scenario."""
    return int(weights.get(f"kind:{kind}", 0)) + int(weights.get(f"scenario:{scenario}", 0))


@transaction.atomic
def set_policy(*, suite: Suite, by: User | None, **changes: Any) -> ReviewPolicy:
    """Change how the suite is reviewed. Shares and numbers of judges hold for items opened from now on,
    weights at once for every slot, in one update for each weight that changed.

    Raises ``FormRefusedError`` for a setting that there is not, or that is out of its range.
    """
    policy_of(suite)
    policy = ReviewPolicy.objects.select_for_update().get(suite=suite)
    _check_changes(suite, changes)
    before = {name: getattr(policy, name) for name in changes}
    if "weights" in changes:
        _reweigh(suite, policy.weights, changes["weights"])
    for name, value in changes.items():
        setattr(policy, name, value)
    policy.save()
    details = {
        name: {"from": before[name], "to": value} for name, value in changes.items() if before[name] != value
    }
    if details:
        audit.record(action="review.policy_set", subject=f"suite:{suite.slug}", by=by, details=details)
    return policy


def _check_changes(suite: Suite, changes: Mapping[str, Any]) -> None:
    wrong = {name: gettext("There is no such setting.") for name in changes if name not in _CHANGEABLE}
    for name, allowed in _RANGES.items():
        value = changes.get(name, allowed[0])
        if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
            wrong[name] = gettext("A whole number from %(least)s to %(most)s.") % {
                "least": allowed[0],
                "most": allowed[-1],
            }
    if "weights" in changes and (fault := _fault_of_weights(suite, changes["weights"])):
        wrong["weights"] = fault
    if wrong:
        raise FormRefusedError(wrong)


def _fault_of_weights(suite: Suite, weights: Any) -> str:
    if not isinstance(weights, dict):
        return gettext("Weights are an object of whole numbers.")
    known = {f"kind:{kind}" for kind in all_subjects()}
    known |= {f"scenario:{slug}" for slug in suite.scenarios.values_list("slug", flat=True)}
    for name, value in weights.items():
        if name not in known:
            return gettext("%(name)s is neither a kind nor a scenario of this suite.") % {"name": repr(name)}
        if not isinstance(value, int) or isinstance(value, bool) or value not in _WEIGHTS:
            return gettext("%(name)s: a whole number from %(least)s to %(most)s.") % {
                "name": name,
                "least": _WEIGHTS[0],
                "most": _WEIGHTS[-1],
            }
    return ""


def _reweigh(suite: Suite, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    for name in {*before, *after}:
        change = after.get(name, 0) - before.get(name, 0)
        of, _, slug = name.partition(":")
        where = {"kind": slug} if of == "kind" else {"item__scenario__slug": slug}
        if change:
            Slot.objects.filter(suite=suite, **where).update(priority=F("priority") + change)


@transaction.atomic
def add_judges(*, item: ReviewItem, by: User | None, now: datetime) -> Slot:
    """One more person is to judge the item: k grows by one and, if it was settled, it is in review again.

    Raises ``ReviewStateError`` for a check item, and for one that was adjudicated or withdrawn.
    """
    item = holding.locked_item(item.pk)
    if item.is_check or item.status == states.WITHDRAWN:
        raise ReviewStateError(
            gettext("%(item)s takes no more judges: it is %(state)s.")
            % {"item": item, "state": item.get_status_display()}
        )
    if Adjudication.objects.filter(item=item, is_current=True).exists():
        raise ReviewStateError(
            gettext("%(item)s was adjudicated: the decision stands over its verdicts.") % {"item": item}
        )
    if item.status not in (states.OPEN, states.IN_REVIEW):
        transitions.move(
            item=item, after=states.IN_REVIEW, by=by, now=now, note=gettext_noop("one more judge is asked")
        )
    last = item.slots.order_by("-n").first()
    item.wanted += 1
    item.save(update_fields=["wanted"])
    audit.record(
        action="review.judge_added",
        subject=f"suite:{item.suite.slug}",
        by=by,
        details={"item": item.pk, "label": item.label, "wanted": item.wanted},
    )
    return Slot.objects.create(
        item=item,
        n=(last.n if last else 0) + 1,
        suite=item.suite,
        kind=item.kind,
        place=item.place,
        priority=last.priority if last else 0,
    )
