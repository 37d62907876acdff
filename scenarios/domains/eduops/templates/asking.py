"""How an EduOps question template is put together: kinds of slots and hints at the form of the answer."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import COURSE, KINDS
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
}
#: Where nothing may be what is asked for, the hint allows for it.
COUNT_OR_NONE = "Give a count, or none."
NUMBER_OR_NONE = "Give a number, or none."
NAME_OR_NONE = "Give one name, or none."
_KINDS: dict[str, Slot] = {**KINDS, "first": COURSE, "second": COURSE}


def question(
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
        {slot: _KINDS[slot] for slot in slots},
        surfaces,
        operator=operator,
        family=family,
        pred=goal[0],
        key=goal[1],
        member=goal[2] if len(goal) == 3 else None,
        answer_type=answer_type,
        hint=hint or HINTS[answer_type],
    )
