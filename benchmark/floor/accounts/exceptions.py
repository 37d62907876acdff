"""What can go wrong with accounts. The edge chooses the HTTP status."""

from __future__ import annotations

from django.utils.translation import ngettext


class AccountError(Exception):
    """Root of the family: the message is for the person who acts."""


class TooManyAttemptsError(AccountError):
    """Too many failed sign-ins; ``wait_seconds`` says when the next one is taken."""

    def __init__(self, wait_seconds: int) -> None:
        minutes = -(-wait_seconds // 60)
        super().__init__(
            ngettext(
                "Too many failed sign-ins. Try again in %(n)s minute.",
                "Too many failed sign-ins. Try again in %(n)s minutes.",
                minutes,
            )
            % {"n": minutes}
        )
        self.wait_seconds = wait_seconds


class WrongCredentialsError(AccountError):
    """Name and password do not match an active account."""


class TokenRefusedError(AccountError):
    """An API token was not accepted. ``code`` is token_malformed, _unknown, _revoked, _expired or
    _inactive."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TokenInvalidError(AccountError):
    """A token cannot be made like this: name taken, unknown scope, expiry in the past."""


class ServiceAccountRefusedError(AccountError):
    """A service account, or a token of one, cannot be made like this; nothing was stored."""

    http_status = 422
    code = "refused"
