"""Checkpoints and the choice of tracked queries (spec 8.1)."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from benchmark.scoring.maintenance import ChangeClass
from probes.diagnosis.tracking import (
    Candidate,
    checkpoints,
    choose,
    is_asked_by_name,
)

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
E, I = ChangeClass.EXPLICIT, ChangeClass.IMPLICIT  # noqa: E741 (as the paper's table has it)


def day(number: int, **more: int) -> datetime:
    return START + timedelta(days=number, **more)


def pool(prefix: str, n: int, *changes: ChangeClass, known: bool = True, family: str = "") -> list[Candidate]:
    """``n`` candidates of distinct goals that change alike; two families unless one is named."""
    return [
        Candidate(f"{prefix}{k:03}", (prefix, k), family or f"f{k % 2}", known, changes) for k in range(n)
    ]


# -------------------------------------------------------------------------------- checkpoints
def test_checkpoints_are_quantiles_of_the_events() -> None:
    times = [day(number) for number in range(1, 13)]
    assert checkpoints(times) == tuple(day(number) for number in (2, 4, 6, 8, 10, 12))
    assert checkpoints(reversed(times), 2) == (day(6), day(12))
    assert checkpoints(times, 1) == (day(12),)


def test_they_are_spread_over_events_and_not_over_time() -> None:
    times = [day(0, minutes=number) for number in range(10)] + [day(300), day(301)]
    assert checkpoints(times) == (*(day(0, minutes=minute) for minute in (1, 3, 5, 7, 9)), day(301))


def test_a_checkpoint_is_the_next_whole_minute() -> None:
    times = [day(1), day(2, seconds=1), day(3, seconds=59, microseconds=7)]
    assert checkpoints(times, 3) == (day(1), day(2, minutes=1), day(3, minutes=1))


def test_every_event_at_a_quantile_is_in() -> None:
    rng = random.Random(3)
    for _ in range(200):
        times = [day(0, seconds=rng.randrange(900_000)) for _ in range(rng.randint(1, 40))]
        count = rng.randint(1, 8)
        found = checkpoints(times, count)
        assert list(found) == sorted(set(found))
        assert len(found) <= count
        assert max(times) <= found[-1] < max(times) + timedelta(minutes=1)
        for number, at in enumerate(found, 1):
            assert (at.second, at.microsecond) == (0, 0)
            assert sum(t <= at for t in times) * count >= len(times) * number


def test_events_of_one_minute_share_a_checkpoint() -> None:
    assert checkpoints([day(1), day(1), day(1, seconds=20), day(2)], 4) == (day(1), day(1, minutes=1), day(2))
    assert checkpoints([]) == ()
    with pytest.raises(ValueError, match="at least one"):
        checkpoints([day(1)], 0)


# -------------------------------------------------------------------------------- who may be tracked
@pytest.mark.parametrize(
    ("target", "asked"),
    [
        ({"form": "dest", "refs": {"trip": {"kind": "id"}}}, True),
        ({"form": "anyone", "refs": {}}, True),
        ({"form": "dest", "refs": {"trip": {"kind": "id"}, "person": {"kind": "role"}}}, False),
        ({"refs": {"trip": {"kind": "id"}}}, False),
        ({}, False),
    ],
)
def test_only_targets_by_name(target: dict[str, Any], asked: bool) -> None:
    assert is_asked_by_name(target) is asked


# -------------------------------------------------------------------------------- the choice
def test_a_rich_scenario_meets_every_quota() -> None:
    found = choose([*pool("a", 30, E), *pool("b", 30, I, I), *pool("c", 60)], seed=1)
    assert len(found.chosen) == 20
    assert found.changing == 12
    assert found.unmet == ()
    assert 1 / 3 <= found.explicit / found.implicit <= 3
    assert found.candidates == 120


def test_the_same_seed_gives_the_same_whatever_the_order() -> None:
    candidates = [*pool("a", 30, E), *pool("b", 30, I), *pool("c", 60)]
    shuffled = random.Random(5).sample(candidates, len(candidates))
    assert choose(candidates, seed=4) == choose(shuffled, seed=4)
    assert choose(candidates, seed=4) != choose(candidates, seed=5)


def test_goals_are_distinct() -> None:
    twice = [*pool("a", 8, E), *(Candidate(f"z{k}", ("a", k), "f0", True, (E,)) for k in range(8))]
    found = choose(twice, seed=1)
    assert [one.id for one in found.chosen] == [f"a{k:03}" for k in range(8)]


def test_families_take_turns() -> None:
    candidates = [*pool("a", 90, family="closure"), *pool("b", 5, family="rules")]
    found = choose(candidates, count=10, seed=2)
    assert sum(one.family == "rules" for one in found.chosen) == 5


def test_few_explicit_changes_bound_the_implicit_ones() -> None:
    """Two explicit changes carry six implicit ones: eight of 20 change, which is two fifths."""
    found = choose([*pool("a", 2, E), *pool("b", 50, I), *pool("c", 50)], seed=1)
    assert (found.explicit, found.implicit, found.changing) == (2, 6, 8)
    assert found.unmet == ()


def test_the_share_of_changing_queries_comes_before_the_balance() -> None:
    found = choose([*pool("b", 50, I), *pool("c", 50)], seed=1)
    assert (found.changing, len(found.chosen)) == (8, 20)
    assert found.unmet == ("0 explicit against 8 implicit changes, beyond 1 to 3",)


def test_what_a_scenario_lacks_is_said() -> None:
    quiet = choose([*pool("a", 1, E), *pool("b", 1, I), *pool("c", 30)], seed=1)
    assert (quiet.changing, len(quiet.chosen)) == (2, 20)
    assert quiet.unmet == ("2 of 20 tracked queries change, fewer than two fifths",)
    small = choose([*pool("a", 2, E), *pool("b", 2, I)], seed=1)
    assert (len(small.chosen), small.unmet) == (
        4,
        ("4 of 20 queries tracked: there are no more that can be",),
    )
    assert choose([], seed=1).unmet == ("0 of 20 queries tracked: there are no more that can be",)


def test_restless_scenarios_are_filled_with_changing_queries() -> None:
    found = choose([*pool("a", 20, E), *pool("b", 20, I), *pool("c", 2)], seed=1)
    assert (found.changing, len(found.chosen)) == (18, 20)
    assert found.explicit == found.implicit == 9


def test_queries_that_are_never_known_come_last() -> None:
    candidates = [*pool("a", 4, E), *pool("b", 4, I), *pool("c", 9), *pool("n", 50, known=False)]
    assert sum(not one.known for one in choose(candidates, seed=3).chosen) == 20 - 8 - 9


def test_quotas_hold_wherever_they_can() -> None:
    """Drawn pools with enough of each kind: nothing is left unmet."""
    rng = random.Random(11)
    for number in range(150):
        candidates = [
            *pool("a", rng.randint(12, 40), E),
            *pool("b", rng.randint(12, 40), *[I] * rng.randint(1, 3)),
            *pool("m", rng.randint(0, 9), E, I, I),
            *pool("c", rng.randint(12, 40)),
        ]
        found = choose(candidates, seed=number)
        assert found.unmet == ()
        assert len({one.goal for one in found.chosen}) == 20
