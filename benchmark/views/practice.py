"""The page on which an answer is tried out on a practice suite, and the one that says whom gold is for."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from benchmark.exceptions import NotPracticeError, StandingRefusedError, UnknownQuestionError
from benchmark.floor.accounts.verbs import Verb
from benchmark.forms import StandingForm, TryForm
from benchmark.selectors import practice
from benchmark.services import standings
from scenarios.permissions import require
from scenarios.selectors import suites
from scenarios.views.browsing import wants_part

#: Questions that the form offers while one types; others can be typed.
OFFERED = 500


@require_http_methods(["GET", "POST"])
@login_required
@vary_on_headers("HX-Request")
def suite_practice(request: HttpRequest, suite: str) -> HttpResponse:
    """A form for a question and a reply, and what scoring makes of them. htmx gets that part alone."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.PRACTICE_USE, found)
    form = TryForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    context: dict[str, object] = {"section": "suites", "suite": found, "form": form}
    part = wants_part(request)
    status = 200
    try:
        practice.require_practice(found)
        if request.method == "POST":
            status = 422
            if form.is_valid():
                context["checked"] = practice.check(suite=found, **form.cleaned_data)
                status = 200
    except UnknownQuestionError as error:
        form.add_error("question", str(error))
    except NotPracticeError as error:
        return render(
            request, "benchmark/practice.html", {**context, "refused": str(error)}, status=error.http_status
        )
    if part:
        return render(request, "benchmark/_checked.html", context)
    context["offered"] = practice.ids_of(found, OFFERED)
    return render(request, "benchmark/practice.html", context, status=status)


@require_http_methods(["GET", "POST"])
@login_required
def suite_standing(request: HttpRequest, suite: str) -> HttpResponse:
    """What the standings mean, and a form to change that of a suite."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.SUITE_STAND, found)
    form = StandingForm(
        request.POST if request.method == "POST" else None, initial={"standing": found.standing}
    )
    context: dict[str, object] = {"section": "suites", "suite": found, "form": form}
    if request.method == "GET":
        return render(request, "benchmark/standing.html", context)
    if not form.is_valid():
        return render(request, "benchmark/standing.html", context, status=422)
    try:
        changed = standings.set_standing(suite=found, standing=form.cleaned_data["standing"], by=request.user)
    except StandingRefusedError as error:
        context["refused"] = str(error)
        return render(request, "benchmark/standing.html", context, status=error.http_status)
    messages.success(
        request,
        _("%(suite)s is %(standing)s now.")
        % {"suite": changed.slug, "standing": changed.standing.label.lower()},
    )
    return redirect("scenarios:suite", changed.slug)
