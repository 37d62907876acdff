"""EduOps records that carry several facts of a kind at once: marks of a term, pages of the catalogue."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import record
from scenarios.domains.lines import ENDINGS, listed
from scenarios.rendering.patterns import ActionPattern, adds, asserts, completes
from scenarios.rendering.templates import RecordTemplate


def _grades(count: int) -> list[ActionPattern]:
    return [
        asserts("grade", "{student}", f"{{course{ending}}}", "{term}", value=f"{{mark{ending}}}")
        for ending in ENDINGS[:count]
    ]


def _mark_sheet(count: int) -> RecordTemplate:
    """Several marks of a student in one term."""
    return record(
        f"mark_sheet_{count}",
        tuple(_grades(count)),
        (
            "Registrar, marks of {student}, {term}: " + listed("{course#}, {mark#}", count, "; ") + ".",
            "Mark sheet {term}, {student}: " + listed("{mark#} in {course#}", count, ", ") + ".",
        ),
        (
            "{student} got " + listed("{mark#} in {course#}", count, ", ") + " at the end of {term}.",
            "Please enter for {student}, {term}, " + listed("{course#} at {mark#}", count, " and ") + ".",
        ),
    )


def _term_sheet(count: int) -> RecordTemplate:
    """A closed term with the marks of all that was sat."""
    return record(
        f"term_sheet_{count}",
        (
            adds("term_of", "{student}", member="{term}"),
            completes("enrolled", "{student}", "{term}", members="courses"),
            *_grades(count),
        ),
        (
            "Term record {term} of {student} closed: "
            + listed("{course#} with {mark#}", count, ", ")
            + ". Whole list: {courses}.",
            "Registrar, term record and marks: {student}, {term}, "
            + listed("{course#} {mark#}", count, "; ")
            + "; only {courses}.",
        ),
        (
            "{student} was here in {term} and got "
            + listed("{mark#} in {course#}", count, ", ")
            + "; {courses}, that is all of it.",
            "Closing {term} for {student} now, with "
            + listed("{course#} at {mark#}", count, ", ")
            + "; {courses} and nothing else.",
        ),
    )


def _catalogue_page(count: int) -> RecordTemplate:
    """Units and subjects of several courses."""
    return record(
        f"catalogue_page_{count}",
        tuple(
            action
            for ending in ENDINGS[:count]
            for action in (
                asserts("credits", f"{{course{ending}}}", value=f"{{points{ending}}}"),
                asserts("area_of", f"{{course{ending}}}", value=f"{{area{ending}}}"),
            )
        ),
        (
            "Catalogue page: " + listed("{course#}, {area#}, {points#} units", count, "; ") + ".",
            "Catalogue: " + listed("{course#} has {points#} units, subject {area#}", count, "; ") + ".",
        ),
        (
            "For the catalogue, please: "
            + listed("{course#} at {points#} units under {area#}", count, ", ")
            + ".",
            "I read the catalogue again: "
            + listed("{course#}, subject {area#}, {points#} units", count, "; ")
            + ".",
        ),
    )


SHEETS = tuple(make(count) for make in (_mark_sheet, _term_sheet, _catalogue_page) for count in (2, 3, 4))
