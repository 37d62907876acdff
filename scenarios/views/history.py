"""The page on which a lead adds a record that arrives late: what that changes, then the confirmation."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Event, Scenario, Suite
from scenarios.permissions import can, require
from scenarios.selectors import suites
from scenarios.services import copies, event_input, history_edits, impact_report
from scenarios.services.impact import Impact
from scenarios.views.browsing import find_suite

TEMPLATE = "scenarios/history_edit.html"


def new_key() -> str:
    """A key for one showing of the form."""
    return secrets.token_urlsafe(16)


class RecordForm(forms.Form):
    """A record as it is typed in. ``seen`` is the state of the suite that the preview was made on."""

    id = forms.CharField(
        max_length=60, label=_("Id"), help_text=_("Letters, digits and _ . : -, as in e0471.")
    )
    t = forms.CharField(
        max_length=40,
        label=_("Observed at"),
        help_text=_(
            "With its zone, as in 2026-03-01T10:00:00Z. Cutoffs before it see nothing of the record."
        ),
    )
    text = forms.CharField(label=_("Record"), widget=forms.Textarea(attrs={"rows": 3}))
    kind = forms.ChoiceField(
        label=_("Kind"), choices=Event.Kind.choices, help_text=_("A record has actions; the others may not.")
    )
    speaker = forms.CharField(label=_("Speaker"), max_length=200, required=False)
    actions = forms.CharField(
        required=False,
        label=_("Actions"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_(
            "What it states, parted by commas: dest(Grus, Corby), trip(Vera; Grus), "
            "revise dest(Grus, Ash) as of 2026-02-01, cancel trip(Vera; Grus), complete(trip, Vera)."
        ),
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    form_key = forms.CharField(required=False, max_length=64, initial=new_key, widget=forms.HiddenInput)

    def event(self) -> dict[str, Any]:
        """The record as ``event_input`` takes it."""
        names = ("id", "t", "text", "kind", "speaker", "actions")
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data[name]}

    def key(self) -> str:
        """One for this showing of the form with this record: sent twice, it is stored once."""
        if not self.cleaned_data["form_key"]:
            return ""
        kept = (self.cleaned_data["form_key"], sorted(self.event().items()))
        return hashlib.sha256(repr(kept).encode()).hexdigest()


@require_http_methods(["GET", "POST"])
@login_required
def history_edit(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """The form; ``do=preview`` shows the blast radius, ``do=store`` stores what was previewed."""
    found = find_suite(request, suite, Verb.HISTORY_EDIT)
    history = suites.get_scenario(found, scenario)
    if request.method == "GET":
        return _page(request, found, history, RecordForm(initial={"kind": Event.Kind.RECORD}))
    form = RecordForm(request.POST)
    if not form.is_valid():
        return _page(request, found, history, form, status=422)
    if history_edits.was_done(key=form.key(), by=request.user):
        messages.info(request, gettext("This form has been stored already, and is not stored twice."))
        return redirect("scenarios:scenario", found.slug, history.slug)
    try:
        edit = event_input.addition_of(history, form.event())
        if request.POST.get("do") == "store" and form.cleaned_data["seen"] == found.content_hash:
            done = history_edits.apply(scenario=history, edit=edit, by=request.user, key=form.key())
            messages.success(request, _told(done))
            return redirect("scenarios:scenario", found.slug, history.slug)
        shown = history_edits.preview(scenario=history, edit=edit)
    except (InputRefusedError, StateRefusedError) as error:
        return _page(request, found, history, form, refused=str(error), status=422)
    changed_since = request.POST.get("do") == "store"
    return _page(request, found, history, _seen(form, found), impact=shown, changed_since=changed_since)


@require_POST
@login_required
def suite_copy(request: HttpRequest, suite: str) -> HttpResponse:
    """Copy a suite to a draft of another slug, in which records can be edited."""
    found = find_suite(request, suite, Verb.HISTORY_EDIT)
    require(request.user, Verb.SUITE_IMPORT)
    try:
        copied = copies.copy_suite(suite=found, slug=request.POST.get("slug", "").strip(), by=request.user)
    except (InputRefusedError, StateRefusedError) as error:
        messages.error(request, str(error))
        return redirect("scenarios:suite", found.slug)
    messages.success(
        request,
        gettext("Draft %(copy)s holds what %(suite)s holds, as version %(version)s.")
        % {"copy": copied.slug, "suite": found.slug, "version": copied.version},
    )
    return redirect("scenarios:suite", copied.slug)


def _seen(form: RecordForm, suite: Suite) -> RecordForm:
    """The form with the state that its preview was made on."""
    data = form.data.copy()
    data["seen"] = suite.content_hash
    again = RecordForm(data)
    again.is_valid()
    return again


def _told(done: Impact) -> str:
    total = len(done.queries) + done.untouched
    return f"{done.event} is added. The gold of {len(done.changed)} of {total} queries changed."


def _page(
    request: HttpRequest,
    suite: Suite,
    scenario: Scenario,
    form: RecordForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    impact = more.get("impact")
    context = {
        "section": "suites",
        "suite": suite,
        "scenario": scenario,
        "form": form,
        "may_copy": can(request.user, Verb.SUITE_IMPORT),
        "rows": [] if impact is None else [_row(query) for query in impact.queries],
        **more,
    }
    return render(request, TEMPLATE, context, status=status)


def _row(query: Any) -> dict[str, Any]:
    return {
        "query": query,
        "changes": impact_report.changes_of(query),
        "reason": impact_report.reason_of(query),
    }
