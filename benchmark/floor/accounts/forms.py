"""Forms of the account pages."""

from __future__ import annotations

from django import forms


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
