"""Routes of the API twins of the account page."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.api import tokens
from benchmark.floor.accounts.verbs import Verb

urlpatterns = [
    path("tokens/", tokens.TokenList.as_view(), name="api-token-list"),
    path("tokens/<int:token>/rotate/", tokens.TokenRotate.as_view(), name="api-token-rotate"),
    path("tokens/<int:token>/revoke/", tokens.TokenRevoke.as_view(), name="api-token-revoke"),
]

ROUTE_VERBS = {
    "api-token-list": {"GET": Verb.TOKEN_MANAGE, "POST": Verb.TOKEN_MANAGE},
    "api-token-rotate": Verb.TOKEN_MANAGE,
    "api-token-revoke": Verb.TOKEN_MANAGE,
}
"""The verb that each route needs; a test fails for a route that has none."""
