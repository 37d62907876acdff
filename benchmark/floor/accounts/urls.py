"""Routes of the account pages."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import PUBLIC, Verb
from benchmark.floor.accounts.views import session, tokens

app_name = "accounts"

urlpatterns = [
    path("sign-in/", session.sign_in, name="sign_in"),
    path("sign-out/", session.sign_out, name="sign_out"),
    path("language/", session.language, name="language"),
    path("", tokens.account, name="account"),
    path("tokens/", tokens.create, name="token_create"),
    path("tokens/<int:token>/rotate/", tokens.rotate, name="token_rotate"),
    path("tokens/<int:token>/revoke/", tokens.revoke, name="token_revoke"),
]

ROUTE_VERBS = {
    "sign_in": PUBLIC,
    "sign_out": PUBLIC,
    "language": PUBLIC,
    "account": Verb.TOKEN_MANAGE,
    "token_create": Verb.TOKEN_MANAGE,
    "token_rotate": Verb.TOKEN_MANAGE,
    "token_revoke": Verb.TOKEN_MANAGE,
}
"""The verb that each page needs; a test fails for a page that has none."""
