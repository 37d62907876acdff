"""Random histories: resolving at a cutoff is resolving what was visible then (AC-1.6), by rank alone."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.datalog.history import TOMBSTONES, ActionRecord, History, Op
from scenarios.datalog.resolution import asserted, effective, resolve
from tests.factories.small_histories import rough_history

RANDOM = st.integers(0, 2**32).map(random.Random)


@settings(max_examples=150, deadline=None)
@given(RANDOM)
def test_resolving_at_a_cutoff_equals_resolving_the_sub_history(rng: random.Random) -> None:
    writer = rough_history(rng)
    end = writer.cutoffs(1)[-1]
    for cutoff in writer.cutoffs(4):
        sub_history = History.of(action for action in writer.history.actions if action.t <= cutoff)
        late = resolve(sub_history, max(end, cutoff))
        assert resolve(writer.history, cutoff).by_key == late.by_key


@settings(max_examples=150, deadline=None)
@given(RANDOM)
def test_the_order_of_rows_does_not_matter(rng: random.Random) -> None:
    writer = rough_history(rng)
    rows = list(writer.history.actions)
    rng.shuffle(rows)
    end = writer.cutoffs(1)[-1]
    assert resolve(History(tuple(rows)), end).by_key == resolve(writer.history, end).by_key


def breaks(later: ActionRecord, action: ActionRecord) -> bool:
    """Whether an action of higher rank ends what ``action`` asserts (spec 1.4)."""
    confirming = later.op in (Op.ASSERT, Op.MEMBER, Op.RULE) and action.op not in TOMBSTONES
    return not (confirming and asserted(later) == asserted(action))


@settings(max_examples=150, deadline=None)
@given(RANDOM)
def test_an_action_asserts_the_current_version_iff_nothing_of_higher_rank_breaks_it(
    rng: random.Random,
) -> None:
    writer = rough_history(rng)
    for cutoff in writer.cutoffs(3):
        resolved = resolve(writer.history, cutoff)
        visible = list(effective(writer.history.visible(cutoff)))
        for action in visible:
            later = [
                other
                for other in visible
                if other.version_key == action.version_key and other.rank > action.rank
            ]
            current = resolved.current(action.version_key)
            assert current is not None
            asserts = action in current.actions
            assert asserts is (not any(breaks(other, action) for other in later))
