"""The page of one record. What is part of the truth shows to those alone who may see it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.permissions import can
from scenarios.selectors import event_page, suites
from scenarios.views.browsing import find_suite


@require_GET
@login_required
def event(request: HttpRequest, suite: str, scenario: str, event: str) -> HttpResponse:
    """A record: its text and its neighbours; its actions and what came of them; the queries it supports."""
    found = find_suite(request, suite, Verb.RECORD_VIEW)
    record = event_page.get(suites.get_scenario(found, scenario), event)
    context: dict[str, Any] = {
        "section": "suites",
        "suite": found,
        "scenario": record.scenario,
        "event": record,
        "near": event_page.neighbours(record),
        "with_actions": can(request.user, Verb.ACTIONS_VIEW, found),
        "with_gold": can(request.user, Verb.GOLD_VIEW, found),
        "cutoff_text": cutoff_text(record.observed_at),
    }
    if context["with_actions"]:
        context |= {"actions": event_page.actions(record), "words": event_page.words(record)}
    if context["with_gold"]:
        context["support"] = event_page.support(record)
    return render(request, "scenarios/event.html", context)
