"""Errors of the API are problem details with stable codes."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from rest_framework import exceptions

from benchmark.api import problems


class RefusedError(Exception):
    """A service's error that carries its status and code."""

    http_status = 409
    code = "lease_lost"


class _Request:
    path = "/api/v1/suites/x/"


def answer(error: Exception) -> Any:
    """The response of the handler."""
    return problems.handler(error, {"request": _Request(), "view": None})


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404("secret detail"), 404, "not_found"),
        (PermissionDenied("Ask a lead."), 403, "permission_denied"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.AuthenticationFailed("expired", code="token_expired"), 401, "token_expired"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.ParseError(), 400, "parse_error"),
        (RefusedError("The lease of item 3 was lost."), 409, "lease_lost"),
    ],
)
def test_what_a_caller_reads(error: Exception, status: int, code: str) -> None:
    response = answer(error)
    assert response.status_code == status
    assert response.data["code"] == code
    assert response.data["status"] == status
    assert response.data["instance"] == "/api/v1/suites/x/"
    assert set(response.data) >= {"type", "title", "detail"}
    assert "secret" not in str(response.data)
    assert response.content_type == "application/problem+json"


def test_broken_fields_are_named() -> None:
    response = answer(exceptions.ValidationError({"k": ["Must be at least 1."]}))
    assert (response.status_code, response.data["code"]) == (400, "invalid")
    assert response.data["fields"] == {"k": ["Must be at least 1."]}


def test_a_model_that_refuses_is_a_bad_request() -> None:
    assert answer(ValidationError("Not like this.")).status_code == 400


def test_a_throttled_caller_learns_when_to_come_back() -> None:
    response = answer(exceptions.Throttled(wait=3.2))
    assert (response.status_code, response.data["code"], response.data["retry_after"]) == (
        429,
        "throttled",
        4,
    )
    assert response["Retry-After"] == "4"


def test_faults_of_ours_are_left_to_django() -> None:
    assert answer(KeyError("x")) is None
