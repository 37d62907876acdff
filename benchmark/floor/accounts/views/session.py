"""Signing in and out, and the language of the pages."""

from __future__ import annotations

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from benchmark.floor.accounts.exceptions import TooManyAttemptsError, WrongCredentialsError
from benchmark.floor.accounts.forms import SignInForm
from benchmark.floor.accounts.services import sign_in as sign_in_service


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page; afterwards to ``next`` where that is ours."""
    if request.user.is_authenticated and request.method == "GET":
        return HttpResponseRedirect(_next(request))
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                sign_in_service.sign_in(
                    request=request,
                    username=form.cleaned_data["username"],
                    password=form.cleaned_data["password"],
                    now=timezone.now(),
                )
            except WrongCredentialsError as error:
                form.add_error(None, str(error))
            except TooManyAttemptsError as error:
                form.add_error(None, str(error))
                status = 429
            else:
                return HttpResponseRedirect(_next(request))
    return render(request, "accounts/sign_in.html", {"form": form, "next": _next(request)}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session."""
    auth.logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


language = require_POST(set_language)
"""Keep the language that was chosen, in a cookie, and go back to the page."""


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if ours else resolve_url(settings.LOGIN_REDIRECT_URL)
