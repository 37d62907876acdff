"""Candidate queries: every form of question over every choice of names (spec 5.3, stage 7). PURE."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations, product

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.generators.derive.batch import Batch, Evaluate, Request
from scenarios.generators.derive.plan import Cast
from scenarios.rendering.questions import QuestionTemplate

#: Slots whose names come from another type than the slot's own name says.
SLOT_TYPES = {"first": "trip", "second": "trip", "other": "person"}
#: (from, to, weight): which part of the history cutoffs fall into (spec 5.1, tau_policy).
TAU_POLICY = ((0.75, 1.0, 6), (0.5, 0.75, 3), (0.3, 0.5, 1))
#: A form with few arguments is asked at more cutoffs, so that each form is tried about so often.
FORM_SUPPLY = 40
#: Share of cutoffs that are an event's own instant, to test that the cutoff is inclusive.
ON_EVENT = 0.1


@dataclass(frozen=True)
class Candidate:
    """A question that might be published, with what was derived for it."""

    template: QuestionTemplate
    args: dict[str, str]
    cutoff: datetime
    evaluation: Evaluation

    @property
    def label(self) -> Answerability:
        return self.evaluation.gold.label

    @property
    def cell(self) -> tuple[str, Answerability]:
        """(family, label): the unit of the quotas."""
        return (self.template.family, self.label)

    @property
    def witness_size(self) -> int:
        """Size of the smallest witness; 0 for unknown."""
        return len(self.evaluation.witnesses.witnesses[0]) if self.label is not Answerability.UNKNOWN else 0

    @property
    def largest_witness(self) -> int:
        """Size of the largest listed witness; 0 for unknown."""
        return max(map(len, self.evaluation.witnesses.witnesses), default=0)


def arguments(template: QuestionTemplate, names: Cast) -> Iterator[dict[str, str]]:
    """All arguments of a form. Two names of one type differ, and their order counts for ``other`` alone."""
    slots = sorted(template.kinds)
    if {"first", "second"} <= set(slots):
        yield from ({"first": a, "second": b} for a, b in permutations(names["trip"], 2) if a < b)
        return
    pools = [[names.year] if slot == "year" else list(names[SLOT_TYPES.get(slot, slot)]) for slot in slots]
    for values in product(*pools):
        if len(set(values)) == len(values):
            yield dict(zip(slots, values, strict=True))


def cutoff(events: Sequence[EventSpec], rng: random.Random) -> datetime:
    """An instant between two events, or now and then that of an event itself."""
    low, high, _ = rng.choices(TAU_POLICY, weights=[weight for _, _, weight in TAU_POLICY])[0]
    place = min(int(rng.uniform(low, high) * len(events)), len(events) - 1)
    at = events[place].t
    return at if rng.random() < ON_EVENT else at + timedelta(hours=rng.randrange(1, 10))


def candidates(
    *, templates: Sequence[QuestionTemplate], draft: ScenarioSpec, names: Cast, cutoffs_each: int,
    evaluate: Evaluate, rng: random.Random,
) -> list[Candidate]:  # fmt: skip
    """These forms with all arguments at drawn cutoffs, evaluated in one batch, in an order drawn by ``rng``.

    Dropped at once: incomplete witness lists, and a second cutoff at which the answer is the same.
    """
    asked = [
        (template, args, cutoff(draft.events, rng))
        for template in templates
        for choices in (list(arguments(template, names)),)
        for args in choices
        for _ in range(max(cutoffs_each, FORM_SUPPLY // len(choices)))
    ]
    rng.shuffle(asked)
    requests = tuple(Request(template.goal(args), tau) for template, args, tau in asked)
    found: list[Candidate] = []
    seen: set[tuple[object, ...]] = set()
    for (template, args, tau), evaluation in zip(asked, evaluate(Batch(draft, requests)), strict=True):
        gold = evaluation.gold
        key = (template.goal(args), gold.label, repr(gold.answer))
        if evaluation.witnesses.exact and key not in seen:
            seen.add(key)
            found.append(Candidate(template, args, tau, evaluation))
    return found
