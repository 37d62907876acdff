"""The page of all diagnoses of a run: classes, gains, what would help, the failed queries (spec 7.7)."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import run_lists
from probes.models import FailureClass
from probes.selectors import diagnoses, diagnoses_csv, diagnosis_figures
from probes.selectors.diagnoses import Wanted
from scenarios.permissions import can

QUERIES_A_PAGE = 50


@require_GET
@login_required
def run_diagnosis(request: HttpRequest, pk: int) -> HttpResponse:
    """The figures of each system, and for those who may see gold the list of failed queries, filtered by
    ``?system=&failure=&kind=&dimension=&family=``."""
    run = run_lists.get(request.user, pk)
    wanted = Wanted.of(request.GET)
    rows = diagnoses.of_run(run)
    with_gold = can(request.user, Verb.GOLD_VIEW, run.suite)
    lines = diagnosis_figures.by_line(rows)
    context = {
        "section": "runs",
        "run": run,
        "suite": run.suite,
        "lines": [line for line in lines if wanted.system in ("", line.system)],
        "classes": FailureClass.values,
        "wanted": wanted,
        "choices": diagnoses.choices(rows),
        "with_gold": with_gold,
        "any": bool(rows),
        "chips": _chips(wanted),
    }
    if with_gold:
        failed = diagnoses.failed(rows, wanted)
        context["page"] = Paginator(failed, QUERIES_A_PAGE).get_page(request.GET.get("page"))
        context["csv"] = _with(reverse("probes:run_diagnosis_queries", args=[run.pk]), wanted.given)
    return render(request, "probes/run_diagnosis.html", context)


@require_GET
@login_required
def run_diagnosis_queries(request: HttpRequest, pk: int) -> HttpResponse:
    """The failed queries under the same filters, all of them, as CSV."""
    run = run_lists.get(request.user, pk, Verb.GOLD_VIEW)
    failed = diagnoses.failed(diagnoses.of_run(run), Wanted.of(request.GET))
    response = HttpResponse(diagnoses_csv.as_csv(failed), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="run-{pk}-failed-queries.csv"'
    return response


def _chips(wanted: Wanted) -> list[tuple[str, str, str]]:
    """Each filter that is on: its name, its value, and the address without it."""
    given = wanted.given
    return [
        (name, value, _with("", {key: other for key, other in given.items() if key != name}))
        for name, value in given.items()
    ]


def _with(path: str, given: dict[str, str]) -> str:
    return f"{path}?{urlencode(given)}" if given or not path else path
