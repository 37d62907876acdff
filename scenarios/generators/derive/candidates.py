"""Candidate queries: proposed questions with what was derived for them (spec 5.3, stage 7). PURE."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from scenarios.bundle import ScenarioSpec
from scenarios.datalog import reference
from scenarios.datalog.composition import degree_of
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Proof
from scenarios.datalog.syntax import Goal, Program
from scenarios.generators.derive.batch import Batch, Evaluate, Request
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.proposals import Proposal, Proposer
from scenarios.generators.derive.targets import Cell
from scenarios.rendering.twins import plain_slug

#: Candidates wanted for each query, and for each query of a cell; spec 5.3 stops at 8 and 4, which leaves the
#: selection little choice of wide derivations with small witnesses.
OVER_ALL, OVER_CELL = 12, 5
#: Questions proposed for each query at most, and in one round.
MOST_PROPOSED, ROUND = 40, 8
#: Same target, same answer: not within so many days of each other.
APART = timedelta(days=30)


@dataclass(frozen=True)
class Candidate:
    """A question that might be published, with what was derived for it and its figures; ``proof`` once its
    witnesses are checked."""

    proposal: Proposal
    evaluation: Evaluation
    measured: Measured
    proof: Proof | None = None


@dataclass
class Pool:
    """The candidates of one draft. ``proposed`` and ``kept`` count by form, ``refused`` by reason."""

    config: ScenarioConfig
    draft: ScenarioSpec
    names: frozenset[str]
    candidates: list[Candidate] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    proposed: Counter[str] = field(default_factory=Counter)
    yields: Counter[tuple[str, Answerability]] = field(default_factory=Counter)
    _asked: dict[tuple[Goal, str], list[datetime]] = field(default_factory=lambda: defaultdict(list))
    _empty: dict[Goal, bool] = field(default_factory=dict)
    program: Program = field(init=False)
    distractors: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.program = load_program(self.draft.program, f"{self.draft.slug}.dl")
        self.distractors = frozenset(event.id for event in self.draft.events if event.kind == "distractor")

    @property
    def supply(self) -> Counter[Cell]:
        """Candidates by cell."""
        return Counter(one.measured.cell for one in self.candidates)

    def add(self, proposal: Proposal, evaluation: Evaluation) -> None:
        """Keep the proposal as a candidate unless it could not be published."""
        self.proposed[proposal.template.slug] += 1
        reason = self._fault(proposal, evaluation)
        if reason:
            self.refused[reason] += 1
            return
        goal, gold = proposal.template.goal(proposal.args), evaluation.gold
        self._asked[goal, f"{gold.label}{gold.answer!r}"].append(proposal.cutoff)
        self.yields[proposal.template.slug, gold.label] += 1
        measured = measure(str(len(self.candidates)), proposal, evaluation, self.program, self.names)
        self.candidates.append(Candidate(proposal, evaluation, measured))

    def _fault(self, proposal: Proposal, evaluation: Evaluation) -> str:
        """Why it cannot be published; empty where it can, as far as is known without replay."""
        goal, gold = proposal.template.goal(proposal.args), evaluation.gold
        if not evaluation.witnesses.exact:
            return "witness list not complete"
        if isinstance(gold.answer, list) and proposal.template.answer_type != "set":
            return "several answers tie"
        if self.distractors.intersection(evaluation.witnesses.support):
            return "rests on a distractor"
        size = len(evaluation.witnesses.witnesses[0]) if gold.label is not Answerability.UNKNOWN else 0
        if size > self.config.witness_max:
            return "witness too large"
        others = self._asked.get((goal, f"{gold.label}{gold.answer!r}"), ())
        if any(abs(proposal.cutoff - other) < APART for other in others):
            return "asked already"
        return "" if self._unknown_without_events(goal, proposal.cutoff) else "known without any event"

    def _unknown_without_events(self, goal: Goal, cutoff: datetime) -> bool:
        if goal not in self._empty:
            gold = reference.answer(self.program, History(()), goal, cutoff)
            self._empty[goal] = gold.label is Answerability.UNKNOWN
        return self._empty[goal]


def measure(
    key: str, proposal: Proposal, evaluation: Evaluation, program: Program, names: frozenset[str]
) -> Measured:
    """The figures of a candidate; ``names`` are the entities of its scenario."""
    gold, derivation, template = evaluation.gold, evaluation.derivation, proposal.template
    known = gold.label is not Answerability.UNKNOWN
    return Measured(
        key=key,
        family=template.family,
        label=gold.label,
        witness_size=len(evaluation.witnesses.witnesses[0]) if known else None,
        obs=derivation.obs_flag,
        height=derivation.height,
        width=derivation.width,
        answer_type=template.answer_type,
        entities=tuple(value for value in proposal.args.values() if value in names),
        truth=gold.answer if isinstance(gold.answer, bool) else None,
        degree=degree_of(derivation, program),
        form=plain_slug(template),
        indirect=template.reference is not None,
        guess=_guess(proposal, evaluation),
    )


def _guess(proposal: Proposal, evaluation: Evaluation) -> str:
    """What gold is among the few answers that the wording leaves open: yes or no, the first or the second of
    two keys; of an open question only whether it is known."""
    gold, version = evaluation.gold, proposal.template.version
    if gold.label is Answerability.UNKNOWN:
        return gold.label.value
    if version is not None and version.other is not None:
        return "first" if gold.answer == proposal.args[proposal.template.key[0]] else "second"
    return str(gold.answer) if isinstance(gold.answer, bool) else "known"


def gather(pool: Pool, proposer: Proposer, evaluate: Evaluate) -> None:
    """Propose and evaluate in rounds until there are ``OVER_ALL`` candidates a query and ``OVER_CELL`` for
    each query of every cell, or ``MOST_PROPOSED`` questions a query were proposed.

    The first round asks the forms of a family equally often, and families as often as their queries are
    wanted; later ones ask those forms more often that have given the labels that are still wanted.
    """
    quotas, n_queries = pool.config.quotas, pool.config.n_queries
    proposed, size = 0, ROUND * n_queries
    while proposed < MOST_PROPOSED * n_queries:
        weights = _weights(pool, proposer)
        if not any(weights.values()):
            return
        slugs = proposer.rng.choices(list(weights), weights=list(weights.values()), k=size)
        asked = [found for slug in slugs if (found := proposer.propose(slug)) is not None]
        requests = tuple(Request(one.template.goal(one.args), one.cutoff) for one in asked)
        for proposal, evaluation in zip(asked, evaluate(Batch(pool.draft, requests)), strict=True):
            pool.add(proposal, evaluation)
        proposed += size
        supply = pool.supply
        if len(pool.candidates) >= OVER_ALL * n_queries and all(
            supply[cell] >= OVER_CELL * count for cell, count in quotas.items()
        ):
            return


def _weights(pool: Pool, proposer: Proposer) -> dict[str, float]:
    """How often each form is to be asked next: by what it has given of the cells still wanted."""
    if not pool.proposed:
        families = Counter(proposer.domain.question(slug).family for slug in proposer.forms)
        counts = pool.config.family_counts
        family_of = {slug: proposer.domain.question(slug).family for slug in proposer.forms}
        return {slug: counts[family] / families[family] for slug, family in family_of.items()}
    supply, wanted = pool.supply, pool.config.quotas
    lacking = {
        cell: max(0.0, 1 - supply[cell] / (OVER_CELL * count)) for cell, count in wanted.items() if count
    }
    general = 0.15 if len(pool.candidates) < OVER_ALL * pool.config.n_queries else 0.02
    return {slug: _worth(slug, pool, proposer, lacking) + general for slug in proposer.forms}


def _worth(slug: str, pool: Pool, proposer: Proposer, lacking: Mapping[Cell, float]) -> float:
    family = proposer.domain.question(slug).family
    asked = pool.proposed[slug] or 1
    return sum(
        lacking.get((family, label), 0.0) * (pool.yields[slug, label] + 0.2) / asked
        for label in Answerability
    )


def short_cells(supply: Mapping[Cell, int], quotas: Mapping[Cell, int], times: float = 1) -> list[Cell]:
    """The cells with fewer candidates than ``times`` their quota."""
    return [cell for cell, count in quotas.items() if supply.get(cell, 0) < times * count]
