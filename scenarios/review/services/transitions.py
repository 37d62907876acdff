"""Moving items and texts from state to state, each move on record (spec 6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.models import Rendering, ReviewItem, Transition
from scenarios.review import states
from scenarios.review.exceptions import ReviewStateError

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: States that only items have: their texts keep the state they are in.
_ITEMS_ALONE = frozenset({states.OPEN, states.WITHDRAWN})


@transaction.atomic
def move(*, item: ReviewItem, after: str, by: User | None, now: datetime, note: str = "") -> None:
    """Bring an item, and the text that it is about, into a state, with one ``Transition``.

    A check item leaves its text alone. Raises ``ReviewStateError`` where the state may not follow.
    """
    move_along(item=item, path=(after,), by=by, now=now, note=note)


def move_along(
    *, item: ReviewItem, path: Sequence[str], by: User | None, now: datetime, note: str = ""
) -> None:
    """Bring an item through the states of ``path``, one ``Transition`` each: as ``move`` one after the other,
    in three writes at most, within the caller's transaction. The note stands with the last."""
    text = None if item.is_check else item.rendering
    rows, at = [], item.status
    words = text.status if text is not None else ""
    for number, after in enumerate(path, start=1):
        before = words or at
        _check(states.ITEM, at, after, item)
        if text is not None and after not in _ITEMS_ALONE and words != after:
            _check(states.TEXT, words, after, item)
            words = after
        at = after
        said = note if number == len(path) else ""
        rows.append(_row(item=item, text=text, before=before, after=after, by=by, now=now, note=said))
    item.status = at
    ReviewItem.objects.filter(pk=item.pk).update(status=at)
    if text is not None and words != text.status:
        text.status = words
        Rendering.objects.filter(pk=text.pk).update(status=words)
    Transition.objects.bulk_create(rows)


@transaction.atomic
def move_text(*, rendering: Rendering, after: str, by: User | None, now: datetime, note: str = "") -> None:
    """Bring a text alone into a state. Raises ``ReviewStateError`` where the state may not follow."""
    _check(states.TEXT, rendering.status, after, rendering)
    row = _row(item=None, text=rendering, before=rendering.status, after=after, by=by, now=now, note=note)
    rendering.status = after
    Rendering.objects.filter(pk=rendering.pk).update(status=after)
    row.save(force_insert=True)


@transaction.atomic
def move_all(*, items: Iterable[ReviewItem], after: str, by: User | None, now: datetime, note: str) -> None:
    """``move`` for many items with their texts, in a few writes however many there are. The items' texts are
    to be loaded. Raises ``ReviewStateError`` for the first that may not be moved; nothing is moved then."""
    rows, moved, texts = [], [], []
    for item in items:
        text = None if item.is_check else item.rendering
        _check(states.ITEM, item.status, after, item)
        before = text.status if text is not None else item.status
        if text is not None and after not in _ITEMS_ALONE and text.status != after:
            _check(states.TEXT, text.status, after, item)
            text.status = after
            texts.append(text.pk)
        item.status = after
        moved.append(item.pk)
        rows.append(_row(item=item, text=text, before=before, after=after, by=by, now=now, note=note))
    ReviewItem.objects.filter(pk__in=moved).update(status=after)
    Rendering.objects.filter(pk__in=texts).update(status=after)
    Transition.objects.bulk_create(rows, batch_size=1000)


def _check(table: object, before: str, after: str, of: object) -> None:
    try:
        states.check(table, before, after)  # type: ignore[arg-type]  # one of the two tables
    except states.TransitionError as error:
        raise ReviewStateError(f"{of}: {error}.") from error


def _row(
    *,
    item: ReviewItem | None,
    text: Rendering | None,
    before: str,
    after: str,
    by: User | None,
    now: datetime,
    note: str,
) -> Transition:
    name = by.username if by else ""
    return Transition(item=item, rendering=text, at=now, by=name, before=before, after=after, note=note)
