"""The API twins of the pages that derive on demand: explain, why not, difference and resolved state.

All are part of the truth: who may see gold may ask. Nothing is stored.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.datalog.differences import difference_object
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.datalog.whynot_text import as_object
from scenarios.models import Query, Scenario
from scenarios.selectors import derivations, queries, resolved_state, state_words
from scenarios.selectors.resolved_state import Wanted
from scenarios.services import explaining
from scenarios.views import asking

#: Keys that one page of resolved state has at most, and levels that a "why not" follows at most.
MOST_KEYS, MOST_LEVELS = 1_000, 5


def _text(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description)


GOAL = _text("goal", "What is asked, for example `n_outside(Vera)` or `trip(Vera; Anser)`. Or give `query`.")
QUERY = _text("query", "The label of a stored query, in place of `goal`.")
CUTOFF = _text("cutoff", "A date (its end, UTC) or a time with its zone. Default: the query's, else the end.")
AGAINST = _text("against", "Another cutoff.")
DEPTH = OpenApiParameter("depth", OpenApiTypes.INT, description="Levels of derived goals to follow.")


class AskRefused(APIException):
    """What the engine refuses or stops, with the status and the words that pages show."""

    def __init__(self, error: DatalogError) -> None:
        found = asking.refusal(error)
        self.status_code = found.status
        super().__init__(found.text, code={400: "goal", 503: "slow"}.get(found.status, "not_derived"))


class Asking(OfSuite):
    """Reads what is asked and turns the engine's refusals into problems."""

    filters: tuple[str, ...] = ("goal", "query", "cutoff")

    @property
    def given(self) -> Any:
        return self.request.query_params

    def get(self, request: Request, **kwargs: Any) -> Response:
        scenario = self.find_scenario(Verb.GOLD_VIEW)
        try:
            return Response(self.answer(scenario))
        except DatalogError as error:
            raise AskRefused(error) from error

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        """The body of the response. Raises ``DatalogError`` and ``ValidationError``."""
        raise NotImplementedError

    def subject(self, scenario: Scenario) -> tuple[AskedGoal, Query | None]:
        """The goal asked for, of a stored query or as text."""
        if bool(self.given.get("goal")) == bool(self.given.get("query")):
            raise ValidationError(
                {"goal": ["Give one of goal and query, for example ?goal=n_outside(Vera)."]}
            )
        if self.given.get("query"):
            query = queries.get(scenario, self.given["query"])
            return AskedGoal(query.goal), query
        return asking.asked_in(scenario, self.given["goal"]), None

    def moment(self, name: str, otherwise: datetime | None) -> datetime:
        """The cutoff in a parameter."""
        found = asking.cutoff_in(self.given.get(name, "")) or otherwise
        if found is None:
            raise ValidationError({name: ["Give a cutoff, for example 2026-08-31 or 2026-08-31T12:00:00Z."]})
        return found

    def cutoff(self, scenario: Scenario, query: Query | None) -> datetime:
        return self.moment("cutoff", query.cutoff if query is not None else scenario.horizon_end)

    def number(self, name: str, otherwise: int, most: int, least: int = 0) -> int:
        """A count in a parameter."""
        text = self.given.get(name, str(otherwise))
        if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
            raise ValidationError({name: [f"Not a number from {least} to {most}."]})
        return int(text)


class Explain(Asking):
    """The answer of any goal at any cutoff with its derivation and minimal witnesses, derived now."""

    @extend_schema(parameters=[GOAL, QUERY, CUTOFF], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return super().get(request, **kwargs)

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        asked, query = self.subject(scenario)
        cutoff = self.cutoff(scenario, query)
        found = explaining.evaluate(scenario=scenario, goal=asked.goal, cutoff=cutoff, query=query)
        listed = found.witnesses
        return {
            "goal": goal_text(asked.goal),
            "cutoff": cutoff.isoformat(),
            "stored_gold": False,
            "label": found.gold.label.value,
            "answer": found.gold.answer,
            "missing": list(found.gold.missing),
            "witnesses": [list(events) for events in listed.witnesses],
            "witnesses_unlisted": listed.unlisted,
            "exact": listed.exact,
            "support": list(listed.support_low or listed.support),
            "support_high": list(listed.support_high or listed.support),
            "height": found.derivation.height,
            "width": found.derivation.width,
            **derivations.as_json(goal_text(asked.goal), found.derivation),
        }


class WhyNot(Asking):
    """Why a goal is false, unknown or not what it states: the first failing literal of each clause."""

    filters = ("goal", "query", "cutoff", "depth")

    @extend_schema(parameters=[GOAL, QUERY, CUTOFF, DEPTH], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return super().get(request, **kwargs)

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        asked, query = self.subject(scenario)
        cutoff, depth = self.cutoff(scenario, query), self.number("depth", 1, MOST_LEVELS)
        found = explaining.why_not(scenario=scenario, asked=asked, cutoff=cutoff, depth=depth)
        settled = None
        if not found.root.known:
            settled = explaining.settled_by(scenario=scenario, goal=asked.goal, cutoff=cutoff)
        return {
            "cutoff": cutoff.isoformat(),
            **as_object(found),
            "settled_by": None
            if settled is None or settled.t is None
            else {"event": settled.event, "t": settled.t.isoformat(), "answer": settled.answer},
            "settled_tried": None if settled is None else [settled.tried, settled.later],
        }


class Difference(Asking):
    """What differs between two cutoffs of a goal, and which events caused it."""

    filters = ("goal", "query", "cutoff", "against")

    @extend_schema(parameters=[GOAL, QUERY, CUTOFF, AGAINST], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return super().get(request, **kwargs)

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        asked, query = self.subject(scenario)
        cutoffs = (self.moment("against", None), self.cutoff(scenario, query))
        found = explaining.difference(scenario=scenario, goal=asked.goal, cutoffs=cutoffs, query=query)
        return {"goal": goal_text(asked.goal), **difference_object(found)}


class Resolve(Asking):
    """What holds at a cutoff, page by page: current values, collections, declared rules; with ``against``
    what changed between two cutoffs. ``next`` is the cursor of the next page."""

    filters = ("cutoff", "against", "pred", "key", "prefix", "after", "limit")

    @extend_schema(
        parameters=[
            CUTOFF,
            AGAINST,
            _text("pred", "Only this predicate."),
            OpenApiParameter(
                "key", OpenApiTypes.STR, many=True, description="Only keys with these first parts, in order."
            ),
            _text("prefix", "Only keys whose first part begins so."),
            _text("after", "The `next` of the page before."),
            OpenApiParameter("limit", OpenApiTypes.INT, description=f"Keys a page, at most {MOST_KEYS}."),
        ],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        return super().get(request, **kwargs)

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        cutoff = self.cutoff(scenario, None)
        key = tuple(self.given.getlist("key"))
        wanted = Wanted(self.given.get("pred", ""), key, self.given.get("prefix", ""))
        limit = self.number("limit", 100, MOST_KEYS, 1)
        after = self.given.get("after", "")
        if not self.given.get("against"):
            found = resolved_state.page(scenario, cutoff, wanted, after=after, limit=limit)
            return state_words.page_object(found)
        cutoffs = (self.moment("against", None), cutoff)
        changed, found = resolved_state.changes(scenario, cutoffs, wanted, after=after, limit=limit)
        return {
            "since": min(cutoffs).isoformat(),
            "cutoff": max(cutoffs).isoformat(),
            "changes": [state_words.change_object(one) for one in changed],
            "next": found.next_after or None,
            "rest": found.rest,
            "rest_uncounted": found.rest_uncounted,
        }
