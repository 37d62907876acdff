"""What the worlds of TripOps have beside all others: long years, dates in order, accents (spec 4.8)."""

from __future__ import annotations

from collections import Counter

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.history import Op
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.targets import UNKNOWN, ZERO, Cell
from tests.factories.worlds import CONFIGS, large, made, planned

LARGE = large("tripops")
MADE = [*((slug, 7) for slug in LARGE), *(("mini-trip", seed) for seed in (7, 8, 9))]


def test_long_years_are_asked_of_more_often_than_empty_ones() -> None:
    world = made("trip-1-ledger").world
    assert world.planned is not None
    asked = Counter(tuple(sorted(args.items())) for args in world.arguments["number_abroad"])

    assert asked[tuple(sorted(world.planned[1].items()))] == max(asked.values()) > min(asked.values()) == 1


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_a_trip_begins_in_its_year_and_behind_the_last_word_on_it(slug: str, seed: int) -> None:
    events = made(slug, seed).events
    files = {action.key[0]: event for event in events for action in event.actions if action.pred == "starts"}
    for event in events:
        for action in event.actions:
            if action.pred == "trip" and action.member and action.op == Op.MEMBER:
                starts = _value(event, "starts")
                assert starts[:4] == action.key[1]
                assert _value(event, "ends") >= starts
            if action.pred == "booking" and action.as_of == action.t and event.kind == "record":
                assert _value(files[action.key[0]], "starts") > event.t.date().isoformat()


def _value(event: EventSpec, pred: str) -> str:
    """The value that an event gives to the one key of a predicate."""
    (value,) = (action.value for action in event.actions if action.pred == pred)
    assert value is not None
    return value


def test_short_cells_bring_more_matter_for_them() -> None:
    config = CONFIGS["trip-3-reorg"]
    plain = made(config.slug).world
    empty, open_ends = _templates(config, {("set_quant", ZERO)}), _templates(config, {("rules", UNKNOWN)})
    templates = Counter(event.template for event in plain.events)

    assert empty["yearly_record_empty"] > templates["yearly_record_empty"]
    closings = ("yearly_record", "expense_list_closed", "expense_list_empty")
    assert sum(open_ends[one] for one in closings) < sum(templates[one] for one in closings)


def _templates(config: ScenarioConfig, short: set[Cell]) -> Counter[str]:
    world = planned(config, short=frozenset(short))
    return Counter(event.template for event in world.events)


def test_the_accents_differ() -> None:
    templates = {slug: Counter(event.template for event in made(slug).world.events) for slug in LARGE}

    def most(*kinds: str) -> str:
        return max(LARGE, key=lambda slug: sum(templates[slug][kind] for kind in kinds))

    assert most("trip_opened") == "trip-1-ledger"
    assert most("cap_notice", "cap_replaced", "waiver_given", "waiver_ended") == "trip-2-policy"
    assert most("hr_card", "line_changed", "desk_moved") == "trip-3-reorg"
    assert most("booking_moved", "booking_dropped", "trip_dates_moved") == "trip-4-churn"
