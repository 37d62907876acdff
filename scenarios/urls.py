"""Pages of suites, scenarios and queries."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.views import browsing, explaining, history, playground, queries, statistics

app_name = "scenarios"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS = {
    "suite_list": Verb.SUITE_VIEW,
    "suite": Verb.SUITE_VIEW,
    "suite_statistics": Verb.GOLD_VIEW,
    "scenario": Verb.RECORD_VIEW,
    "history_edit": {"GET": Verb.HISTORY_EDIT, "POST": Verb.HISTORY_EDIT},
    "suite_copy": Verb.HISTORY_EDIT,
    "query": Verb.RECORD_VIEW,
    "query_dag": Verb.GOLD_VIEW,
    "explain": Verb.GOLD_VIEW,
    "playground": Verb.PLAYGROUND_USE,
}

QUERY = "suites/<slug:suite>/<slug:scenario>/queries/<str:label>/"

urlpatterns = [
    path("suites/", browsing.suite_list, name="suite_list"),
    path("suites/<slug:suite>/", browsing.suite, name="suite"),
    path("suites/<slug:suite>/draft/copy/", history.suite_copy, name="suite_copy"),
    # Before the page of a scenario, which may not be called so (services.bundle_checks).
    path("suites/<slug:suite>/statistics/", statistics.suite_statistics, name="suite_statistics"),
    path("suites/<slug:suite>/<slug:scenario>/", browsing.scenario, name="scenario"),
    path("suites/<slug:suite>/<slug:scenario>/edit/", history.history_edit, name="history_edit"),
    path(QUERY, queries.query, name="query"),
    path(QUERY + "dag.svg", queries.query_dag, name="query_dag"),
    path("suites/<slug:suite>/<slug:scenario>/explain/", explaining.explain, name="explain"),
    path("playground/", playground.playground, name="playground"),
]
