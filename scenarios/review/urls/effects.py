"""Routes of the pages on which what verdicts change is shown."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.review.views import effects

app_name = "review_effects"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "consequences": Verb.REVIEW_ADJUDICATE,
    "reword": Verb.REVIEW_MANAGE,
    "revise": Verb.REVIEW_MANAGE,
}

ITEM = "review/<slug:suite>/items/<int:item>/consequences/"

urlpatterns = [
    path(ITEM, effects.consequences, name="consequences"),
    path(ITEM + "words/", effects.reword, name="reword"),
    path(ITEM + "release/", effects.revise, name="revise"),
]
