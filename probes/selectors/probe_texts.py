"""What a memory is asked so that a file of its contexts can be diagnosed: queries and probes in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from probes.models import ProbePlan, StateProbe
from scenarios.models import Query, Suite


def of_suite(suite: Suite) -> Iterator[dict[str, Any]]:
    """A line a question, as ``score`` takes it once a context or an answer is added: each query, and after it
    its probes. A probe is named by its node, by its position where two nodes read the same."""
    plans = ProbePlan.objects.filter(query__scenario__suite=suite).prefetch_related("probes__node")
    by_query = {plan.query_id: list(plan.probes.all()) for plan in plans}
    asked = Query.objects.with_question().filter(scenario__suite=suite).select_related("scenario")
    for query in asked.order_by("scenario__position", "scenario", "label"):
        yield _line(query, query.question or "", query.answer_type)
        probes = by_query.get(query.pk, [])
        names = Counter(probe.node.node_label for probe in probes)
        for probe in probes:
            yield _line(query, probe.text, str(probe.subject["answer_type"]), probe=_name(probe, names))


def _name(probe: StateProbe, names: Counter[str]) -> str | int:
    label = probe.node.node_label
    return label if names[label] == 1 else probe.position


def _line(query: Query, question: str, answer_type: str, **probe: str | int) -> dict[str, Any]:
    return {
        "scenario": query.scenario.slug,
        "query": query.label,
        **probe,
        "question": question,
        "cutoff": query.cutoff.isoformat(),
        "answer_type": answer_type,
    }
