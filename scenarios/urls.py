"""Pages of suites, scenarios and queries."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.views import (
    audit,
    browsing,
    events,
    explaining,
    history,
    playground,
    queries,
    releases,
    service_accounts,
    slider,
    statistics,
    suite_page,
)

app_name = "scenarios"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS = {
    "suite_list": Verb.SUITE_VIEW,
    "suite": Verb.SUITE_VIEW,
    "suite_queries": Verb.RECORD_VIEW,
    "suite_compare": Verb.GOLD_VIEW,
    "suite_statistics": Verb.GOLD_VIEW,
    "suite_card": Verb.GOLD_VIEW,
    "scenario": Verb.RECORD_VIEW,
    "history_edit": {"GET": Verb.HISTORY_EDIT, "POST": Verb.HISTORY_EDIT},
    "suite_copy": Verb.HISTORY_EDIT,
    "query": Verb.RECORD_VIEW,
    "query_dag": Verb.GOLD_VIEW,
    "explain": Verb.GOLD_VIEW,
    "scenario_time": Verb.GOLD_VIEW,
    "event": Verb.RECORD_VIEW,
    "playground": Verb.PLAYGROUND_USE,
    "audit": Verb.AUDIT_VIEW,
    "service_accounts": {"GET": Verb.MEMBER_MANAGE, "POST": Verb.MEMBER_MANAGE},
    "service_account": Verb.MEMBER_MANAGE,
    "service_account_off": Verb.MEMBER_MANAGE,
    "service_account_token_create": Verb.MEMBER_MANAGE,
    "service_account_token_rotate": Verb.MEMBER_MANAGE,
    "service_account_token_revoke": Verb.MEMBER_MANAGE,
}

ACCOUNT = "service-accounts/<slug:account>/"
QUERY = "suites/<slug:suite>/<slug:scenario>/queries/<str:label>/"

urlpatterns = [
    path("suites/", browsing.suite_list, name="suite_list"),
    # Before the page of a suite, which may not be called so (services.bundle_checks).
    path("suites/compare/", releases.suite_compare, name="suite_compare"),
    path("suites/<slug:suite>/", suite_page.suite, name="suite"),
    path("suites/<slug:suite>/queries.csv", suite_page.suite_queries, name="suite_queries"),
    path("suites/<slug:suite>/draft/copy/", history.suite_copy, name="suite_copy"),
    # Before the page of a scenario, which may not be called so (services.bundle_checks).
    path("suites/<slug:suite>/statistics/", statistics.suite_statistics, name="suite_statistics"),
    path("suites/<slug:suite>/card/", releases.suite_card, name="suite_card"),
    path("suites/<slug:suite>/<slug:scenario>/", browsing.scenario, name="scenario"),
    path("suites/<slug:suite>/<slug:scenario>/edit/", history.history_edit, name="history_edit"),
    path(QUERY, queries.query, name="query"),
    path(QUERY + "dag.svg", queries.query_dag, name="query_dag"),
    path("suites/<slug:suite>/<slug:scenario>/explain/", explaining.explain, name="explain"),
    path("suites/<slug:suite>/<slug:scenario>/time/", slider.scenario_time, name="scenario_time"),
    path("suites/<slug:suite>/<slug:scenario>/events/<str:event>/", events.event, name="event"),
    path("playground/", playground.playground, name="playground"),
    path("audit/", audit.audit_page, name="audit"),
    path("service-accounts/", service_accounts.account_list, name="service_accounts"),
    path(ACCOUNT, service_accounts.account, name="service_account"),
    path(ACCOUNT + "off/", service_accounts.switch_off, name="service_account_off"),
    path(ACCOUNT + "tokens/", service_accounts.token_create, name="service_account_token_create"),
    path(
        ACCOUNT + "tokens/<int:token>/rotate/",
        service_accounts.token_rotate,
        name="service_account_token_rotate",
    ),
    path(
        ACCOUNT + "tokens/<int:token>/revoke/",
        service_accounts.token_revoke,
        name="service_account_token_revoke",
    ),
]
