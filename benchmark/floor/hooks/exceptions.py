"""Refusals about hooks, with the status and the code that callers get."""

from __future__ import annotations

from http import HTTPStatus


class HookError(Exception):
    """Root of the errors of hooks."""


class HookRefusedError(HookError):
    """A field of a hook cannot be taken; nothing was stored. ``field`` says which."""

    http_status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "hook_refused"

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        self.problem = {"fields": {field: [message]}}
        super().__init__(message)


class HookStateError(HookError):
    """The hook, or the delivery, is not in a state that allows this; the text says what would."""

    http_status = HTTPStatus.CONFLICT
    code = "hook_state"
