"""What the questions of EduOps are asked of in a world (spec 3, 5.3 stage 7). PURE."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from scenarios.domains.eduops.world.catalogue import Catalogue
from scenarios.domains.eduops.world.files import Campus, Life
from scenarios.domains.eduops.world.teaching import Teaching
from scenarios.generators.derive.world import Arguments

#: Forms by what they are asked of.
OF_COURSES = ("current_credits", "current_discipline")
OF_CHAINS = ("all_prerequisites", "first_courses", "number_of_prerequisites")
OF_CLASSES = ("current_instructor", "teaching_department", "teaching_faculty")
OF_STUDENTS = ("current_degree", "courses_lacking", "courses_blocked", "number_lacking")
OF_LIGHT_FILES = ("honours_due", "may_graduate", "credits_left", "credits_earned")
OF_MARKS = ("mean_grade", "strongest_discipline")
OF_PAPERS = ("transfer_usable", "credits_transferred")
OF_SEATS = ("courses_beyond", "best_course", "all_passed")
OF_FULL_SEATS = ("credits_of_term", "largest_course", "leading_discipline")
OF_SEATS_AND_BRANCHES = ("courses_in_division", "number_in_division", "all_in_division")

#: So many other courses stand beside each that is asked about for a reason.
STRANGERS = 2
#: Of courses that ask for nothing, every so many-th is asked about.
LOWER = 3
#: Of those of which nobody says what they ask for, every so many-th.
BARE = 4
#: Courses with fewer behind them are asked about with one of those that come directly before.
WIDE = 4
#: So many students are asked about at least, where most have nothing to ask about.
MANY_STRANGERS = 5
#: So many courses are asked about besides those that are paired with others.
FEW = 8
#: A term of so many courses is asked about with one branch alone.
SMALL_TERM = 3
#: The share of the others that are asked about with a branch drawn from all, too.
OTHER_BRANCH = 0.3
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
        **_of_divisions(campus.catalogue, lives, rng),
        **_of_teaching(campus, teaching),
        **_of_students(lives, rng),
        **_of_seats(campus.catalogue, lives, rng),
        **_of_marks(lives, rng),
        **_of_students_and_courses(campus.catalogue, lives, rng),
    }


def _of_catalogue(catalogue: Catalogue, rng: random.Random) -> Found:
    """Each course alone, and pairs of a course with one below it, beside it or above it."""
    everything = (*catalogue.names, *catalogue.unpaged)
    upper = [name for name in everything if catalogue.below(name)]
    lower = [name for name in everything if name not in upper and catalogue.is_listed(name)]
    bare = [name for name in everything if not catalogue.is_listed(name)]
    edges: list[Arguments] = []
    ways: list[Arguments] = []
    asides: list[Arguments] = []
    for course in everything:
        direct, below = catalogue.edges.get(course, []), catalogue.below(course)
        few = len(below) < WIDE
        edges += [{"course": course, "other": other} for other in (direct[:1] if few else direct)]
        ways += [{"course": course, "other": other} for other in below if other not in direct]
        strange = [name for name in catalogue.names if name != course and name not in below]
        if not catalogue.is_listed(course) and course not in bare[::BARE]:
            continue
        asides += [
            {"course": course, "other": other} for other in _some(rng, strange, 1 if few else STRANGERS)
        ]
    far = rng.sample(ways, min(len(ways), len(edges)))
    return {
        **dict.fromkeys(OF_COURSES, [{"course": name} for name in everything]),
        **dict.fromkeys(OF_CHAINS, [{"course": name} for name in (*upper, *lower[::LOWER], *bare[::BARE])]),
        "is_prerequisite": [*edges, *far, *asides],
        "steps_between": [*edges, *far, *asides[:: 2 * STRANGERS]],
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


def _of_divisions(catalogue: Catalogue, lives: Sequence[Life], rng: random.Random) -> Found:
    """The courses in which students were best, which questions may refer to by that, and as many others."""
    best = list(dict.fromkeys(course for life in lives for course in life.best))
    others = [name for name in (*catalogue.names, *catalogue.unpaged) if name not in best]
    return {"course_division": [{"course": name} for name in (*best, *_some(rng, others, len(best) + FEW))]}


def _of_teaching(campus: Campus, teaching: Teaching) -> Found:
    """Classes, tutors, terms and branches."""
    classes: list[Arguments] = [{"course": course, "term": term} for course, term in teaching.classes]
    return {
        **dict.fromkeys(OF_CLASSES, classes),
        "current_department": [{"teacher": teacher} for teacher in teaching.teachers],
        "current_start": [{"term": term.name} for term in campus.terms],
        "current_pass_grade": [{"group": group} for group in campus.catalogue.groups],
    }


def _of_students(lives: Sequence[Life], rng: random.Random) -> Found:
    """Students; what is empty of most is asked of a few of those alone."""
    light = [life for life in lives if life.light]
    return {
        **dict.fromkeys(OF_STUDENTS, _named(lives)),
        **dict.fromkeys(OF_LIGHT_FILES, _named(light)),
        **dict.fromkeys(OF_MARKS, _mostly(light, [life for life in light if life.graded], rng)),
        **dict.fromkeys(OF_PAPERS, _mostly(lives, [life for life in lives if life.carried], rng)),
        "number_of_blocks": _mostly(lives, [life for life in lives if life.stopped], rng),
    }


def _mostly(lives: Sequence[Life], chosen: Sequence[Life], rng: random.Random) -> list[Arguments]:
    """The chosen ones and a few others."""
    names = [life.student for life in chosen]
    others = [life for life in lives if life.student not in names]
    few = max(MANY_STRANGERS - len(chosen), STRANGERS)
    return _named([*chosen, *rng.sample(others, min(len(others), few))])


def _named(lives: Sequence[Life]) -> list[Arguments]:
    return [{"student": life.student} for life in lives]


def _of_seats(catalogue: Catalogue, lives: Sequence[Life], rng: random.Random) -> Found:
    """Each term of each student; with the branches of its courses where there are many, else with any."""
    seats: list[Arguments] = []
    full: list[Arguments] = []
    branches: list[Arguments] = []
    for life in lives:
        for term, courses in life.seats:
            seat = {"student": life.student, "term": term.name}
            seats.append(seat)
            full += [seat] if len(courses) > SMALL_TERM or not courses else []
            groups = _branches(catalogue, courses, rng)
            branches += [{**seat, "group": group} for group in groups]
    return {
        **dict.fromkeys(OF_SEATS, seats),
        **dict.fromkeys(OF_FULL_SEATS, full or seats),
        **dict.fromkeys(OF_SEATS_AND_BRANCHES, branches),
    }


def _branches(catalogue: Catalogue, courses: Sequence[str], rng: random.Random) -> list[str]:
    """The branches in which the courses of a full term began, and now and then another one."""
    if len(courses) <= SMALL_TERM:
        return _some(rng, catalogue.groups, 1)
    begun = {catalogue.group_of[catalogue.courses[name].area] for name in courses}
    other = _some(rng, catalogue.groups, 1) if rng.random() < OTHER_BRANCH else []
    return [group for group in catalogue.groups if group in begun or group in other]


def _of_marks(lives: Sequence[Life], rng: random.Random) -> Found:
    """Each mark, each attempt, and now and then a course that was never sat."""
    marks: list[Arguments] = []
    attempts: list[Arguments] = []
    never: list[Arguments] = []
    for life in lives:
        marks += [{"student": life.student, "course": course, "term": term} for course, term in life.graded]
        graded = list(dict.fromkeys(course for course, _ in life.graded))
        asked = graded if life.light else _some(rng, graded, 1)
        attempts += [{"student": life.student, "course": course} for course in asked]
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
        chains = [
            name
            for name in catalogue.names
            if len(catalogue.below(name)) <= LONGEST_CHAIN and catalogue.is_listed(name)
        ]
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
