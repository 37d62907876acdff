"""The page that answers any goal of a scenario at any cutoff, shared by its address; nothing is stored."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.errors import DatalogError, GoalError
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.datalog.version_goals import answer_type_of
from scenarios.models import Scenario
from scenarios.selectors import programs, suites
from scenarios.views import asking
from scenarios.views.browsing import find_suite, wants_part

#: How a field speaks of the types that are no entities.
KINDS = {
    "int": gettext_noop("a whole number"),
    "count": gettext_noop("a whole number"),
    "decimal": gettext_noop("a number"),
    "number": gettext_noop("a number"),
    "money": gettext_noop("an amount"),
    "date": gettext_noop("a date"),
    "bool": gettext_noop("true or false"),
    "text": gettext_noop("a text"),
}


@require_GET
@login_required
@vary_on_headers("HX-Request")
def explain(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """A goal (``?goal=``) at a cutoff (``?cutoff=``, else the end of the history): its answer, derivation and
    witnesses; with ``?against=`` what differs from another cutoff, with ``?whynot=`` why it is not that."""
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    history = suites.get_scenario(found, scenario)
    context: dict[str, Any] = {
        "section": "suites",
        "suite": found,
        "scenario": history,
        "kept": [(name, request.GET.get(name, "")) for name in ("goal", "cutoff", "against")],
        "given": {name: request.GET.get(name, "") for name in ("goal", "cutoff", "against", "whynot")},
    }
    status = 200
    if context["given"]["goal"].strip():
        context |= asking.tried(lambda: _answered(request, history, context["given"]))
        if "refusal" in context:
            status = context["refusal"].status
    else:
        context["predicates"] = _predicates(history)
    if wants_part(request) and request.GET.get("node"):
        context["panel"] = context["shown"].panel if "shown" in context else None
        return render(request, "scenarios/_node_panel.html", context, status=status)
    return render(request, "scenarios/explain.html", context, status=status)


def _answered(request: HttpRequest, history: Scenario, given: dict[str, str]) -> dict[str, Any]:
    asked = asking.asked_in(history, given["goal"])
    cutoff = asking.cutoff_in(given["cutoff"]) or history.horizon_end
    if cutoff is None:
        raise GoalError("this history holds no record: name a cutoff")
    own = AskedGoal(asked.goal)
    context: dict[str, Any] = {
        "goal": goal_text(asked.goal),
        "cutoff": cutoff,
        "cutoff_text": cutoff_text(cutoff),
        "shown": asking.derived(request, history, own, cutoff),
        "whynot_hint": hint(history, own),
    }
    against = asking.cutoff_in(given["against"])
    if against is not None:
        context["difference"] = asking.difference(history, own, (against, cutoff), drawn=True)
    return context | why_not_part(history, given["whynot"], asked, cutoff)


def why_not_part(history: Scenario, text: str, asked: AskedGoal, cutoff: Any) -> dict[str, Any]:
    """The "why not" of a page: what its field asks, or the expectation that its goal states. A fault of the
    field stands beside the field and leaves the rest of the page."""
    try:
        if text.strip():
            return {"whynot": asking.why_not(history, asking.why_not_in(history, text, asked), cutoff)}
        if asked.expected is not None:
            return {"whynot": asking.why_not(history, asked, cutoff)}
    except DatalogError as error:
        return {"whynot_refusal": asking.refusal(error)}
    return {}


def hint(history: Scenario, own: AskedGoal) -> str:
    """What the field of a "why not" takes for this goal."""
    decl = programs.load(history).decls[own.goal.pred]
    kind = answer_type_of(decl, own.goal)
    value = gettext(KINDS[kind]) if kind in KINDS else gettext("one %(kind)s") % {"kind": kind}
    return gettext("%(value)s, or a whole goal such as %(goal)s") % {
        "value": value,
        "goal": goal_text(own.goal),
    }


def _predicates(history: Scenario) -> list[dict[str, str]]:
    """What can be asked for, with how it is written."""
    try:
        decls = programs.load(history).decls.values()
    except DatalogError:
        return []
    return [
        {
            "shape": decl.shape.value,
            "goal": f"{decl.pred}({', '.join(decl.key_types)})",
            "gives": decl.member_type
            and f"members: {decl.member_type}"
            or decl.value_type
            or "true or false",
        }
        for decl in decls
    ]
