"""Exports of verdicts: ask for one, watch it, take its file."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.models import VerdictExport
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import exports
from scenarios.review.services import exporting
from scenarios.views.browsing import find_suite

TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}


@require_POST
@login_required
def export_new(request: HttpRequest, suite: str) -> HttpResponse:
    """Have all current verdicts written to a file by a worker."""
    found = find_suite(request, suite, Verb.REVIEW_EXPORT)
    try:
        exporting.request(
            suite=found, format=request.POST.get("format", ""), by=request.user, now=clocks.now()
        )
    except FormRefusedError as error:
        messages.error(request, str(error))
    return redirect(redirect("review_lead:progress", found.slug).url + "#exports")


@require_GET
@login_required
def export(request: HttpRequest, suite: str, export: int) -> HttpResponse:
    """Where one export stands: the part of the page that is polled while it is under way."""
    found = find_suite(request, suite, Verb.REVIEW_EXPORT)
    row = exports.get(found, export)
    context = {"suite": found, "export": row, "percent": exports.percent(row)}
    return render(request, "scenarios/review/_export.html", context)


@require_GET
@login_required
def export_file(request: HttpRequest, suite: str, export: int) -> HttpResponseBase:
    """The file of a finished export of this suite."""
    return file_of(exports.get(find_suite(request, suite, Verb.REVIEW_EXPORT), export))


def file_of(row: VerdictExport) -> FileResponse:
    """Send the file. Raises ``Http404`` where it is not written, or is not there any more."""
    path = exporting.path_of(row)
    if row.status != VerdictExport.Status.DONE or not path.is_file():
        raise Http404(gettext("This export has no file. Ask for a new one."))
    name = f"{row.suite.slug}-verdicts-{row.pk}.{row.format}"
    response = FileResponse(path.open("rb"), as_attachment=True, filename=name)
    response["Content-Type"] = TYPES[row.format]
    response["X-Content-SHA256"] = row.sha256
    return response
