"""Admin of people and tokens."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string

from benchmark.floor.accounts.models import ApiToken, SignInAttempt, User
from benchmark.floor.accounts.services import service_accounts, tokens


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's user admin with the role. Service accounts are made on their own page, and read and switched
    off here."""

    list_display = ("username", "kind", "role", "email", "is_active", "last_login", "made_by", "purpose")
    list_filter = ("kind", "role", "is_active")
    list_select_related = ("made_by",)
    actions = ("switch_off",)
    fieldsets = (*UserAdmin.fieldsets, ("Role", {"fields": ("role",)}))
    add_fieldsets = (*UserAdmin.add_fieldsets, ("Role", {"fields": ("role",)}))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Django's, and those of upper rooms (``PERSON_ACTIONS``) for who may change people."""
        actions: dict[str, Any] = super().get_actions(request)
        if self.has_change_permission(request):
            for path in settings.PERSON_ACTIONS:
                action = import_string(path)
                actions[action.__name__] = (action, action.__name__, action.short_description)
        return actions

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Not of a service account, which has no password and no rights of staff."""
        return (obj is None or not obj.is_service) and super().has_change_permission(request, obj)

    @admin.action(description="Switch off the selected service accounts")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """End each service account among them with its tokens; people are left as they are."""
        chosen = list(queryset.filter(kind=User.Kind.SERVICE))
        for account in chosen:
            service_accounts.switch_off(account=account, by=request.user, now=timezone.now())
        people = queryset.count() - len(chosen)
        left = f"; {people} selected are people and left as they are" if people else ""
        self.message_user(request, f"Switched off: {len(chosen)} service account(s){left}.")

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Django's; where others refuse to lose a person, say what to do instead."""
        found = super().get_deleted_objects(objs, request)
        if found[3]:
            messages.warning(
                request,
                "What somebody judged or decided keeps its author, so they are not deleted. The actions of "
                "the list of people can end their access and take their name off.",
            )
        return found


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Tokens are read and revoked here; they are made where their secret can be shown once."""

    list_display = ("name", "user", "prefix", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_filter = ("user",)
    search_fields = ("name", "prefix", "user__username")
    list_select_related = ("user",)
    actions = ("revoke",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Not here: the admin could not show the secret."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Listed and revoked, never edited."""
        return obj is None and super().has_change_permission(request, obj)

    @admin.action(description="Revoke the selected tokens")
    def revoke(self, request: HttpRequest, queryset: object) -> None:
        """Revoke each token through the service, which audits it."""
        for token in queryset:
            tokens.revoke(token=token, by=request.user, now=timezone.now())
        self.message_user(request, "The selected tokens are revoked.")


@admin.register(SignInAttempt)
class SignInAttemptAdmin(admin.ModelAdmin):
    """Failed sign-ins of the last day, to read; deleting a row lets a locked-out person try again."""

    list_display = ("username", "address", "failed_at")
    search_fields = ("username", "address")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Written by the sign-in alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: SignInAttempt | None = None) -> bool:
        """Never edited."""
        return False
