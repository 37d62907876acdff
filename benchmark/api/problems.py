"""Errors of the API as problem details (RFC 9457): what, where, a stable code, what to do."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.db import Error as DatabaseError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from benchmark.api.parsing import TooLarge
from benchmark.floor.jobs import unavailable
from scenarios.exceptions import PersonOnlyError, ScopeDeniedError

CONTENT_TYPE = "application/problem+json"


class Conflict(exceptions.APIException):
    """409: the thing is not in a state in which this can be done; the detail says in which it is."""

    status_code = HTTPStatus.CONFLICT
    default_code = "conflict"


class _Unavailable(exceptions.APIException):
    """503: the database is away or full (ADR 34); the detail says why, ``wait`` when to come again."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, found: unavailable.Unavailable) -> None:
        super().__init__(f"{found.what} {found.remedy}", code=found.code)
        self.wait = found.retry_after


class _OutOfScope(exceptions.AuthenticationFailed):
    """401 with reason scope: other credentials would do (AC-16.2, ux pain 20)."""

    auth_header = 'Token error="insufficient_scope"'


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """The one exception handler of the API (settings ``REST_FRAMEWORK``). Errors it does not know are
    faults of ours: None lets Django log them and answer 500."""
    response = exception_handler(_translated(error), context)
    if response is None:
        return _domain_problem(error, context)
    code, detail, fields = _parts(_translated(error), response.data)
    return _problem(response, code=code, detail=detail, context=context, fields=fields)


def _translated(error: Exception) -> Exception:
    """Django's exceptions as those of the REST framework, with codes that stay the same."""
    match error:
        case DatabaseError() if (found := unavailable.of(error)) is not None:
            unavailable.noted(found)
            return _Unavailable(found)
        case Http404() | ObjectDoesNotExist():
            return exceptions.NotFound("Nothing here that you may see.", code="not_found")
        case ScopeDeniedError():
            return _OutOfScope(str(error), code=error.code)
        case PersonOnlyError():
            return exceptions.PermissionDenied(str(error), code=error.code)
        case PermissionDenied():
            return exceptions.PermissionDenied(str(error) or "You may not do this.", code="permission_denied")
        case RequestDataTooBig():
            return TooLarge("The fields of the form are too large. Send less at once. Nothing was stored.")
        case SuspiciousOperation():
            return exceptions.ParseError(str(error))
        case ValidationError():
            return exceptions.ValidationError(error.messages, code="invalid")
        case _:
            return error


def _domain_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Errors of services carry ``http_status`` and ``code`` where they have a meaning for callers, further
    fields in ``problem``, and ``retry_after`` seconds to wait."""
    status = getattr(error, "http_status", None)
    if not isinstance(status, int):
        return None
    set_rollback()
    code = str(getattr(error, "code", "refused"))
    wait = getattr(error, "retry_after", None)
    response = Response(status=status, headers={} if wait is None else {"Retry-After": str(wait)})
    fields = {**({} if wait is None else {"retry_after": wait}), **getattr(error, "problem", {})}
    return _problem(response, code=code, detail=str(error), context=context, fields=fields)


def _parts(error: Exception, data: Any) -> tuple[str, str, dict[str, Any]]:
    if isinstance(error, exceptions.ValidationError):
        fields = data if isinstance(data, dict) else {"non_field_errors": data}
        return "invalid", "Some fields are not valid.", {"fields": fields}
    if isinstance(error, exceptions.Throttled):
        wait = {} if error.wait is None else {"retry_after": int(error.wait)}
        return "throttled", str(error.detail), wait
    if isinstance(error, _Unavailable):
        return str(error.get_codes()), str(error.detail), {"retry_after": error.wait}
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        return codes if isinstance(codes, str) else "error", str(error.detail), {}
    return "error", str(error), {}


def _problem(
    response: Response,
    *,
    code: str,
    detail: str,
    context: dict[str, Any],
    fields: dict[str, Any] | None = None,
) -> Response:
    request = context.get("request")
    response.data = {
        "type": f"about:blank#{code}",
        "title": HTTPStatus(response.status_code).phrase,
        "status": response.status_code,
        "code": code,
        "detail": detail,
        "instance": getattr(request, "path", ""),
        **(fields or {}),
    }
    if getattr(getattr(request, "accepted_renderer", None), "format", "json") == "json":
        response.content_type = CONTENT_TYPE
    return response
