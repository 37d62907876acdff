"""Routes of the API twins of reviewing."""

from __future__ import annotations

from django.urls import URLPattern, path

from benchmark.floor.accounts.verbs import SIGNED_IN, Verb
from scenarios.review.api import (
    agreement,
    complaints,
    desks,
    disputes,
    effects,
    exports,
    leading,
    releasing,
    slots,
    texts,
    working,
)

#: The verb that each route needs; a test fails for a route that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "api-review-desks": SIGNED_IN,
    "api-review-next": Verb.REVIEW_JUDGE,
    "api-review-ahead": Verb.REVIEW_JUDGE,
    "api-review-undo": Verb.REVIEW_JUDGE,
    "api-review-pause": Verb.REVIEW_JUDGE,
    "api-review-mine": Verb.REVIEW_JUDGE,
    "api-review-slot": Verb.REVIEW_JUDGE,
    "api-review-slot-draft": Verb.REVIEW_JUDGE,
    "api-review-slot-reveal": Verb.REVIEW_JUDGE,
    "api-review-slot-submit": Verb.REVIEW_JUDGE,
    "api-review-slot-amend": Verb.REVIEW_JUDGE,
    "api-review-slot-beat": Verb.REVIEW_JUDGE,
    "api-review-slot-release": Verb.REVIEW_JUDGE,
    "api-review-slot-skip": Verb.REVIEW_JUDGE,
    "api-review-slot-flag": Verb.REVIEW_JUDGE,
    "api-review-progress": Verb.REVIEW_VIEW,
    "api-review-policy": Verb.REVIEW_MANAGE,
    "api-review-act": Verb.REVIEW_MANAGE,
    "api-review-items": Verb.REVIEW_MANAGE,
    "api-review-item": Verb.REVIEW_MANAGE,
    "api-review-agreement": Verb.REVIEW_VIEW,
    "api-review-guideline": {"GET": Verb.SUITE_VIEW, "POST": Verb.REVIEW_MANAGE},
    "api-review-disputes": Verb.REVIEW_ADJUDICATE,
    "api-review-dispute": {"GET": Verb.REVIEW_ADJUDICATE, "POST": Verb.REVIEW_ADJUDICATE},
    "api-review-complaints": {"GET": Verb.GOLD_VIEW, "POST": Verb.GOLD_VIEW},
    "api-review-slot-complain": Verb.REVIEW_JUDGE,
    "api-review-consequences": Verb.REVIEW_ADJUDICATE,
    "api-review-reword": Verb.REVIEW_MANAGE,
    "api-review-revise": Verb.REVIEW_MANAGE,
    "api-suite-release": {"GET": Verb.SUITE_RELEASE, "POST": Verb.SUITE_RELEASE},
    "api-review-exports": {"GET": Verb.REVIEW_EXPORT, "POST": Verb.REVIEW_EXPORT},
    "api-review-export": Verb.REVIEW_EXPORT,
    "api-review-export-file": Verb.REVIEW_EXPORT,
    "api-texts-preview": Verb.SUITE_IMPORT,
    "api-texts": Verb.SUITE_IMPORT,
    "api-text-queries": Verb.HISTORY_EDIT,
}

REVIEW = "suites/<slug:suite>/review/"
SLOT = REVIEW + "slots/<int:slot>/"
EFFECTS = REVIEW + "items/<int:item>/consequences/"
EXPORT = REVIEW + "exports/<int:export>/"

urlpatterns: list[URLPattern] = [
    path("review/", desks.Desks.as_view(), name="api-review-desks"),
    path(REVIEW + "ahead/", working.Ahead.as_view(), name="api-review-ahead"),
    path(REVIEW + "next/", working.Next.as_view(), name="api-review-next"),
    path(REVIEW + "undo/", working.Undo.as_view(), name="api-review-undo"),
    path(REVIEW + "pause/", working.Pause.as_view(), name="api-review-pause"),
    path(REVIEW + "mine/", working.Mine.as_view(), name="api-review-mine"),
    path(SLOT, slots.SlotDetail.as_view(), name="api-review-slot"),
    path(SLOT + "draft/", slots.SlotDraft.as_view(), name="api-review-slot-draft"),
    path(SLOT + "reveal/", slots.SlotReveal.as_view(), name="api-review-slot-reveal"),
    path(SLOT + "submit/", slots.SlotSubmit.as_view(), name="api-review-slot-submit"),
    path(SLOT + "amend/", slots.SlotAmend.as_view(), name="api-review-slot-amend"),
    path(SLOT + "beat/", slots.SlotBeat.as_view(), name="api-review-slot-beat"),
    path(SLOT + "release/", slots.SlotRelease.as_view(), name="api-review-slot-release"),
    path(SLOT + "skip/", slots.SlotSkip.as_view(), name="api-review-slot-skip"),
    path(SLOT + "flag/", slots.SlotFlag.as_view(), name="api-review-slot-flag"),
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
    path(SLOT + "complaints/", complaints.SlotComplaint.as_view(), name="api-review-slot-complain"),
    path(EFFECTS, effects.Consequences.as_view(), name="api-review-consequences"),
    path(EFFECTS + "words/", effects.Reword.as_view(), name="api-review-reword"),
    path(EFFECTS + "release/", effects.Revise.as_view(), name="api-review-revise"),
    path("suites/<slug:suite>/release/", releasing.SuiteRelease.as_view(), name="api-suite-release"),
    path(REVIEW + "exports/", exports.ExportList.as_view(), name="api-review-exports"),
    path(EXPORT, exports.ExportDetail.as_view(), name="api-review-export"),
    path(EXPORT + "file/", exports.ExportFile.as_view(), name="api-review-export-file"),
    path("texts/preview/", texts.TextsPreview.as_view(), name="api-texts-preview"),
    path("texts/", texts.TextsNew.as_view(), name="api-texts"),
    path("texts/<slug:suite>/<slug:scenario>/queries/", texts.TextQueries.as_view(), name="api-text-queries"),
]
