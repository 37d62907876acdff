"""The guideline of each kind: for judges to read, for leads to edit into the next version."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import can
from scenarios.review import light_markup
from scenarios.review.exceptions import FormRefusedError, StaleError
from scenarios.review.selectors import guidelines
from scenarios.review.services import guidelines as services
from scenarios.views.browsing import find_suite


@require_http_methods(["GET", "POST"])
@login_required
def guideline(request: HttpRequest, suite: str, kind: str) -> HttpResponse:
    """What to do with a kind of subject, and how that came to be said; leads send the next version."""
    verb = Verb.SUITE_VIEW if request.method == "GET" else Verb.REVIEW_MANAGE
    found = find_suite(request, suite, verb)
    if kind not in guidelines.kinds():
        raise NotVisibleError(gettext("There is no guideline of this kind."))
    if request.method == "GET":
        return _page(request, found, kind)
    seen = request.POST.get("seen", "")
    try:
        made = services.revise(
            suite=found,
            kind=kind,
            text=request.POST.get("text", ""),
            seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0,
            by=request.user,
            now=timezone.now(),
        )
    except (FormRefusedError, StaleError) as error:
        return _page(request, found, kind, error=error)
    messages.success(
        request,
        gettext("Version %(version)s holds from now on; verdicts keep theirs.") % {"version": made.version},
    )
    return redirect("review_lead:guideline", found.slug, kind)


def _page(
    request: HttpRequest, suite: Suite, kind: str, *, error: FormRefusedError | StaleError | None = None
) -> HttpResponse:
    versions = guidelines.versions(suite, kind)
    newest = versions[0].guideline if versions else None
    asked = request.GET.get("version", "")
    shown = next((one for one in versions if str(one.guideline.version) == asked), None)
    text = newest.text if newest else guidelines.default_text(kind)
    context: dict[str, Any] = {
        "section": "review",
        "suite": suite,
        "kind": kind,
        "kinds": guidelines.kinds(),
        "title": guidelines.kinds()[kind],
        "versions": versions,
        "newest": newest,
        "shown": shown,
        "html": light_markup.to_html(shown.guideline.text if shown else text),
        "text": request.POST.get("text", text),
        "may_edit": can(request.user, Verb.REVIEW_MANAGE, suite),
        "refused": str(error) if error else "",
        "stored": error.stored if isinstance(error, StaleError) else "",
    }
    status = error.http_status if error else 200
    return render(request, "scenarios/review/guideline.html", context, status=status)
