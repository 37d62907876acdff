"""What a suite states of its verification, kept true while verdicts come in (spec 6.5).

Counting all texts of a suite for each verdict would slow every submission, so it is counted only where the
statement can have changed: when a text of a suite that states something stops or begins being verified.
"""

from __future__ import annotations

from scenarios.models import ReviewItem, Suite
from scenarios.review import states
from scenarios.services import verification

_STATES_NOTHING = Suite.Verification.NONE


def after_settling(*, item: ReviewItem, outcome: str) -> None:
    """An item was settled. A suite that states that people verified a sample says so still with one more
    text, until nothing else waits; one that states all is counted again where a text was rejected."""
    suite = item.suite
    if suite.verification == _STATES_NOTHING:
        return
    full = suite.verification == Suite.Verification.FULL
    if full == (outcome == states.REJECTED) and (full or not _anything_waits(item)):
        _restate(suite)


def after_reopening(*, item: ReviewItem, before: str) -> None:
    """A settled item is in review again: what was verified is not any more."""
    if before == states.VERIFIED and item.suite.verification != _STATES_NOTHING:
        _restate(item.suite)


def _restate(suite: Suite) -> None:
    """Whoever edits or releases the suite just now holds it, and may wait for the item that we hold: what it
    states is then left to the release, which counts again."""
    free = Suite.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=suite.pk)
    if free.order_by().values_list("pk"):
        verification.restate(suite=suite)


def _anything_waits(item: ReviewItem) -> bool:
    others = ReviewItem.objects.filter(suite=item.suite_id, is_check=False, status__in=states.UNSETTLED)
    return others.exists()
