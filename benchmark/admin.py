"""The admin of runs: rows are read only; actions launch, cancel and resume after a page that shows counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchmark.exceptions import BenchmarkError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.read_only import ReadOnlyAdmin
from benchmark.forms import new_key
from benchmark.models import (
    Answer,
    IngestVariant,
    Question,
    ReadingItem,
    Run,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.selectors import progress
from benchmark.services import registering, relaunching, runs
from scenarios.permissions import can
from sut_adapters.admin import SystemAdmin
from sut_adapters.models import SystemUnderTest


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    """Runs, and what can be done with them; each action only writes rows and rings the bell."""

    list_display = ("pk", "title", "suite", "status", "reader", "budget", "created_by", "created_at")
    list_filter = ("status", "reader", "suite")
    search_fields = ("title", "note", "suite__slug")
    list_select_related = ("suite", "created_by")
    actions = ("launch_again", "cancel_runs", "resume_runs")
    change_list_template = "benchmark/admin_run_list.html"

    @admin.action(description=_("Launch again with the same settings"), permissions=["view"])
    def launch_again(self, request: HttpRequest, queryset: QuerySet[Run]) -> TemplateResponse | None:
        """New runs like the chosen ones, on the suites as they are now."""
        key = request.POST.get("launch_key", "")[:40]

        def again(*, run: Run, by: User) -> Run:
            return relaunching.launch_again(run=run, by=by, key=f"{key}:{run.pk}" if key else "")

        return self._confirmed(request, queryset, "launch_again", gettext("Launch again"), again)

    @admin.action(description=_("Cancel"), permissions=["view"])
    def cancel_runs(self, request: HttpRequest, queryset: QuerySet[Run]) -> TemplateResponse | None:
        """End the chosen runs; what they have is kept as partial."""
        return self._confirmed(request, queryset, "cancel_runs", gettext("Cancel"), runs.cancel)

    @admin.action(description=_("Queue again what failed or was cancelled"), permissions=["view"])
    def resume_runs(self, request: HttpRequest, queryset: QuerySet[Run]) -> TemplateResponse | None:
        """Go on with the chosen runs."""
        return self._confirmed(request, queryset, "resume_runs", gettext("Queue again"), runs.resume)

    def _confirmed(
        self,
        request: HttpRequest,
        queryset: QuerySet[Run],
        action: str,
        words: str,
        do: Callable[..., Run],
    ) -> TemplateResponse | None:
        """Show what would be touched; once that was confirmed, do it to each and say what came of it."""
        chosen = list(queryset.select_related("suite"))
        if "confirmed" not in request.POST:
            rows = [
                (
                    run,
                    progress.of(run, now=timezone.now()),
                    self._cost(run) if action == "launch_again" else "",
                )
                for run in chosen
            ]
            context = {
                **self.admin_site.each_context(request),
                "title": words,
                "action": action,
                "rows": rows,
                "launch_key": new_key(),
                "opts": self.model._meta,
            }
            return TemplateResponse(request, "benchmark/admin_confirm.html", context)
        for run in chosen:
            self._do(request, run, do, Verb.RUN_CANCEL if action == "cancel_runs" else Verb.RUN_LAUNCH)
        return None

    def _cost(self, run: Run) -> str:
        """What launching this run again would take, in words; or why it cannot be launched."""
        try:
            found = relaunching.estimate(run=run)
        except BenchmarkError as error:
            return gettext("cannot be launched: %(why)s") % {"why": error}
        return gettext(
            "%(variants)s walks, %(events)s records, %(questions)s questions, at most "
            "%(reading_tokens)s tokens read, about %(minutes)s minutes"
        ) % {
            "variants": found.variants,
            "events": found.events,
            "questions": found.questions,
            "reading_tokens": found.reading_tokens,
            "minutes": found.minutes,
        }

    def _do(self, request: HttpRequest, run: Run, do: Callable[..., Run], verb: Verb) -> None:
        if not can(request.user, verb, run.suite):
            self.message_user(
                request, gettext("Run %(pk)s: your role may not do this.") % {"pk": run.pk}, messages.ERROR
            )
            return
        try:
            done = do(run=run, by=request.user)
        except BenchmarkError as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            self.message_user(request, f"Run {done.pk} is {done.status}.", messages.SUCCESS)


@admin.register(IngestVariant)
class IngestVariantAdmin(ReadOnlyAdmin):
    """Which systems a run walks. The salt of the ids stays hidden."""

    list_display = ("pk", "run", "system", "adapter", "hint", "repetition", "knows")
    list_filter = ("hint", "adapter")
    list_select_related = ("run", "system")
    exclude = ("id_salt",)


@admin.register(Store)
class StoreAdmin(ReadOnlyAdmin):
    """How far stores were fed, and where they live."""

    list_display = ("key", "scenario", "position", "portable", "host")
    list_select_related = ("scenario",)
    search_fields = ("key",)


class LeasedAdmin(ReadOnlyAdmin):
    """Items of work: who holds them, until when, how often they were tried."""

    list_display = ("pk", "run", "store", "status", "worker", "lease_until", "attempts", "message")
    list_filter = ("status",)
    list_select_related = ("run", "store")
    search_fields = ("worker", "message")
    exclude = ("lease_token",)


admin.site.register(WalkItem, LeasedAdmin)
admin.site.register(ReadingItem, LeasedAdmin)


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    """What was asked, and as of when."""

    list_display = ("pk", "run", "kind", "query", "cutoff", "text")
    list_filter = ("kind",)
    list_select_related = ("run", "query")


@admin.register(SutContext)
class SutContextAdmin(ReadOnlyAdmin):
    """What systems handed back."""

    list_display = ("pk", "variant", "question", "status", "tokens", "seconds")
    list_filter = ("status",)
    list_select_related = ("variant", "question")


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    """What readers answered, and how it was scored."""

    list_display = ("pk", "question", "status", "label", "answer", "correct", "recall", "tries")
    list_filter = ("status", "correct", "label")
    list_select_related = ("question",)


@admin.register(SystemUnderTest)
class NotedSystemAdmin(SystemAdmin):
    """Systems; who registers, changes or removes one is noted."""

    def save_model(self, request: HttpRequest, obj: SystemUnderTest, form: Any, change: bool) -> None:
        """Store what the form has checked."""
        registering.keep(system=obj, is_new=not change, changed=form.changed_data, by=request.user)

    def delete_model(self, request: HttpRequest, obj: SystemUnderTest) -> None:
        """Remove one; Django has asked before whether runs rest on it."""
        registering.remove(system=obj, by=request.user)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[SystemUnderTest]) -> None:
        """Remove those that were chosen."""
        for system in queryset:
            registering.remove(system=system, by=request.user)
