"""Exports of a run or a suite: ask for one, watch it, give it up, take its file; and all of one's own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.exceptions import ExportRefusedError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from benchmark.models import Export, ExportStatus, Run
from benchmark.selectors import exports, run_lists
from benchmark.services import exporting
from benchmark.views import export_parts
from scenarios.models import Suite
from scenarios.permissions import require, require_somewhere
from scenarios.selectors import suites

MINE_A_PAGE = 50
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}


@require_http_methods(["GET", "POST"])
@login_required
def run_exports(request: HttpRequest, pk: int) -> HttpResponse:
    """The exports of a run, and a form to ask for one."""
    run = run_lists.get(request.user, pk)
    return _page(request, run.suite, run)


@require_GET
@login_required
def run_export(request: HttpRequest, pk: int, export: int) -> HttpResponse:
    """Where one export of a run stands: the part of the page that is polled while it is under way."""
    run = run_lists.get(request.user, pk)
    return _state(request, exports.get(request.user, run.suite, run, export))


@require_POST
@login_required
def run_export_cancel(request: HttpRequest, pk: int, export: int) -> HttpResponse:
    """Give one up that is under way."""
    run = run_lists.get(request.user, pk)
    return _cancel(request, exports.get(request.user, run.suite, run, export))


@require_GET
@login_required
def run_export_file(request: HttpRequest, pk: int, export: int) -> HttpResponseBase:
    """The file of a finished export of a run."""
    run = run_lists.get(request.user, pk)
    return file_of(exports.get(request.user, run.suite, run, export))


@require_http_methods(["GET", "POST"])
@login_required
def suite_exports(request: HttpRequest, suite: str) -> HttpResponse:
    """The exports of a suite, and a form to ask for one."""
    return _page(request, _suite(request, suite), None)


@require_GET
@login_required
def suite_export(request: HttpRequest, suite: str, export: int) -> HttpResponse:
    """Where one export of a suite stands."""
    return _state(request, exports.get(request.user, _suite(request, suite), None, export))


@require_POST
@login_required
def suite_export_cancel(request: HttpRequest, suite: str, export: int) -> HttpResponse:
    """Give one up that is under way."""
    return _cancel(request, exports.get(request.user, _suite(request, suite), None, export))


@require_GET
@login_required
def suite_export_file(request: HttpRequest, suite: str, export: int) -> HttpResponseBase:
    """The file of a finished export of a suite."""
    return file_of(exports.get(request.user, _suite(request, suite), None, export))


@require_GET
@login_required
def export_list(request: HttpRequest) -> HttpResponse:
    """All that the person asked for and may still have, of every run and suite."""
    require_somewhere(request.user, Verb.RUN_VIEW)
    page = Paginator(exports.asked_for_by(request.user), MINE_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "exports": export_parts.shown(page.object_list), "with_place": True}
    return render(request, "benchmark/export_list.html", context)


def _suite(request: HttpRequest, slug: str) -> Suite:
    found = suites.get_visible(request.user, slug)
    require(request.user, Verb.LEADERBOARD_VIEW, found)
    return found


def _page(request: HttpRequest, suite: Suite, run: Run | None) -> HttpResponse:
    """The page of exports. What is asked for there, and in the forms of other pages, comes here; htmx gets
    the list alone."""
    refused = _asked(request, suite, run) if request.method == "POST" else ""
    if request.method == "POST" and not request.htmx:  # type: ignore[attr-defined]  # set by django-htmx
        if refused:
            messages.error(request, refused)
        return redirect(request.path)
    context = {
        "section": "runs" if run else "suites",
        "run": run,
        "suite": suite,
        "refused": refused,
        **export_parts.part(request, suite, run, most=exports.SHOWN),
    }
    template = "benchmark/_export_list.html" if request.method == "POST" else "benchmark/exports.html"
    return render(request, template, context)


def _asked(request: HttpRequest, suite: Suite, run: Run | None) -> str:
    """Ask for what the form says; why not, where it is refused."""
    kind, format = request.POST.get("kind", ""), request.POST.get("format", "")
    exports.require_kind(request.user, suite, kind)
    try:
        exporting.request(kind=kind, format=format, suite=suite, run=run, by=request.user, now=clocks.now())
    except ExportRefusedError as error:
        return str(error)
    return ""


def _state(request: HttpRequest, row: Export) -> HttpResponse:
    context = {"shown": export_parts.Shown.of_row(row), "with_place": "of" in request.GET}
    return render(request, "benchmark/_export.html", context)


def _cancel(request: HttpRequest, row: Export) -> HttpResponse:
    row = exporting.cancel(export=row, by=request.user, now=clocks.now())
    if request.htmx:  # type: ignore[attr-defined]  # set by django-htmx
        return _state(request, row)
    return redirect(export_parts.Shown.of_row(row).ask_url)


def file_of(row: Export) -> FileResponse:
    """Send the file; no cache keeps it. Raises ``Http404`` where it is not written, or not there any more."""
    path = exporting.path_of(row)
    if row.status != ExportStatus.DONE or not path.is_file():
        raise Http404(_("This export has no file. Ask for a new one."))
    of = f"run-{row.run_id}" if row.run_id else row.suite.slug
    name = f"{of}-{row.kind}-{row.pk}.{row.format}"
    response = FileResponse(path.open("rb"), as_attachment=True, filename=name)
    response["Content-Type"] = TYPES[row.format]
    response["Cache-Control"] = "private, no-store"
    response["X-Content-SHA256"] = row.sha256
    return response
