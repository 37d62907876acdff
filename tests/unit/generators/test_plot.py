"""A plot keeps to the knobs: lengths of chains, returning values, late records, dispersion (spec 5.1)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scenarios.generators.derive.config import ChainLengths, Dispersion
from scenarios.generators.derive.plan import DayOf
from scenarios.generators.derive.plot import LATE_RECORDS, LATE_REVISIONS, Plot
from scenarios.generators.derive.suites import DERIVE

CHURN = next(config for config in DERIVE.scenarios if config.slug == "trip-4-churn")


def plot(seed=1, **knobs):
    return Plot(replace(CHURN, **knobs), random.Random(seed))


def write(place, value):
    return ("made" if place == 0 else "moved", {"value": value})


def forward(value, day):
    return "forwarded", {"value": value, "as_of": day}


def confirm(value):
    return "confirmed", {"value": value}


def test_chains_are_as_long_as_the_configuration_says():
    one = plot(chain_len_dist=ChainLengths(2.8, 7))
    lengths = [one.versions() for _ in range(4000)]
    assert set(lengths) == set(range(1, 8))
    assert sum(lengths) / len(lengths) == pytest.approx(2.62, abs=0.12)  # the maximum cuts the mean of 2.8
    assert {plot(chain_len_dist=ChainLengths(1.0, 4)).versions() for _ in range(50)} == {1}


def test_neighbouring_values_differ_and_a_third_of_the_chains_come_back():
    one, back = plot(), 0
    for _ in range(1500):
        course = one.course(("a", "b", "c", "d", "e"), 4)
        assert all(x != y for x, y in zip(course, course[1:], strict=False))
        back += course[-1] in course[:-1]
    by_chance = 1 - (3 / 4) ** 2  # two of the three earlier ones are free to equal the last by themselves
    assert back / 1500 == pytest.approx(1 / 3 + 2 / 3 * by_chance, abs=0.08)
    assert plot().course(("a",), 5) == ["a"]
    assert plot().course(("a", "b"), 2) in (["a", "b"], ["b", "a"])


def test_a_chain_revises_in_order_and_only_once_confirms():
    one = plot(late_obsolete_rate=0.0, late_revision_rate=0.0, dup_assert_rate=1.0)
    names = one.chain(("a", "b", "c"), write, (0.1, 0.2), confirm=confirm)
    assert [(event.template, event.values["value"]) for event in one.events] == [
        ("made", "a"), ("moved", "b"), ("moved", "c"), ("confirmed", "c"),
    ]  # fmt: skip
    assert [event.after for event in one.events[1:3]] == [(names[0],), (names[1],)]
    assert one.events[3].after == tuple(names)


def test_a_forwarded_old_record_names_the_day_of_an_obsolete_version():
    one = plot(late_obsolete_rate=1.0, late_revision_rate=0.0)
    names = one.chain(("a", "b"), write, (0.1, 0.2), forward=forward, confirm=confirm)
    old = one.events[-1]
    assert (old.template, old.distractor, old.window) == ("forwarded", "D3", LATE_RECORDS)
    assert old.values == {"value": "a", "as_of": DayOf(names[0])}
    assert set(old.after) == set(names)
    alone = plot(late_obsolete_rate=1.0, late_revision_rate=0.0)
    alone.chain(("a",), write, (0.1, 0.2), forward=forward)
    assert [event.template for event in alone.events] == ["made"]


def test_a_late_revision_is_the_last_one():
    one = plot(late_obsolete_rate=0.0, late_revision_rate=1.0)
    one.chain(("a", "b", "c"), write, (0.1, 0.2))
    assert [event.window == LATE_REVISIONS for event in one.events] == [False, False, True]


@pytest.mark.parametrize(
    ("dispersion", "most"), [(Dispersion.LOW, 0.09), (Dispersion.MEDIUM, 0.5), (Dispersion.HIGH, 1.0)]
)
def test_the_events_of_a_witness_spread_by_dispersion(dispersion, most):
    windows = plot(dispersion=dispersion, n_events=454).spread(12)
    assert len(windows) == 12
    low, high = min(low for low, _ in windows), max(high for _, high in windows)
    assert high - low == pytest.approx(most, abs=0.02)
    assert 0 <= low < high <= 1
    if dispersion is Dispersion.HIGH:
        assert windows == [pytest.approx((place / 12, (place + 1) / 12)) for place in range(12)]


def test_days_follow_the_horizon():
    assert plot().day(0.0) == "2030-01-07"
    assert plot().day(1.0) == "2031-12-19"
