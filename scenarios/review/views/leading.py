"""Pages of leads: how far a review is, its settings and people, its items."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import ReviewPolicy, ReviewStatus, Suite
from scenarios.permissions import verbs_on
from scenarios.review.leading import registry
from scenarios.review.leading.base import Choices, kinds, scenarios
from scenarios.review.selectors import counters, exports, items, people, progress, waiting
from scenarios.review.subjects.base import subject_of
from scenarios.views.browsing import find_suite, wants_part

ITEMS_A_PAGE = 100
#: The forms of the page of settings and people, in its order.
SETTINGS = ("policy", "weights", "second-judgment")
PEOPLE = ("add-member", "change-role", "share", "assign", "unassign", "release", "remove-member")


@require_GET
@login_required
@vary_on_headers("HX-Request")
def progress_page(request: HttpRequest, suite: str) -> HttpResponse:
    """How far it is, when it may end, what is left; for leads also who works on it and holds what.

    Whether judges agree enough takes longest to find, so the page asks for it once it is there.
    """
    found = find_suite(request, suite, Verb.REVIEW_VIEW)
    may = verbs_on(request.user, found)
    if request.GET.get("part") == "batches" and wants_part(request):
        left = [waiting.batches_left(found)]
        return render(request, "scenarios/review/_left.html", {**_place(found), "left": left})
    wanted = progress.Wanted(request.GET.get("kind", "")[:40], request.GET.get("scenario", "")[:80])
    now = timezone.now()
    manages = Verb.REVIEW_MANAGE in may
    persons = people.of_suite(found, now, wanted)
    context: dict[str, Any] = {
        **_place(found),
        "wanted": wanted,
        "now": now,
        "overview": progress.overview(found, wanted),
        "pace": progress.pace(found, now, wanted),
        "counts": counters.counts(found),
        "left": waiting.until_release(found),
        "sums": people.sums(persons),
        "judges": sum(1 for one in persons if one.judged),
        "kinds": kinds(found),
        "scenarios": scenarios(found),
        "manages": manages,
        "releases": Verb.SUITE_RELEASE in may and not found.is_released,
        "exports": _export_lines(found) if Verb.REVIEW_EXPORT in may else None,
        "paused": ReviewPolicy.objects.filter(suite=found, paused=True).exists(),
    }
    if manages:
        context |= {"persons": persons, "leases": waiting.leases(found), "flags": waiting.flags(found)[:50]}
    return render(request, "scenarios/review/progress.html", context)


def _place(suite: Suite) -> dict[str, Any]:
    return {"section": "review", "suite": suite}


def _export_lines(suite: Suite) -> list[tuple[Any, int]]:
    return [(one, exports.percent(one)) for one in exports.of_suite(suite)]


@require_GET
@login_required
def manage(request: HttpRequest, suite: str) -> HttpResponse:
    """The settings of a review, and its people with what each may do and gets."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    choices = Choices(found)
    context = {
        **_place(found),
        "settings": [_shown(found, choices, slug) for slug in SETTINGS],
        "people_forms": [_shown(found, choices, slug) for slug in PEOPLE],
        "persons": people.of_suite(found, timezone.now()),
        "paused": ReviewPolicy.objects.filter(suite=found, paused=True).exists(),
    }
    return render(request, "scenarios/review/manage.html", context)


def _shown(suite: Suite, choices: Choices, slug: str) -> dict[str, Any]:
    """An action with its empty form; names of inputs repeat on the page, their ids may not."""
    action = registry.find(slug)
    form = action.form(initial=action.initial(suite), suite=suite, choices=choices, prefix=None)
    form.auto_id = f"{slug}-%s"
    return {"action": action, "form": form}


@require_POST
@login_required
def act(request: HttpRequest, suite: str, action: str) -> HttpResponse:
    """Say what an action would do, in counts; with ``confirm`` do it, and go back to where it was asked."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    one, user, now = registry.find(action), request.user, timezone.now()
    back = _back(request, found)
    context: dict[str, Any] = {**_place(found), "action": one, "back": back, "sent": _sent(request)}
    try:
        if request.POST.get("confirm"):
            told = registry.do(slug=action, suite=found, given=request.POST, by=user, now=now)
            messages.success(request, told)
            return redirect(back)
        asked = registry.ask(slug=action, suite=found, given=request.POST, by=user, now=now)
    except (InputRefusedError, StateRefusedError) as error:
        form = one.form(request.POST, suite=found)
        form.is_valid()
        context |= {"refused": str(error), "form": form}
        status = int(getattr(error, "http_status", 409))
        return render(request, "scenarios/review/confirm.html", context, status=status)
    context["told"] = asked.told
    return render(request, "scenarios/review/confirm.html", context)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """The entries as they came, for the form that confirms them."""
    apart = ("csrfmiddlewaretoken", "confirm", "back")
    return [(name, value) for name, values in request.POST.lists() if name not in apart for value in values]


def _back(request: HttpRequest, suite: Suite) -> str:
    """Where the person came from, within this site; the progress page otherwise."""
    place = request.POST.get("back", "")
    if place.startswith("/") and url_has_allowed_host_and_scheme(place, allowed_hosts=None):
        return place
    return reverse("review_lead:progress", args=[suite.slug])


@require_GET
@login_required
def item_list(request: HttpRequest, suite: str) -> HttpResponse:
    """All items, filtered by state, kind, scenario and words."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    wanted = items.Sought.of(request.GET)
    rows = Paginator(items.sought(found, wanted), ITEMS_A_PAGE)
    context = {
        **_place(found),
        "wanted": wanted,
        "page": rows.get_page(request.GET.get("page")),
        "states": ReviewStatus.choices,
        "kinds": kinds(found),
        "scenarios": scenarios(found),
    }
    return render(request, "scenarios/review/items.html", context)


@require_GET
@login_required
def item(request: HttpRequest, suite: str, item: int) -> HttpResponse:
    """One item with everything that happened to it."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    row = items.get(found, item)
    subject = subject_of(row)
    context = {
        **_place(found),
        "item": row,
        "whole": items.whole(row),
        "subject": subject,
        "fields": [field.name for field in subject.fields(row)],
        "revealed": subject.revealed(row),
    }
    return render(request, "scenarios/review/item.html", {**context["revealed"], **context})
