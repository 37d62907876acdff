"""Signing in, slowed down for those who guess."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import auth
from django.db.models import Max, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from benchmark.floor.accounts.exceptions import TooManyAttemptsError, WrongCredentialsError
from benchmark.floor.accounts.models import SignInAttempt, User

WINDOW = timedelta(minutes=15)
PER_USERNAME = 8
PER_ADDRESS = 40
"""Failed attempts within the window after which the next is refused unseen. An address may be shared."""
KEPT = timedelta(days=1)


def sign_in(*, request: HttpRequest, username: str, password: str, now: datetime) -> User:
    """Open a session for the person. Raises ``TooManyAttemptsError`` or ``WrongCredentialsError``.

    The same error stands for an unknown name, a wrong password, an inactive account and a service account,
    which never signs in.
    """
    name, address = username.strip().casefold()[:150], request.META.get("REMOTE_ADDR", "")
    _refuse_guessing(name, address, now)
    user = auth.authenticate(request, username=username.strip(), password=password)
    if not isinstance(user, User) or user.is_service:
        SignInAttempt.objects.create(username=name, address=address, failed_at=now)
        SignInAttempt.objects.filter(failed_at__lt=now - KEPT).delete()
        raise WrongCredentialsError(_("Name and password do not match an active account."))
    SignInAttempt.objects.filter(username=name).delete()
    auth.login(request, user)
    return user


def _refuse_guessing(name: str, address: str, now: datetime) -> None:
    recent = SignInAttempt.objects.filter(failed_at__gt=now - WINDOW)
    for mine, limit in ((Q(username=name), PER_USERNAME), (Q(address=address), PER_ADDRESS)):
        attempts = recent.filter(mine)
        if attempts.count() >= limit:
            last = attempts.aggregate(last=Max("failed_at"))["last"]
            raise TooManyAttemptsError(max(1, int((last + WINDOW - now).total_seconds())))
