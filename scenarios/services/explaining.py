"""Answers of goals that someone asks at any cutoff, and why an answer is not another one. Nothing is stored.

Everything is read set-at-a-time in Postgres, never the whole history: the goals of one level of a "why not"
are derived together, and so are the times at which an answer is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from scenarios.datalog import differences
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.differences import Difference, Side
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.goal_text import AskedGoal
from scenarios.datalog.goals import canonical_goal
from scenarios.datalog.reference_evaluator import texts
from scenarios.datalog.resolution import Group, Version, VersionKey
from scenarios.datalog.sql.evidence import RULES_IN_FORCE
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.version_goals import read_of_mark
from scenarios.datalog.whynot import (
    clause_reason,
    combined,
    followed,
    own_reason,
    probes_of,
    spots_of,
    with_nearest,
)
from scenarios.datalog.whynot_probes import Widened, widen
from scenarios.datalog.whynot_values import Report, WhyNot
from scenarios.datalog.witness_lists import UNKNOWN_WITNESSES
from scenarios.models import Query, Scenario
from scenarios.selectors import nearby, programs, rules, versions_in_force
from scenarios.services import evaluation, evaluators
from scenarios.services.chosen_reads import chosen_versions
from scenarios.services.evaluation import Request
from scenarios.services.statements import QueryRow, fetch

#: Later times at which an unknown answer is tried, and how many of them one statement tries.
TIMES_TRIED, TIMES_AT_ONCE = 600, 100


def why_not(*, scenario: Scenario, asked: AskedGoal, cutoff: datetime, depth: int = 1) -> Report:
    """Why a goal is false, unknown or other than expected at a cutoff: the first failing literal of each
    clause, derived ones followed ``depth`` levels down, and what is recorded nearby.

    Raises ``GoalError`` and what ``evaluation.answers`` raises.
    """
    program = programs.load(scenario)
    goal = canonical_goal(program, asked.goal, cutoff)
    wide = _widened(scenario, program, cutoff)

    def level(goals: Sequence[AskedGoal]) -> list[WhyNot]:
        return _reasons(scenario, wide, cutoff, goals)

    report = followed(level, AskedGoal(goal, asked.expected), depth=depth)
    spots = spots_of(report)
    return with_nearest(
        report, nearby.nearest(scenario=scenario, program=program, spots=spots, cutoff=cutoff)
    )


def _widened(scenario: Scenario, program: Program, cutoff: datetime) -> Widened:
    rows = fetch(RULES_IN_FORCE, [QueryRow(0, scenario.pk, cutoff, ())])
    in_force = tuple(sorted((key, clause) for _, key, clause in rows))
    return widen(program, in_force, rules.retired(scenario, cutoff))


def _reasons(scenario: Scenario, wide: Widened, cutoff: datetime, goals: Sequence[AskedGoal]) -> list[WhyNot]:
    """The reasons of several goals: they and all their clauses are derived together."""
    probes = [probes_of(wide, asked) for asked in goals]
    requests: list[Request] = []
    reads: list[Callable[[Explainer], Any]] = []
    for asked, found in zip(goals, probes, strict=True):
        requests.append(Request(scenario, asked.goal, cutoff, wide.program))
        reads.append(partial(own_reason, asked=asked))
        for probe, pred, key in found:
            requests.append(Request(scenario, Goal(pred, texts(key)), cutoff, wide.program))
            reads.append(partial(clause_reason, probe=probe, pred=pred, key=key))
    parts = evaluation.explain_many(
        requests=requests, read=lambda number, explained: reads[number](explained.explainer)
    )
    rest = iter(parts)
    return [combined(next(rest), wide, [next(rest) for _ in found]) for found in probes]


@dataclass(frozen=True, slots=True)
class Settled:
    """The first later record from whose time on an unknown answer is known; ``event`` is empty where none
    of the ``tried`` later times settles it, of ``later`` in all."""

    event: str
    t: datetime | None
    answer: Any
    tried: int
    later: int


def settled_by(*, scenario: Scenario, goal: Goal, cutoff: datetime) -> Settled:
    """From which later record on the answer is known; at most ``TIMES_TRIED`` later times are tried."""
    later = scenario.events.filter(observed_at__gt=cutoff)
    count = later.values("observed_at").distinct().count()
    latest = later.order_by("observed_at", "-seq").distinct("observed_at")
    moments = dict(latest.values_list("observed_at", "label")[:TIMES_TRIED])
    tried, times = 0, list(moments)
    while tried < len(times):
        now = times[tried : tried + TIMES_AT_ONCE]
        golds = evaluation.answers_at(scenario=scenario, asked=[(goal, moment) for moment in now])
        for moment, gold in zip(now, golds, strict=True):
            tried += 1
            if gold.label is not Answerability.UNKNOWN:
                return Settled(moments[moment], moment, gold.answer, tried, count)
    return Settled("", None, None, tried, count)


def evaluate(*, scenario: Scenario, goal: Goal, cutoff: datetime, query: Query | None = None) -> Evaluation:
    """Label, answer, derivation and witnesses of a goal at a cutoff; of a stored query, whose answer may be a
    fold over its goal, those of the query. Raises as ``evaluation.answers``."""
    if query is not None:
        return evaluators.evaluate(query=query, cutoff=cutoff)
    return evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoff)


def difference(
    *, scenario: Scenario, goal: Goal, cutoffs: tuple[datetime, datetime], query: Query | None = None
) -> Difference:
    """What differs between two cutoffs of a goal or query, and which events caused it. Raises as
    ``evaluation.answers``."""
    requests = [Request(scenario, goal, cutoff) for cutoff in cutoffs]
    sides = []
    for cutoff, (gold, derivation) in zip(cutoffs, evaluation.derive_many(requests=requests), strict=True):
        if query is not None:
            bare = Evaluation(gold, derivation, UNKNOWN_WITNESSES)
            gold = evaluators.folded_at(query, cutoff, bare).gold
        sides.append(Side(cutoff, gold, derivation))
    found = differences.difference(*sides)

    def in_force(keys: list[VersionKey], groups: list[Group]) -> list[Version]:
        cutoff = found.after.cutoff
        marked = [(read_of_mark(key), key) for key in keys]
        current = [key for read, key in marked if read is None]
        others = [((read.pred, read.key, None), read.until) for read, _ in marked if read is not None]
        chosen = chosen_versions([((scenario.pk, cutoff), one) for one in others])
        return [
            *versions_in_force.of(scenario=scenario, cutoff=cutoff, keys=current, groups=groups),
            *(one.version for one in chosen if one.version is not None),
        ]

    return differences.with_causes(found, programs.load(scenario), in_force)
