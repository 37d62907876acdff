"""The gates a generated scenario must pass before it leaves the generator (spec 6.3, 6.6). PURE."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from scenarios.bundle import ScenarioSpec
from scenarios.datalog.derivation import Derivation
from scenarios.domains.base import Domain
from scenarios.rendering import checks
from scenarios.rendering.bait import bait_checks


class GateError(RuntimeError):
    """Some texts fail their checks; ``failures`` holds them."""

    def __init__(self, failures: Sequence[checks.CheckResult]) -> None:
        shown = "; ".join(f"{f.code} {f.subject}: {f.evidence}" for f in failures[:10])
        super().__init__(f"{len(failures)} failed checks: {shown}")
        self.failures = tuple(failures)

    def __reduce__(self) -> tuple[type[GateError], tuple[tuple[checks.CheckResult, ...]]]:
        """It comes out of worker processes as it was."""
        return (type(self), (self.failures,))


def all_checks(
    domain: Domain,
    scenario: ScenarioSpec,
    derivations: Iterable[Derivation],
    supports: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Iterator[checks.CheckResult]:
    """Every check on every record, question and name of a scenario; ``supports`` has S(q) by query."""
    for event in scenario.events:
        yield from checks.record_checks(domain, event)
    for query in scenario.queries:
        yield from checks.question_checks(domain, query, scenario.entities)
    yield from checks.resolved_references(domain, scenario)
    yield from bait_checks(domain, scenario, supports)
    plain = domain.plain_types(entity.type for entity in scenario.entities)
    yield from checks.fictional(scenario.entities, plain)
    nodes = (node for derivation in derivations for node in derivation.nodes.values())
    yield from checks.told_states(domain, nodes, scenario.events)


def refuse_faulty(
    domain: Domain, scenario: ScenarioSpec, derivations: Iterable[Derivation],
    supports: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> None:  # fmt: skip
    """Raises ``GateError`` unless every check passes."""
    found = all_checks(domain, scenario, derivations, supports)
    failures = [result for result in found if not result.passed]
    if failures:
        raise GateError(failures)
