"""The page of whoever runs the installation: how it does, and what old things take."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from benchmark.exceptions import OperationError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks, health
from benchmark.services import purging
from scenarios.permissions import require

LONGEST_DAYS = 36_500


@require_http_methods(["GET", "POST"])
@login_required
def operate(request: HttpRequest) -> HttpResponse:
    """Readiness, and by kind what a purge would free; a button removes one kind after showing its counts.

    ``days`` in the address replaces the days of the settings. A post names the kind and the count of rows
    that was shown: where there are others by now, the new count is shown and nothing is removed.
    """
    require(request.user, Verb.ADMIN_USE)
    given = request.POST if request.method == "POST" else request.GET
    days = _days(given.get("days", ""))
    if request.method == "POST":
        return _purge(request, days)
    return _shown(request, days)


def _shown(request: HttpRequest, days: int | None, status: int = 200) -> HttpResponse:
    now = clocks.now()
    context = {
        "figures": purging.figures(now=now, days=days),
        "days": days,
        "readiness": health.readiness(now)[1],
    }
    return render(request, "benchmark/operate.html", context, status=status)


def _purge(request: HttpRequest, days: int | None) -> HttpResponse:
    chosen = {"now": clocks.now(), "what": [request.POST.get("what", "")], "days": days}
    try:
        (found,) = purging.figures(**chosen)
    except OperationError as error:
        messages.error(request, str(error))
        return _shown(request, days, 422)
    if request.POST.get("rows") != str(found.freed.rows):
        messages.error(request, _("There are others by now: look at the new count, then remove them."))
        return _shown(request, days, 422)
    (done,) = purging.purge(**chosen, by=request.user)
    messages.success(
        request,
        _("Removed %(rows)s rows of %(kind)s; %(bytes)s bytes are free.")
        % {"rows": done.freed.rows, "kind": done.kind.slug, "bytes": f"{done.freed.bytes:,}"},
    )
    return redirect(reverse("benchmark:operate") + (f"?days={days}" if days is not None else ""))


def _days(text: str) -> int | None:
    """A number of days; what is none counts as not given."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return None
    return min(int(text), LONGEST_DAYS)
