"""Exports of a run: ask for one, watch it, give it up, take its file."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.exceptions import ExportRefusedError
from benchmark.models import Export, ExportFormat, ExportStatus
from benchmark.selectors import exports, run_lists
from benchmark.services import export_kinds, exporting

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
    if request.method == "POST":
        kind, format = request.POST.get("kind", ""), request.POST.get("format", "")
        exports.require_kind(request.user, run.suite, kind)
        try:
            exporting.request(
                kind=kind, format=format, suite=run.suite, run=run, by=request.user, now=timezone.now()
            )
        except ExportRefusedError as error:
            messages.error(request, str(error))
        return redirect("benchmark:run_exports", pk)
    context = {
        "section": "runs",
        "run": run,
        "kinds": exports.kinds_for(request.user, run.suite, of_run=True),
        "formats": ExportFormat.choices,
        "exports": _titled(list(exports.of(request.user, run.suite, run)[: exports.SHOWN])),
    }
    return render(request, "benchmark/run_exports.html", context)


def _titled(rows: list[Export]) -> list[tuple[Export, str]]:
    kinds = export_kinds.every()
    return [(row, kinds[row.kind].title) for row in rows]


@require_GET
@login_required
def run_export(request: HttpRequest, pk: int, export: int) -> HttpResponse:
    """Where one export stands: the part of the page that is polled while it is under way."""
    run = run_lists.get(request.user, pk)
    row, title = _titled([exports.get(request.user, run.suite, run, export)])[0]
    return render(request, "benchmark/_export.html", {"run": run, "export": row, "title": title})


@require_POST
@login_required
def run_export_cancel(request: HttpRequest, pk: int, export: int) -> HttpResponse:
    """Give one up that is under way."""
    run = run_lists.get(request.user, pk)
    row = exports.get(request.user, run.suite, run, export)
    exporting.cancel(export=row, by=request.user, now=timezone.now())
    return redirect("benchmark:run_exports", pk)


@require_GET
@login_required
def run_export_file(request: HttpRequest, pk: int, export: int) -> HttpResponseBase:
    """The file of a finished export."""
    run = run_lists.get(request.user, pk)
    return file_of(exports.get(request.user, run.suite, run, export))


def file_of(row: Export) -> FileResponse:
    """Send the file; no cache keeps it. Raises ``Http404`` where it is not written, or not there any more."""
    path = exporting.path_of(row)
    if row.status != ExportStatus.DONE or not path.is_file():
        raise Http404("This export has no file. Ask for a new one.")
    of = f"run-{row.run_id}" if row.run_id else row.suite.slug
    name = f"{of}-{row.kind}-{row.pk}.{row.format}"
    response = FileResponse(path.open("rb"), as_attachment=True, filename=name)
    response["Content-Type"] = TYPES[row.format]
    response["Cache-Control"] = "private, no-store"
    response["X-Content-SHA256"] = row.sha256
    return response
