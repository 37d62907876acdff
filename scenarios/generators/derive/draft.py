"""Dated events become a draft scenario, in the end records in words (spec 5.3 stages 5, 6, 10). PURE."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scenarios.bundle import EntitySpec, EventSpec, ScenarioSpec
from scenarios.domains.base import Domain
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.rendering import checks
from scenarios.rendering.patterns import SlotValue, expand
from scenarios.rendering.templates import TODAY, RecordTemplate

#: Wordings of one record that are tried before it is given up (spec 6.3).
MOST_WORDINGS = 8


class WordingError(RuntimeError):
    """No wording of a record passes its checks."""


def draft_of(
    *, domain: Domain, slug: str, title: str, seed: int, names: Cast, events: Sequence[DatedEvent]
) -> ScenarioSpec:
    """The draft: everything but queries and words. Texts name the template for now."""
    return ScenarioSpec(
        slug=slug,
        title=title,
        domain=domain.slug,
        seed=seed,
        program=domain.program_text,
        events=tuple(event_of(domain, dated, dated.planned.template) for dated in events),
        queries=(),
        entities=entities(names),
    )


def event_of(domain: Domain, dated: DatedEvent, text: str, surface: int | None = None) -> EventSpec:
    """A dated event with its actions, and this text."""
    template = domain.template(dated.planned.template)
    return EventSpec(
        id=dated.at.id,
        t=dated.at.t,
        seq=dated.at.seq,
        text=text,
        actions=expand(template.actions, _values(dated), dated.at),
        kind="distractor" if dated.planned.distractor else "record",
        distractor_kind=dated.planned.distractor,
        template=template.slug if surface is None else f"{template.slug}#{surface}",
    )


def _values(dated: DatedEvent) -> dict[str, SlotValue]:
    return {**dated.values, TODAY: dated.at.t.date().isoformat()}


@dataclass
class Scribe:
    """Words events one by one; wordings repeat as late as possible, texts never if it can be helped."""

    domain: Domain
    rng: random.Random
    _used: Counter[str] = field(default_factory=Counter)
    _texts: set[str] = field(default_factory=set)

    def write(self, dated: DatedEvent) -> EventSpec:
        """The event in the first wording that passes the checks of records (spec 6.3), a text of its own
        where there is one. Raises ``WordingError`` naming the event and what failed."""
        template, failures = self.domain.template(dated.planned.template), list[str]()
        passed: list[EventSpec] = []
        for place in self._order(template, dated)[:MOST_WORDINGS]:
            event = event_of(self.domain, dated, template.write(_values(dated), place), place)
            faults = [result for result in checks.record_checks(self.domain, event) if not result.passed]
            failures += [f"{fault.code} {fault.evidence}" for fault in faults]
            if not faults:
                passed.append(event)
                if event.text not in self._texts:
                    break
        if not passed:
            raise WordingError(
                f"{dated.at.id}: no wording of {template.slug} fits {dict(dated.values)}: "
                + "; ".join(failures)
            )
        chosen = passed[-1] if passed[-1].text not in self._texts else passed[0]
        self._used[chosen.template] += 1
        self._texts.add(chosen.text)
        return chosen

    def _order(self, template: RecordTemplate, dated: DatedEvent) -> list[int]:
        """The wordings whose slots all have values, the least used first; or the one it must have."""
        if dated.planned.surface is not None:
            return [dated.planned.surface]
        have = set(_values(dated))
        order = [place for place, surface in enumerate(template.surfaces) if surface.slots <= have]
        self.rng.shuffle(order)
        return sorted(order, key=lambda place: self._used[f"{template.slug}#{place}"])


def entities(names: Cast) -> tuple[EntitySpec, ...]:
    """The named things; a person is also known by the first name, which no other name repeats."""
    invented = [
        EntitySpec(name, type_name, tuple(_first_name(name)))
        for type_name, members in names.by_type.items()
        for name in members
    ]
    plain = [EntitySpec(name, type_name) for type_name, members in names.plain.items() for name in members]
    return tuple(sorted([*invented, *plain], key=lambda entity: (entity.type, entity.name)))


def _first_name(name: str) -> Iterator[str]:
    """That of a person; the number of a course is no name."""
    first, _, rest = name.partition(" ")
    if rest and not rest.isdigit():
        yield first
