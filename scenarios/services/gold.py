"""Computes the gold of a suite in Postgres, compares it with what was expected, and stores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.bundle import Bundle
from scenarios.datalog.derivation import Answerability, Evaluation, Gold
from scenarios.datalog.minimality import Proof
from scenarios.exceptions import GoldDiffersError, StateRefusedError
from scenarios.models import GoldAnswer, Query, Scenario, Suite
from scenarios.services import evaluation, folding
from scenarios.services.gold_rows import store_gold
from scenarios.services.witness_checks import check_generated, check_imported

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: What the generator's checks said, by scenario and query.
Proofs = Mapping[str, Mapping[str, Proof]]
#: Expected gold by (scenario, query).
Expected = Mapping[tuple[str, str], Gold]


def expected_of(bundle: Bundle) -> dict[tuple[str, str], Gold]:
    """The gold that a bundle's generator computed, of those queries that state one."""
    return {
        (spec.slug, query.id): query.expected
        for spec in bundle.scenarios
        for query in spec.queries
        if query.expected is not None
    }


def proofs_of(bundle: Bundle) -> dict[str, dict[str, Proof]]:
    """What the generator of a bundle checked of its witnesses."""
    return {
        spec.slug: {query.id: query.proof for query in spec.queries if query.proof is not None}
        for spec in bundle.scenarios
    }


@transaction.atomic
def compute(
    *, suite: Suite, by: User | None, expected: Expected | None = None, proofs: Proofs | None = None
) -> int:
    """Derive and store the gold of every query of a draft; returns how many. ``proofs`` are what a generator
    checked of lists of witnesses, which are not checked again where the same are derived.

    Raises ``StateRefusedError`` where the suite has gold already: gold never changes. Raises
    ``GoldDiffersError`` listing each query whose gold is not the expected one, and ``WitnessCheckError``
    where queries of a generated suite fail C1 to C4; nothing is stored then.
    """
    if GoldAnswer.objects.filter(query__scenario__suite=suite).exists():
        raise StateRefusedError(f"Suite {suite.slug!r} has gold, which never changes. Store another suite.")
    derived: list[tuple[Scenario, list[Query], list[Evaluation], list[Evaluation]]] = []
    differences: list[str] = []
    for scenario in suite.scenarios.order_by("position", "pk"):
        asked = list(scenario.queries.with_question().order_by("label"))
        found = evaluation.evaluate_all(scenario=scenario, asked=[(q.goal, q.cutoff) for q in asked])
        answered = folding.in_postgres(scenario=scenario, asked=asked, found=found)
        differences += _differences(scenario, asked, answered, expected or {})
        derived.append((scenario, asked, found, answered))
    if differences:
        raise GoldDiffersError(tuple(differences))
    count = 0
    for scenario, asked, found, answered in derived:
        if suite.kind == Suite.Kind.IMPORTED:
            checks = check_imported(scenario=scenario, asked=asked, found=found)
        else:
            own = (proofs or {}).get(scenario.slug, {})
            checks = check_generated(scenario=scenario, asked=asked, found=found, proofs=own)
        store_gold(scenario=scenario, asked=asked, found=answered, checks=checks)
        count += len(asked)
    return count


def _differences(
    scenario: Scenario, asked: list[Query], found: list[Evaluation], expected: Expected
) -> list[str]:
    lines = []
    for query, derived in zip(asked, found, strict=True):
        wanted = expected.get((scenario.slug, query.label))
        if wanted is not None and wanted != derived.gold:
            lines.append(
                f"{scenario.slug}/{query.label} at {query.cutoff.isoformat()}: expected {shown(wanted)}, "
                f"Postgres derives {shown(derived.gold)}"
            )
    return lines


def shown(gold: Gold) -> str:
    """A gold in one line, for messages."""
    missing = f" [{', '.join(gold.missing)}]" if gold.missing else ""
    return f"{gold.label.value} {gold.answer!r}{missing}"


def gold_of(row: GoldAnswer) -> Gold:
    """The stored gold as the engine's value."""
    return Gold(Answerability(row.label), row.answer, tuple(row.missing))
