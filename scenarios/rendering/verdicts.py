"""What the automatic checks say of each text of a scenario: passed, failed, or why none ran (spec 6.3). PURE.

Checks compare a text with the wordings of its domain, so they judge only what a template wrote, or a model
or a person in place of a template. Imported words and those of a domain without templates stay unjudged, each
with the reason.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scenarios.bundle import EDITED, FREE_WORDS, EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Node
from scenarios.domains.base import Domain
from scenarios.rendering import checks, presence
from scenarios.rendering.bait import bait_checks
from scenarios.rendering.checks import CheckResult

NO_TEMPLATE = "No template wrote this text, so there is nothing to compare it with."


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results of the checks of one text in order of their codes, or the ``reason`` why none ran.

    ``subject`` is the id of an event or, where ``asks``, of a query.
    """

    subject: str
    asks: bool
    results: tuple[CheckResult, ...] = ()
    reason: str = ""

    @property
    def passed(self) -> bool | None:
        """None where no check ran."""
        return None if self.reason else all(result.passed for result in self.results)

    def as_json(self) -> dict[str, object]:
        """For ``Rendering.checks``: by code whether it passed, the evidence and its span; or the reason.

        Where a check found several things, the evidence names all and the span is that of the first.
        """
        if self.reason:
            return {"reason": self.reason}
        by_code: dict[str, list[CheckResult]] = defaultdict(list)
        for result in self.results:
            by_code[result.code].append(result)
        return {
            code: {
                "passed": all(result.passed for result in found),
                "evidence": "; ".join(result.evidence for result in found if result.evidence),
                "span": list(found[0].span),
            }
            for code, found in sorted(by_code.items())
        }


def verdicts(
    spec: ScenarioSpec, domain: Domain | None, nodes: Iterable[Node],
    supports: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Iterator[Verdict]:  # fmt: skip
    """One verdict for every record and every question of a scenario.

    ``domain`` is None where no templates of it ship. ``nodes`` are those of all derivations of the
    scenario, at every cutoff (K2). ``supports`` has S(q) by query (K6).
    """
    if domain is None:
        reason = f"No templates of a domain {spec.domain!r} ship, so there is nothing to compare it with."
        yield from (Verdict(event.id, False, reason=reason) for event in spec.events)
        yield from (Verdict(query.id, True, reason=reason) for query in spec.queries)
        return
    real = [entity for entity in spec.entities if _is_real(entity, domain)]
    told: dict[str, list[CheckResult]] = defaultdict(list)
    derived = [node for node in nodes if node.kind in checks.DERIVED_KINDS]
    written = [event for event in spec.events if event.template]
    for result in checks.told_states(domain, derived, written):
        told[result.subject].append(result)
    for event in spec.events:
        if event.renderer in FREE_WORDS and event.template and not event.actions:
            told[event.id] += presence.told_anew(event, derived)
        yield _of_record(event, domain, told[event.id], spec.entities, real)
    further: dict[str, list[CheckResult]] = defaultdict(list)
    for result in (*checks.resolved_references(domain, spec), *bait_checks(domain, spec, supports)):
        further[result.subject].append(result)
    for query in spec.queries:
        yield _of_question(query, domain, spec.entities, real, further[query.id])


def _of_record(
    event: EventSpec,
    domain: Domain,
    told: Sequence[CheckResult],
    entities: Sequence[EntitySpec],
    real: Sequence[EntitySpec],
) -> Verdict:
    if not event.template:
        return Verdict(event.id, False, reason=NO_TEMPLATE)
    is_reworded = event.renderer in FREE_WORDS
    own = (
        presence.record_checks(domain, event, entities)
        if is_reworded
        else checks.record_checks(domain, event)
    )
    results = (
        *own,
        *(told or (CheckResult("K2", event.id, True),)),
        *_real_names(event.id, event.text, real),
    )
    return Verdict(event.id, False, results)


def _of_question(
    query: QuerySpec,
    domain: Domain,
    entities: Sequence[EntitySpec],
    real: Sequence[EntitySpec],
    further: Sequence[CheckResult],
) -> Verdict:
    if not is_templated(query):
        return Verdict(query.id, True, reason=NO_TEMPLATE)
    own = checks.question_checks(domain, query, entities)
    if query.renderer == EDITED:
        own = (*presence.question_faithful(domain, query, entities), *own[1:])
    results = (
        *own,
        *further,
        *_real_names(query.id, query.question, real),
    )
    return Verdict(query.id, True, results)


def is_templated(query: QuerySpec) -> bool:
    """Whether the target says which question template wrote the question, and with what arguments."""
    form, args = query.target.get("form"), query.target.get("args")
    return (
        isinstance(form, str)
        and bool(form)
        and isinstance(args, dict)
        and all(isinstance(value, str) for value in args.values())
    )


def _is_real(entity: EntitySpec, domain: Domain) -> bool:
    found = checks.fictional([entity], domain.plain_types([entity.type]))
    return any(not result.passed for result in found)


def _real_names(subject: str, text: str, real: Sequence[EntitySpec]) -> tuple[CheckResult, ...]:
    """K3 of one text: each name in it that a reader may know; or that there is none."""
    found = [(entity.name, re.search(rf"(?<!\w){re.escape(entity.name)}(?!\w)", text)) for entity in real]
    return tuple(
        CheckResult("K3", subject, False, name, match.span()) for name, match in found if match is not None
    ) or (CheckResult("K3", subject, True),)
