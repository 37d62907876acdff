"""What is asked of a draft: arguments in rounds, cutoffs by policy, other versions (spec 5.1, 5.3)."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.domains import registry
from scenarios.generators.derive.config import TauPolicy
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.proposals import Proposer, cutoff_of
from scenarios.generators.derive.world import World
from scenarios.rendering.patterns import EventRef, asserts, expand, revises

TRIPOPS = registry.get("tripops")
START = datetime(2031, 1, 1, 9, tzinfo=UTC)


def event(day, *patterns):
    at = EventRef(f"e{day:04d}", START + timedelta(days=day), day)
    return EventSpec(at.id, at.t, day, "Words.", expand(patterns, {}, at))


def draft(*events):
    return ScenarioSpec("s", "S", "tripops", 1, TRIPOPS.program_text, events, ())


def proposer(arguments, *events, seed=1):
    world = World(Cast({}, "2031"), (), arguments)
    return Proposer(TRIPOPS, world, draft(*events), TauPolicy(), random.Random(seed))


def booking(trip, hotel, op=asserts):
    return op("booking", trip, value=hotel)


BOOKED = (
    event(1, booking("Tamur", "Norock")),
    event(2, booking("Ostix", "Lunorne")),
    event(3, booking("Tamur", "Feiock", revises)),
    event(9, booking("Tamur", "Norock", revises)),
    *(event(day, asserts("purpose", f"T{day}", value="private")) for day in range(20, 60)),
)
ARGUMENTS = {"current_lodging": ({"trip": "Tamur"}, {"trip": "Ostix"})}


def test_cutoffs_follow_the_policy_and_lie_before_the_next_event():
    events, rng = [event(day) for day in range(60)], random.Random(3)
    times = [one.t for one in events]
    drawn = [cutoff_of(events, TauPolicy(), rng) for _ in range(3000)]
    assert sum(one >= times[45] for one in drawn) / 3000 == pytest.approx(0.6, abs=0.04)
    assert sum(times[30] <= one < times[45] for one in drawn) / 3000 == pytest.approx(0.3, abs=0.04)
    assert sum(one in times for one in drawn) / 3000 == pytest.approx(0.1, abs=0.03)
    assert min(drawn) >= times[18]
    assert max(drawn) < times[-1] + timedelta(hours=12)
    assert all(not one.second and not one.microsecond for one in drawn)


def test_forms_of_other_versions_are_asked_of_what_current_values_are_asked_of():
    forms = proposer(ARGUMENTS, *BOOKED).forms
    assert set(forms) == {"current_lodging", "past_lodging", "previous_lodging", "later_lodging"}
    assert forms["past_lodging"] == forms["previous_lodging"] == list(ARGUMENTS["current_lodging"])
    assert forms["later_lodging"] == [{"first": "Tamur", "second": "Ostix"}]


def test_arguments_come_round_before_any_is_asked_again():
    one = proposer({"current_departure": tuple({"trip": f"T{n}"} for n in range(5))}, *BOOKED)
    asked = [one.propose("current_departure").args["trip"] for _ in range(10)]
    assert sorted(asked[:5]) == sorted(asked[5:]) == [f"T{n}" for n in range(5)]


def test_a_past_day_ends_before_the_cutoff():
    one = proposer(ARGUMENTS, *BOOKED)
    found = [one.propose("past_lodging") for _ in range(60)]
    assert all(proposal.args["day"] < proposal.cutoff.date().isoformat() for proposal in found)
    assert len({proposal.args["day"] for proposal in found}) > 10
    first = replace(one, draft=draft(BOOKED[0]))
    assert first.propose("past_lodging") is None


def test_a_previous_value_is_asked_for_only_where_it_tells_its_version():
    """Norock, Feiock, Norock: before the latest change stands Feiock, which no earlier version has."""
    found = [proposer(ARGUMENTS, *BOOKED, seed=seed).propose("previous_lodging") for seed in range(30)]
    assert all(found)
    again = (*BOOKED[:4], event(10, booking("Tamur", "Lunorne", revises)), *BOOKED[4:])
    args = {"current_lodging": ({"trip": "Tamur"},)}
    # Norock, Feiock, Norock, Lunorne: the previous value stood before as well
    assert proposer(args, *again).propose("previous_lodging") is None


def test_what_one_record_settled_both_of_is_not_asked_for_the_later():
    both = (event(1, booking("Tamur", "Norock"), booking("Ostix", "Norock")), *BOOKED[4:])
    assert proposer(ARGUMENTS, *both).propose("later_lodging") is None
    assert proposer(ARGUMENTS, *BOOKED).propose("later_lodging").args == {"first": "Tamur", "second": "Ostix"}
