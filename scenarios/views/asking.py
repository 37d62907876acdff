"""What pages that derive on demand share: what is asked in an address, and errors in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext

from scenarios import graphs
from scenarios.datalog.cutoffs import parse_cutoff
from scenarios.datalog.derivation_text import state_words
from scenarios.datalog.differences import Difference
from scenarios.datalog.errors import DatalogError, GoalError, SlowQueryError
from scenarios.datalog.goal_text import AskedGoal, arg_text, goal_text, parse_asked
from scenarios.datalog.whynot_values import Report
from scenarios.models import Event, Query, Scenario
from scenarios.selectors import browsing, drawings, programs, shown
from scenarios.services import explaining
from scenarios.services.explaining import Settled

#: How a goal begins that names a time.
_AS_OF_A_TIME = re.compile(r'\w+\s*@\s*"')
#: Texts longer than this are no goals.
LONGEST = 2_000
#: Nodes of a difference that a page lists, and goals that a "why not" follows there.
MOST_CHANGES, DEPTH = 300, 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something could not be answered, for the page and its status."""

    title: str
    text: str
    status: int


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One node that differs, with its states in words."""

    change: str
    kind: str
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class ShownDifference:
    """A difference as pages show it; ``more`` nodes are not listed. ``events`` holds the records of the
    causes by label."""

    found: Difference
    rows: list[DifferenceRow]
    more: int
    events: dict[str, Event]
    drawing: graphs.Drawing | None = None
    drawing_error: str = ""


@dataclass(frozen=True)
class ShownWhyNot:
    """A "why not" as pages show it; ``settled`` says from which later record on an unknown one is known."""

    report: Report
    settled: Settled | None


def cutoff_in(text: str) -> datetime | None:
    """The cutoff that a form field holds, None where it is empty. Raises ``GoalError``.

    A plus sign that was not escaped arrives as a blank and is taken for what was meant.
    """
    text = text.strip()[:LONGEST]
    if not text:
        return None
    return parse_cutoff(text.replace(" ", "+") if "T" in text else text)


def asked_in(scenario: Scenario, text: str) -> AskedGoal:
    """The goal that a form field holds. Raises ``GoalError``, and ``ProgramError`` for a broken program."""
    if len(text) > LONGEST:
        raise GoalError(f"the goal has {len(text):,} characters: more than {LONGEST:,} are no goal")
    return parse_asked(programs.load(scenario), text)


def why_not_in(scenario: Scenario, text: str, own: AskedGoal) -> AskedGoal:
    """What a "why not …?" field asks: a whole goal, or a value or member that the page's own goal might
    have had. Raises as ``asked_in``."""
    text = text.strip()
    if "(" in text.partition('"')[0] or _AS_OF_A_TIME.match(text):
        return asked_in(scenario, text)
    decl = programs.load(scenario).decls[own.goal.pred]
    written = text if text.startswith('"') else arg_text(text)
    if decl.member_type is None:
        return asked_in(scenario, f"{goal_text(own.goal)} = {written}")
    group = goal_text(replace(own.goal, member=None))
    return asked_in(scenario, f"{group[:-1]}; {written})")


def refusal(error: Exception) -> Refusal:
    """The words and the status of what the engine refuses or stops."""
    if isinstance(error, GoalError):
        return Refusal(gettext("This cannot be asked"), str(error), 400)
    if isinstance(error, SlowQueryError):
        return Refusal(gettext("This took too long and was stopped"), str(error), 503)
    return Refusal(gettext("This could not be derived"), str(error), 422)


def tried(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What ``ask`` adds to a page, or the refusal that stands in its place."""
    try:
        return ask()
    except DatalogError as error:
        return {"refusal": refusal(error)}


def derived(
    request: HttpRequest, scenario: Scenario, goal: AskedGoal, cutoff: datetime, query: Query | None = None
) -> shown.Shown:
    """The goal derived at a cutoff, with links that keep the rest of the address."""
    found = explaining.evaluate(scenario=scenario, goal=goal.goal, cutoff=cutoff, query=query)
    return shown.derived(scenario, cutoff, found, node=request.GET.get("node", ""), opens=opens(request))


def opens(request: HttpRequest) -> Callable[[str], str]:
    """The address of this page with a node opened."""
    return opens_at(request.path, *((name, value) for name, value in request.GET.items() if value))


def opens_at(path: str, *kept: tuple[str, str]) -> Callable[[str], str]:
    """The address of a page with a node opened, the other parameters kept."""
    others = [pair for pair in kept if pair[0] != "node"]
    return lambda ref: f"{path}?{urlencode([*others, ('node', ref)])}"


def difference(
    scenario: Scenario,
    goal: AskedGoal,
    cutoffs: tuple[datetime, datetime],
    query: Query | None = None,
    *,
    drawn: bool,
) -> ShownDifference:
    """What differs between two cutoffs, as a table and, if asked for, drawn."""
    found = explaining.difference(scenario=scenario, goal=goal.goal, cutoffs=cutoffs, query=query)
    rows = [
        DifferenceRow(
            one.change.value,
            one.node.kind.value.replace("_", " "),
            one.node.label,
            state_words(one.before),
            state_words(one.after),
        )
        for one in found.changes
    ]
    events = browsing.texts_by_label(scenario, {cause.event for cause in found.causes})
    drawing, error = None, ""
    if drawn:
        try:
            drawing = drawings.of_difference(scenario, found)
        except graphs.DrawingError as fault:
            error = str(fault)
    return ShownDifference(
        found, rows[:MOST_CHANGES], max(0, len(rows) - MOST_CHANGES), events, drawing, error
    )


def why_not(scenario: Scenario, asked: AskedGoal, cutoff: datetime) -> ShownWhyNot:
    """Why a goal is not what was expected, and of an unknown one from which later record on it is known."""
    report = explaining.why_not(scenario=scenario, asked=asked, cutoff=cutoff, depth=DEPTH)
    settled = None
    if not report.root.known:
        settled = explaining.settled_by(scenario=scenario, goal=report.root.asked.goal, cutoff=cutoff)
    return ShownWhyNot(report, settled)
