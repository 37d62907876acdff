"""Chosen candidates become published queries beside worded records (spec 5.3, stage 10). PURE."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from scenarios.bundle import QuerySpec, ScenarioSpec
from scenarios.domains.base import Domain
from scenarios.generators.derive.baiting import bait
from scenarios.generators.derive.candidates import Candidate
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.draft import Scribe
from scenarios.generators.derive.gates import refuse_faulty
from scenarios.generators.derive.timeline import DatedEvent
from scenarios.generators.derive.world import Streams
from scenarios.rendering.bait import BAIT


def published(
    domain: Domain, config: ScenarioConfig, draft: ScenarioSpec, dated: Sequence[DatedEvent],
    chosen: Sequence[Candidate], streams: Streams,
) -> ScenarioSpec:  # fmt: skip
    """The whole scenario: questions, bait for some of them, and every record in words.

    Raises ``GateError`` where a text fails its checks, and ``WordingError`` where a record has no wording
    that passes its own.
    """
    rng = streams.of("questions")
    surfaces = [rng.randrange(len(one.proposal.template.surfaces)) for one in chosen]
    baited = bait(domain, config, dated, list(zip(chosen, surfaces, strict=True)), streams.of("bait"))
    scribe = Scribe(domain, streams.of("records"))
    queries = tuple(
        _query(number, one, surface, number - 1 in baited.queries)
        for number, (one, surface) in enumerate(zip(chosen, surfaces, strict=True), 1)
    )
    whole = replace(
        draft,
        events=tuple(scribe.write(event) for event in baited.dated),
        queries=queries,
        config=config_json(config, domain),
    )
    supports = {
        query.id: one.evaluation.witnesses.support for query, one in zip(queries, chosen, strict=True)
    }
    refuse_faulty(domain, whole, [one.evaluation.derivation for one in chosen], supports)
    return whole


def _query(number: int, one: Candidate, surface: int, baited: bool) -> QuerySpec:
    template, args, cutoff = one.proposal.template, one.proposal.args, one.proposal.cutoff
    target = template.target(args, entity=one.proposal.entity)
    if baited:
        target[BAIT] = True
    return QuerySpec(
        id=f"q{number:03d}",
        goal=template.goal(args),
        cutoff=cutoff,
        question=template.render(args, cutoff, surface=surface),
        family=template.family,
        operator=template.operator,
        answer_type=template.answer_type,
        target=target,
        unit=template.unit,
        expected=one.evaluation.gold,
        proof=one.proof,
    )


def config_json(config: ScenarioConfig, domain: Domain) -> dict[str, Any]:
    """The knobs as they are stored with a scenario, JSON-ready."""
    knobs = _plain(asdict(config))
    quotas: dict[str, dict[str, int]] = {}
    for (family, label), count in config.quotas.items():
        quotas.setdefault(family, {})[label.value] = count
    return {**knobs, "quotas": quotas, "n_queries": config.n_queries, "currency": domain.currency}


def _plain(value: Any) -> Any:
    """Plain dictionaries, lists and texts; times as ISO text."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items() if not isinstance(key, tuple)}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value
