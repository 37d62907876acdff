"""The suite ``mini``: one small scenario with queries of all five families (spec 4.8, 5). PURE.

Stages of spec 5.3 in a row: cast, plan, timeline, fillers, draft, candidates, selection, questions. A
draft that leaves a cell short is thrown away and drawn again from the next stream of the same seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from scenarios.bundle import Bundle, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Answerability
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.generators.derive import trip_world
from scenarios.generators.derive.batch import Evaluate
from scenarios.generators.derive.candidates import Candidate, candidates
from scenarios.generators.derive.draft import scenario
from scenarios.generators.derive.filler import fillers
from scenarios.generators.derive.gates import refuse_faulty
from scenarios.generators.derive.plan import Cast
from scenarios.generators.derive.selection import Quotas, ShortCellsError, select
from scenarios.generators.derive.soundness import Soundness
from scenarios.generators.derive.timeline import place

SUITE, SCENARIO, DOMAIN = "mini", "mini-trip", "tripops"
N_EVENTS = 60
#: The horizon: first and last whole day of the history, UTC.
START, END = datetime(2031, 1, 6, tzinfo=UTC), datetime(2031, 12, 20, tzinfo=UTC)
CUTOFFS_EACH = 4
ATTEMPTS = 5
#: Witnesses stay small enough to be proven minimal by trying every subset, in well under a second each.
MAX_WITNESS = 10
OPERATORS = ("T1", "S1", "S2", "S3", "S4", "S5", "C1", "C2", "R2", "R4", "R5", "R6", "Q1", "Q2", "Q5")
#: The forms of question that the planned history was made for.
FORMS = (
    "current_lodging", "current_base", "current_superior", "current_departure", "current_price",
    "current_ceiling", "home_country", "destination", "destination_country", "destination_region",
    "same_country", "journeys_to", "number_to", "all_superiors", "is_superior", "requires_clearance",
    "over_limit", "uncleared", "reimbursable", "number_abroad", "days_abroad", "total_reimbursable",
    "budget_left",
)  # fmt: skip

_ANSWERABLE, _ZERO, _UNKNOWN = Answerability.ANSWERABLE, Answerability.JUSTIFIED_ZERO, Answerability.UNKNOWN
#: 18 queries: 13 answerable, 2 justified-zero, 3 unknown.
QUOTAS: Quotas = {
    ("temporal", _ANSWERABLE): 2,
    ("semantic", _ANSWERABLE): 4,
    ("semantic", _UNKNOWN): 1,
    ("closure", _ANSWERABLE): 2,
    ("rules", _ANSWERABLE): 3,
    ("rules", _ZERO): 1,
    ("rules", _UNKNOWN): 1,
    ("set_quant", _ANSWERABLE): 2,
    ("set_quant", _ZERO): 1,
    ("set_quant", _UNKNOWN): 1,
}


def build(*, seed: int = 7, evaluate: Evaluate) -> Bundle:
    """The bundle of the suite ``mini``: the same bytes for the same seed.

    ``evaluate`` derives gold, graph and witnesses of candidates (``batch.reference`` or Postgres). Raises
    ``ShortCellsError`` if no draft of this seed fills every cell, naming the cells of the last one.
    """
    domain = registry.get(DOMAIN)
    names = trip_world.cast(domain, seed)
    problem: ShortCellsError | None = None
    for attempt in range(ATTEMPTS):
        draft = _draft(domain, names, seed, attempt)
        try:
            chosen = _choose(domain, names, draft, evaluate, seed, attempt)
        except ShortCellsError as error:
            problem = error
            continue
        return _bundle(domain, draft, chosen, _stream(seed, attempt, "questions"))
    assert problem is not None
    raise ShortCellsError([f"seed {seed} after {ATTEMPTS} drafts", *problem.short])


def _stream(seed: int, attempt: int, stage: str) -> random.Random:
    """A stream of chance of its own for each stage, so that a change in one leaves the others alone."""
    return random.Random(f"{SUITE}/{seed}/{attempt}/{stage}")


def _draft(domain: Domain, names: Cast, seed: int, attempt: int) -> ScenarioSpec:
    planned = trip_world.plan(names, _stream(seed, attempt, "plan"))
    filling = fillers(domain, names, N_EVENTS - len(planned), _stream(seed, attempt, "distractors"))
    dated = place([*planned, *filling], START, END, _stream(seed, attempt, "timeline"))
    return scenario(
        domain=domain,
        slug=SCENARIO,
        title="A year of trips",
        seed=seed,
        names=names,
        events=dated,
        rng=_stream(seed, attempt, "records"),
    )


def _choose(
    domain: Domain, names: Cast, draft: ScenarioSpec, evaluate: Evaluate, seed: int, attempt: int
) -> list[Candidate]:
    """The published candidates, in order of their cutoffs. Raises ``ShortCellsError``."""
    pool = candidates(
        templates=tuple(domain.question(slug) for slug in FORMS),
        draft=draft,
        names=names,
        cutoffs_each=CUTOFFS_EACH,
        evaluate=evaluate,
        rng=_stream(seed, attempt, "candidates"),
    )
    small = [one for one in pool if one.largest_witness <= MAX_WITNESS]
    chosen = select(small, QUOTAS, Soundness(draft).holds)
    missing = _missing(chosen)
    if missing:
        raise ShortCellsError(missing)
    return sorted(chosen, key=lambda candidate: candidate.cutoff)


def _missing(chosen: Sequence[Candidate]) -> list[str]:
    """What the quotas do not count but the suite must have: each operator, and Booleans both ways."""
    asked = {candidate.template.operator for candidate in chosen}
    truths = {answer for c in chosen if isinstance(answer := c.evaluation.gold.answer, bool)}
    found = [f"no query of operator {operator}" for operator in OPERATORS if operator not in asked]
    return found + [f"no Boolean answer {truth}" for truth in (True, False) if truth not in truths]


def _bundle(domain: Domain, draft: ScenarioSpec, chosen: Sequence[Candidate], rng: random.Random) -> Bundle:
    queries = tuple(_query(number, candidate, rng) for number, candidate in enumerate(chosen, 1))
    config = {
        "currency": domain.currency,
        "horizon": [START.isoformat(), END.isoformat()],
        "n_events": len(draft.events),
        "n_queries": len(queries),
    }
    whole = replace(draft, queries=queries, config=config)
    refuse_faulty(domain, whole, [candidate.evaluation.derivation for candidate in chosen])
    return Bundle(SUITE, "Mini derive suite", "derive", (whole,))


def _query(number: int, candidate: Candidate, rng: random.Random) -> QuerySpec:
    template = candidate.template
    surface = rng.randrange(len(template.surfaces))
    return QuerySpec(
        id=f"q{number:03d}",
        goal=template.goal(candidate.args),
        cutoff=candidate.cutoff,
        question=template.render(candidate.args, candidate.cutoff, surface=surface),
        family=template.family,
        operator=template.operator,
        answer_type=template.answer_type,
        target=template.target(candidate.args),
        unit=template.unit,
        expected=candidate.evaluation.gold,
    )
