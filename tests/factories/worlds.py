"""Worlds of the domains that ship, planned from their configurations, with histories in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from scenarios.bundle import EventSpec
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import evaluate
from scenarios.datalog.syntax import Program
from scenarios.domains.base import Domain
from scenarios.domains.registry import get, world_of
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.draft import event_of
from scenarios.generators.derive.suites import DERIVE, MINI
from scenarios.generators.derive.talk import TALK
from scenarios.generators.derive.targets import Cell
from scenarios.generators.derive.timeline import DatedEvent, place
from scenarios.generators.derive.world import Brief, Streams, World

CONFIGS = {one.slug: one for suite in (DERIVE, MINI) for one in suite.scenarios}
SMALL = [one.slug for one in MINI.scenarios]


def large(domain: str = "") -> list[str]:
    """The scenarios of derive, all or those of a domain."""
    return [one.slug for one in DERIVE.scenarios if domain in ("", one.domain)]


@dataclass(frozen=True)
class Made:
    """A world, and its history in the wordings that come round."""

    config: ScenarioConfig
    room: int
    world: World
    events: tuple[EventSpec, ...]

    @property
    def domain(self) -> Domain:
        return get(self.config.domain)

    @property
    def program(self) -> Program:
        return program(self.config.domain)

    @property
    def history(self) -> History:
        return History.of(action for event in self.events for action in event.actions)

    def cutoff(self, share: float) -> datetime:
        """An instant at this part of the horizon."""
        start, end = self.config.horizon
        return start + share * (end - start)

    def planned_size(self, share: float) -> int:
        """The size of the one witness of the planned query at a cutoff: it has no alternative."""
        assert self.world.planned is not None
        form, args = self.world.planned
        goal = self.domain.question(form).goal(args)
        witnesses = evaluate(self.program, self.history, goal, self.cutoff(share)).witnesses
        assert (witnesses.exact, len(witnesses.witnesses)) == (True, 1)
        return len(witnesses.witnesses[0])


def brief(config: ScenarioConfig, seed: int, short: frozenset[Cell] = frozenset()) -> Brief:
    silent = sum(config.distractor_rate[kind] for kind in TALK)
    room = config.n_events - round(config.n_events * silent)
    return Brief(get(config.domain), config, room, seed, Streams(f"test/{config.slug}/{seed}"), short)


def planned(config: ScenarioConfig, seed: int = 7, short: frozenset[Cell] = frozenset()) -> World:
    """The world of a brief, planned anew."""
    world: World = world_of(config.domain)(brief(config, seed, short))
    return world


def made_of(config: ScenarioConfig, seed: int) -> Made:
    asked = brief(config, seed)
    world = world_of(config.domain)(asked)
    dated = place(world.events, *config.horizon, asked.streams.of("timeline"))
    events = tuple(_worded(asked.domain, one, number) for number, one in enumerate(dated))
    return Made(config, asked.room, world, events)


def _worded(domain: Domain, dated: DatedEvent, number: int) -> EventSpec:
    """The event in one of the wordings whose slots it fills, a different one from event to event."""
    values = {**dated.values, "today": dated.at.t.date().isoformat()}
    template = domain.template(dated.planned.template)
    fitting = [at for at, surface in enumerate(template.surfaces) if surface.slots <= set(values)]
    surface = fitting[number % len(fitting)]
    return event_of(domain, dated, template.write(values, surface), surface)


@cache
def made(slug: str, seed: int = 7) -> Made:
    return made_of(CONFIGS[slug], seed)


@cache
def program(domain: str) -> Program:
    return load_program(get(domain).program_text, f"{domain}/base.dl")
