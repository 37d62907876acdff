"""The worlds of EduOps: they fit their room, read back, and hold what the quotas ask for (spec 5.3)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Program
from scenarios.domains.registry import get, world_of
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.draft import event_of
from scenarios.generators.derive.plan import PlannedEvent
from scenarios.generators.derive.suites import DERIVE, MINI
from scenarios.generators.derive.targets import UNKNOWN, ZERO, Cell
from scenarios.generators.derive.timeline import DatedEvent, place
from scenarios.generators.derive.world import Brief, Streams, World
from scenarios.rendering.checks import record_checks
from scenarios.rendering.virtualization import within_one_edit
from scenarios.services.history_lints import lint_history

EDUOPS = get("eduops")
CONFIGS = {one.slug: one for suite in (DERIVE, MINI) for one in suite.scenarios if one.domain == EDUOPS.slug}
LARGE = [slug for slug in CONFIGS if slug != "mini-edu"]
#: Every configuration, and the small one from other seeds too.
MADE = [*((slug, 7) for slug in CONFIGS), ("mini-edu", 8), ("mini-edu", 9)]
WITH_FACTS = ("D2", "D3", "D4", "D8", "D9")
SILENT = ("D1", "D5", "D6", "D7")


@dataclass(frozen=True)
class Made:
    """A world, and its history in the wordings that come round."""

    config: ScenarioConfig
    room: int
    world: World
    dated: tuple[DatedEvent, ...]
    events: tuple[EventSpec, ...]

    @property
    def history(self) -> History:
        return History.of(action for event in self.events for action in event.actions)

    def cutoff(self, share: float) -> datetime:
        """An instant at this part of the horizon."""
        start, end = self.config.horizon
        return start + share * (end - start)


def brief(config: ScenarioConfig, seed: int, short: frozenset[Cell] = frozenset()) -> Brief:
    silent = sum(config.distractor_rate[kind] for kind in SILENT)
    room = config.n_events - round(config.n_events * silent)
    return Brief(EDUOPS, config, room, seed, Streams(f"test/{config.slug}/{seed}"), short)


def made_of(config: ScenarioConfig, seed: int) -> Made:
    asked = brief(config, seed)
    world = world_of(EDUOPS.slug)(asked)
    dated = place(world.events, *config.horizon, asked.streams.of("timeline"))
    events = tuple(_worded(one, number) for number, one in enumerate(dated))
    return Made(config, asked.room, world, tuple(dated), events)


def _worded(dated: DatedEvent, number: int) -> EventSpec:
    """The event in one of the wordings whose slots it fills, a different one from event to event."""
    values = {**dated.values, "today": dated.at.t.date().isoformat()}
    template = EDUOPS.template(dated.planned.template)
    fitting = [at for at, surface in enumerate(template.surfaces) if surface.slots <= set(values)]
    surface = fitting[number % len(fitting)]
    return event_of(EDUOPS, dated, template.write(values, surface), surface)


@cache
def made(slug: str, seed: int = 7) -> Made:
    return made_of(CONFIGS[slug], seed)


@cache
def program() -> Program:
    return load_program(EDUOPS.program_text, "eduops/base.dl")


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_the_room_is_used(slug: str, seed: int) -> None:
    found = made(slug, seed)

    assert 0.9 * found.room <= len(found.world.events) <= found.room


@pytest.mark.parametrize("events", [50, 120, 900])
def test_histories_of_other_sizes_fit_their_room(events: int) -> None:
    config = replace(CONFIGS["mini-edu"], n_events=events)

    found = made_of(config, 3)

    assert 0.9 * found.room <= len(found.world.events) <= found.room
    assert lint_history("edu", found.events, authored=True)[1:] == ([], [])


def test_a_planned_witness_may_have_any_size() -> None:
    for size in (2, 7, 11, 12, 13):
        config = replace(CONFIGS["edu-1-audit"], planned_witness=size)
        found = made_of(config, 5)
        assert _planned_size(found, 0.95) == size


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_no_event_contradicts_an_earlier_one(slug: str, seed: int) -> None:
    _, problems, findings = lint_history(slug, made(slug, seed).events, authored=True)

    assert (problems, findings) == ([], [])


@pytest.mark.parametrize(("slug", "seed"), MADE)
def test_every_record_reads_back_to_its_actions(slug: str, seed: int) -> None:
    results = [result for event in made(slug, seed).events for result in record_checks(EDUOPS, event)]

    assert [result for result in results if not result.passed] == []
    assert {result.code for result in results} >= {"K1", "K5", "K7"}


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_the_planned_query_has_a_witness_of_exactly_its_size(seed: int) -> None:
    found = made("edu-1-audit", seed) if seed == 7 else made_of(CONFIGS["edu-1-audit"], seed)

    assert [_planned_size(found, share) for share in (0.9, 0.95, 1.0)] == [20, 20, 20]


def _planned_size(found: Made, share: float) -> int:
    """The one smallest witness of the planned query at a cutoff: it has no alternative."""
    assert found.world.planned is not None
    form, args = found.world.planned
    goal = EDUOPS.question(form).goal(args)
    witnesses = evaluate(program(), found.history, goal, found.cutoff(share)).witnesses
    assert (witnesses.exact, len(witnesses.witnesses)) == (True, 1)
    return len(witnesses.witnesses[0])


def test_only_one_scenario_plans_a_witness() -> None:
    assert [slug for slug in CONFIGS if made(slug).world.planned] == ["edu-1-audit"]


@pytest.mark.parametrize("slug", CONFIGS)
def test_every_form_can_be_asked(slug: str) -> None:
    plain = {one.slug for one in EDUOPS.question_templates if not one.version and not one.reference}
    arguments = made(slug).world.arguments

    assert {form for form, choices in arguments.items() if choices} == plain
    for form, choices in arguments.items():
        slots = set(EDUOPS.question(form).kinds)
        assert all(set(args) == slots for args in choices)
        assert len({tuple(sorted(args.items())) for args in choices}) == len(choices)


@pytest.mark.parametrize("slug", LARGE)
def test_the_same_brief_gives_the_same_world(slug: str) -> None:
    again = world_of(EDUOPS.slug)(brief(CONFIGS[slug], 7))

    assert again == made(slug).world


def test_another_seed_gives_another_world() -> None:
    assert made("mini-edu", 7).world.events != made("mini-edu", 8).world.events


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
    for _ in range(40):
        for form, choices in found.world.arguments.items():
            template = EDUOPS.question(form)
            cutoff = found.cutoff(rng.uniform(0.5, 1.0))
            gold = answer(program(), found.history, template.goal(rng.choice(choices)), cutoff)
            seen.add((template.family, gold.label))
        if seen >= wanted:
            break

    assert wanted - seen == set()


@pytest.mark.parametrize("label", [ZERO, UNKNOWN])
def test_a_short_cell_brings_more_matter_for_it(label: Answerability) -> None:
    config = CONFIGS["edu-2-catalog"]
    more = world_of(EDUOPS.slug)(brief(config, 7, frozenset({("set_quant", label)})))
    seats = _empty_seats if label is ZERO else _open_seats

    assert len(seats(more)) > len(seats(made(config.slug).world))


def _empty_seats(world: World) -> set[tuple[object, object]]:
    """Students and terms in which they sat nothing, as their closed records say."""
    return {_seat(event) for event in world.events if event.template == "term_record_empty"}


def _open_seats(world: World) -> set[tuple[object, object]]:
    """Students and terms for which they signed up, with a record that never closes."""
    records = [event for event in world.events if event.template.startswith(("term_record", "term_sheet"))]
    signed = {
        _seat(event) for event in world.events if event.template == "signed_up" and not event.distractor
    }
    return signed - {_seat(event) for event in records}


def _seat(event: PlannedEvent) -> tuple[object, object]:
    return event.values["student"], event.values["term"]


def test_the_accents_differ() -> None:
    templates = {slug: Counter(event.template for event in made(slug).world.events) for slug in LARGE}
    sheets = {slug: found["track_sheet"] + found["track_sheet_added"] for slug, found in templates.items()}
    pages = {
        slug: found["catalogue_entry"] + found["entry_added"] + found["entry_dropped"]
        for slug, found in templates.items()
    }
    corrected = {slug: found["mark_corrected"] for slug, found in templates.items()}
    turns = {slug: found["latest_mark"] + found["best_mark"] for slug, found in templates.items()}

    assert max(sheets, key=sheets.__getitem__) == "edu-1-audit"
    assert max(pages, key=pages.__getitem__) == "edu-2-catalog"
    assert max(corrected, key=corrected.__getitem__) == "edu-3-regrade"
    assert max(turns, key=turns.__getitem__) == "edu-3-regrade"


@pytest.mark.parametrize("slug", CONFIGS)
def test_the_catalogue_has_no_circle_and_at_most_six_levels(slug: str) -> None:
    found = made(slug)
    asked: dict[str, list[str]] = {}
    for event in found.events:
        for action in event.actions:
            if action.pred == "prereq":
                asked.setdefault(action.key[0], []).extend([*action.members, *filter(None, [action.member])])

    def depth(course: str, above: tuple[str, ...] = ()) -> int:
        assert course not in above
        return 1 + max((depth(one, (*above, course)) for one in asked.get(course, ())), default=-1)

    deepest = max(depth(course) for course in asked)

    assert deepest <= 6
    assert deepest == 6 or slug != "edu-2-catalog"
