"""Reads all queries of a suite in one line each, with the figures of their gold for those who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios.models import Query, Suite
from scenarios.rendering.references import ReferenceKind

#: Figures of ``GoldAnswer.measures`` by the names they have here.
_MEASURES = {
    "witness": "witness_size", "support": "support_size", "disp": "disp", "span": "span", "age": "age",
    "overlap": "overlap", "versions": "versions", "obsolete": "n_obsolete",
}  # fmt: skip
#: The kind of a query whose target says nothing of how it refers.
NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class GoldFacts:
    """What gold and target say of a query, figures named as in spec 16, None where there is none.

    ``bounded``: the list of witnesses is not complete, so ``witness`` is an upper and ``support`` a lower
    bound. ``references`` are the kinds of its indirect references, ``id`` where it has names alone.
    """

    label: str
    answer: Any
    obs: bool
    bounded: bool
    height: int
    width: int
    degree: int
    bait: bool
    references: tuple[str, ...]
    witness: int | None = None
    support: int | None = None
    disp: float | None = None
    span: float | None = None
    age: float | None = None
    overlap: float | None = None
    versions: float | None = None
    obsolete: int | None = None


@dataclass(frozen=True, slots=True)
class QueryFacts:
    """A query: where it stands, what kind it is, its words; ``gold`` is None for those who may not see it,
    and where there is none. ``place`` orders queries by scenario and label."""

    place: int
    scenario: str
    domain: str
    id: str
    cutoff: datetime
    question: str
    family: str
    operator: str
    answer_type: str
    gold: GoldFacts | None = None

    @property
    def cursor(self) -> str:
        """What names the query within its suite, for pages that begin after it."""
        return f"{self.scenario}/{self.id}"


_PLAIN = ("scenario__slug", "scenario__domain", "label", "cutoff", "question", "checkpoint", "family",
          "operator", "answer_type")  # fmt: skip
_GOLD = ("gold__label", "gold__answer", "gold__obs_flag", "gold__exact", "gold__height", "gold__width",
         "gold__degree", "target", "gold__measures")  # fmt: skip


def of_suite(suite: Suite, *, with_gold: bool, family: str = "") -> list[QueryFacts]:
    """All queries of a suite, or of one family of it, by scenario and label. One database query.

    Without ``with_gold`` gold and target are not even read.
    """
    rows = Query.objects.filter(scenario__suite=suite).with_question()
    if family:
        rows = rows.filter(family=family)
    ordered = rows.order_by("scenario__position", "scenario_id", "label")
    found = ordered.values_list(*_PLAIN, *(_GOLD if with_gold else ()))
    return [_facts(place, row) for place, row in enumerate(found)]


def _facts(place: int, row: tuple[Any, ...]) -> QueryFacts:
    scenario, domain, label, cutoff, question, checkpoint, family, operator, answer_type = row[: len(_PLAIN)]
    return QueryFacts(
        place=place,
        scenario=scenario,
        domain=domain,
        id=label,
        cutoff=cutoff,
        question=question or checkpoint,
        family=family,
        operator=operator,
        answer_type=answer_type,
        gold=_gold(*row[len(_PLAIN) :]) if len(row) > len(_PLAIN) and row[len(_PLAIN)] else None,
    )


def _gold(
    label: str,
    answer: Any,
    obs: bool,
    exact: bool,
    height: int,
    width: int,
    degree: int,
    target: Mapping[str, Any],
    measures: Mapping[str, Any],
) -> GoldFacts:
    return GoldFacts(
        label=label,
        answer=answer,
        obs=obs,
        bounded=not exact,
        height=height,
        width=width,
        degree=degree,
        bait=bool(target.get("bait")),
        references=reference_kinds(target),
        **{name: measures.get(stored) for name, stored in _MEASURES.items()},
    )


def reference_kinds(target: Mapping[str, Any]) -> tuple[str, ...]:
    """By what a question refers, sorted: its indirect kinds, else ``id``, else that nothing is stated."""
    refs = target.get("refs")
    if not isinstance(refs, dict) or not refs:
        return (NOT_STATED,)
    kinds = {str(ref.get("kind", "")) for ref in refs.values() if isinstance(ref, dict)}
    return tuple(sorted(kinds - {ReferenceKind.ID.value, ""})) or (ReferenceKind.ID.value,)
