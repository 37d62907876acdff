"""One scenario, from its configuration to published queries (spec 5.3). PURE.

Stages in a row, each with a stream of chance of its own: world, talk, timeline, draft, candidates, selection,
soundness, texts, gates. A round whose cells come out short is thrown away and planned again with more matter
for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scenarios.bundle import ScenarioSpec
from scenarios.datalog.minimality import Proof
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.generators.derive.batch import Evaluate
from scenarios.generators.derive.candidates import Candidate, Pool, gather, short_cells
from scenarios.generators.derive.choice import ShortCellsError, choose, refill
from scenarios.generators.derive.config import ConfigError, ScenarioConfig
from scenarios.generators.derive.draft import draft_of, entities
from scenarios.generators.derive.loss import Loss
from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.proposals import Proposer
from scenarios.generators.derive.publishing import published
from scenarios.generators.derive.soundness import Soundness
from scenarios.generators.derive.talk import TALK, talk, voiced
from scenarios.generators.derive.targets import Cell
from scenarios.generators.derive.timeline import DatedEvent, place
from scenarios.generators.derive.world import Brief, Streams, World

#: Rounds of repair (spec 5.3, stage 9).
ROUNDS = 5
#: Choices that are made again because of unsound queries.
REFILLS = 25

Progress = Callable[[str], None]


@dataclass
class Report:
    """How a scenario came about, for people: ``lines`` in order."""

    slug: str
    rounds: int = 0
    candidates: int = 0
    loss: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    unsound: list[str] = field(default_factory=list)
    chosen: tuple[Measured, ...] = ()


@dataclass(frozen=True)
class Built:
    """A scenario with its published queries, and how it came about."""

    scenario: ScenarioSpec
    report: Report


@dataclass(frozen=True)
class _Draft:
    """A history of one round, before any query."""

    world: World
    dated: tuple[DatedEvent, ...]
    spec: ScenarioSpec


def build_scenario(
    config: ScenarioConfig,
    *,
    seed: int,
    suite: str,
    evaluate: Evaluate,
    progress: Progress = lambda line: None,
) -> Built:
    """The scenario of a configuration: the same for the same suite, seed and configuration.

    ``evaluate`` derives gold, graph and witnesses of candidates. Raises ``ShortCellsError`` naming the cells
    that stay short after all rounds, and ``ConfigError`` where the world cannot be as small as is asked.
    """
    domain, report = registry.get(config.domain), Report(config.slug)
    short: tuple[Cell, ...] = ()
    problem: ShortCellsError | None = None
    for number in range(ROUNDS):
        report.rounds = number + 1
        streams = Streams(f"{suite}/{config.slug}/{seed}/{number}")
        draft = _draft(domain, config, seed, streams, frozenset(short))
        progress(f"{config.slug}: round {number + 1}, {len(draft.spec.events)} events")
        pool = _candidates(domain, config, draft, evaluate, streams)
        report.candidates, report.refused = len(pool.candidates), pool.refused
        progress(f"{config.slug}: {len(pool.candidates)} candidates of {pool.proposed.total()}")
        short = tuple(short_cells(pool.supply, config.quotas))
        try:
            chosen = _chosen(config, draft, pool, streams, report)
        except ShortCellsError as error:
            problem = error
            short = short or tuple(short_cells(pool.supply, config.quotas, times=2))
            progress(f"{config.slug}: {error}")
            continue
        report.chosen = tuple(one.measured for one in chosen)
        progress(f"{config.slug}: {len(chosen)} queries chosen, loss {report.loss:.2f}")
        spec = published(domain, config, draft.spec, draft.dated, chosen, streams)
        return Built(spec, report)
    assert problem is not None
    raise ShortCellsError([f"{config.slug} with seed {seed} after {ROUNDS} rounds", *problem.short])


def _draft(
    domain: Domain, config: ScenarioConfig, seed: int, streams: Streams, short: frozenset[Cell]
) -> _Draft:
    silent = sum(config.distractor_rate.get(kind, 0.0) for kind in TALK)
    room = config.n_events - round(config.n_events * silent)
    world = registry.world_of(config.domain)(Brief(domain, config, room, seed, streams, short))
    if len(world.events) > config.n_events:
        planned = f"the world of {config.domain} plans {len(world.events)} events"
        raise ConfigError((f"{config.slug}: n_events: {planned}, and {config.n_events} are asked for",))
    idle = talk(domain, config.n_events - len(world.events), config.distractor_rate, streams.of("talk"))
    dated = place([*world.events, *idle], *config.horizon, streams.of("timeline"))
    dated = voiced(domain, dated, world.cast, streams.of("voices"))
    spec = draft_of(
        domain=domain, slug=config.slug, title=config.title, seed=seed, names=world.cast, events=dated
    )
    return _Draft(world, tuple(dated), spec)


def _candidates(
    domain: Domain, config: ScenarioConfig, draft: _Draft, evaluate: Evaluate, streams: Streams
) -> Pool:
    names = frozenset(entity.name for entity in entities(draft.world.cast))
    pool = Pool(config, draft.spec, names)
    proposer = Proposer(domain, draft.world, draft.spec, config.tau_policy, streams.of("candidates"))
    gather(pool, proposer, evaluate)
    return pool


def _chosen(
    config: ScenarioConfig, draft: _Draft, pool: Pool, streams: Streams, report: Report
) -> tuple[Candidate, ...]:
    """The published candidates: chosen by their figures, then again while some are unsound (spec 5.4)."""
    by_key = {one.measured.key: one for one in pool.candidates}
    figures = [one.measured for one in pool.candidates]
    rng, soundness = streams.of("selection"), Soundness(draft.spec)
    planned = _planned(config, draft, pool, soundness)
    proofs = dict(planned)
    choice = choose(figures, quotas=config.quotas, aims=config.aims, rng=rng, planned=list(planned))
    refused: set[str] = set()
    for _ in range(REFILLS):
        for one in choice.chosen:
            if one.key not in proofs and one.key not in refused:
                proof = soundness.check(by_key[one.key])
                report.unsound += [f"{one.form}: {note}" for note in proof.checks.notes]
                if proof.checks.notes:
                    refused.add(one.key)
                else:
                    proofs[one.key] = proof
        keys = [one.key for one in choice.chosen]
        if not refused.intersection(keys):
            report.loss = Loss.over(config.aims, choice.chosen).value
            proven = (replace(by_key[key], proof=proofs[key]) for key in keys)
            return tuple(sorted(proven, key=_by_cutoff))
        choice = refill(
            figures, quotas=config.quotas, aims=config.aims, rng=rng, chosen=keys, refused=refused
        )
    raise ShortCellsError([f"{len(refused)} of the chosen queries were unsound, after {REFILLS} refills"])


def _by_cutoff(one: Candidate) -> tuple[object, ...]:
    return (one.proposal.cutoff, int(one.measured.key))


def _planned(config: ScenarioConfig, draft: _Draft, pool: Pool, soundness: Soundness) -> dict[str, Proof]:
    """The key of the one query whose witness has the planned size, with the proof that it is sound."""
    if config.planned_witness is None:
        return {}
    fitting = [
        one
        for one in pool.candidates
        if one.measured.witness_size == config.planned_witness and one.measured.cell in config.quotas
    ]
    asked = draft.world.planned
    fitting.sort(key=lambda one: asked is None or one.proposal.template.slug != asked[0])
    for one in fitting:
        proof = soundness.check(one)
        if not proof.checks.notes:
            return {one.measured.key: proof}
    raise ShortCellsError([f"no sound query with a witness of {config.planned_witness} events"])
