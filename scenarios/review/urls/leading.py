"""Routes of the pages on which leads and adjudicators work."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.review.views import agreement, disputes, exports, guidelines, leading, releasing

app_name = "review_lead"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "progress": Verb.REVIEW_VIEW,
    "manage": Verb.REVIEW_MANAGE,
    "act": Verb.REVIEW_MANAGE,
    "items": Verb.REVIEW_MANAGE,
    "item": Verb.REVIEW_MANAGE,
    "disputes": Verb.REVIEW_ADJUDICATE,
    "dispute": Verb.REVIEW_ADJUDICATE,
    "agreement": Verb.REVIEW_VIEW,
    "guideline": {"GET": Verb.SUITE_VIEW, "POST": Verb.REVIEW_MANAGE},
    "release": {"GET": Verb.SUITE_RELEASE, "POST": Verb.SUITE_RELEASE},
    "export_new": Verb.REVIEW_EXPORT,
    "export": Verb.REVIEW_EXPORT,
    "export_file": Verb.REVIEW_EXPORT,
}

SUITE = "review/<slug:suite>/"
EXPORT = SUITE + "exports/<int:export>/"

urlpatterns = [
    path(SUITE + "progress/", leading.progress_page, name="progress"),
    path(SUITE + "manage/", leading.manage, name="manage"),
    path(SUITE + "actions/<slug:action>/", leading.act, name="act"),
    path(SUITE + "items/", leading.item_list, name="items"),
    path(SUITE + "items/<int:item>/", leading.item, name="item"),
    path(SUITE + "disputes/", disputes.dispute_list, name="disputes"),
    path(SUITE + "disputes/<int:item>/", disputes.dispute, name="dispute"),
    path(SUITE + "agreement/", agreement.agreement_page, name="agreement"),
    path(SUITE + "guidelines/<slug:kind>/", guidelines.guideline, name="guideline"),
    path(SUITE + "release/", releasing.release, name="release"),
    path(SUITE + "exports/", exports.export_new, name="export_new"),
    path(EXPORT, exports.export, name="export"),
    path(EXPORT + "file/", exports.export_file, name="export_file"),
]
