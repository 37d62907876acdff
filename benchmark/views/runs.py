"""Pages of runs: list, launch, watch, cancel, resume, read the answers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from benchmark.forms import LaunchForm, WordsForm
from benchmark.models import Run, RunStatus
from benchmark.scoring.traits import Trait
from benchmark.selectors import answers as answer_selectors
from benchmark.selectors import breakdowns, citations, isolation, results, run_lists
from benchmark.selectors import progress as progress_selectors
from benchmark.services import describing, launch_settings, readers, relaunching
from benchmark.services import runs as services
from scenarios.permissions import can, can_somewhere, require, require_somewhere

RUNS_A_PAGE = 50
ANSWERS_A_PAGE = 100


@require_GET
@login_required
def run_list(request: HttpRequest) -> HttpResponse:
    """All runs the person may see, newest first, filtered by state and suite."""
    require_somewhere(request.user, Verb.RUN_VIEW)
    found = run_lists.visible_to(request.user)
    status, suite = request.GET.get("status", ""), request.GET.get("suite", "")
    if status in RunStatus.values:
        found = found.filter(status=status)
    if suite:
        found = found.filter(suite__slug=suite)
    page = Paginator(found, RUNS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "runs",
        "page": page,
        "runs": run_lists.with_counts(page.object_list),
        "statuses": RunStatus.choices,
        "status": status,
        "suite": suite,
        "may_launch": can_somewhere(request.user, Verb.RUN_LAUNCH),
    }
    return render(request, "benchmark/run_list.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def run_new(request: HttpRequest) -> HttpResponse:
    """Choose settings, see the estimate, launch. ``estimate`` on the button shows the estimate alone."""
    require_somewhere(request.user, Verb.RUN_LAUNCH)
    suites = run_lists.suites_to_launch_on(request.user)
    context: dict[str, object] = {"section": "runs", "suites": suites}
    if request.method == "GET":
        initial = {"suite": request.GET.get("suite", ""), "reader": next(iter(readers.READERS))}
        if like := request.GET.get("like", ""):
            initial = _like(request, like)
        context["form"] = LaunchForm(suites=suites, initial=initial)
        return render(request, "benchmark/run_new.html", context)
    form = LaunchForm(request.POST, suites=suites)
    context["form"] = form
    if not form.is_valid():
        return render(request, "benchmark/run_new.html", context, status=422)
    require(request.user, Verb.RUN_LAUNCH, form.cleaned_data["suite"])
    if "estimate" in request.POST:
        context |= _estimate(form)
        return render(request, "benchmark/run_new.html", context)
    if (before := services.launched_with(key=form.key(), by=request.user)) is not None:
        messages.info(
            request, _("This form has launched run %(pk)s already, and no second one.") % {"pk": before.pk}
        )
        return redirect("benchmark:run", before.pk)
    try:
        run = services.launch(
            **form.settings(),
            title=form.cleaned_data["title"],
            note=form.cleaned_data["note"],
            key=form.key(),
            by=request.user,
        )
    except RunMisconfiguredError as error:
        context["faults"] = error.faults
        return render(request, "benchmark/run_new.html", context, status=422)
    messages.success(request, _("Run %(pk)s is launched.") % {"pk": run.pk})
    return redirect("benchmark:run", run.pk)


def _like(request: HttpRequest, pk: str) -> dict[str, object]:
    """The settings of the run to launch one like. Raises ``Http404`` for one that they may not see."""
    if not (pk.isascii() and pk.isdigit() and len(pk) < 10):
        raise Http404(_("There is no such run."))
    found = run_lists.get(request.user, int(pk))
    return {**relaunching.settings_of(found), "suite": found.suite.slug}


def _estimate(form: LaunchForm) -> dict[str, object]:
    settings = form.settings()
    faults = launch_settings.faults(launch_settings.LaunchSettings(**settings))
    for name in ("reader", "reader_config"):
        settings.pop(name)
    return {"faults": faults, "estimate": None if faults else services.estimate(**settings)}


@require_GET
@login_required
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """One run: where it stands, its table, its settings."""
    found = run_lists.get(request.user, pk)
    context = {
        **_run_context(request, found),
        "isolation": isolation.of_run(found),
        "citation": citations.of_run(found),
    }
    return render(request, "benchmark/run.html", context)


@require_POST
@login_required
def words(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a run another title or note."""
    found = run_lists.get(request.user, pk, Verb.RUN_LAUNCH)
    form = WordsForm(request.POST)
    if form.is_valid():
        describing.describe(run=found, **form.cleaned_data, by=request.user)
        messages.success(request, _("Title and note of run %(pk)s are stored.") % {"pk": pk})
    else:
        messages.error(request, _("A run needs a title of 1 to 200 characters, and a note of 2,000 at most."))
    return redirect("benchmark:run", pk)


@require_GET
@login_required
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The moving part of a run's page, polled each second while the run is open."""
    found = run_lists.get(request.user, pk)
    return render(request, "benchmark/_run_progress.html", _run_context(request, found))


def _run_context(request: HttpRequest, run: Run) -> dict[str, object]:
    return {
        "section": "runs",
        "run": run,
        "progress": progress_selectors.of(run, now=clocks.now()),
        "results": results.of_run(run),
        "board_title": readers.title(run.reader),
        "may_cancel": run.is_open and can(request.user, Verb.RUN_CANCEL, run.suite),
        "may_launch": can(request.user, Verb.RUN_LAUNCH, run.suite),
        "may_resume": not run.is_open
        and run.carried_from_id is None
        and run.status != RunStatus.DONE
        and can(request.user, Verb.RUN_LAUNCH, run.suite),
        "words": WordsForm(initial={"title": run.title, "note": run.note}),
        "with_gold": can(request.user, Verb.GOLD_VIEW, run.suite),
    }


@require_GET
@login_required
def answers(request: HttpRequest, pk: int) -> HttpResponse:
    """The answers of a run, by system, verdict and what their queries are like; each leads to its query."""
    found = run_lists.get(request.user, pk, Verb.GOLD_VIEW)
    wanted = {name: request.GET.get(name, "") for name in ("system", "hint", "verdict", "said")}
    traits = _wanted_traits(request)
    rows = answer_selectors.of_run(
        found,
        system=wanted["system"],
        hint=wanted["hint"],
        queries=breakdowns.queries_with(found, traits) if traits else None,
    ).select_related("question__query__gold")
    rows = answer_selectors.with_verdict(rows, wanted["verdict"])
    if wanted["said"]:
        rows = answer_selectors.that_said(rows, wanted["said"])
    context = {
        "section": "runs",
        "run": found,
        **wanted,
        "traits": list(traits.items()),
        "choices": breakdowns.choices(found, ("family", "label")),
        "systems": found.variants.order_by("system__name").values_list("system__name", flat=True).distinct(),
        "page": Paginator(rows, ANSWERS_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "benchmark/run_answers.html", context)


def _wanted_traits(request: HttpRequest) -> dict[Trait, str]:
    """The traits that the address filters by: each by its name, and any other as ``by`` with ``is``. Raises
    ``Http404`` for a trait that does not exist: what is ignored would mislead."""
    given = {name: request.GET.get(name, "") for name in ("family", "label")}
    if by := request.GET.get("by", ""):
        given[by] = request.GET.get("is", "")
    found = {breakdowns.trait_named(name): value for name, value in given.items() if value}
    if None in found:
        raise Http404(_("There is no such trait of queries."))
    return {trait: value for trait, value in found.items() if trait is not None}


@require_POST
@login_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a run; a second time changes nothing."""
    found = run_lists.get(request.user, pk, Verb.RUN_CANCEL)
    try:
        found = services.cancel(run=found, by=request.user)
    except RunStateError as error:
        messages.warning(request, str(error))
    else:
        messages.info(request, found.message)
    return redirect("benchmark:run", pk)


@require_POST
@login_required
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on with a run that ended before it was done."""
    found = run_lists.get(request.user, pk, Verb.RUN_LAUNCH)
    try:
        services.resume(run=found, by=request.user)
    except RunStateError as error:
        messages.warning(request, str(error))
    return redirect("benchmark:run", pk)
