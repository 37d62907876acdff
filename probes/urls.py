"""Pages of what went wrong and where, and of runs beside each other."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.floor.accounts.verbs import Verb
from probes.views import comparing

app_name = "probes"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "compare": Verb.RUN_VIEW,
    "compare_figures": Verb.RUN_VIEW,
    "compare_queries": Verb.GOLD_VIEW,
}

urlpatterns: list[URLPattern] = [
    path("compare/", comparing.compare, name="compare"),
    path("compare/figures.csv", comparing.compare_figures, name="compare_figures"),
    path("compare/queries.csv", comparing.compare_queries, name="compare_queries"),
]
