"""What false action lists are made with, for the scenarios of mini."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Decl
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.rendering.action_words import ActionWords
from scenarios.rendering.mutated_records import domain_clauses
from scenarios.rendering.mutations import Mutant, mutants
from scenarios.rendering.near_values import Known, known_values
from tests.factories.mini_suite import mini_bundle


@dataclass(frozen=True, eq=False)
class MiniScene:
    """One scenario of mini with its domain, words and known values."""

    spec: ScenarioSpec
    domain: Domain
    decls: dict[str, Decl]
    words: ActionWords
    known: Known
    made: dict[tuple[EventSpec, int], list[Mutant]] = field(default_factory=dict)

    def mutants(self, event: EventSpec, seed: int = 1) -> list[Mutant]:
        """Every false list of an event."""
        found = self.made.get((event, seed))
        if found is None:
            found = list(mutants(self.decls, event, self.known, seed))
            self.made[event, seed] = found
        return found

    def event(self, template: str) -> EventSpec:
        """The first record of a template."""
        return next(one for one in self.spec.events if one.template.partition("#")[0] == template)


@cache
def mini_scenes() -> tuple[MiniScene, ...]:
    """The three scenarios of mini."""
    return tuple(_scene(spec) for spec in mini_bundle().scenarios)


def _scene(spec: ScenarioSpec) -> MiniScene:
    domain, program = registry.get(spec.domain), load_program(spec.program)
    known = known_values(
        program.decls,
        (action for event in spec.events for action in event.actions),
        ((entity.type, entity.name) for entity in spec.entities),
        domain_clauses(domain),
    )
    words = ActionWords.speaking(program.decls, domain)
    return MiniScene(spec, domain, dict(program.decls), words, known)


def stating() -> Iterator[tuple[MiniScene, EventSpec]]:
    """Every record of mini that states something, with its scene."""
    for scene in mini_scenes():
        yield from ((scene, event) for event in scene.spec.events if event.actions)
