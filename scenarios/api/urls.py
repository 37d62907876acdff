"""Routes of the API twins of suites, scenarios and queries."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.api import (
    audit,
    difficulty,
    explaining,
    history,
    members,
    playground,
    query_lists,
    releases,
    service_accounts,
    slider,
    statistics,
    suite_work,
    views,
)

#: The verb that each route needs; a test fails for a route that has none.
ROUTE_VERBS = {
    "api-suite-list": {"GET": Verb.SUITE_VIEW, "POST": Verb.SUITE_IMPORT},
    "api-suite": {"GET": Verb.SUITE_VIEW, "DELETE": Verb.SUITE_DELETE},
    "api-suite-files": Verb.GOLD_VIEW,
    "api-suite-copies": Verb.HISTORY_EDIT,
    "api-member-list": {"GET": Verb.MEMBER_MANAGE, "POST": Verb.MEMBER_MANAGE},
    "api-member": dict.fromkeys(("GET", "PATCH", "DELETE"), Verb.MEMBER_MANAGE),
    "api-audit": Verb.AUDIT_VIEW,
    "api-suite-query-list": Verb.RECORD_VIEW,
    "api-suite-compare": Verb.GOLD_VIEW,
    "api-suite-statistics": Verb.GOLD_VIEW,
    "api-suite-card": Verb.GOLD_VIEW,
    "api-scenario-list": Verb.SUITE_VIEW,
    "api-scenario": Verb.SUITE_VIEW,
    "api-record-list": Verb.RECORD_VIEW,
    "api-actions-list": Verb.ACTIONS_VIEW,
    "api-event-list": Verb.HISTORY_EDIT,
    "api-event": {"GET": Verb.RECORD_VIEW, "POST": Verb.HISTORY_EDIT},
    "api-query-list": Verb.RECORD_VIEW,
    "api-query": Verb.RECORD_VIEW,
    "api-query-gold": Verb.GOLD_VIEW,
    "api-query-derivation": Verb.GOLD_VIEW,
    "api-query-difficulty": Verb.GOLD_VIEW,
    "api-explain": Verb.GOLD_VIEW,
    "api-whynot": Verb.GOLD_VIEW,
    "api-difference": Verb.GOLD_VIEW,
    "api-resolve": Verb.GOLD_VIEW,
    "api-time": Verb.GOLD_VIEW,
    "api-playground": Verb.PLAYGROUND_USE,
    "api-service-account-list": {"GET": Verb.MEMBER_MANAGE, "POST": Verb.MEMBER_MANAGE},
    "api-service-account": Verb.MEMBER_MANAGE,
    "api-service-account-off": Verb.MEMBER_MANAGE,
    "api-service-account-tokens": {"GET": Verb.MEMBER_MANAGE, "POST": Verb.MEMBER_MANAGE},
    "api-service-account-token-rotate": Verb.MEMBER_MANAGE,
    "api-service-account-token-revoke": Verb.MEMBER_MANAGE,
}

SUITE = "suites/<slug:suite>/"
SCENARIO = SUITE + "scenarios/<slug:scenario>/"
ACCOUNT = "service-accounts/<slug:account>/"
QUERY = SCENARIO + "queries/<str:label>/"

urlpatterns = [
    path("suites/", suite_work.SuiteList.as_view(), name="api-suite-list"),
    # Before the route of a suite, which may not be called so.
    path("suites/compare/", releases.Comparison.as_view(), name="api-suite-compare"),
    path(SUITE, suite_work.SuiteDetail.as_view(), name="api-suite"),
    path(SUITE + "queries/", query_lists.SuiteQueries.as_view(), name="api-suite-query-list"),
    path(SUITE + "statistics/", statistics.Statistics.as_view(), name="api-suite-statistics"),
    path(SUITE + "files/", suite_work.SuiteFiles.as_view(), name="api-suite-files"),
    path(SUITE + "copies/", suite_work.SuiteCopies.as_view(), name="api-suite-copies"),
    path(SUITE + "members/", members.MemberList.as_view(), name="api-member-list"),
    path(SUITE + "members/<int:user>/", members.MemberDetail.as_view(), name="api-member"),
    path("audit/", audit.AuditList.as_view(), name="api-audit"),
    path(SUITE + "card/", releases.Card.as_view(), name="api-suite-card"),
    path(SUITE + "scenarios/", views.ScenarioList.as_view(), name="api-scenario-list"),
    path(SCENARIO, views.ScenarioDetail.as_view(), name="api-scenario"),
    path(SCENARIO + "records/", views.RecordList.as_view(), name="api-record-list"),
    path(SCENARIO + "actions/", views.ActionsList.as_view(), name="api-actions-list"),
    path(SCENARIO + "events/", history.EventList.as_view(), name="api-event-list"),
    path(SCENARIO + "events/<str:event>/", history.EventDetail.as_view(), name="api-event"),
    path(SCENARIO + "queries/", views.QueryList.as_view(), name="api-query-list"),
    path(SCENARIO + "explain/", explaining.Explain.as_view(), name="api-explain"),
    path(SCENARIO + "whynot/", explaining.WhyNot.as_view(), name="api-whynot"),
    path(SCENARIO + "difference/", explaining.Difference.as_view(), name="api-difference"),
    path(SCENARIO + "resolve/", explaining.Resolve.as_view(), name="api-resolve"),
    path(SCENARIO + "time/", slider.Time.as_view(), name="api-time"),
    path(QUERY, views.QueryDetail.as_view(), name="api-query"),
    path(QUERY + "gold/", views.QueryGold.as_view(), name="api-query-gold"),
    path(QUERY + "derivation/", views.QueryDerivation.as_view(), name="api-query-derivation"),
    path(QUERY + "difficulty/", difficulty.QueryDifficulty.as_view(), name="api-query-difficulty"),
    path("playground/", playground.Playground.as_view(), name="api-playground"),
    path("service-accounts/", service_accounts.AccountList.as_view(), name="api-service-account-list"),
    path(ACCOUNT, service_accounts.AccountDetail.as_view(), name="api-service-account"),
    path(ACCOUNT + "off/", service_accounts.AccountOff.as_view(), name="api-service-account-off"),
    path(ACCOUNT + "tokens/", service_accounts.AccountTokens.as_view(), name="api-service-account-tokens"),
    path(
        ACCOUNT + "tokens/<int:token>/rotate/",
        service_accounts.AccountTokenRotate.as_view(),
        name="api-service-account-token-rotate",
    ),
    path(
        ACCOUNT + "tokens/<int:token>/revoke/",
        service_accounts.AccountTokenRevoke.as_view(),
        name="api-service-account-token-revoke",
    ),
]
