"""Complaints about nodes of gold derivations: decided by adjudicators, judged by nobody first (spec 6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, gettext_noop

from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import complaints
from scenarios.review.services.complaining import KIND
from scenarios.review.subjects.base import Field, Option, Prepared, Reading, Subject

if TYPE_CHECKING:
    from scenarios.models import ReviewItem, ReviewPolicy, Suite

NODE_RIGHT: Final = Field(
    "node_right",
    gettext_noop("Is the node right as gold has it?"),
    (
        Option("yes", gettext_noop("yes: gold stands"), "1"),
        Option("no", gettext_noop("no: the complaint is right"), "2"),
    ),
    good="yes",
)
_TEMPLATE: Final = "scenarios/review/_complaint_decision.html"


class Complaints(Subject):
    """The subject ``complaint``: ``rejected`` says that gold is wrong, ``verified`` that it stands. Nothing
    is changed by itself; what rests on the node is listed with the item's consequences."""

    slug = KIND
    title = gettext_noop("Node complaints")
    template = _TEMPLATE
    decision_template = _TEMPLATE

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        return (NODE_RIGHT,)

    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterable[Prepared]:
        """None: each item is made with its complaint."""
        return ()

    def steps(self, item: ReviewItem) -> int:
        return 1

    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        """As revealed: whoever is shown a complaint decides it."""
        return self.revealed(item)

    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        value = given.get(NODE_RIGHT.name)
        if value not in [option.value for option in NODE_RIGHT.options]:
            raise FormRefusedError(
                {NODE_RIGHT.name: gettext("%(question)s Choose one answer.") % {"question": NODE_RIGHT.asks}}
            )
        fields = {NODE_RIGHT.name: str(value)}
        return Reading(fields, dict(given), self.outcome(item, fields))

    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        return {"complained": complaints.complained(item.subject_id)}

    def length(self, item: ReviewItem) -> int:
        return len(item.label)


COMPLAINTS = Complaints()
