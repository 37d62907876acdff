"""Which records a judge answers a question from, and where the words of its bait stand (spec 6.5).

A known answer has the records of its smallest witness. An unknown one has no witness: there it is those that
its derivation reads, filled up with the latest that name what the question is about, so that a judge who says
that it cannot be told has seen what there is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from benchmark.reviewing import picks, witness_nodes
from scenarios.datalog.derivation import Answerability
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.models import Event, Query, Rendering, Scenario, Witness
from scenarios.rendering.bait import BAIT, key_terms
from scenarios.rendering.lexicon import content_lemmas

#: Scenario, label, time and words of a record.
_Told = tuple[str, datetime, str]


def evidence_of(queries: Sequence[Query], types: Mapping[int, Mapping[str, str]]) -> dict[int, list[str]]:
    """The labels of the records of each query, by its row. ``types`` has the entities of each scenario.
    Two database queries."""
    smallest = Witness.objects.filter(query__in=[query.pk for query in queries]).order_by("query", "position")
    found = dict(smallest.distinct("query").values_list("query", "events"))
    unknown = [query for query in queries if query.gold.label == Answerability.UNKNOWN]
    told = _told({query.scenario_id for query in unknown}, kind=Event.Kind.RECORD)
    for query in unknown:
        read = list(query.gold.context_events)
        names = picks.names_of(query, types.get(query.scenario_id, {}))
        near = [
            label
            for label, at, text in told[query.scenario_id]
            if at <= query.cutoff and any(name in text for name in names)
        ]
        room = max(0, witness_nodes.LARGE - len(read))
        found[query.pk] = read + [label for label in near if label not in read][:room]
    for query in queries:
        found.setdefault(query.pk, list(query.gold.support or query.gold.context_events))
    return found


def _told(scenarios: set[int], **fields: Any) -> Mapping[int, list[_Told]]:
    """The current words of the records of scenarios, the latest first."""
    found: dict[int, list[_Told]] = defaultdict(list)
    if scenarios:
        rows = Rendering.objects.filter(
            event__scenario__in=scenarios,
            is_current=True,
            **{f"event__{name}": value for name, value in fields.items()},
        )
        columns = ("event__scenario_id", "event__label", "event__observed_at", "text")
        for scenario, *told in rows.order_by("-event__observed_at", "-event__seq").values_list(*columns):
            found[scenario].append((told[0], told[1], told[2]))
    return found


def baits_of(found: Iterable[Rendering]) -> dict[int, dict[str, Any]]:
    """Of each question flagged as bait, by the row of its words: its key terms, and the records by its cutoff
    that hold one. One database query."""
    flagged = [(row, row.query) for row in found if row.query is not None and row.query.target.get(BAIT)]
    told = _told({query.scenario_id for _, query in flagged})
    heard = {
        scenario: [(label, at, content_lemmas(text)) for label, at, text in records]
        for scenario, records in told.items()
    }
    baits = {}
    for row, query in flagged:
        domain = domain_of(query.scenario)
        terms = key_terms(domain, query.goal_pred, row.text) if domain else frozenset()
        records = heard.get(query.scenario_id, [])
        holding = [label for label, at, words in records if at <= query.cutoff and words & terms]
        baits[row.pk] = {"terms": sorted(terms), "records": sorted(holding)}
    return baits


def domain_of(scenario: Scenario) -> Domain | None:
    """The domain of a scenario, None where it is not one that is here."""
    try:
        return registry.get(scenario.domain)
    except registry.UnknownDomainError:
        return None
