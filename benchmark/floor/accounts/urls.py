"""Routes of the account pages."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.views import session

app_name = "accounts"

urlpatterns = [
    path("sign-in/", session.sign_in, name="sign_in"),
    path("sign-out/", session.sign_out, name="sign_out"),
]

ROUTE_VERBS = {"sign_in": "public", "sign_out": "public"}
