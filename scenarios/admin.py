"""The admin of suites: memberships are edited here, releases go through services, gold is read only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

import scenarios.review.admin  # noqa: F401 (registers its own)
from benchmark.floor.audit.read_only import ReadOnlyAdmin
from scenarios.exceptions import ScenariosError
from scenarios.models import (
    Action,
    DerivationNode,
    Entity,
    Event,
    FactVersion,
    Finding,
    GoldAnswer,
    Membership,
    ModelReply,
    Query,
    Rendering,
    RuleVersion,
    Scenario,
    Suite,
    Witness,
)
from scenarios.services import suites

if TYPE_CHECKING:  # Django's classes take type arguments in the stubs alone
    _ModelAdmin = admin.ModelAdmin[Any]
    _TabularInline = admin.TabularInline[Membership, Suite]
else:
    _ModelAdmin, _TabularInline = admin.ModelAdmin, admin.TabularInline


class MembershipInline(_TabularInline):
    """The people of a suite."""

    model = Membership
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(Suite)
class SuiteAdmin(_ModelAdmin):
    """Suites: who may see them, and their release. What they hold comes from services alone."""

    list_display = ("slug", "title", "kind", "version", "status", "verification", "is_open", "standing")
    list_filter = ("kind", "status", "verification", "is_open", "held_out", "is_practice")
    search_fields = ("slug", "title")
    fields = (
        "slug",
        "title",
        "kind",
        "version",
        "status",
        "verification",
        "content_hash",
        "is_open",
        "standing",
        "created_at",
        "created_by",
        "released_at",
        "released_by",
    )
    readonly_fields = tuple(name for name in fields if name != "is_open")
    inlines = (MembershipInline,)
    actions = ("release_suites", "delete_drafts")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Suite | None = None) -> bool:
        return False

    @admin.action(description=_("Release the chosen drafts"))
    def release_suites(self, request: HttpRequest, queryset: QuerySet[Suite]) -> None:
        """Release each chosen suite by the service; say which it refused and why."""
        for suite in queryset:
            try:
                suites.release(suite=suite, by=request.user)  # type: ignore[arg-type]  # staff are users
            except ScenariosError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, f"Suite {suite.slug!r} is released.", messages.SUCCESS)

    @admin.action(description=_("Delete the chosen drafts with all they hold"))
    def delete_drafts(self, request: HttpRequest, queryset: QuerySet[Suite]) -> None:
        """Delete each chosen draft by the service; released suites stay."""
        for suite in queryset:
            try:
                suites.delete(suite=suite, by=request.user)  # type: ignore[arg-type]  # staff are users
            except ScenariosError as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, f"Draft {suite.slug!r} is deleted.", messages.SUCCESS)


@admin.register(Membership)
class MembershipAdmin(_ModelAdmin):
    """Who works on which suite, and as what."""

    list_display = ("suite", "user", "role")
    list_filter = ("role", "suite")
    list_select_related = ("suite", "user")
    autocomplete_fields = ("user", "suite")


@admin.register(Scenario)
class ScenarioAdmin(ReadOnlyAdmin):
    """Scenarios with their programs."""

    list_display = ("slug", "suite", "domain", "seed", "horizon_start", "horizon_end")
    list_filter = ("suite", "domain")
    list_select_related = ("suite",)


@admin.register(Entity)
class EntityAdmin(ReadOnlyAdmin):
    """Named things."""

    list_display = ("name", "type", "scenario", "aliases")
    list_filter = ("scenario", "type")
    list_select_related = ("scenario",)
    search_fields = ("name",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events in observation order."""

    list_display = ("label", "scenario", "observed_at", "seq", "kind", "distractor_kind", "speaker")
    list_filter = ("scenario", "kind", "distractor_kind")
    list_select_related = ("scenario",)
    search_fields = ("label",)


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """Typed state operations."""

    list_display = ("event", "pos", "op", "pred", "key", "member", "value", "as_of", "ineffective")
    list_filter = ("op", "ineffective", "event__scenario")
    list_select_related = ("event",)
    search_fields = ("pred", "event__label")


@admin.register(FactVersion)
class FactVersionAdmin(ReadOnlyAdmin):
    """Interval rows: when each action asserts the current version of its key."""

    list_display = ("predicate", "a0", "a1", "member", "value", "op", "observed_at", "valid_until")
    list_filter = ("scenario", "op")
    search_fields = ("predicate", "a0", "member")


@admin.register(RuleVersion)
class RuleVersionAdmin(ReadOnlyAdmin):
    """Clause texts that events declare."""

    list_display = ("rule_key", "scenario", "clause_text")
    list_filter = ("scenario",)
    list_select_related = ("scenario",)


@admin.register(Query)
class QueryAdmin(ReadOnlyAdmin):
    """Queries with their targets."""

    list_display = (
        "label",
        "scenario",
        "goal_pred",
        "goal_key",
        "goal_version",
        "cutoff",
        "family",
        "operator",
        "answer_type",
    )
    list_filter = ("scenario", "family", "operator", "answer_type")
    list_select_related = ("scenario",)
    search_fields = ("label", "goal_pred")


@admin.register(GoldAnswer)
class GoldAnswerAdmin(ReadOnlyAdmin):
    """Gold: read only, here as in the database."""

    list_display = ("query", "label", "answer", "height", "width", "exact", "violated", "evaluator")
    list_filter = ("label", "exact", "query__scenario")
    list_select_related = ("query", "root")


@admin.register(Witness)
class WitnessAdmin(ReadOnlyAdmin):
    """Minimal witnesses: read only."""

    list_display = ("query", "position", "minimal", "events")
    list_filter = ("minimal", "query__scenario")
    list_select_related = ("query",)


@admin.register(DerivationNode)
class DerivationNodeAdmin(ReadOnlyAdmin):
    """Nodes of derivations: read only."""

    list_display = ("node_label", "kind", "scenario", "cutoff", "state", "obsolete_count")
    list_filter = ("scenario", "kind")
    list_select_related = ("scenario",)
    search_fields = ("pred", "key_text")


@admin.register(Rendering)
class RenderingAdmin(ReadOnlyAdmin):
    """The words of events and queries, by version."""

    list_display = ("__str__", "event", "query", "version", "renderer", "status", "is_current")
    list_filter = ("status", "renderer", "is_current")
    list_select_related = ("event", "query")


@admin.register(ModelReply)
class ModelReplyAdmin(ReadOnlyAdmin):
    """What language models replied to the prompts of rewordings."""

    list_display = ("model", "prompt_hash", "text", "created_at")
    list_filter = ("model",)


@admin.register(Finding)
class FindingAdmin(ReadOnlyAdmin):
    """What importers and lints noticed."""

    list_display = ("code", "suite", "file", "session", "message", "detail")
    list_filter = ("suite", "code")
    list_select_related = ("suite",)
    search_fields = ("code", "file", "detail")
