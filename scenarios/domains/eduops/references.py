"""How EduOps questions refer to courses without naming them (spec 4.7)."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import COURSE
from scenarios.rendering.references import Among, Reference, ReferenceKind
from scenarios.rendering.slots import NAME, PERSON, Slot

#: The slots of the phrases.
REFERENCE_KINDS: dict[str, Slot] = {
    "peer": PERSON, "term": NAME, "teacher": PERSON, "original": COURSE,
}  # fmt: skip

_COURSES = Among("enrolled", ("peer", "term"))
_OF_COURSES = (
    "all_prerequisites", "first_courses", "number_of_prerequisites", "may_enrol", "has_passed",
    "prerequisites_lacking",
)  # fmt: skip

REFERENCES = (
    Reference(
        "instructor", ReferenceKind.BY_ROLE, "course",
        "the {term} course of {peer} taught by {teacher}",
        "taught_by", ("course", "term"), ("course_division", "counterpart_division", *_OF_COURSES),
        by="teacher", among=_COURSES,
    ),
    Reference(
        "counterpart", ReferenceKind.BY_ROLE, "course",
        "the counterpart of {original}",
        "equivalent", ("original",), _OF_COURSES,
    ),
    Reference(
        "best", ReferenceKind.BY_ORDER, "course",
        "the {term} course in which {peer} has the highest grade",
        "best", ("peer", "term"),
        ("course_division", "counterpart_division", "all_prerequisites", "first_courses",
         "number_of_prerequisites"),
        among=_COURSES,
    ),
)  # fmt: skip
