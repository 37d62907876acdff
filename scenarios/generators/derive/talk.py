"""Events that assert nothing: bait, plans, small talk, withdrawn ideas (spec 4.6, 5.3 stage 6). PURE.

They are planned by kind, and get their words when the history has dates, so that talk is only of what has
come up by then.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scenarios.domains.base import Domain
from scenarios.generators.derive.plan import Cast, PlannedEvent
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.rendering.patterns import SlotValue
from scenarios.rendering.templates import RecordTemplate

#: The kinds without actions (spec 4.6).
TALK = ("D1", "D5", "D6", "D7")
SMALL_TALK = "D6"
#: Talk begins when the history has begun.
WINDOW = (0.03, 1.0)


def talk(domain: Domain, number: int, rates: Mapping[str, float], rng: random.Random) -> list[PlannedEvent]:
    """``number`` events without actions, kinds in the proportion of their rates, largest remainder first; a
    domain's templates of one kind take turns."""
    by_kind = {
        kind: [template for template in domain.templates if template.distractor == kind] for kind in TALK
    }
    shares = {kind: rates.get(kind, 0.0) for kind in TALK if by_kind[kind]}
    total = sum(shares.values()) or 1.0
    exact = {kind: number * share / total for kind, share in shares.items()}
    counts = {kind: int(share) for kind, share in exact.items()}
    short = number - sum(counts.values())
    for kind in sorted(shares, key=lambda kind: (counts[kind] - exact[kind], kind))[:short]:
        counts[kind] += 1
    return [
        PlannedEvent(f"talk-{kind}-{place:03d}", rng.choice(by_kind[kind]).slug, {}, WINDOW, (), kind)
        for kind, count in counts.items()
        for place in range(count)
    ]


def voiced(
    domain: Domain, dated: Sequence[DatedEvent], names: Cast, rng: random.Random
) -> list[DatedEvent]:  # fmt: skip
    """Give each event of talk names that have come up before it, for every slot that has any."""
    heard: dict[str, list[str]] = {type_name: [] for type_name in (*names.by_type, *names.plain)}
    types = {
        name: type_name
        for table in (names.plain, names.by_type)
        for type_name, members in table.items()
        for name in members
    }
    found = []
    for event in dated:
        if event.planned.distractor in TALK:
            event = _spoken(domain, event, heard, rng)
        else:
            for name in _names_in(event.values):
                type_name = types.get(name)
                if type_name is not None and name not in heard[type_name]:
                    heard[type_name].append(name)
        found.append(event)
    return found


def _spoken(
    domain: Domain, event: DatedEvent, heard: Mapping[str, Sequence[str]], rng: random.Random
) -> DatedEvent:
    """Who has nothing of its kind to talk of yet makes small talk."""
    template, kind = domain.template(event.planned.template), event.planned.distractor
    if not _has_words(template, heard):
        kind = SMALL_TALK
        template = rng.choice(
            [one for one in domain.templates if one.distractor == kind and _has_words(one, heard)]
        )
    values: dict[str, SlotValue] = {
        slot: rng.choice(heard[slot]) for slot in sorted(template.kinds) if heard.get(slot)
    }
    planned = replace(event.planned, template=template.slug, distractor=kind)
    return replace(event, planned=planned, values=values)


def _has_words(template: RecordTemplate, heard: Mapping[str, Sequence[str]]) -> bool:
    """Whether some wording needs no name that has not come up."""
    return any(all(heard.get(slot) for slot in surface.slots) for surface in template.surfaces)


def _names_in(values: Mapping[str, SlotValue]) -> list[str]:
    return [name for value in values.values() for name in (value if isinstance(value, tuple) else (value,))]
