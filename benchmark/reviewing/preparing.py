"""Which questions are put to people, and what is prepared for the form of each (spec 6.5).

What is kept with an item: the ``records`` of the smallest witness (of an unknown answer those that its
derivation reads), the operators and names to pick from, the nodes of a large witness, and of bait where its
words stand. Order and choice are drawn by the seed of the scenario, so that they are the same every time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.db.models import Exists, OuterRef

from benchmark.reviewing import operators, picks, witness_nodes
from benchmark.reviewing.evidence import baits_of, domain_of, evidence_of
from scenarios.datalog.derivation import Answerability, Derivation
from scenarios.domains.probing import Probing
from scenarios.models import (
    Entity,
    Query,
    Rendering,
    ReviewItem,
    ReviewPolicy,
    Scenario,
    Suite,
)
from scenarios.review.subjects.base import Prepared
from scenarios.review.subjects.record_items import SCENARIO_SPAN
from scenarios.selectors import derivations, programs

SLUG = "question"
FORM, FORM_BY_NODES = "question", "question_nodes"
#: Within the places of a scenario questions stand in the second half, behind its records.
BEHIND_RECORDS = SCENARIO_SPAN // 2
#: What is missing of an unknown answer, by how its leaf begins.
_COMPLETENESS = ("missing(complete(", "notclosed(")


@dataclass
class _Names:
    """The entities of one scenario."""

    types: dict[str, str] = field(default_factory=dict)
    by_type: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def prepared(suite: Suite, policy: ReviewPolicy) -> Iterator[Prepared]:
    """The questions that have gold, no item yet, and current words that passed their checks or that no check
    judges. A constant number of reads."""
    found = list(_open_questions(suite))
    queries = [row.query for row in found if row.query is not None]
    names = _names(queries)
    evidence = evidence_of(queries, {pk: one.types for pk, one in names.items()})
    large = {query.pk for query in queries if len(evidence[query.pk]) > witness_nodes.LARGE}
    graphs = _graphs(query for query in queries if query.pk in large)
    baits = baits_of(found)
    in_order = suite.scenarios.order_by("position", "pk").values_list("pk", flat=True)
    places = {pk: place for place, pk in enumerate(in_order)}
    numbers: dict[int, int] = defaultdict(int)
    for row in found:
        query = row.query
        assert query is not None  # by the filter of the rows
        scenario = query.scenario
        numbers[scenario.pk] += 1
        content = _content(row, evidence[query.pk], names[scenario.pk], graphs.get(query.gold.root_id))
        yield Prepared(
            subject_id=row.pk,
            scenario_id=scenario.pk,
            label=query.label,
            place=places[scenario.pk] * SCENARIO_SPAN + BEHIND_RECORDS + numbers[scenario.pk],
            form=FORM_BY_NODES if query.pk in large else FORM,
            wanted=policy.question_judges,
            content=content | ({"bait": baits[row.pk]} if row.pk in baits else {}),
            rendering_id=row.pk,
            author_id=row.author_id,
        )


def _open_questions(suite: Suite) -> Iterable[Rendering]:
    there = ReviewItem.objects.filter(kind=SLUG, is_check=False, subject_id=OuterRef("pk"))
    rows = Rendering.objects.filter(
        ~Exists(there),
        status__in=(Rendering.Status.AUTO_PASSED, Rendering.Status.DRAFT),
        query__scenario__suite=suite,
        query__gold__isnull=False,
        is_current=True,
    )
    ordered = rows.order_by(
        "query__scenario__position", "query__scenario_id", "query__cutoff", "query__label"
    )
    return ordered.select_related("query__gold", "query__scenario__suite")


def _content(
    row: Rendering, records: Sequence[str], names: _Names, derivation: Derivation | None
) -> dict[str, Any]:
    query = row.query
    assert query is not None  # as above
    seed = f"{query.scenario.seed}/{query.scenario.slug}/{query.label}"
    pick = picks.pick_of(query, row.text, names.types, names.by_type, f"{seed}/names")
    content: dict[str, Any] = {
        "records": list(records),
        "operators": operators.offered(query.operator, Random(f"{seed}/operators")),
        "operator": query.operator,
        "pick": None if pick is None else pick.as_json(),
        "missing": missing_of(query),
    }
    if derivation is not None:
        content["nodes"] = witness_nodes.nodes_of(derivation, records, _probing(query.scenario))
    return content


def missing_of(query: Query) -> list[str]:
    """What may be named as missing of an answer: ``completeness``, ``value``, or of a known one ``none``."""
    gold = query.gold
    if gold.label != Answerability.UNKNOWN:
        return ["none"]
    kinds = {"completeness" if leaf.startswith(_COMPLETENESS) else "value" for leaf in gold.missing}
    return sorted(kinds)


def _names(queries: Iterable[Query]) -> Mapping[int, _Names]:
    found: dict[int, _Names] = defaultdict(_Names)
    scenarios = {query.scenario_id for query in queries}
    rows = Entity.objects.filter(scenario__in=scenarios).order_by("scenario_id", "name")
    for scenario, name, kind in rows.values_list("scenario_id", "name", "type"):
        found[scenario].types[name] = kind
        found[scenario].by_type[kind].append(name)
    return found


def _graphs(queries: Iterable[Query]) -> dict[int, Derivation]:
    roots = {query.gold.root_id for query in queries}
    return derivations.of_roots(roots) if roots else {}


def _probing(scenario: Scenario) -> Probing:
    return Probing(programs.load(scenario), domain_of(scenario))
