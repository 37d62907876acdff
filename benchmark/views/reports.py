"""The report of a run: a page that prints well, and the same as CSV and Markdown. Read only.

Files are in English whatever the language of the page: programs read them (ADR 36).
"""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_GET

from benchmark.floor.jobs import clocks
from benchmark.models import Run
from benchmark.reporting import files, page, registry, text
from benchmark.reporting.registry import UnknownSectionError
from benchmark.reporting.sections import Section
from benchmark.selectors import citations, run_lists
from benchmark.views import export_parts


def _sections(request: HttpRequest, run: Run) -> list[Section]:
    """The sections that are asked for, all where none is; one that does not exist is 404."""
    try:
        return registry.of_run(run, request.GET.getlist("section"))
    except UnknownSectionError as error:
        raise Http404(str(error)) from error


@require_GET
@login_required
def run_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Manifest, answers, budgets, diagnosis, maintenance and costs of a run."""
    run = run_lists.get(request.user, pk)
    context = {
        "section": "runs",
        "run": run,
        "sections": page.shown(_sections(request, run)),
        "now": clocks.now(),
        "citation": citations.of_run(run),
        **export_parts.part(request, run.suite, run),
    }
    return render(request, "benchmark/run_report.html", context)


@require_GET
@login_required
@override("en")
def run_report_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The report as CSV, a line a figure with its parts."""
    run = run_lists.get(request.user, pk)
    return _file(files.as_csv(_sections(request, run)), "text/csv", f"run-{run.pk}-report.csv")


@require_GET
@login_required
@override("en")
def run_report_markdown(request: HttpRequest, pk: int) -> HttpResponse:
    """The report as Markdown."""
    run = run_lists.get(request.user, pk)
    written = text.markdown(f"Run {run.pk}: {run.title}", _sections(request, run))
    return _file(written, "text/markdown", f"run-{run.pk}-report.md")


def _file(content: str, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
