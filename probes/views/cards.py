"""The failure card of one wrong answer: its permalink, and the file that stands alone."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from probes.report import failure_card
from probes.selectors import diagnosis_rows


@require_GET
@login_required
def card(request: HttpRequest, answer: int) -> HttpResponse:
    """The card as a page."""
    found = diagnosis_rows.visible(request.user, answer)
    context = {"section": "runs", **failure_card.context(failure_card.shown(found))}
    return render(request, "probes/card.html", context)


@require_GET
@login_required
def card_file(request: HttpRequest, answer: int) -> HttpResponse:
    """The card as one HTML file, to be kept or sent on."""
    found = diagnosis_rows.visible(request.user, answer)
    response = HttpResponse(failure_card.as_file(found), content_type="text/html; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{failure_card.file_name(found)}"'
    return response
