"""Dated events become a draft scenario: actions, records, entities (spec 5.3 stages 5, 6 and 10). PURE."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.bundle import EntitySpec, EventSpec, ScenarioSpec
from scenarios.domains.base import Domain
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.rendering.patterns import expand
from scenarios.rendering.templates import TODAY


def scenario(
    *, domain: Domain, slug: str, title: str, seed: int, names: Cast, events: Sequence[DatedEvent],
    rng: random.Random,
) -> ScenarioSpec:  # fmt: skip
    """The draft: everything but its queries."""
    scribe = Scribe(domain, rng)
    return ScenarioSpec(
        slug=slug,
        title=title,
        domain=domain.slug,
        seed=seed,
        program=domain.program_text,
        events=tuple(scribe.write(dated) for dated in events),
        queries=(),
        entities=entities(names),
    )


@dataclass
class Scribe:
    """Words events one by one; wordings repeat as late as possible, texts never if it can be helped."""

    domain: Domain
    rng: random.Random
    _used: Counter[str] = field(default_factory=Counter)
    _texts: set[str] = field(default_factory=set)

    def write(self, dated: DatedEvent) -> EventSpec:
        template = self.domain.template(dated.planned.template)
        values = {**dated.values, TODAY: dated.at.t.date().isoformat()}
        order = list(range(len(template.surfaces)))
        self.rng.shuffle(order)
        order.sort(key=lambda place: self._used[f"{template.slug}#{place}"])
        texts = [(place, template.write(values, place)) for place in order]
        place, text = next((found for found in texts if found[1] not in self._texts), texts[0])
        self._used[f"{template.slug}#{place}"] += 1
        self._texts.add(text)
        return EventSpec(
            id=dated.at.id,
            t=dated.at.t,
            seq=dated.at.seq,
            text=text,
            actions=expand(template.actions, values, dated.at),
            kind="distractor" if dated.planned.distractor else "record",
            distractor_kind=dated.planned.distractor,
            template=f"{template.slug}#{place}",
        )


def entities(names: Cast) -> tuple[EntitySpec, ...]:
    """The named things; a person is also known by the first name, which no other name repeats."""
    invented = [
        EntitySpec(name, type_name, (name.split()[0],) if " " in name else ())
        for type_name, members in names.by_type.items()
        for name in members
    ]
    plain = [EntitySpec(name, type_name) for type_name, members in names.plain.items() for name in members]
    return tuple(sorted([*invented, *plain], key=lambda entity: (entity.type, entity.name)))
