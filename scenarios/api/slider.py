"""The API twin of the page that moves a cutoff through a history."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scenarios.api.explaining import AGAINST, CUTOFF, Asking
from scenarios.datalog.differences import difference_object
from scenarios.models import Query, Scenario
from scenarios.selectors import moments, queries, time_state
from scenarios.selectors.key_histories import SHOWN, Filter
from scenarios.services import explaining, turning_points

JUMPS = {"next": turning_points.following, "previous": turning_points.preceding}


def _text(name: str, description: str, *, choices: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description, enum=choices)


class Time(Asking):
    """What a history holds at a cutoff, and what a query answers then: superseded, current and later versions
    of keys, collections with the reason why they are closed or open, rules and parameters. ``next`` holds the
    cursor of each list; ``steps`` the cutoffs one step away."""

    filters = (
        "cutoff",
        "position",
        "query",
        "against",
        "jump",
        "pred",
        "entity",
        "show",
        *time_state.LISTS,
    )

    @extend_schema(
        parameters=[
            CUTOFF,
            OpenApiParameter(
                "position", OpenApiTypes.INT, description="In place of a cutoff: so many records are seen."
            ),
            _text("query", "The label of a stored query, which is answered at the cutoff."),
            AGAINST,
            _text("jump", "Go on to the cutoff at which the query's answer changes.", choices=list(JUMPS)),
            _text("pred", "Only this predicate."),
            _text("entity", "Only keys with this name among their parts, members or values."),
            _text("show", "Only keys with something of this kind.", choices=[one for one in SHOWN if one]),
            *(_text(name, f"The cursor of the list of {name}.") for name in time_state.LISTS),
        ],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        return super().get(request, **kwargs)

    def answer(self, scenario: Scenario) -> dict[str, Any]:
        query = queries.get(scenario, self.given["query"]) if self.given.get("query") else None
        cutoff = self.wanted_cutoff(scenario, query)
        turn = None
        if self.given.get("jump"):
            turn = self.jumped(query, cutoff)
            cutoff = turn.cutoff or cutoff
        at = moments.moment(scenario, cutoff)
        show = self.given.get("show", "")
        if show not in SHOWN:
            raise ValidationError({"show": [f"Not one of {', '.join(one for one in SHOWN if one)}."]})
        wanted = Filter(self.given.get("pred", ""), self.given.get("entity", ""), show)
        after = {name: self.given.get(name, "") for name in time_state.LISTS}
        counts = time_state.counts(scenario, cutoff)
        return {
            "cutoff": cutoff.isoformat(),
            "position": at.position,
            "records": at.total,
            "latest": at.latest.label if at.latest is not None else None,
            "steps": {name: moment.isoformat() for name, moment in at.steps.items()},
            "statements": {
                "in_force": counts.in_force,
                "superseded": counts.superseded,
                "later": counts.later,
            },
            "jump": None if turn is None else {"found": turn.cutoff is not None, "tried": turn.tried},
            "query": None if query is None else self.answered(scenario, query, cutoff),
            **time_state.as_object(scenario, cutoff, wanted, after),
        }

    def wanted_cutoff(self, scenario: Scenario, query: Query | None) -> datetime:
        """The cutoff asked for, by time or by place."""
        if self.given.get("position"):
            if self.given.get("cutoff"):
                raise ValidationError({"position": ["Give one of cutoff and position."]})
            found = moments.at_position(scenario, self.number("position", 0, 10**9))
        else:
            found = query.cutoff if query is not None else moments.end_of(scenario)
        return self.moment("cutoff", found)

    def jumped(self, query: Query | None, cutoff: datetime) -> turning_points.Turn:
        if query is None or self.given["jump"] not in JUMPS:
            raise ValidationError({"jump": ["Give query as well, and next or previous."]})
        return JUMPS[self.given["jump"]](query=query, cutoff=cutoff)

    def answered(self, scenario: Scenario, query: Query, cutoff: datetime) -> dict[str, Any]:
        """The answer at the cutoff and what differs from the one compared with."""
        against = self.moment("against", query.cutoff)
        found = explaining.evaluate(scenario=scenario, goal=query.goal, cutoff=cutoff, query=query)
        body: dict[str, Any] = {
            "id": query.label,
            "label": found.gold.label.value,
            "answer": found.gold.answer,
            "missing": list(found.gold.missing),
            "witnesses": [list(events) for events in found.witnesses.witnesses],
            "against": against.isoformat(),
            "difference": None,
        }
        if against != cutoff:
            differing = explaining.difference(
                scenario=scenario, goal=query.goal, cutoffs=(against, cutoff), query=query
            )
            body["difference"] = difference_object(differing)
        return body
