"""The worlds of the domains: they fit their room, read back, and hold what the quotas ask for (spec 5.3)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from scenarios.datalog.reference import answer
from scenarios.generators.derive.targets import Cell
from scenarios.rendering.checks import record_checks
from scenarios.rendering.virtualization import within_one_edit
from scenarios.services.history_lints import lint_history
from tests.factories.worlds import CONFIGS, SMALL, large, made, made_of, planned

LARGE = large()
#: Every configuration, and the small ones from other seeds too.
MADE = [*((slug, 7) for slug in CONFIGS), *((slug, seed) for slug in SMALL for seed in (8, 9))]
WITH_FACTS = ("D2", "D3", "D4", "D8", "D9")
#: The one query of a domain whose witness has a size that was planned.
PLANNED = {"trip-1-ledger": 69, "shop-2-returns": 31, "edu-1-audit": 20}


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_the_room_is_used(slug: str, seed: int) -> None:
    found = made(slug, seed)

    assert 0.9 * found.room <= len(found.world.events) <= found.room


@pytest.mark.parametrize("events", [50, 120, 900])
@pytest.mark.parametrize("slug", SMALL)
def test_histories_of_other_sizes_fit_their_room(slug: str, events: int) -> None:
    found = made_of(replace(CONFIGS[slug], n_events=events), 3)

    assert 0.9 * found.room <= len(found.world.events) <= found.room
    assert lint_history(slug, found.events, authored=True)[1:] == ([], [])


@pytest.mark.parametrize(
    ("slug", "size"),
    [
        *(("trip-1-ledger", size) for size in (1, 5, 12, 33)),
        *(("shop-2-returns", size) for size in (1, 7, 14)),
        *(("edu-1-audit", size) for size in (2, 7, 11, 12, 13)),
    ],
)
def test_a_planned_witness_may_have_any_size(slug: str, size: int) -> None:
    assert made_of(replace(CONFIGS[slug], planned_witness=size), 5).planned_size(0.95) == size


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_no_event_contradicts_an_earlier_one(slug: str, seed: int) -> None:
    _, problems, findings = lint_history(slug, made(slug, seed).events, authored=True)

    assert (problems, findings) == ([], [])


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_every_record_reads_back_to_its_actions(slug: str, seed: int) -> None:
    found = made(slug, seed)
    results = [result for event in found.events for result in record_checks(found.domain, event)]

    assert [result for result in results if not result.passed] == []
    assert {result.code for result in results} >= {"K1", "K5", "K7"}


@pytest.mark.parametrize("seed", [7, 8, 9])
@pytest.mark.parametrize("slug", PLANNED)
def test_the_planned_query_has_a_witness_of_exactly_its_size(slug: str, seed: int) -> None:
    found = made(slug, seed)

    assert [found.planned_size(share) for share in (0.91, 0.95, 1.0)] == [PLANNED[slug]] * 3


def test_only_one_scenario_of_a_domain_plans_a_witness() -> None:
    assert [slug for slug in CONFIGS if made(slug).world.planned] == list(PLANNED)


@pytest.mark.parametrize("slug", CONFIGS)
def test_every_form_can_be_asked(slug: str) -> None:
    domain, arguments = made(slug).domain, made(slug).world.arguments
    plain = {one.slug for one in domain.question_templates if not one.version and not one.reference}

    assert {form for form, choices in arguments.items() if choices} == plain
    for form, choices in arguments.items():
        slots = set(domain.question(form).kinds)
        assert all(set(args) == slots for args in choices)
        if domain.slug != "tripops":  # where long years are asked of more often than others, on purpose
            assert len({tuple(sorted(args.items())) for args in choices}) == len(choices)


@pytest.mark.parametrize("slug", LARGE)
def test_the_same_brief_gives_the_same_world(slug: str) -> None:
    assert planned(CONFIGS[slug]) == made(slug).world


@pytest.mark.parametrize("slug", SMALL)
def test_another_seed_gives_another_world(slug: str) -> None:
    assert made(slug, 7).world.events != made(slug, 8).world.events


@pytest.mark.parametrize("slug", LARGE)
def test_all_kinds_of_distractors_with_facts_occur(slug: str) -> None:
    found = made(slug)
    kinds = Counter(event.distractor for event in found.world.events if event.distractor)

    assert set(kinds) == set(WITH_FACTS)
    for kind in ("D2", "D4", "D8", "D9"):
        assert kinds[kind] == round(found.config.distractor_rate[kind] * found.config.n_events)


@pytest.mark.parametrize("slug", LARGE)
def test_near_names_stand_one_edit_from_those_asked_about_and_are_not_asked_about(slug: str) -> None:
    world = made(slug).world
    asked = {value for choices in world.arguments.values() for args in choices for value in args.values()}
    names = [name for members in world.cast.by_type.values() for name in members]
    near = [one for one in names if any(one != other and within_one_edit(one, other) for other in names)]

    twins = [one for one in near if one not in asked]

    assert len(twins) >= 5
    assert all(any(within_one_edit(twin, model) for model in near if model != twin) for twin in twins)


@pytest.mark.parametrize("slug", CONFIGS)
def test_a_sample_of_questions_covers_every_cell_of_the_quotas(slug: str) -> None:
    found, rng = made(slug), random.Random(slug)
    wanted = {cell for cell, count in found.config.quotas.items() if count}
    seen: set[Cell] = set()
    history = found.history
    for _ in range(40):
        for form, choices in found.world.arguments.items():
            template = found.domain.question(form)
            if template.family not in {family for family, _ in wanted - seen}:
                continue
            cutoff = found.cutoff(rng.uniform(0.5, 1.0))
            gold = answer(found.program, history, template.goal(rng.choice(choices)), cutoff)
            seen.add((template.family, gold.label))
        if seen >= wanted:
            break

    assert wanted - seen == set()
