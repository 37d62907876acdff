"""What this room adds to the pages of lower rooms (setting ``QUERY_SECTIONS``)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from benchmark.floor.accounts.verbs import Verb
from probes.selectors import latest_diagnoses
from scenarios.models import Query
from scenarios.permissions import can


def diagnoses_of_systems(request: HttpRequest, query: Query) -> dict[str, Any] | None:
    """The latest diagnosis of each system's answer to a query; nothing where it has none."""
    suite = query.scenario.suite
    if not (can(request.user, Verb.RUN_VIEW, suite) and can(request.user, Verb.GOLD_VIEW, suite)):
        return None
    found = latest_diagnoses.of_query(query)
    if not found:
        return None
    return {
        "title": gettext("Diagnoses of the systems"),
        "template": "probes/_query_diagnoses.html",
        "context": {"diagnoses": found},
    }
