"""The slots that EduOps questions may name, and what stands in each."""

from __future__ import annotations

from scenarios.domains.asking import DAY, Asking, compared, compared_types
from scenarios.domains.eduops.templates.kinds import COURSE, KINDS
from scenarios.rendering.slots import DATE

_COMPARED = ("student", "teacher", "term", "group")

ASKING = Asking({**KINDS, DAY: DATE, "first": COURSE, "second": COURSE, **compared(KINDS, *_COMPARED)})
question = ASKING.question

#: Slot of a question -> the type of what stands in it.
SLOT_TYPES = {
    "course": "course", "group": "group", "student": "student", "teacher": "teacher", "term": "term",
    "other": "course", "first": "course", "second": "course", DAY: "date",
    **compared_types(*_COMPARED),
}  # fmt: skip
