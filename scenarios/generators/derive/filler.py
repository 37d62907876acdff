"""Distractors that assert nothing, drawn to fill a history (spec 4.6, 5.3 stage 6). PURE."""

from __future__ import annotations

import random

from scenarios.domains.base import Domain
from scenarios.generators.derive.plan import Cast, PlannedEvent

#: Share of each template among the fillers, by weight.
WEIGHTS = {"bait": 4, "plan": 3, "small_talk": 3, "withdrawn": 2}


def fillers(domain: Domain, names: Cast, number: int, rng: random.Random) -> list[PlannedEvent]:
    """``number`` events without actions, spread over the horizon; kinds by weight, names by chance."""
    rounds = _kinds(number, rng)
    return [
        PlannedEvent(f"filler-{place:03d}", slug, _values(domain, slug, names, rng), (0.05, 1.0), (), code)
        for place, (slug, code) in enumerate((slug, domain.template(slug).distractor) for slug in rounds)
    ]


def _kinds(number: int, rng: random.Random) -> list[str]:
    """Slugs in the proportions of ``WEIGHTS``, largest remainder first."""
    total = sum(WEIGHTS.values())
    exact = {slug: number * weight / total for slug, weight in WEIGHTS.items()}
    counts = {slug: int(share) for slug, share in exact.items()}
    short = number - sum(counts.values())
    for slug in sorted(WEIGHTS, key=lambda slug: (counts[slug] - exact[slug], slug))[:short]:
        counts[slug] += 1
    found = [slug for slug in WEIGHTS for _ in range(counts[slug])]
    rng.shuffle(found)
    return found


def _values(domain: Domain, slug: str, names: Cast, rng: random.Random) -> dict[str, str]:
    """A name for every slot that some wording of the template has."""
    template = domain.template(slug)
    return {slot: rng.choice(names[slot]) for slot in sorted(template.kinds)}
