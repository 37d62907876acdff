"""The page on which a lead puts a query to a history of their own: what would be derived, then the query."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Event, Scenario, Suite
from scenarios.review.services import attaching, own_suites
from scenarios.selectors import programs, suites
from scenarios.services import queries
from scenarios.services.queries import AskedText, QueryRefusedError
from scenarios.views.browsing import find_suite
from scenarios.views.history import new_key

TEMPLATE = "scenarios/texts/query_new.html"


class QueryForm(forms.Form):
    """A query as it is typed in."""

    goal = forms.CharField(
        max_length=400,
        label=gettext_lazy("Goal"),
        widget=forms.TextInput(attrs={"class": "mono", "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy(
            'What is to be derived: dest(Grus), say. Names with blanks in quotes: "Port Corby".'
        ),
    )
    cutoff = forms.CharField(
        max_length=40,
        label=gettext_lazy("As of"),
        help_text=gettext_lazy("A day means its end in UTC; a time needs its zone: 2026-03-01T10:00:00Z."),
    )
    question = forms.CharField(
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        label=gettext_lazy("Question"),
        help_text=gettext_lazy("As systems are asked it."),
    )
    label = forms.CharField(
        required=False,
        max_length=60,
        label=gettext_lazy("Id"),
        help_text=gettext_lazy("Left empty, it is numbered."),
    )
    unit = forms.CharField(
        required=False,
        max_length=20,
        label=gettext_lazy("Unit"),
        help_text=gettext_lazy("% or a currency, where answers have one."),
    )
    tolerance = forms.CharField(
        required=False,
        max_length=20,
        initial="0",
        label=gettext_lazy("Tolerance"),
        help_text=gettext_lazy("What a number may be off by, such as 0.01."),
    )
    form_key = forms.CharField(required=False, max_length=64, initial=new_key, widget=forms.HiddenInput)

    def asked(self) -> AskedText:
        """The query as the service takes it."""
        names = ("goal", "cutoff", "question", "label", "unit", "tolerance")
        return AskedText(**{name: self.cleaned_data[name] for name in names})


@require_http_methods(["GET", "POST"])
@login_required
def query_new(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """The form; ``do=preview`` shows what is derived, ``do=store`` stores the query."""
    found = find_suite(request, suite, Verb.HISTORY_EDIT)
    history = suites.get_scenario(found, scenario)
    if request.method == "GET":
        last = history.horizon_end
        initial = {"cutoff": last.date().isoformat() if last else ""}
        return _page(request, found, history, QueryForm(initial=initial))
    form = QueryForm(request.POST)
    if not form.is_valid():
        return _page(request, found, history, form, status=422)
    try:
        if request.POST.get("do") == "store":
            query = own_suites.ask(
                scenario=history,
                asked=form.asked(),
                by=request.user,
                now=timezone.now(),
                key=form.cleaned_data["form_key"],
            )
            messages.success(
                request,
                gettext("Query %(label)s is stored, with the gold derived for it.") % {"label": query.label},
            )
            return redirect("scenarios:query", found.slug, history.slug, query.label)
        gold = queries.preview_query(scenario=history, asked=form.asked())
    except QueryRefusedError as error:
        for name, texts in error.fields.items():
            form.add_error(name, texts)
        return _page(request, found, history, form, status=422)
    except (InputRefusedError, StateRefusedError) as error:
        status = int(getattr(error, "http_status", 409))
        return _page(request, found, history, form, status=status, refused=str(error))
    return _page(request, found, history, form, gold=gold)


def _page(
    request: HttpRequest, suite: Suite, scenario: Scenario, form: QueryForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    decls = programs.load(scenario).decls.values()
    context = {
        "section": "suites",
        "suite": suite,
        "scenario": scenario,
        "form": form,
        "goals": [f"{decl.pred}({', '.join(decl.key_types)})" for decl in decls],
        "unannotated": scenario.events.filter(kind=Event.Kind.UNANNOTATED).count(),
        "events": scenario.events.count(),
        "waiting": attaching.waiting(suite).count(),
        **more,
    }
    return render(request, TEMPLATE, context, status=status)
