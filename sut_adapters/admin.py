"""Admin pages of the systems under test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from sut_adapters import registry
from sut_adapters.base import MisconfiguredError
from sut_adapters.models import KeptReply, MeteredCall, SystemUnderTest
from sut_adapters.services import systems

if TYPE_CHECKING:  # Django's classes take type arguments in the stubs alone
    _ModelForm = forms.ModelForm[SystemUnderTest]
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelForm, _ModelAdmin = forms.ModelForm, admin.ModelAdmin


class SystemForm(_ModelForm):
    """Refuses a configuration that its adapter would refuse."""

    class Meta:
        model = SystemUnderTest
        fields = ["name", "adapter", "config", "k", "budget", "description", "enabled"]

    def clean(self) -> dict[str, Any]:
        """Open the adapter with these settings."""
        cleaned: dict[str, Any] = super().clean() or {}
        adapter = cleaned.get("adapter")
        if self.instance.is_oracle or not adapter or "config" not in cleaned:
            return cleaned
        if adapter not in registry.names():
            self.add_error("adapter", f"Known adapters are {', '.join(registry.names())}.")
        elif fault := systems.fault_of(
            adapter=adapter, config=cleaned["config"], k=cleaned.get("k"), budget=cleaned.get("budget")
        ):
            self.add_error("config", fault)
        else:
            self._ask(cleaned)
        return cleaned

    def _ask(self, cleaned: dict[str, Any]) -> None:
        """Keep what the system says of itself."""
        try:
            cleaned["config"] = systems.declared(adapter=cleaned["adapter"], config=cleaned["config"])
        except MisconfiguredError as error:
            self.add_error("config", str(error))


class SystemAdmin(_ModelAdmin):
    """What runs can be launched on. What an oracle knows is set by our code alone.

    Registered by ``benchmark.admin``, which notes who changes what.
    """

    form = SystemForm
    actions = ["test_the_connection"]
    list_display = ["name", "adapter", "k", "budget", "knows", "enabled"]
    list_filter = ["enabled", "adapter"]
    search_fields = ["name", "description"]

    @admin.action(description="Test the connection")
    def test_the_connection(self, request: HttpRequest, chosen: QuerySet[SystemUnderTest]) -> None:
        """Ask each system what it can do, and say what came of it; nothing is changed."""
        for system in chosen:
            try:
                said = systems.connection(system=system)
            except MisconfiguredError as error:
                messages.error(request, f"{system.name}: {error}")
            else:
                messages.success(request, f"{system.name}: {said}")


class _ReadOnlyAdmin(_ModelAdmin):
    """Rows that our code writes, to read only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows are written by our code alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Rows are never changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Rows are never deleted by hand."""
        return False


@admin.register(KeptReply)
class KeptReplyAdmin(_ReadOnlyAdmin):
    """Replies that are kept, by key, with what the one call behind each cost."""

    list_display = [
        "key",
        "model",
        "repetition",
        "prompt_tokens",
        "completion_tokens",
        "seconds",
        "created_at",
    ]
    list_filter = ["model"]
    search_fields = ["key", "model"]


@admin.register(MeteredCall)
class MeteredCallAdmin(_ReadOnlyAdmin):
    """Calls of models, to read only."""

    list_display = [
        "called_at",
        "scope",
        "phase",
        "kind",
        "model",
        "outcome",
        "prompt_tokens",
        "completion_tokens",
    ]
    list_filter = ["kind", "outcome", "phase"]
    search_fields = ["scope", "model"]
