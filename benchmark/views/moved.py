"""Pages of the scores that a changed gold moves: of a release that revises another, and of one that is only
thought of (overview 4.11)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from benchmark import slope_pictures
from benchmark.exceptions import RunMisconfiguredError, RunStateError
from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import moved, run_lists
from benchmark.selectors.moved import Moved
from benchmark.services import relaunching
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import ReviewItem, Suite
from scenarios.permissions import can, require
from scenarios.review.selectors import items
from scenarios.review.services import revising, withdrawing
from scenarios.selectors import suites

TEMPLATE = "benchmark/moved.html"


@require_GET
@login_required
def suite_moved(request: HttpRequest, suite: str) -> HttpResponse:
    """Every published score that a revising suite moved; what the gold was and is only for who may see it."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.LEADERBOARD_VIEW, found)
    shown = moved.of_release(found)
    if shown is not None and not can(request.user, Verb.LEADERBOARD_VIEW, shown.before):
        shown = None
    return _page(request, found, shown)


@require_GET
@login_required
def suite_moves(request: HttpRequest, suite: str) -> HttpResponse:
    """What a release would move without the actions that the item of ``?item=`` denies, or without the one at
    ``?without=``."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.REVIEW_ADJUDICATE, found)
    item, without = request.GET.get("item", ""), request.GET.get("without", "")
    if not item:
        return _page(request, found, None, asked=True)
    if not _is_id(item) or (without and not _is_id(without)):
        raise Http404(_("There is no such item."))
    row = items.get(found, int(item))
    try:
        shown = thought_of(row, int(without) if without else None)
    except (InputRefusedError, StateRefusedError) as error:
        return _page(request, found, None, asked=True, item=row, refused=str(error), status=409)
    return _page(request, found, shown, asked=True, item=row)


def thought_of(item: ReviewItem, without: int | None) -> Moved:
    """The forecast for the denied actions of an item, or for its action at ``without``. Raises
    ``ReviewStateError`` where nothing is denied, and what the edit raises."""
    denied = revising.denied_by(item)
    event = item.rendering.event if item.rendering else None
    if without is None and denied is not None:
        return moved.forecast(
            scenario=denied.scenario,
            event=denied.event.label,
            gone=denied.actions,
            reason=denied.decision.reason,
        )
    if without is None or event is None:
        raise revising.nothing_denied(item)
    gone = [one for one in withdrawing.actions_of(event.scenario, event.label) if one.pos == without]
    return moved.forecast(scenario=event.scenario, event=event.label, gone=gone)


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


@require_POST
@login_required
def run_walk_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Launch a run like a carried one, on the same release: its systems are asked everything anew."""
    run = run_lists.get(request.user, pk, Verb.RUN_LAUNCH)
    try:
        started = relaunching.walk_again(run=run, by=request.user)
    except (RunMisconfiguredError, RunStateError) as error:
        messages.error(request, str(error))
        return redirect("benchmark:run", run.pk)
    return redirect("benchmark:run", started.pk)


def _page(
    request: HttpRequest,
    suite: Suite,
    shown: Moved | None,
    *,
    asked: bool = False,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    context = {
        "section": "suites",
        "suite": suite,
        "inside": _("what would move") if asked else _("what moved"),
        "asked": asked,
        "shown": shown,
        "with_gold": can(request.user, Verb.GOLD_VIEW, suite),
        "may_launch": can(request.user, Verb.RUN_LAUNCH, suite),
        "boards": [] if shown is None else _boards(shown),
        **more,
    }
    return render(request, TEMPLATE, context, status=status)


def _boards(shown: Moved) -> list[dict[str, Any]]:
    """The rows by board, each board with its picture."""
    found: dict[tuple[str, int], list[moved.MovedRow]] = {}
    for row in shown.rows:
        found.setdefault((row.board, row.budget), []).append(row)
    after = shown.after.slug if shown.after else _("without it")
    return [
        {
            "title": title,
            "budget": budget,
            "rows": rows,
            "svg": slope_pictures.drawn(
                [_slope(row) for row in rows], before=shown.before.slug, after=after, says=_("Answers right")
            )
            if any(row.accuracy for row in rows)
            else "",
        }
        for (title, budget), rows in found.items()
    ]


def _slope(row: moved.MovedRow) -> slope_pictures.Slope:
    name = row.before.system if row.before.hint == "none" else f"{row.before.system} ({row.before.hint})"
    figure = row.accuracy
    return name, figure.before if figure else None, figure.after if figure else None
