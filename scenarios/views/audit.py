"""The page of the audit trail."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scenarios.selectors import audit, audit_export

PAGE = 50


@require_GET
@login_required
def audit_page(request: HttpRequest) -> HttpResponseBase:
    """What was done, newest first, with filters in the address; ``before`` is the number of a record.

    ``format`` (csv, jsonl) gives all that the filters leave as a file, row by row.
    """
    given = {name: request.GET[name] for name in audit.FILTERS if request.GET.get(name)}
    refused = ""
    try:
        wanted = audit.Wanted.of(given)
    except audit.FilterRefusedError as error:
        wanted, refused = audit.Wanted(), str(error)
    rows = audit.seen_by(request.user, wanted)
    if (form := request.GET.get("format", "")) in audit_export.FORMATS and not refused:
        kind, lines = audit_export.FORMATS[form]
        name = f'attachment; filename="audit.{form}"'
        return StreamingHttpResponse(lines(rows), content_type=kind, headers={"Content-Disposition": name})
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit():
        rows = rows.filter(pk__lt=min(int(before[:19]), 2**63 - 1))
    # Numbers rise with time but for what was written at one moment: older pages go by them alone.
    found = list(rows.order_by("-pk")[: PAGE + 1])
    more = urlencode({**given, "before": found[PAGE - 1].pk}) if len(found) > PAGE else ""
    context = {
        "rows": found[:PAGE],
        "given": given,
        "refused": refused,
        "more": more,
        "asked": urlencode(given),
    }
    return render(request, "scenarios/audit.html", context, status=422 if refused else 200)
