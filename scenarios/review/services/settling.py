"""Settling items: agreed, disputed, decided (spec 6.5).

Once all who are wanted have judged an item, equal fields are agreed and any difference is a dispute; one
verdict is agreed where one is asked for. What follows for the subject happens in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext

from benchmark.floor.audit.services import records as audit
from scenarios.models import Adjudication, ReviewItem, Verdict
from scenarios.models.compiled_query import STAND_IN, CompiledQuery
from scenarios.review import states
from scenarios.review.exceptions import FormRefusedError, NotForYouError, ReviewStateError
from scenarios.review.selectors import disputes
from scenarios.review.services import holding, restating, transitions
from scenarios.review.services.second_judging import second_judgment
from scenarios.review.subjects.base import Subject, subject_of
from scenarios.services import hook_news

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

__all__ = ["adjudicate", "reopen", "require_undecided", "second_judgment", "settle"]

#: States in which verdicts alone decide.
_OPEN = frozenset({states.OPEN, states.IN_REVIEW})


def settle(*, item: ReviewItem, by: User | None, now: datetime) -> str:
    """Settle an item that is held (``holding.locked_item``), if all who are wanted have judged it, within the
    caller's transaction; its state.

    An item that somebody decided, that is disputed or withdrawn is left as it is.
    """
    if item.status not in _OPEN:
        return item.status
    said = [fields for (fields,) in _STANDING.rows(item.pk)]
    if len(said) < item.wanted:
        return item.status
    begin = (states.IN_REVIEW,) if item.status == states.OPEN else ()
    subject = subject_of(item)
    if _differ(subject, item, said):
        transitions.move_along(item=item, path=(*begin, states.DISPUTED), by=by, now=now)
        return item.status
    outcome = subject.outcome(item, said[0])
    transitions.move_along(item=item, path=(*begin, states.AGREED, outcome), by=by, now=now)
    _follow(subject, item, outcome, by, now)
    return item.status


_STANDING: CompiledQuery[tuple[dict[str, str]]] = CompiledQuery(
    lambda item: Verdict.objects.filter(item=item, is_current=True).order_by("pk").values_list("fields"),
    STAND_IN,
)


def _differ(subject: Subject, item: ReviewItem, said: Sequence[Mapping[str, str]]) -> bool:
    """Whether two judges answered any field differently."""
    if len(said) < 2:
        return False
    names = [field.name for field in subject.fields(item)]
    first = [said[0].get(name) for name in names]
    return any([other.get(name) for name in names] != first for other in said[1:])


def _follow(subject: Subject, item: ReviewItem, outcome: str, by: User | None, now: datetime) -> None:
    """What a settled item brings about. A check item brings about nothing."""
    if item.is_check:
        return
    subject.decided(item, outcome, by=by, now=now)
    if item.rendering_id is not None:
        restating.after_settling(item=item, outcome=outcome)


@transaction.atomic
def adjudicate(
    *,
    item: ReviewItem,
    fields: Mapping[str, str],
    given: Mapping[str, Any],
    reason: str,
    key: Any,
    by: User,
    now: datetime,
) -> Adjudication:
    """Decide a dispute, or decide one anew. ``fields`` has every judged field of the item.

    Idempotent by ``key``. Raises ``FormRefusedError`` without a reason or with a field that has no such
    answer, ``NotForYouError`` for one of its judges or who worded it, ``ReviewStateError`` where the item is
    not disputed.
    """
    item = holding.locked_item(item.pk)
    form_key = holding.form_key(key)
    before = Adjudication.objects.filter(by=by, key=form_key).first()
    if before is not None:
        return before
    _may_decide(item, by)
    subject = subject_of(item)
    _check_decision(subject, item, fields, reason)
    outcome = subject.outcome(item, fields)
    last = Adjudication.objects.filter(item=item).aggregate(n=Max("version"))["n"] or 0
    Adjudication.objects.filter(item=item, is_current=True).update(is_current=False)
    decision = Adjudication.objects.create(
        item=item,
        by=by,
        version=last + 1,
        fields=dict(fields),
        given=dict(given),
        outcome=outcome,
        reason=reason.strip(),
        key=form_key,
        at=now,
    )
    path = (states.ADJUDICATED, outcome)
    transitions.move_along(item=item, path=path, by=by, now=now, note=decision.reason)
    holding.close_rest(item)
    audit.record(
        action="review.adjudicated",
        subject=f"suite:{item.suite.slug}",
        by=by,
        details={"item": item.pk, "label": item.label, "outcome": outcome, "version": decision.version},
    )
    hook_news.item_adjudicated(decision=decision, now=now)
    _follow(subject, item, outcome, by, now)
    return decision


def _may_decide(item: ReviewItem, by: User) -> None:
    decided = Adjudication.objects.filter(item=item, is_current=True).exists()
    if item.status != states.DISPUTED and not (decided and item.status in states.SETTLED):
        raise ReviewStateError(
            gettext("%(item)s is not disputed: it is %(state)s.")
            % {"item": item, "state": item.get_status_display()}
        )
    if decided and (why := disputes.rests_on(item)):
        raise ReviewStateError(why)
    if Verdict.objects.filter(item=item, person=by).exists():
        raise NotForYouError(gettext("You have judged this item, so somebody else decides it."))
    if item.author_id == by.pk:
        raise NotForYouError(gettext("You worded this item, so somebody else decides it."))


def _check_decision(subject: Subject, item: ReviewItem, fields: Mapping[str, str], reason: str) -> None:
    wrong = {} if reason.strip() else {"reason": gettext("A decision needs a reason: the judges read it.")}
    asked = {field.name: field for field in (*subject.fields(item), *subject.decision_fields(item))}
    judged = {field.name for field in subject.fields(item)}
    for name, field in asked.items():
        answers = {option.value for option in field.options}
        # A field without options takes any text; what no judge was asked may be left open.
        missing = name in judged and name not in fields
        if missing or (answers and fields.get(name, next(iter(answers))) not in answers):
            wrong[name] = gettext("%(question)s Choose one answer.") % {"question": field.asks}
    wrong |= {name: gettext("Nothing of this name is decided here.") for name in fields if name not in asked}
    if wrong:
        raise FormRefusedError(wrong)


def require_undecided(item: ReviewItem) -> None:
    """Raises ``ReviewStateError`` where somebody decided over the verdicts, or the item was withdrawn."""
    if item.status == states.WITHDRAWN:
        raise ReviewStateError(
            gettext("%(item)s was withdrawn; its verdicts stay as they are.") % {"item": item}
        )
    if Adjudication.objects.filter(item=item, is_current=True).exists():
        raise ReviewStateError(
            gettext("%(item)s was adjudicated; its verdicts stay as they are.") % {"item": item}
        )


def reopen(*, item: ReviewItem, by: User | None, now: datetime, note: str) -> None:
    """Put an item whose verdicts change back in review. Nothing happens to one that is there still."""
    if item.status in _OPEN or item.status == states.WITHDRAWN:
        return
    settled = item.status
    transitions.move(item=item, after=states.IN_REVIEW, by=by, now=now, note=note)
    if item.rendering_id is not None and not item.is_check:
        restating.after_reopening(item=item, before=settled)
