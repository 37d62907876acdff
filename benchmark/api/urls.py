"""Routes of the API, version 1."""

from __future__ import annotations

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated

from benchmark.api import exports, hooks, moved, pulling, reports, submissions, systems, views
from benchmark.floor.accounts.verbs import SIGNED_IN, Verb

#: The verb that each route needs, by method where they differ; a test fails for a route that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "api-root": SIGNED_IN,
    "api-schema": SIGNED_IN,
    "api-run-list": {"GET": Verb.RUN_VIEW, "POST": Verb.RUN_LAUNCH},
    "api-run-estimate": Verb.RUN_LAUNCH,
    "api-run": Verb.RUN_VIEW,
    "api-run-answers": {"GET": Verb.GOLD_VIEW, "POST": Verb.RUN_SUBMIT},
    "api-run-breakdown": Verb.GOLD_VIEW,
    "api-run-report": Verb.RUN_VIEW,
    "api-run-exports": {"GET": Verb.RUN_VIEW, "POST": Verb.RUN_VIEW},
    "api-run-export": Verb.RUN_VIEW,
    "api-run-export-cancel": Verb.RUN_VIEW,
    "api-run-export-file": Verb.RUN_VIEW,
    "api-run-cancel": Verb.RUN_CANCEL,
    "api-run-resume": Verb.RUN_LAUNCH,
    "api-run-claim": Verb.RUN_SUBMIT,
    "api-run-items": Verb.RUN_SUBMIT,
    "api-run-heartbeat": Verb.RUN_SUBMIT,
    "api-run-release": Verb.RUN_SUBMIT,
    "api-leaderboard": Verb.LEADERBOARD_VIEW,
    "api-adapter-list": Verb.RUN_VIEW,
    "api-system-list": {"GET": Verb.RUN_VIEW, "POST": Verb.RUN_LAUNCH},
    "api-system": {"GET": Verb.RUN_VIEW, "PATCH": Verb.RUN_LAUNCH, "DELETE": Verb.RUN_LAUNCH},
    "api-system-test": Verb.RUN_LAUNCH,
    "api-suite-submissions": Verb.RUN_SUBMIT,
    "api-suite-questions": Verb.RUN_SUBMIT,
    "api-suite-records": Verb.RUN_SUBMIT,
    "api-suite-shortcuts": Verb.GOLD_VIEW,
    "api-suite-moved": Verb.GOLD_VIEW,
    "api-suite-moves": Verb.REVIEW_ADJUDICATE,
    "api-hook-list": {"GET": Verb.HOOK_MANAGE, "POST": Verb.HOOK_MANAGE},
    "api-hook": {"GET": Verb.HOOK_MANAGE, "PATCH": Verb.HOOK_MANAGE, "DELETE": Verb.HOOK_MANAGE},
    "api-hook-rotate": Verb.HOOK_MANAGE,
    "api-hook-test": Verb.HOOK_MANAGE,
    "api-hook-deliveries": Verb.HOOK_MANAGE,
    "api-hook-again": Verb.HOOK_MANAGE,
    "api-hook-delivery-again": Verb.HOOK_MANAGE,
}

urlpatterns = [
    path("", views.Root.as_view(), name="api-root"),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[IsAuthenticated]), name="api-schema"),
    path("adapters/", systems.AdapterList.as_view(), name="api-adapter-list"),
    path("systems/", systems.SystemList.as_view(), name="api-system-list"),
    path("systems/<str:system>/", systems.SystemDetail.as_view(), name="api-system"),
    path("systems/<str:system>/test/", systems.SystemTest.as_view(), name="api-system-test"),
    path("runs/", views.RunList.as_view(), name="api-run-list"),
    path("runs/estimate/", views.RunEstimate.as_view(), name="api-run-estimate"),
    path("runs/<int:pk>/", views.RunDetail.as_view(), name="api-run"),
    path("runs/<int:pk>/answers/", pulling.RunAnswers.as_view(), name="api-run-answers"),
    path("runs/<int:pk>/breakdown/", views.RunBreakdown.as_view(), name="api-run-breakdown"),
    path("runs/<int:pk>/report/", reports.RunReport.as_view(), name="api-run-report"),
    path("runs/<int:pk>/exports/", exports.RunExports.as_view(), name="api-run-exports"),
    path("runs/<int:pk>/exports/<int:export>/", exports.RunExport.as_view(), name="api-run-export"),
    path(
        "runs/<int:pk>/exports/<int:export>/cancel/",
        exports.RunExportCancel.as_view(),
        name="api-run-export-cancel",
    ),
    path(
        "runs/<int:pk>/exports/<int:export>/file/",
        exports.RunExportFile.as_view(),
        name="api-run-export-file",
    ),
    path("runs/<int:pk>/cancel/", views.RunCancel.as_view(), name="api-run-cancel"),
    path("runs/<int:pk>/resume/", views.RunResume.as_view(), name="api-run-resume"),
    path("runs/<int:pk>/claim/", pulling.RunClaim.as_view(), name="api-run-claim"),
    path("runs/<int:pk>/items/", pulling.RunItems.as_view(), name="api-run-items"),
    path("runs/<int:pk>/heartbeat/", pulling.RunHeartbeat.as_view(), name="api-run-heartbeat"),
    path("runs/<int:pk>/release/", pulling.RunRelease.as_view(), name="api-run-release"),
    path("leaderboards/<slug:suite>/", views.Leaderboard.as_view(), name="api-leaderboard"),
    path("suites/<slug:suite>/shortcuts/", views.SuiteShortcuts.as_view(), name="api-suite-shortcuts"),
    path(
        "suites/<slug:suite>/submissions/",
        submissions.SuiteSubmissions.as_view(),
        name="api-suite-submissions",
    ),
    path("suites/<slug:suite>/questions/", submissions.SuiteQuestions.as_view(), name="api-suite-questions"),
    path("suites/<slug:suite>/records/", submissions.SuiteRecords.as_view(), name="api-suite-records"),
    path("suites/<slug:suite>/moved/", moved.SuiteMoved.as_view(), name="api-suite-moved"),
    path("suites/<slug:suite>/moves/", moved.SuiteMoves.as_view(), name="api-suite-moves"),
    path("hooks/", hooks.HookList.as_view(), name="api-hook-list"),
    path("hooks/<int:hook>/", hooks.HookDetail.as_view(), name="api-hook"),
    path("hooks/<int:hook>/rotate/", hooks.HookRotate.as_view(), name="api-hook-rotate"),
    path("hooks/<int:hook>/test/", hooks.HookTest.as_view(), name="api-hook-test"),
    path("hooks/<int:hook>/deliveries/", hooks.HookDeliveries.as_view(), name="api-hook-deliveries"),
    path("hooks/<int:hook>/again/", hooks.HookAgain.as_view(), name="api-hook-again"),
    path(
        "hooks/<int:hook>/deliveries/<int:delivery>/again/",
        hooks.HookDeliveryAgain.as_view(),
        name="api-hook-delivery-again",
    ),
    path("", include("probes.api.urls")),
    path("", include("scenarios.review.api.urls")),
    path("", include("scenarios.api.urls")),
]
