"""Template context: which rooms of the site a person has a door to, for the main navigation and the
account page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from benchmark.floor.accounts.verbs import Verb
from scenarios.permissions import doors_open

DOORS = {
    "runs": frozenset({Verb.RUN_VIEW}),
    "leaderboards": frozenset({Verb.LEADERBOARD_VIEW}),
    "hooks": frozenset({Verb.HOOK_MANAGE}),
    "review": frozenset({Verb.REVIEW_JUDGE, Verb.REVIEW_ADJUDICATE, Verb.REVIEW_VIEW}),
    "audit": frozenset({Verb.AUDIT_VIEW}),
    "service_accounts": frozenset({Verb.MEMBER_MANAGE}),
    "operation": frozenset({Verb.ADMIN_USE}),
}


def doors(request: HttpRequest) -> dict[str, Any]:
    """``doors``: true by name where the person gets in somewhere. One query at most, made only if the
    template asks."""
    return {"doors": SimpleLazyObject(lambda: doors_open(request.user, DOORS))}
