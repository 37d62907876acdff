"""How many queries of a suite are diagnosed, and by how many probes (spec 7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q

from probes.models import ProbePlan, StateProbe
from scenarios.models import Query, Suite

#: The paper's totals, which stand beside ours with the words "other data".
PAPER_QUERIES: Final = 1_503
PAPER_DIAGNOSED: Final = 1_029
PAPER_PROBES: Final = 2_818


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a suite's queries: how many there are, are diagnosed, and by how many probes."""

    name: str
    queries: int
    diagnosed: int
    probes: int

    @property
    def share(self) -> float | None:
        """Of the queries those that are diagnosed; None of no queries."""
        return self.diagnosed / self.queries if self.queries else None

    @property
    def each(self) -> float | None:
        """Probes a diagnosed query; None where none is."""
        return self.probes / self.diagnosed if self.diagnosed else None

    def as_json(self) -> dict[str, Any]:
        """For the command and the API."""
        counted = {"queries": self.queries, "diagnosed": self.diagnosed, "probes": self.probes}
        return {"name": self.name, **counted, "share": self.share, "probes_each": self.each}


#: The paper's suite.
PAPER: Final = Part("paper (other data)", PAPER_QUERIES, PAPER_DIAGNOSED, PAPER_PROBES)


@dataclass(frozen=True, slots=True)
class SuitePlans:
    """The plans of a suite, whole and in parts. ``kinds`` counts its probes by kind of node; ``sampled``
    are nodes, roots among them, of whose inputs a sample is asked about, ``unprobed`` those of whose inputs
    none is for want of budget."""

    total: Part
    domains: tuple[Part, ...]
    families: tuple[Part, ...]
    labels: tuple[Part, ...]
    kinds: dict[str, int]
    sampled: int
    unprobed: int

    def as_json(self) -> dict[str, Any]:
        """For the command and the API."""
        return {
            "total": self.total.as_json(),
            "paper": {**PAPER.as_json(), "note": "other data"},
            "domains": [part.as_json() for part in self.domains],
            "families": [part.as_json() for part in self.families],
            "labels": [part.as_json() for part in self.labels],
            "kinds": self.kinds,
            "children_sampled": self.sampled,
            "inputs_unprobed": self.unprobed,
        }


def of_suite(suite: Suite) -> SuitePlans:
    """The counts of a suite, all 0 where it has no plans. Three database queries."""
    asked = Query.objects.filter(scenario__suite=suite, gold__isnull=False)
    rows = list(
        asked.values_list("scenario__domain", "family", "gold__label")
        .annotate(
            queries=Count("pk", distinct=True),
            diagnosed=Count("probe_plan", distinct=True),
            probes=Count("probe_plan__probes"),
        )
        .order_by("scenario__domain", "family", "gold__label")
    )
    kinds = StateProbe.objects.filter(plan__query__scenario__suite=suite).values_list("kind")
    counted = kinds.annotate(n=Count("pk"), **_flags()).order_by("kind")
    roots = ProbePlan.objects.filter(query__scenario__suite=suite).aggregate(**_flags())
    flags = [(sampled, unprobed) for _, _, sampled, unprobed in counted]
    return SuitePlans(
        total=_part(suite.slug, rows),
        domains=_parts(rows, 0),
        families=_parts(rows, 1),
        labels=_parts(rows, 2),
        kinds={kind: n for kind, n, _, _ in counted},
        sampled=roots["sampled"] + sum(sampled for sampled, _ in flags),
        unprobed=roots["unprobed"] + sum(unprobed for _, unprobed in flags),
    )


def _flags() -> dict[str, Count]:
    return {
        "sampled": Count("pk", filter=Q(children_sampled=True)),
        "unprobed": Count("pk", filter=Q(inputs_unprobed=True)),
    }


def _parts(rows: Iterable[tuple[Any, ...]], place: int) -> tuple[Part, ...]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        found.setdefault(row[place], []).append(row)
    return tuple(_part(name, some) for name, some in sorted(found.items()))


def _part(name: str, rows: Iterable[tuple[Any, ...]]) -> Part:
    counts: Counter[str] = Counter()
    for *_, queries, diagnosed, probes in rows:
        counts.update(queries=queries, diagnosed=diagnosed, probes=probes)
    return Part(name, counts["queries"], counts["diagnosed"], counts["probes"])
