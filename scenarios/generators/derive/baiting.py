"""Which questions get bait, and the records that are it (spec 4.5, 4.6, 5.1 bait_rate). PURE.

Bait has no actions, so it is put into words when the queries are chosen: two records of vague talk that came
before the cutoff become quotes of the question's wording, one of them with the question's own names.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scenarios.datalog.derivation import Node
from scenarios.domains.base import Domain
from scenarios.generators.derive.candidates import Candidate
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.draft import event_of
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.rendering import checks
from scenarios.rendering.bait import DISTRACTORS, key_terms
from scenarios.rendering.quotes import QUOTED, quoting_surfaces
from scenarios.rendering.slots import DATE

#: A chosen query and which of its form's wordings it has.
Worded = tuple[Candidate, int]


@dataclass(frozen=True, slots=True)
class Baited:
    """The history with its bait, and the places of the queries that it is for."""

    dated: tuple[DatedEvent, ...]
    queries: frozenset[int]


def bait(
    domain: Domain, config: ScenarioConfig, dated: Sequence[DatedEvent], asked: Sequence[Worded],
    rng: random.Random,
) -> Baited:  # fmt: skip
    """Bait for ``bait_rate`` of the queries, or for as many as there is vague talk before."""
    wanted = round(config.bait_rate * len(asked))
    found, heard = list(dated), _first_heard(dated)
    free = [place for place, event in enumerate(dated) if event.planned.distractor == "D1"]
    nodes = [node for one, _ in asked for node in one.evaluation.derivation.nodes.values()]
    laid: set[int] = set()
    said: set[tuple[object, ...]] = set()
    for place in rng.sample(range(len(asked)), len(asked)):
        if len(laid) >= wanted:
            break
        if _words_of(asked[place]) in said:
            continue  # the same words twice would stand out
        quoted = _quotes(domain, asked[place], found, _open_to(asked[place], dated, free, heard), rng)
        if quoted and not _tells(domain, quoted.values(), nodes):
            found = [quoted.get(number, event) for number, event in enumerate(found)]
            free = [number for number in free if number not in quoted]
            laid.add(place)
            said.add(_words_of(asked[place]))
    return Baited(tuple(found), frozenset(laid))


def _words_of(worded: Worded) -> tuple[object, ...]:
    (one, surface), args = worded, worded[0].proposal.args
    return (one.proposal.template.slug, surface, *sorted(args.items()))


def _first_heard(dated: Sequence[DatedEvent]) -> dict[str, int]:
    """Where each name, or other value, comes up first."""
    found: dict[str, int] = {}
    for place, event in enumerate(dated):
        for value in event.values.values():
            for name in value if isinstance(value, tuple) else (value,):
                found.setdefault(name, place)
    return found


def _open_to(
    worded: Worded, dated: Sequence[DatedEvent], free: Sequence[int], heard: Mapping[str, int]
) -> list[int]:
    """Places of vague talk before the cutoff and behind the first word of all that is asked about."""
    proposal = worded[0].proposal
    since = max((heard[name] for name in proposal.args.values() if name in heard), default=0)
    return [place for place in free if place > since and dated[place].at.t <= proposal.cutoff]


def _quotes(
    domain: Domain, worded: Worded, dated: Sequence[DatedEvent], places: Sequence[int], rng: random.Random
) -> dict[int, DatedEvent]:
    """The records that become quotes, by place; empty where there are too few or nothing to quote."""
    one, surface = worded
    form, args = one.proposal.template, one.proposal.args
    slug = f"{QUOTED}{form.slug}"
    if len(places) < DISTRACTORS or not domain.has_template(slug):
        return {}
    if DATE in form.kinds.values():
        return {}  # talk that names a day would seem to be of that day (K5)
    if not key_terms(domain, form.goal(args).pred, form.write(dict(args), surface)):
        return {}
    return {
        place: replace(
            dated[place],
            planned=replace(dated[place].planned, template=slug, surface=quoted),
            values=dict(args),
        )
        for place, quoted in zip(
            rng.sample(places, DISTRACTORS), quoting_surfaces(form, surface), strict=True
        )
    }


def _tells(domain: Domain, quotes: Iterable[DatedEvent], nodes: Sequence[Node]) -> bool:
    """Whether a quote happens to give away a state that is derived for some query (K2)."""
    events = []
    for dated in quotes:
        surface = dated.planned.surface or 0
        text = domain.template(dated.planned.template).write(dict(dated.values), surface)
        events.append(event_of(domain, dated, text, surface))
    return bool(checks.told_states(domain, nodes, events))
