"""Forms of the account pages."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from benchmark.floor.accounts.scopes import MEANING, SCOPES, Scope
from benchmark.floor.accounts.verbs import Verb, allowed


class SignInForm(forms.Form):
    """Name and password."""

    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autofocus": True, "autocapitalize": "none"}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


EXPIRIES = [
    ("7", _("in 7 days")),
    ("30", _("in 30 days")),
    ("90", _("in 90 days")),
    ("365", _("in a year")),
    ("", _("never")),
]
OVERLAPS = [
    ("0", _("not at all")),
    ("3600", _("for an hour")),
    ("86400", _("for a day")),
    ("604800", _("for a week")),
]


class TokenForm(forms.Form):
    """A new API token of someone of that role: it offers what the role may do."""

    name = forms.CharField(
        label=_("Name"), max_length=80, help_text=_("What uses it: notebook, CI, a system.")
    )
    days = forms.TypedChoiceField(
        label=_("It expires"),
        choices=EXPIRIES,
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("This page reminds you in the week before."),
    )
    suite = forms.SlugField(
        label=_("Only for the suite"),
        max_length=80,
        required=False,
        help_text=_("Its name in addresses, for example mini. Empty: every suite that you may see."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: all that you may do. A scope holds several of the single verbs below it."),
    )

    def __init__(self, *args: Any, role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mine = {verb for verb in Verb if allowed(role, verb)}
        coarse = [
            (name.value, format_lazy("{}: {}", name.value, _(MEANING[name])))
            for name in Scope
            if SCOPES[name] & mine
        ]
        choices = cast("forms.MultipleChoiceField", self.fields["scopes"])
        choices.choices = [*coarse, *((verb.value, verb.value) for verb in Verb if verb in mine)]

    @property
    def chose_single_verbs(self) -> bool:
        """Whether single verbs are ticked, so that a page which folds them away shows them."""
        return any("." in name for name in self["scopes"].value() or ())


class RotateForm(forms.Form):
    """How long the secret before goes on working, in seconds."""

    overlap = forms.TypedChoiceField(label=_("The old one works on"), choices=OVERLAPS, coerce=int)
