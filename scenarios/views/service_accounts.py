"""The pages on which those who lead suites make accounts for programs, and look after them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.floor.accounts.exceptions import AccountError
from benchmark.floor.accounts.forms import OVERLAPS, RotateForm, TokenForm
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.selectors import tokens as token_selectors
from benchmark.floor.accounts.services import service_accounts as floor
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError
from scenarios.models import Membership
from scenarios.permissions import require_somewhere
from scenarios.selectors import service_accounts as selectors
from scenarios.services import service_accounts

PAGE = 50


class AccountForm(forms.Form):
    """A new account; it offers the suites that its maker leads."""

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("Lower-case letters, digits and hyphens: nightly-runs.")
    )
    purpose = forms.CharField(max_length=200, label=_("What it is for"))
    role = forms.ChoiceField(
        choices=[(role.value, _(role.value)) for role in floor.ROLES],
        initial="viewer",
        label=_("Its role where it is no member"),
        help_text=_("No more than yours."),
    )
    suites = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("Suites on which it works")
    )
    member_role = forms.ChoiceField(
        choices=[("", _("the same")), *((value, _(value)) for value in Membership.Role.values)],
        required=False,
        label=_("Its role on those suites"),
    )

    def __init__(self, *args: Any, led: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.MultipleChoiceField", self.fields["suites"]).choices = [(slug, slug) for slug in led]


@require_http_methods(["GET", "POST"])
@login_required
def account_list(request: HttpRequest) -> HttpResponse:
    """The service accounts that the person looks after, and the form for a new one."""
    user = _manager(request)
    led = selectors.led_suites(user)
    if request.method == "GET":
        return _list(request, user, AccountForm(led=led))
    form = AccountForm(request.POST, led=led)
    if not form.is_valid():
        return _list(request, user, form, status=422)
    try:
        made = service_accounts.create(**form.cleaned_data, by=user)
    except (AccountError, InputRefusedError) as error:
        form.add_error(None, str(error))
        return _list(request, user, form, status=422)
    messages.success(
        request, gettext("Service account %(name)s is made. Give it a token.") % {"name": made.username}
    )
    return redirect("scenarios:service_account", made.username)


@never_cache
@require_GET
@login_required
def account(request: HttpRequest, account: str) -> HttpResponse:
    """One account: what it is for, where it works, its tokens."""
    found = _found(request, account)
    return _page(request, found, _token_form(found))


@require_POST
@login_required
def switch_off(request: HttpRequest, account: str) -> HttpResponse:
    """End the account with all its tokens."""
    found = _found(request, account)
    ended = floor.switch_off(account=found, by=_manager(request), now=timezone.now())
    messages.success(
        request,
        gettext("%(name)s is switched off; %(ended)s of its tokens ended with it.")
        % {"name": found.username, "ended": ended},
    )
    return redirect("scenarios:service_account", found.username)


@never_cache
@require_POST
@login_required
def token_create(request: HttpRequest, account: str) -> HttpResponse:
    """Make a token of the account and show its secret, once."""
    found, now = _found(request, account), timezone.now()
    form = _token_form(found, request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    days = form.cleaned_data["days"]
    try:
        token, secret = service_accounts.create_token(
            account=found,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            suite=form.cleaned_data["suite"],
            expires_at=now + timedelta(days=days) if days else None,
            by=_manager(request),
            now=now,
        )
    except AccountError as error:
        form.add_error(None, str(error))
        return _page(request, found, form, status=422)
    return _page(request, found, _token_form(found), made=token.name, secret=secret)


@never_cache
@require_POST
@login_required
def token_rotate(request: HttpRequest, account: str, token: int) -> HttpResponse:
    """Give a token of the account a new secret and show it, once."""
    found = _found(request, account)
    chosen, form = get_object_or_404(found.api_tokens, pk=token), RotateForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Choose for how long the old secret works on; nothing was changed."))
        return _page(request, found, _token_form(found), status=422)
    overlap = timedelta(seconds=form.cleaned_data["overlap"])
    try:
        changed, secret = tokens.rotate(
            token=chosen, by=_manager(request), now=timezone.now(), overlap=overlap
        )
    except AccountError as error:
        messages.error(request, str(error))
        return _page(request, found, _token_form(found), status=422)
    return _page(request, found, _token_form(found), made=changed.name, secret=secret)


@require_POST
@login_required
def token_revoke(request: HttpRequest, account: str, token: int) -> HttpResponse:
    """End a token of the account."""
    found = _found(request, account)
    chosen = get_object_or_404(found.api_tokens, pk=token)
    tokens.revoke(token=chosen, by=_manager(request), now=timezone.now())
    messages.success(request, gettext("Token %(name)s is revoked.") % {"name": chosen.name})
    return redirect("scenarios:service_account", found.username)


def _manager(request: HttpRequest) -> User:
    require_somewhere(request.user, Verb.MEMBER_MANAGE)
    return cast("User", request.user)


def _found(request: HttpRequest, name: str) -> User:
    return selectors.get(_manager(request), name, timezone.now())


def _token_form(account: User, data: Any = None) -> TokenForm:
    form = TokenForm(data, role=account.role)
    scopes = form.fields["scopes"]
    scopes.required, scopes.help_text = True, _("At least one. Each is cut down to what you may do yourself.")
    return form


def _list(request: HttpRequest, user: User, form: AccountForm, *, status: int = 200) -> HttpResponse:
    rows = selectors.looked_after_by(user, timezone.now())
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    return render(request, "scenarios/service_accounts.html", {"page": page, "form": form}, status=status)


def _page(
    request: HttpRequest,
    account: User,
    form: TokenForm,
    *,
    status: int = 200,
    made: str = "",
    secret: str = "",
) -> HttpResponse:
    context = {
        "account": account,
        "memberships": account.suite_memberships.all(),
        "form": form,
        "lines": token_selectors.of_user(user=account, now=timezone.now()),
        "overlaps": OVERLAPS,
        "made": made,
        "secret": secret,
    }
    return render(request, "scenarios/service_account.html", context, status=status)
