"""What the questions of EduOps are asked of in a world (spec 3, 5.3 stage 7). PURE."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from scenarios.domains.eduops.world.catalogue import Catalogue
from scenarios.domains.eduops.world.files import Campus, Life
from scenarios.domains.eduops.world.teaching import Teaching
from scenarios.generators.derive.world import Arguments

#: Forms by what they are asked of.
OF_COURSES = ("current_credits", "current_discipline", "course_division")
OF_CHAINS = ("all_prerequisites", "first_courses", "number_of_prerequisites")
OF_CLASSES = ("current_instructor", "teaching_department", "teaching_faculty")
OF_STUDENTS = (
    "current_degree", "number_of_blocks", "transfer_usable", "credits_transferred", "honours_due",
    "may_graduate", "courses_lacking", "courses_blocked", "number_lacking", "credits_left",
)  # fmt: skip
OF_LIGHT_FILES = ("credits_earned", "mean_grade", "strongest_discipline")
OF_SEATS = (
    "courses_beyond", "credits_of_term", "largest_course", "best_course", "all_passed", "leading_discipline",
)
OF_SEATS_AND_BRANCHES = ("courses_in_division", "number_in_division", "all_in_division")

#: So many other courses stand beside each that is asked about for a reason.
STRANGERS = 2
#: The longest chain of prerequisites that is asked about for one student.
LONGEST_CHAIN = 9

Found = dict[str, list[Arguments]]


def arguments_of(
    campus: Campus, teaching: Teaching, lives: Sequence[Life], rng: random.Random
) -> Mapping[str, Sequence[Arguments]]:
    """The arguments of every form but those of versions gone by and of references."""
    return {
        **_of_catalogue(campus.catalogue, rng),
        **_of_twins(campus, rng),
        **_of_teaching(campus, teaching),
        **_of_students(lives),
        **_of_seats(campus.catalogue, lives),
        **_of_marks(lives, rng),
        **_of_students_and_courses(campus.catalogue, lives, rng),
    }


def _of_catalogue(catalogue: Catalogue, rng: random.Random) -> Found:
    """Each course alone, and pairs of a course with one below it, beside it or above it."""
    everything = (*catalogue.names, *catalogue.unpaged)
    alone: list[Arguments] = [{"course": name} for name in everything]
    ways: list[Arguments] = []
    asides: list[Arguments] = []
    for course in everything:
        below = catalogue.below(course)
        ways += [{"course": course, "other": other} for other in below]
        strange = [name for name in catalogue.names if name != course and name not in below]
        asides += [{"course": course, "other": other} for other in _some(rng, strange, STRANGERS)]
    return {
        **dict.fromkeys((*OF_COURSES, *OF_CHAINS), alone),
        "is_prerequisite": [*ways, *asides],
        "steps_between": [*ways, *asides[::STRANGERS]],
        "same_division": _pairs(catalogue, rng),
    }


def _pairs(catalogue: Catalogue, rng: random.Random) -> list[Arguments]:
    """Each course with one that began in the same branch and one that did not, where there are such."""
    found: list[Arguments] = []
    branch = {name: catalogue.group_of[course.area] for name, course in catalogue.courses.items()}
    for name in catalogue.names:
        for same in (True, False):
            others = [one for one in catalogue.names if one > name and (branch[one] == branch[name]) is same]
            found += [{"first": name, "second": other} for other in _some(rng, others, 1)]
    return found


def _of_twins(campus: Campus, rng: random.Random) -> Found:
    """Courses with a counterpart, and some of which none is known."""
    told = [
        str(event.values["course"])
        for event in campus.stage.plot.events
        if event.template == "twin_note" and event.distractor is None
    ]
    others = [name for name in campus.catalogue.names if name not in told]
    chosen = [*told, *_some(rng, others, max(1, len(told) // 3))]
    return {"counterpart_division": [{"course": name} for name in chosen]}


def _of_teaching(campus: Campus, teaching: Teaching) -> Found:
    """Classes, tutors, terms and branches."""
    classes: list[Arguments] = [{"course": course, "term": term} for course, term in teaching.classes]
    return {
        **dict.fromkeys(OF_CLASSES, classes),
        "current_department": [{"teacher": teacher} for teacher in teaching.teachers],
        "current_start": [{"term": term.name} for term in campus.terms],
        "current_pass_grade": [{"group": group} for group in campus.catalogue.groups],
    }


def _of_students(lives: Sequence[Life]) -> Found:
    students: list[Arguments] = [{"student": life.student} for life in lives]
    light: list[Arguments] = [{"student": life.student} for life in lives if life.light]
    return {**dict.fromkeys(OF_STUDENTS, students), **dict.fromkeys(OF_LIGHT_FILES, light)}


def _of_seats(catalogue: Catalogue, lives: Sequence[Life]) -> Found:
    """Each term of each student, and with it the branches."""
    seats: list[Arguments] = [
        {"student": life.student, "term": term.name} for life in lives for term, _ in life.seats
    ]
    branches: list[Arguments] = [{**seat, "group": group} for seat in seats for group in catalogue.groups]
    return {**dict.fromkeys(OF_SEATS, seats), **dict.fromkeys(OF_SEATS_AND_BRANCHES, branches)}


def _of_marks(lives: Sequence[Life], rng: random.Random) -> Found:
    """Each mark, each attempt, and now and then a course that was never sat."""
    marks: list[Arguments] = []
    attempts: list[Arguments] = []
    never: list[Arguments] = []
    for life in lives:
        marks += [
            {"student": life.student, "course": course, "term": term} for course, term in life.graded
        ]
        graded = list(dict.fromkeys(course for course, _ in life.graded))
        attempts += [{"student": life.student, "course": course} for course in graded]
        unsat = [course for course in life.required if course not in life.taken]
        never += [{"student": life.student, "course": course} for course in _some(rng, unsat, 1)]
    return {
        "current_grade": marks,
        "decisive_grade": [*attempts, *never[::2]],
        "below_pass": attempts or never,
    }


def _of_students_and_courses(catalogue: Catalogue, lives: Sequence[Life], rng: random.Random) -> Found:
    """Courses that a student took, brought along, is excused from or has to do, and a few others."""
    passed: list[Arguments] = []
    owed: list[Arguments] = []
    entered: list[Arguments] = []
    lacked: list[Arguments] = []
    for life in lives:
        strange = _some(rng, catalogue.names, STRANGERS)
        own = list(dict.fromkeys([*life.carried, *life.taken, *life.required]))
        passed += _with(life, [*life.carried, *_some(rng, own, 3), *strange[:1]])
        owed += _with(life, [*life.excused, *_some(rng, life.required, 3), *strange[:1]])
        chains = [name for name in catalogue.names if len(catalogue.below(name)) <= LONGEST_CHAIN]
        entered += _with(life, [*_some(rng, chains, 3), *strange[:1]])
        lacked += _with(life, _some(rng, chains, 2))
    return {
        "has_passed": passed,
        "requirement_applies": owed,
        "may_enrol": entered,
        "prerequisites_lacking": lacked,
    }


def _with(life: Life, courses: Iterable[str]) -> list[Arguments]:
    """Each course once, with the student."""
    return [{"student": life.student, "course": course} for course in dict.fromkeys(courses)]


def _some(rng: random.Random, names: Sequence[str], count: int) -> list[str]:
    """At most ``count`` of these names."""
    return rng.sample(names, min(len(names), count))
