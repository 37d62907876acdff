"""Forms of the account pages."""

from __future__ import annotations

from typing import Any, cast

from django import forms

from benchmark.floor.accounts.verbs import Verb, allowed


class SignInForm(forms.Form):
    """Name and password."""

    username = forms.CharField(
        label="Name",
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autofocus": True, "autocapitalize": "none"}
        ),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class TokenForm(forms.Form):
    """A new API token of someone of that role: it offers what the role may do."""

    name = forms.CharField(label="Name", max_length=80, help_text="What uses it: notebook, CI, a system.")
    days = forms.IntegerField(
        label="Days until it expires", min_value=1, max_value=3650, required=False, help_text="Empty: never."
    )
    scopes = forms.MultipleChoiceField(
        label="What it may do",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None chosen: all that you may do.",
    )

    def __init__(self, *args: Any, role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = cast("forms.MultipleChoiceField", self.fields["scopes"])
        scopes.choices = [(verb.value, verb.value) for verb in Verb if allowed(role, verb)]
