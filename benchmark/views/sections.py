"""What this room adds to the pages of lower rooms (setting ``QUERY_SECTIONS``)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import answers
from scenarios.models import Query
from scenarios.permissions import can


def answers_of_systems(request: HttpRequest, query: Query) -> dict[str, Any] | None:
    """The latest answer of each system to a query, with its context and the gathered support marked."""
    suite = query.scenario.suite
    if not (can(request.user, Verb.RUN_VIEW, suite) and can(request.user, Verb.GOLD_VIEW, suite)):
        return None
    return {
        "title": _("Answers of the systems"),
        "template": "benchmark/_query_answers.html",
        "context": {
            "answers": answers.of_query(query),
            "suite": suite,
            "scenario": query.scenario,
            "may_launch": can(request.user, Verb.RUN_LAUNCH, suite),
        },
    }
