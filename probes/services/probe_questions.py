"""State probes as questions of a run (overview 3; spec 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.models import QuestionKind
from benchmark.services.questions import QuestionSpec, Source
from probes.models import StateProbe
from probes.services.planning import plan_suite
from scenarios.models import Scenario


def _probes(scenario: Scenario) -> Iterator[QuestionSpec]:
    """The probes of a scenario's diagnosed queries, query by query, breadth first."""
    found = StateProbe.objects.filter(plan__query__scenario=scenario)
    ordered = found.select_related("plan__query", "node").order_by("plan__query__label", "position")
    for seq, probe in enumerate(ordered):
        query = probe.plan.query
        yield QuestionSpec(
            query,
            probe.text,
            query.cutoff,
            seq,
            kind=QuestionKind.PROBE,
            node=probe.node,
            subject=probe.subject,
        )


PROBES = Source("probes", "a state probe for each node of the diagnostic DAGs", _probes, prepare=plan_suite)
"""The probes of a suite, which are planned when it is first run with them."""
