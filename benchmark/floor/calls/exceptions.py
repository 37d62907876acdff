"""Refusals of a call because of another one, with the status and the code that callers get."""

from __future__ import annotations

from http import HTTPStatus


class CallError(Exception):
    """Root of the errors of calls."""


class KeyRefusedError(CallError):
    """An ``Idempotency-Key`` that is none."""

    http_status = HTTPStatus.BAD_REQUEST
    code = "idempotency_key_invalid"


class KeyMismatchError(CallError):
    """The key came before with another body or parameters; send a new key for a new request."""

    http_status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "idempotency_mismatch"


class KeyInFlightError(CallError):
    """The first request with this key is still being worked on; send the same again shortly."""

    http_status = HTTPStatus.CONFLICT
    code = "idempotency_in_flight"
    retry_after = 1


class PreconditionFailedError(CallError):
    """The thing has changed since the caller read it; read it again and decide anew."""

    http_status = HTTPStatus.PRECONDITION_FAILED
    code = "precondition_failed"
