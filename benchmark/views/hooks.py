"""Pages of hooks: list, add, change, test, new secret, deliveries, send again (ADR 27)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.floor.hooks.exceptions import HookRefusedError, HookStateError
from benchmark.floor.hooks.kinds import KINDS, TEST
from benchmark.floor.hooks.models import DeliveryState, Hook
from benchmark.floor.jobs import clocks
from benchmark.forms import ChangedHookForm, HookForm, NewHookForm
from benchmark.selectors import hooks
from benchmark.services import hook_deliveries
from benchmark.services import hooks as services

DELIVERIES_A_PAGE = 50


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def hook_list(request: HttpRequest) -> HttpResponse:
    """One's own hooks, and the form for a new one, whose secret is shown once."""
    rows, suites = hooks.mine(request.user), hooks.suites_to_hook(request.user)
    if request.method == "GET":
        return _list(request, rows, NewHookForm(suites=suites))
    form = NewHookForm(request.POST, suites=suites)
    if not form.is_valid():
        return _list(request, rows, form, status=422)
    wanted = form.cleaned_data
    hooks.require_holder(request.user, wanted["suite"])
    try:
        hook, secret = services.create(owner=request.user, by=request.user, now=clocks.now(), **wanted)
    except HookRefusedError as error:
        form.add_error(error.field, str(error))
        return _list(request, rows, form, status=422)
    return _page(request, hooks.get(request.user, hook.pk), secret=secret)


def _list(request: HttpRequest, rows: Any, form: HookForm, *, status: int = 200) -> HttpResponse:
    context = {"section": "hooks", "hooks": rows, "form": form}
    return render(request, "benchmark/hooks.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
@login_required
def hook(request: HttpRequest, hook: int) -> HttpResponse:
    """One hook: what it is told, what became of that; POST changes it."""
    row = hooks.get(request.user, hook)
    if request.method == "GET":
        return _page(request, row)
    form = ChangedHookForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form=form, status=422)
    if form.cleaned_data["active"] and not row.active:
        hooks.require_holder(request.user, row.suite)
    try:
        services.change(hook=row, by=request.user, now=clocks.now(), **form.cleaned_data)
    except HookRefusedError as error:
        form.add_error(error.field, str(error))
        return _page(request, row, form=form, status=422)
    messages.success(request, _("Changed."))
    return redirect("benchmark:hook", hook)


@never_cache
@require_POST
@login_required
def hook_rotate(request: HttpRequest, hook: int) -> HttpResponse:
    """Give it a new secret and show that, once."""
    row = hooks.get(request.user, hook)
    secret = services.rotate(hook=row, by=request.user, now=clocks.now())
    return _page(request, hooks.get(request.user, hook), secret=secret)


@require_POST
@login_required
def hook_test(request: HttpRequest, hook: int) -> HttpResponse:
    """Send a test."""
    row = hooks.get(request.user, hook)
    try:
        services.test(hook=row, by=request.user, now=clocks.now())
        messages.success(request, _("A test is on its way; it stands in the list below."))
    except HookStateError as error:
        messages.error(request, str(error))
    return redirect("benchmark:hook", hook)


@require_POST
@login_required
def hook_delete(request: HttpRequest, hook: int) -> HttpResponse:
    """Delete it with all that stands in its list."""
    services.delete(hook=hooks.get(request.user, hook), by=request.user)
    messages.success(request, _("Hook %(pk)s is deleted.") % {"pk": hook})
    return redirect("benchmark:hook_list")


@require_POST
@login_required
def hook_again(request: HttpRequest, hook: int, delivery: int | None = None) -> HttpResponse:
    """Send one that was given up again, or all of them."""
    row = hooks.get(request.user, hook)
    if delivery is not None:
        hooks.delivery(row, delivery)
    try:
        count = hook_deliveries.send_again(hook=row, delivery=delivery, by=request.user, now=clocks.now())
        messages.success(request, _("%(n)s sent again.") % {"n": count})
    except HookStateError as error:
        messages.error(request, str(error))
    return redirect("benchmark:hook", hook)


@require_GET
@login_required
def hook_told(request: HttpRequest, hook: int) -> HttpResponse:
    """The list of the page of a hook alone, which is asked for while something is pending."""
    row = hooks.get(request.user, hook)
    return render(request, "benchmark/_hook_deliveries.html", {"hook": row, **_deliveries(request, row)})


def _page(
    request: HttpRequest, row: Hook, *, form: HookForm | None = None, secret: str = "", status: int = 200
) -> HttpResponse:
    shown = {"url": row.url, "kinds": row.kinds, "active": row.active}
    context = {
        "section": "hooks",
        "hook": row,
        "form": form or ChangedHookForm(initial=shown),
        "secret": secret,
        "overlap_hours": int(services.OVERLAP.total_seconds() // 3600),
        **_deliveries(request, row),
    }
    return render(request, "benchmark/hook.html", context, status=status)


def _deliveries(request: HttpRequest, row: Hook) -> dict[str, Any]:
    state, kind = request.GET.get("state", ""), request.GET.get("kind", "")
    state = state if state in DeliveryState.values else ""
    kind = kind if kind in (*KINDS, TEST) else ""
    found = hooks.deliveries(row, state=state, kind=kind)
    return {
        "page": Paginator(found, DELIVERIES_A_PAGE).get_page(request.GET.get("page")),
        "states": DeliveryState.choices,
        "kinds": (*KINDS, TEST),
        "state": state,
        "kind": kind,
    }
