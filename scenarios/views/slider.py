"""The page that moves a cutoff through a history: what holds then, and what a query answers then.

The address carries the cutoff, so it can be shared. A place of the slider and a jump to a change are asked
for by ``?position=`` and ``?jump=``, which lead to the address of their cutoff.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.models import Query, Scenario
from scenarios.selectors import key_histories, moments, programs, queries, suites, time_state
from scenarios.selectors.key_histories import SHOWN, Filter
from scenarios.selectors.moments import Moment
from scenarios.selectors.strips import Strip, strip
from scenarios.services import turning_points
from scenarios.strips import Marks, drawn
from scenarios.views import asking
from scenarios.views.browsing import find_suite, wants_part

#: Parameters that stay while the cutoff moves; cursors of lists and an opened node do not.
KEPT = ("query", "against", "pred", "entity", "show")
#: Queries that the page offers to choose from, and names of entities.
MOST_QUERIES, MOST_NAMES = 300, 200
LONGEST_NAME = 200
JUMPS = {"next": turning_points.following, "previous": turning_points.preceding}


@require_GET
@login_required
@vary_on_headers("HX-Request")
def scenario_time(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """A history at a cutoff (``?cutoff=``, else that of the query, else the end), with a query (``?query=``)
    compared with another cutoff (``?against=``, else its own)."""
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    history = suites.get_scenario(found, scenario)
    query = queries.get(history, request.GET["query"]) if request.GET.get("query") else None
    context: dict[str, Any] = {
        "section": "suites",
        "suite": found,
        "scenario": history,
        "query": None,
        "chosen": query,
        "given": {name: request.GET.get(name, "")[:LONGEST_NAME] for name in (*KEPT, "cutoff")},
    }
    context |= asking.tried(lambda: _moved(request, history, query))
    if "to" in context:
        return redirect(f"{request.path}?{urlencode(context['to'])}")
    if "refusal" not in context and context["moment"] is not None:
        context |= _at(request, history, query, context["moment"], context["given"])
    status = next((context[name].status for name in ("refusal", "query_refusal") if name in context), 200)
    if wants_part(request):
        if request.GET.get("node"):
            context["panel"] = context["shown"].panel if "shown" in context else None
            return render(request, "scenarios/_node_panel.html", context, status=status)
        return render(request, "scenarios/_time_part.html", context)
    context |= _choices(history)
    return render(request, "scenarios/time.html", context, status=status)


def _moved(request: HttpRequest, history: Scenario, query: Query | None) -> dict[str, Any]:
    """The moment that the address asks for, or the address to go on to. Raises ``DatalogError``."""
    asked = asking.cutoff_in(request.GET.get("cutoff", ""))
    cutoff = asked or (query.cutoff if query is not None else moments.end_of(history))
    position, jump = request.GET.get("position", ""), request.GET.get("jump", "")
    if position.isascii() and position.isdigit() and len(position) < 10:
        cutoff = moments.at_position(history, int(position))
        return {"to": _address(request, cutoff)} if cutoff is not None else {"moment": None}
    if cutoff is None:
        return {"moment": None}
    if query is not None and jump in JUMPS:
        turn = JUMPS[jump](query=query, cutoff=cutoff)
        stays = [] if turn.cutoff else [("stays", f"{jump}-{'some' if turn.more else 'all'}")]
        return {"to": [*_address(request, turn.cutoff or cutoff), *stays]}
    found = moments.moment(history, cutoff)
    return {"moment": found if found.total else None}


def _address(request: HttpRequest, cutoff: datetime) -> list[tuple[str, str]]:
    """The parameters of this page at a cutoff."""
    kept = [(name, request.GET[name]) for name in KEPT if request.GET.get(name)]
    return [("cutoff", cutoff_text(cutoff)), *kept]


def _at(
    request: HttpRequest, history: Scenario, query: Query | None, at: Moment, given: dict[str, str]
) -> dict[str, Any]:
    """All that the moving part shows."""
    context: dict[str, Any] = {
        "cutoff": at.cutoff,
        "cutoff_text": cutoff_text(at.cutoff),
        "steps": {name: _link(request, moment) for name, moment in at.steps.items()},
        "stays": request.GET.get("stays", ""),
        "counts": time_state.counts(history, at.cutoff),
    }
    if query is not None:
        context["jumps"] = {name: f"{_link(request, at.cutoff)}&jump={name}" for name in JUMPS}
        if query.cutoff != at.cutoff:
            context["steps"]["own"] = _link(request, query.cutoff)
        try:
            context |= _answered(request, history, query, at.cutoff, given)
        except DatalogError as error:
            context["query_refusal"] = asking.refusal(error)
    context["strip"] = _strip(history, at, context)
    wanted = Filter(given["pred"], given["entity"].strip(), given["show"] if given["show"] in SHOWN else "")
    after = {name: request.GET.get(name, "")[: 4 * LONGEST_NAME] for name in time_state.LISTS}
    context["paged"] = any(after.values())
    try:
        context["state"] = time_state.lines(history, at.cutoff, wanted, after)
    except DatalogError as error:
        context["state_refusal"] = asking.refusal(error)
    return context


def _link(request: HttpRequest, cutoff: datetime) -> str:
    return f"{request.path}?{urlencode(_address(request, cutoff))}"


def _answered(
    request: HttpRequest, history: Scenario, query: Query, cutoff: datetime, given: dict[str, str]
) -> dict[str, Any]:
    """What the query answers at the cutoff, and what differs from the one compared with."""
    own = AskedGoal(query.goal)
    against = asking.cutoff_in(given["against"]) or query.cutoff
    context: dict[str, Any] = {
        "against": against,
        "against_text": cutoff_text(against),
        "goal": goal_text(query.goal),
        "own_cutoff_text": cutoff_text(query.cutoff),
        "shown": asking.derived(request, history, own, cutoff, query),
    }
    if against != cutoff:
        context["difference"] = asking.difference(history, own, (against, cutoff), query, drawn=False)
    return context


def _strip(history: Scenario, at: Moment, context: dict[str, Any]) -> dict[str, Any]:
    """The strip drawn, and the times that stand under it."""
    found = strip(history, at.total)
    witness = context["shown"].witnesses[:1] if "shown" in context else []
    events = [event for one in witness for event in one.events]
    against = context.get("against")
    marks = Marks(
        cutoff=at.position / at.total,
        against=found.seen(against) if against is not None and against != at.cutoff else None,
        witness=found.places(events),
    )
    bars = [(part.superseding, part.declaring) for part in found.parts]
    return {
        "svg": drawn(bars, marks, single=found.single, says=_says(found, at, len(events))),
        "witness": len(events),
        "against": marks.against is not None,
        "times": [found.parts[place].since for place in (0, len(found.parts) // 2, -1)],
    }


def _says(found: Strip, at: Moment, witness: int) -> str:
    ended = sum(part.superseding for part in found.parts)
    declared = sum(part.declaring for part in found.parts)
    said = gettext(
        "%(total)s records, the cutoff after %(seen)s of them; %(ended)s superseded something, "
        "%(declared)s set a rule or parameter"
    ) % {"total": at.total, "seen": at.position, "ended": ended, "declared": declared}
    if not witness:
        return said
    marked = gettext("%(n)s records of the first witness marked") % {"n": witness}
    return f"{said}; {marked}"


def _choices(history: Scenario) -> dict[str, Any]:
    """What the fields of the page offer."""
    try:
        preds = key_histories.filtered(programs.load(history))
    except DatalogError:
        preds = []
    asked = queries.of_scenario(history).order_by("cutoff", "label")
    return {
        "queries": list(asked[:MOST_QUERIES]),
        "preds": preds,
        "names": list(history.entities.order_by("name").values_list("name", flat=True)[:MOST_NAMES]),
        "shows": [
            ("", gettext("all keys")),
            ("now", gettext("in force")),
            ("superseded", gettext("with something superseded")),
            ("later", gettext("with something later")),
        ],
        "api": reverse("api-time", args=[history.suite.slug, history.slug]),
    }
