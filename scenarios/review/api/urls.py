"""Routes of the API twins of reviewing."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.floor.accounts.verbs import Verb
from scenarios.review.api import agreement, complaints, disputes, exports, leading

#: The verb that each route needs; a test fails for a route that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "api-review-progress": Verb.REVIEW_VIEW,
    "api-review-policy": Verb.REVIEW_MANAGE,
    "api-review-act": Verb.REVIEW_MANAGE,
    "api-review-items": Verb.REVIEW_MANAGE,
    "api-review-item": Verb.REVIEW_MANAGE,
    "api-review-agreement": Verb.REVIEW_VIEW,
    "api-review-guideline": {"GET": Verb.SUITE_VIEW, "POST": Verb.REVIEW_MANAGE},
    "api-review-disputes": Verb.REVIEW_ADJUDICATE,
    "api-review-dispute": Verb.REVIEW_ADJUDICATE,
    "api-review-complaints": {"GET": Verb.GOLD_VIEW, "POST": Verb.GOLD_VIEW},
    "api-review-slot-complain": Verb.REVIEW_JUDGE,
    "api-review-exports": Verb.REVIEW_EXPORT,
    "api-review-export": Verb.REVIEW_EXPORT,
    "api-review-export-file": Verb.REVIEW_EXPORT,
}

REVIEW = "suites/<slug:suite>/review/"
EXPORT = REVIEW + "exports/<int:export>/"

urlpatterns: list[URLPattern] = [
    path(REVIEW + "progress/", leading.Progress.as_view(), name="api-review-progress"),
    path(REVIEW + "policy/", leading.Policy.as_view(), name="api-review-policy"),
    path(REVIEW + "actions/<slug:action>/", leading.Act.as_view(), name="api-review-act"),
    path(REVIEW + "items/", leading.ItemList.as_view(), name="api-review-items"),
    path(REVIEW + "items/<int:item>/", leading.ItemDetail.as_view(), name="api-review-item"),
    path(REVIEW + "agreement/", agreement.Agreement.as_view(), name="api-review-agreement"),
    path(REVIEW + "guidelines/<slug:kind>/", leading.GuidelineOfKind.as_view(), name="api-review-guideline"),
    path(REVIEW + "disputes/", disputes.DisputeList.as_view(), name="api-review-disputes"),
    path(REVIEW + "disputes/<int:item>/", disputes.DisputeDetail.as_view(), name="api-review-dispute"),
    path(REVIEW + "complaints/", complaints.ComplaintList.as_view(), name="api-review-complaints"),
    path(
        REVIEW + "slots/<int:slot>/complaints/",
        complaints.SlotComplaint.as_view(),
        name="api-review-slot-complain",
    ),
    path(REVIEW + "exports/", exports.ExportList.as_view(), name="api-review-exports"),
    path(EXPORT, exports.ExportDetail.as_view(), name="api-review-export"),
    path(EXPORT + "file/", exports.ExportFile.as_view(), name="api-review-export-file"),
]
