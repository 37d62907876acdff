"""How question templates of a domain are made: slots, goal, the hint at the answer (spec 3.2). PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import Slot
from scenarios.rendering.templates import Surface

HINTS = {
    "entity": "Give one name.",
    "date": "Give a day in the form 2030-01-31.",
    "bool": "Reply yes or no.",
    "set": "Give all names, or none.",
    "count": "Give a count.",
    "number": "Give a number.",
    "money": "Give an amount in {currency}.",
}
#: Hints where the answer may be that there is none.
NAME_OR_NONE = "Give one name, or none."
COUNT_OR_NONE = "Give a count, or none."
NUMBER_OR_NONE = "Give a number, or none."


@dataclass(frozen=True, slots=True)
class Asking:
    """The slots that questions of a domain may name, and the currency in which it writes money."""

    kinds: Mapping[str, Slot]
    currency: str = ""

    def question(
        self,
        slug: str,
        operator: str,
        family: str,
        goal: tuple[str, tuple[str, ...]] | tuple[str, tuple[str, ...], str],
        answer_type: str,
        *wordings: str,
        hint: str | None = None,
    ) -> QuestionTemplate:
        """``goal`` is (predicate, key slots[, member slot])."""
        surfaces = tuple(Surface("question", wording) for wording in wordings)
        slots = sorted(frozenset().union(*(surface.slots for surface in surfaces)))
        return QuestionTemplate(
            slug,
            {slot: self.kinds[slot] for slot in slots},
            surfaces,
            operator=operator,
            family=family,
            pred=goal[0],
            key=goal[1],
            member=goal[2] if len(goal) == 3 else None,
            answer_type=answer_type,
            hint=hint or HINTS[answer_type].format(currency=self.currency),
            unit=self.currency if answer_type == "money" else "",
        )
