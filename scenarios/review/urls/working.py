"""Routes of the pages on which annotators judge."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import PUBLIC, SIGNED_IN, Verb
from scenarios.review.views import complaining, posting, working

app_name = "review"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS: dict[str, str | dict[str, str]] = {
    "home": SIGNED_IN,
    "session": PUBLIC,
    "queue": Verb.REVIEW_JUDGE,
    "mine": Verb.REVIEW_JUDGE,
    "slot": Verb.REVIEW_JUDGE,
    "undo": Verb.REVIEW_JUDGE,
    "ahead": Verb.REVIEW_JUDGE,
    "pause": Verb.REVIEW_JUDGE,
    "submit": Verb.REVIEW_JUDGE,
    "amend": Verb.REVIEW_JUDGE,
    "draft": Verb.REVIEW_JUDGE,
    "reveal": Verb.REVIEW_JUDGE,
    "beat": Verb.REVIEW_JUDGE,
    "skip": Verb.REVIEW_JUDGE,
    "flag": Verb.REVIEW_JUDGE,
    "release": Verb.REVIEW_JUDGE,
    "complain": Verb.GOLD_VIEW,
    "slot_complain": Verb.REVIEW_JUDGE,
}

SUITE = "review/<slug:suite>/"
SLOT = SUITE + "slots/<int:slot>/"

urlpatterns = [
    path("review/", working.home, name="home"),
    # A dot keeps it apart from every suite.
    path("review/session.json", working.session, name="session"),
    path(SUITE, working.queue, name="queue"),
    path(SUITE + "mine/", working.mine, name="mine"),
    path(SUITE + "undo/", posting.undo, name="undo"),
    path(SUITE + "ahead/", posting.ahead, name="ahead"),
    path(SUITE + "pause/", posting.pause, name="pause"),
    path(SLOT, working.slot, name="slot"),
    path(SLOT + "submit/", posting.submit, name="submit"),
    path(SLOT + "amend/", posting.amend, name="amend"),
    path(SLOT + "draft/", posting.draft, name="draft"),
    path(SLOT + "reveal/", posting.reveal, name="reveal"),
    path(SLOT + "beat/", posting.beat, name="beat"),
    path(SLOT + "skip/", posting.skip, name="skip"),
    path(SLOT + "flag/", posting.flag, name="flag"),
    path(SLOT + "release/", posting.release, name="release"),
    path(SUITE + "complaints/", complaining.complain, name="complain"),
    path(SLOT + "complaints/", complaining.slot_complain, name="slot_complain"),
]
