"""Bait: questions whose key terms stand in distractors and nowhere in the records they need (K6). PURE."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from scenarios.bundle import EventSpec, QuerySpec, ScenarioSpec
from scenarios.domains.base import Domain
from scenarios.rendering.checks import CheckResult
from scenarios.rendering.lexicon import content_lemmas

#: A target that holds this is flagged as bait.
BAIT = "bait"
#: Each key term stands in so many distractors at least (AC-4.1).
DISTRACTORS = 2
#: Where a domain keeps the words by which all its questions are framed.
FRAME = "*"


def key_terms(domain: Domain, pred: str, question: str) -> frozenset[str]:
    """The words of a question that tell what is asked: those of its predicate, without the frame of all."""
    words = domain.question_lex.get(pred, frozenset()) - domain.question_lex.get(FRAME, frozenset())
    return content_lemmas(question) & words


def baited(
    domain: Domain, query: QuerySpec, events: Sequence[EventSpec], support: Collection[str]
) -> CheckResult:
    """K6 of a query that is flagged as bait: every key term stands in two distractors observed by its cutoff,
    and in no record of ``support``."""
    terms = key_terms(domain, query.goal.pred, query.question)
    seen = [(event, content_lemmas(event.text)) for event in _observed(events, query.cutoff)]
    if not terms:
        return CheckResult("K6", query.id, False, "has no key term")
    for term in sorted(terms):
        baits = sum(term in words for event, words in seen if event.kind == "distractor")
        if baits < DISTRACTORS:
            return CheckResult("K6", query.id, False, f"{term} stands in {baits} distractors")
        told = [event.id for event, words in seen if event.id in support and term in words]
        if told:
            return CheckResult("K6", query.id, False, f"{term} stands in {', '.join(told)}, which it needs")
    return CheckResult("K6", query.id, True, ", ".join(sorted(terms)))


def bait_checks(
    domain: Domain, scenario: ScenarioSpec, supports: Mapping[str, Collection[str]]
) -> tuple[CheckResult, ...]:
    """K6 of every query that is flagged as bait; ``supports`` has S(q) by query, where it is known."""
    return tuple(
        baited(domain, query, scenario.events, supports.get(query.id, ()))
        for query in scenario.queries
        if query.target.get(BAIT)
    )


def _observed(events: Iterable[EventSpec], cutoff: datetime) -> list[EventSpec]:
    return [event for event in events if event.t <= cutoff]
