"""Routes of the pages on which texts of one's own are brought in."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import Verb
from scenarios.review.views import own_queries, texts

app_name = "texts"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "new": {"GET": Verb.SUITE_IMPORT, "POST": Verb.SUITE_IMPORT},
    "query_new": {"GET": Verb.HISTORY_EDIT, "POST": Verb.HISTORY_EDIT},
}

urlpatterns = [
    path("texts/new/", texts.new, name="new"),
    path("texts/<slug:suite>/<slug:scenario>/queries/new/", own_queries.query_new, name="query_new"),
]
