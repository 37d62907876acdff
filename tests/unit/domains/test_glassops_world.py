"""The world of GlassOps: scenarios of several sizes and seeds pass every gate, and use what there is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.domains import registry
from scenarios.generators.derive import batch
from scenarios.generators.derive.building import Built, build_scenario
from scenarios.generators.derive.config_files import read
from scenarios.generators.derive.gates import all_checks
from scenarios.generators.derive.talk import TALK
from scenarios.generators.derive.world import Brief, Streams, World
from tests.factories.own_suite import LABELS, OWN

(CONFIG,) = read(OWN).scenarios
DOMAIN = registry.get("glassops")
FACTS = {template.slug for template in DOMAIN.templates if template.actions}


@cache
def built(seed: int, n_events: int = 60) -> Built:
    config = replace(CONFIG, n_events=n_events)
    return build_scenario(config, seed=seed, suite="own", evaluate=batch.reference)


def world(seed: int, room: int, **more: object) -> World:
    plan = registry.world_of("glassops")
    found = plan(Brief(DOMAIN, CONFIG, room, seed, Streams(f"own/{seed}"), **more))  # type: ignore[arg-type]
    assert isinstance(found, World)
    return found


@pytest.mark.parametrize(("seed", "n_events"), [(7, 60), (8, 60), (9, 60), (7, 40), (7, 160)])
def test_scenarios_meet_their_quotas_and_pass_every_gate(seed: int, n_events: int) -> None:
    scenario = built(seed, n_events).scenario
    assert len(scenario.events) == n_events
    assert Counter(str(query.expected.label) for query in scenario.queries if query.expected) == LABELS
    cells = Counter((query.family, query.expected.label) for query in scenario.queries if query.expected)
    assert cells == dict(CONFIG.quotas)
    requests = tuple(batch.Request(query.goal, query.cutoff) for query in scenario.queries)
    derivations = [one.derivation for one in batch.reference(batch.Batch(scenario, requests))]
    assert [result for result in all_checks(DOMAIN, scenario, derivations) if not result.passed] == []


def test_one_seed_gives_one_scenario() -> None:
    again = build_scenario(CONFIG, seed=7, suite="own", evaluate=batch.reference)
    assert repr(again.scenario) == repr(built(7).scenario)
    assert repr(built(8).scenario) != repr(again.scenario)


@pytest.mark.parametrize("room", [38, 42, 60, 110, 300])
def test_a_world_keeps_to_its_room_and_names_what_it_asks_of(room: int) -> None:
    found = world(7, room)
    assert len(found.events) <= room
    names = {name for members in found.cast.by_type.values() for name in members}
    asked = {value for choices in found.arguments.values() for args in choices for value in args.values()}
    assert asked <= names
    plain = {form.slug for form in DOMAIN.question_templates if not form.version and not form.reference}
    assert set(found.arguments) == plain


def test_large_histories_have_records_of_every_kind() -> None:
    used = {event.template for seed in range(4) for event in world(seed, 300).events}
    assert used == FACTS
    kinds = {event.distractor_kind for event in built(7, 160).scenario.events}
    assert kinds >= {*TALK, "D3", "D9"}


def test_where_unknowns_were_short_another_house_stays_open() -> None:
    def closed(found: World) -> int:
        return sum(event.template == "beds_closed" for event in found.events)

    short = frozenset({("rules", Answerability.UNKNOWN)})
    assert closed(world(7, 60, short=short)) == closed(world(7, 60)) - 1
    assert closed(world(7, 60, short=frozenset({("rules", Answerability.ANSWERABLE)}))) == closed(
        world(7, 60)
    )
