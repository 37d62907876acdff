"""The admin of reviews: rows are read only; leases are released, and names taken off, after a page that shows
what they touch (ux.md, Admin; case A05)."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.read_only import ReadOnlyAdmin
from scenarios.exceptions import ScenariosError
from scenarios.models import (
    Adjudication,
    Complaint,
    Draft,
    Guideline,
    Remark,
    Reviewer,
    ReviewItem,
    ReviewPolicy,
    Slot,
    SlotStatus,
    Transition,
    Verdict,
    VerdictExport,
)
from scenarios.review.selectors import counters
from scenarios.review.services import expiring, people

_ANONYMISE = "Take the name off the selected people"


@admin.register(ReviewPolicy)
class ReviewPolicyAdmin(ReadOnlyAdmin):
    """How each suite is reviewed, and how far it is: the counters that pages, API and exports show."""

    list_display = ("suite", "paused", "record_judges", "question_judges", "lease_minutes", "counted")
    list_select_related = ("suite",)

    @admin.display(description="verdicts; complete of items")
    def counted(self, policy: ReviewPolicy) -> str:
        """Verdicts that stand, and how many items are complete."""
        verdicts, complete, items = counters.counts(policy.suite)
        return f"{verdicts:,}; {complete:,} of {items:,}"


@admin.register(ReviewItem)
class ReviewItemAdmin(ReadOnlyAdmin):
    """What people are asked to judge."""

    list_display = ("label", "kind", "form", "suite", "status", "wanted", "verdicts_standing", "is_check")
    list_filter = ("suite", "kind", "form", "status", "is_check")
    list_select_related = ("suite",)
    search_fields = ("label",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReviewItem]:
        """With the number of verdicts that stand."""
        standing = Count("verdicts", filter=Q(verdicts__is_current=True))
        rows: QuerySet[ReviewItem] = super().get_queryset(request).annotate(n_standing=standing)
        return rows

    @admin.display(description="verdicts", ordering="n_standing")
    def verdicts_standing(self, item: Any) -> int:
        """How many verdicts stand."""
        return int(item.n_standing)


@admin.register(Slot)
class SlotAdmin(ReadOnlyAdmin):
    """Places for judges, and who is at them until when. The token of a lease stays hidden."""

    list_display = ("item", "n", "suite", "status", "person", "lease_until", "reserved_for", "priority")
    list_filter = ("suite", "kind", "status")
    list_select_related = ("item", "suite", "person", "reserved_for")
    search_fields = ("item__label", "person__username")
    exclude = ("token",)
    actions = ("release_leases",)

    @admin.action(description="Release the leases", permissions=["view"])
    def release_leases(self, request: HttpRequest, queryset: QuerySet[Slot]) -> TemplateResponse | None:
        """Show the leases among the chosen slots; once that was confirmed, give them back to the queue."""
        held = queryset.filter(status=SlotStatus.LEASED).select_related("item", "suite", "person")
        chosen = list(held.order_by("suite__slug", "person__username", "pk"))
        if "confirmed" not in request.POST:
            context = {**admin.site.each_context(request), "title": "Release leases", "slots": chosen}
            return TemplateResponse(request, "scenarios/admin_release_leases.html", context)
        done = expiring.release_slots(
            slots=[slot.pk for slot in chosen],
            by=request.user,  # type: ignore[arg-type]  # staff are users
            now=timezone.now(),
        )
        self.message_user(request, f"{done} lease(s) released.", messages.SUCCESS)
        return None


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    """What people said, in versions; those taken back too."""

    list_display = ("item", "person", "version", "outcome", "is_current", "submitted_at", "too_fast")
    list_filter = ("item__suite", "item__kind", "outcome", "is_current", "too_fast")
    list_select_related = ("item", "person")
    search_fields = ("item__label", "person__username")


@admin.register(Adjudication)
class AdjudicationAdmin(ReadOnlyAdmin):
    """Decisions of disputes, with their reasons."""

    list_display = ("item", "by", "version", "outcome", "is_current", "reason", "at")
    list_filter = ("item__suite", "outcome", "is_current")
    list_select_related = ("item", "by")


@admin.register(Transition)
class TransitionAdmin(ReadOnlyAdmin):
    """Every change of state."""

    list_display = ("at", "item", "rendering", "before", "after", "by", "note")
    list_filter = ("before", "after")
    list_select_related = ("item", "rendering")
    search_fields = ("by", "item__label")


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    """Entries that wait to be submitted."""

    list_display = ("slot", "person", "step", "version", "saved_at")
    list_select_related = ("slot__item", "person")


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    """Items that people skipped or flagged."""

    list_display = ("item", "person", "what", "reason", "at", "resolved_at")
    list_filter = ("what", "item__suite")
    list_select_related = ("item", "person")


@admin.register(Reviewer)
class ReviewerAdmin(ReadOnlyAdmin):
    """Quotas, kinds and pauses of people."""

    list_display = ("suite", "user", "quota", "kinds", "scenario", "paused")
    list_filter = ("suite",)
    list_select_related = ("suite", "user", "scenario")


@admin.register(Guideline)
class GuidelineAdmin(ReadOnlyAdmin):
    """What judges are told, by version."""

    list_display = ("suite", "kind", "version", "by", "at")
    list_filter = ("suite", "kind")
    list_select_related = ("suite", "by")


@admin.register(Complaint)
class ComplaintAdmin(ReadOnlyAdmin):
    """Nodes of derivations that somebody calls wrong."""

    list_display = ("query", "node_label", "text", "by", "at")
    list_select_related = ("query", "by")


@admin.register(VerdictExport)
class VerdictExportAdmin(ReadOnlyAdmin):
    """Exports of verdicts."""

    list_display = ("suite", "format", "status", "rows_done", "rows_total", "drafts", "sha256", "at")
    list_filter = ("suite", "status")
    list_select_related = ("suite",)


@admin.action(description=_ANONYMISE, permissions=["change"])
def take_names_off(
    model_admin: admin.ModelAdmin[User], request: HttpRequest, queryset: QuerySet[User]
) -> TemplateResponse | None:
    """An entry of ``PERSON_ACTIONS``: show what the chosen people judged; once that was confirmed, end their
    access and take their names off."""
    chosen = list(queryset.order_by("username"))
    if "confirmed" not in request.POST:
        rows = [(person, people.holdings(person)) for person in chosen]
        context = {**admin.site.each_context(request), "title": _ANONYMISE, "rows": rows}
        return TemplateResponse(request, "scenarios/admin_take_names_off.html", context)
    for person in chosen:
        before = person.username
        try:
            done = people.anonymise(user=person, by=request.user, now=timezone.now())  # type: ignore[arg-type]  # staff are users
        except ScenariosError as error:
            model_admin.message_user(request, str(error), messages.ERROR)
        else:
            model_admin.message_user(
                request, f"Name taken off: {before} is {done.username} now.", messages.SUCCESS
            )
    return None
