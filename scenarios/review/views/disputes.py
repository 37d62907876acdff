"""Pages of adjudicators: the disputes that wait, and one with both judges' entries side by side."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import ReviewItem, Suite
from scenarios.permissions import can
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.leading.base import kinds, scenarios
from scenarios.review.selectors import disputes, items
from scenarios.review.services import settling
from scenarios.review.subjects.base import subject_of
from scenarios.views.browsing import find_suite

DISPUTES_A_PAGE = 100
REASON = "reason"


@require_GET
@login_required
def dispute_list(request: HttpRequest, suite: str) -> HttpResponse:
    """What waits to be decided, or was decided, with filters."""
    found = find_suite(request, suite, Verb.REVIEW_ADJUDICATE)
    wanted = disputes.Sought.of(request.GET)
    rows = disputes.listed(found, wanted, request.user)
    context = {
        "section": "review",
        "suite": found,
        "wanted": wanted,
        "page": Paginator(rows, DISPUTES_A_PAGE).get_page(request.GET.get("page")),
        "kinds": kinds(found),
        "scenarios": scenarios(found),
        "fields": disputes.fields_of(rows),
        "query": request.GET.urlencode(),
    }
    return render(request, "scenarios/review/disputes.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def dispute(request: HttpRequest, suite: str, item: int) -> HttpResponse:
    """One dispute; a decision sent here leads to the next one of the same list."""
    found = find_suite(request, suite, Verb.REVIEW_ADJUDICATE)
    row = items.get(found, item)
    rows = disputes.listed(found, disputes.Sought.of(request.GET), request.user)
    around = disputes.neighbours(rows, row)
    if request.method == "GET":
        return _page(request, found, row, around)
    try:
        decided = _decide(request, row)
    except (InputRefusedError, StateRefusedError) as error:
        return _page(request, found, row, around, error=error)
    messages.success(
        request, gettext("%(label)s is decided: %(decided)s.") % {"label": row.label, "decided": decided}
    )
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    if around[1] is None:
        return redirect(redirect("review_lead:disputes", found.slug).url + query)
    return redirect(redirect("review_lead:dispute", found.slug, around[1]).url + query)


def _decide(request: HttpRequest, item: ReviewItem) -> str:
    """Decide, in the words of the outcome."""
    names = {field.name for field in subject_of(item).decision_fields(item)}
    given = {name: value for name, value in request.POST.items() if name.partition(".comment")[0] in names}
    done = settling.adjudicate(
        item=item,
        fields={name: given[name] for name in names if given.get(name)},
        given={name: value for name, value in given.items() if name not in names and value},
        reason=request.POST.get(REASON, "")[:5000],
        key=request.POST.get("key", ""),
        by=request.user,
        now=timezone.now(),
    )
    return done.get_outcome_display()


def _page(
    request: HttpRequest,
    suite: Suite,
    item: ReviewItem,
    around: tuple[int | None, int | None],
    *,
    error: InputRefusedError | StateRefusedError | None = None,
) -> HttpResponse:
    item.refresh_from_db()
    subject = subject_of(item)
    shown = disputes.one(item, request.user)
    sent = request.POST if request.method == "POST" else {}
    context: dict[str, Any] = {
        **subject.revealed(item),
        "section": "review",
        "suite": suite,
        "item": item,
        "subject": subject,
        "dispute": shown,
        "rows": [(line, sent.get(line.field.name, line.chosen)) for line in shown.lines],
        "reason": sent.get(REASON, ""),
        "key": sent.get("key", "") or str(uuid.uuid4()),
        "before": around[0],
        "after": around[1],
        "query": request.GET.urlencode(),
        "refused": str(error) if error else "",
        "faults": error.fields if isinstance(error, FormRefusedError) else {},
        "manages": can(request.user, Verb.REVIEW_MANAGE, suite),
    }
    status = int(getattr(error, "http_status", 409)) if error else 200
    return render(request, "scenarios/review/dispute.html", context, status=status)
