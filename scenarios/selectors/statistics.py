"""Reads the figures of a suite from its stored gold, in two database queries (spec 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.db.models import Case, F, JSONField, When

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.statistics import (
    BARS,
    DomainRow,
    FamilyRow,
    QueryFigures,
    ScenarioSize,
    SuiteStatistics,
    summed_up,
)
from scenarios.generators.derive.targets import DERIVE
from scenarios.generators.derive.verdict import AllowError, Figure, Verdict, judge
from scenarios.models import Query, Suite
from scenarios.selectors import suites

#: Where the manifest of a suite says which figures lie outside their tolerance, and why.
ALLOWED = "allowed_figures"
#: Figures of ``GoldAnswer.measures`` by the names they have here.
_MEASURES = {
    "witness": "witness_size", "disp": "disp", "span": "span", "age": "age", "overlap": "overlap",
    "versions": "versions", "obsolete": "n_obsolete",
}  # fmt: skip


def of_suite(suite: Suite) -> SuiteStatistics:
    """The tables by domain and by family. Queries without gold are left out."""
    scenarios: list[Any] = list(suites.scenarios_of(suite))
    sizes = [ScenarioSize(row.domain, row.n_events) for row in scenarios]
    return summed_up(list(_figures(suite)), sizes)


def _figures(suite: Suite) -> Iterator[QueryFigures]:
    rows = Query.objects.filter(scenario__suite=suite, gold__isnull=False).order_by("pk")
    truth = Case(When(answer_type="bool", then=F("gold__answer")), output_field=JSONField())
    gold = ("label", "obs_flag", "height", "width", "degree", "exact", "measures")
    names = ("scenario__domain", "family", "answer_type", *(f"gold__{name}" for name in gold))
    found = rows.annotate(truth=truth).values_list(*names, "truth")
    for domain, family, answer_type, label, obs, height, width, degree, exact, measures, answer in found:
        yield QueryFigures(
            domain=domain,
            family=family,
            label=Answerability(label),
            answer_type=answer_type,
            obs=obs,
            height=height,
            width=width,
            degree=degree,
            truth=answer if isinstance(answer, bool) else None,
            bounded=not exact,
            **{name: measures.get(stored) for name, stored in _MEASURES.items()},
        )


def verdict_of(
    suite: Suite, found: SuiteStatistics, allowed: Mapping[str, str] | None = None
) -> Verdict | None:
    """The figures beside the targets of ``derive``; None for any other suite, which has none.

    ``allowed`` goes on top of what the manifest allows. Raises ``AllowError``.
    """
    if suite.slug != DERIVE:
        return None
    stated = suite.config.get(ALLOWED, {})
    if not isinstance(stated, dict) or not all(isinstance(reason, str) for reason in stated.values()):
        raise AllowError(f"{ALLOWED} of the manifest is not a table of figures with a reason each")
    return judge(found, {**stated, **(allowed or {})})


def as_json(suite: Suite, found: SuiteStatistics, verdict: Verdict | None) -> dict[str, Any]:
    """All of it as one JSON object. ``figures`` and ``ok`` are null where there are no targets."""
    return {
        "suite": suite.slug,
        "version": suite.version,
        "content_hash": suite.content_hash,
        "verification": suite.verification_text,
        "domains": [_domain_object(row) for row in found.domains],
        "families": [_family_object(row) for row in found.families],
        "figures": None if verdict is None else [_figure_object(figure) for figure in verdict.figures],
        "ok": None if verdict is None else verdict.ok,
    }


def _domain_object(row: DomainRow) -> dict[str, Any]:
    shown = asdict(row)
    shown["true"] = {"part": row.true.part, "n": row.true.n}
    return shown


def _family_object(row: FamilyRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "queries": row.queries,
        "obs": {**asdict(row.obs), "percent": row.obs.percent},
        "bounded": row.bounded,
        "measures": {name: asdict(summary) for name, summary in row.measures.items()},
        "bars": {name: [asdict(bar) for bar in bars(row)] for name, bars in BARS.items()},
    }


def _figure_object(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "inside": figure.inside, "holds": figure.holds}
