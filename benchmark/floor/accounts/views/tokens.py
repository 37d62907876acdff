"""A person's own account: role and API tokens."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from benchmark.floor.accounts import verbs
from benchmark.floor.accounts.exceptions import TokenInvalidError
from benchmark.floor.accounts.forms import OVERLAPS, RotateForm, TokenForm
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.selectors import tokens as token_selectors
from benchmark.floor.accounts.services import tokens as token_services


@never_cache
@login_required
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """Role, tokens, and the form for a new one."""
    user = _person(request)
    return _page(request, user, TokenForm(role=user.role))


@never_cache
@login_required
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Make a token and show its secret, once."""
    user, now = _person(request), timezone.now()
    form = TokenForm(request.POST, role=user.role)
    if not form.is_valid():
        return _page(request, user, form, status=422)
    days = form.cleaned_data["days"]
    try:
        token, secret = token_services.create(
            user=user,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            suite=form.cleaned_data["suite"],
            expires_at=now + timedelta(days=days) if days else None,
            by=user,
            now=now,
        )
    except TokenInvalidError as error:
        form.add_error(None, str(error))
        return _page(request, user, form, status=422)
    return _page(request, user, TokenForm(role=user.role), made=token.name, secret=secret)


@never_cache
@login_required
@require_POST
def rotate(request: HttpRequest, token: int) -> HttpResponse:
    """Give one of one's own tokens a new secret and show it, once."""
    user = _person(request)
    chosen, form = get_object_or_404(user.api_tokens, pk=token), RotateForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose for how long the old secret works on; nothing was changed."))
        return _page(request, user, TokenForm(role=user.role), status=422)
    overlap = timedelta(seconds=form.cleaned_data["overlap"])
    try:
        changed, secret = token_services.rotate(token=chosen, by=user, now=timezone.now(), overlap=overlap)
    except TokenInvalidError as error:
        messages.error(request, str(error))
        return _page(request, user, TokenForm(role=user.role), status=422)
    return _page(request, user, TokenForm(role=user.role), made=changed.name, secret=secret)


@login_required
@require_POST
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """End one of one's own tokens."""
    user = _person(request)
    chosen = get_object_or_404(user.api_tokens, pk=token)
    token_services.revoke(token=chosen, by=user, now=timezone.now())
    messages.success(request, _("Token %(name)s is revoked.") % {"name": chosen.name})
    return redirect("accounts:account")


def _person(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User) or not verbs.allowed(user.role, verbs.Verb.TOKEN_MANAGE):
        raise PermissionDenied(_("Your role has no tokens of its own; ask an admin."))
    return user


def _page(
    request: HttpRequest, user: User, form: TokenForm, *, status: int = 200, made: str = "", secret: str = ""
) -> HttpResponse:
    lines = token_selectors.of_user(user=user, now=timezone.now())
    context = {
        "form": form,
        "lines": lines,
        "expiring": [line.token for line in lines if line.expires_soon],
        "overlaps": OVERLAPS,
        "made": made,
        "secret": secret,
    }
    return render(request, "accounts/account.html", context, status=status)
