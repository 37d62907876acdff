"""EduOps records of tutors, classes and the calendar."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import record
from scenarios.rendering.patterns import asserts, revises

TEACHING = (
    record(
        "tutor_card",
        (
            asserts("dept_of", "{teacher}", value="{dept}"),
            asserts("faculty_of", "{dept}", value="{faculty}"),
        ),
        (
            "Tutor card: {teacher}, house {dept}, which is in the {faculty} wing.",
            "Door sign for {teacher}: {dept}, wing {faculty}.",
        ),
        (
            "{teacher} has a room with {dept}, over in the {faculty} wing.",
            "To find {teacher}, go to the {faculty} wing and ask at {dept}.",
        ),
    ),
    record(
        "tutor_moved",
        (revises("dept_of", "{teacher}", value="{dept}"),),
        (
            "Tutor card changed on {today}: {teacher} now has a room with {dept}.",
            "Door sign for {teacher}: house changed, now {dept}.",
        ),
        (
            "{teacher} has packed up and moved over to {dept}.",
            "Please send mail for {teacher} to {dept} from now on.",
        ),
    ),
    record(
        "house_moved",
        (revises("faculty_of", "{dept}", value="{faculty}"),),
        (
            "Building plan changed on {today}: {dept} now has its rooms in wing {faculty}.",
            "Signs at {dept}: wing changed, now {faculty}.",
        ),
        (
            "All of {dept} packed up and went over to wing {faculty}.",
            "Please send the boxes for {dept} to wing {faculty} from now on.",
        ),
    ),
    record(
        "class_set",
        (asserts("taught_by", "{course}", "{term}", value="{teacher}"),),
        (
            "Timetable {term}: {course} is with {teacher}.",
            "Class plan {term}, line {course}: tutor {teacher}.",
        ),
        (
            "{teacher} will run the {course} class this {term}.",
            "For {course} in {term}, please see {teacher} as tutor.",
        ),
    ),
    record(
        "class_handed_over",
        (revises("taught_by", "{course}", "{term}", value="{teacher}"),),
        (
            "Timetable {term} changed: {course} is now with {teacher}.",
            "Class plan {term}, line {course}: tutor changed, now {teacher}.",
        ),
        (
            "{teacher} takes over and will run {course} for the rest of {term}.",
            "The {course} class in {term} was handed over to {teacher}.",
        ),
    ),
    record(
        "class_forwarded",
        (asserts("taught_by", "{course}", "{term}", value="{teacher}", as_of="as_of"),),
        (
            "Copy of the class plan dated {as_of}: {course} in {term} with {teacher}.",
            "Old timetable of {as_of}, for your files: {term}, {course}, {teacher}.",
        ),
        (
            "Found a plan from {as_of}, it has {course} in {term} with {teacher}.",
            "Forwarding what the timetable said on {as_of}: {teacher} for {course} in {term}.",
        ),
    ),
    record(
        "calendar_note",
        (
            asserts("term_begins", "{term}", value="{begins}"),
            asserts("term_ends", "{term}", value="{ends}"),
        ),
        (
            "Calendar: {term} runs from {begins} to {ends}, both included.",
            "Calendar leaf {term}: first day {begins}, last day {ends}.",
        ),
        (
            "Mark your calendar, {term} opens on {begins} and closes on {ends}.",
            "The doors are open for {term} from {begins} until {ends}.",
        ),
    ),
    record(
        "calendar_opening_moved",
        (revises("term_begins", "{term}", value="{begins}"),),
        (
            "Calendar change: the first day of {term} is moved to {begins}.",
            "Calendar leaf {term}: opening changed, now {begins}.",
        ),
        (
            "They moved the opening of {term}, it is {begins} now.",
            "New first day for {term}, please note {begins} in your calendar.",
        ),
    ),
    record(
        "calendar_closing_moved",
        (revises("term_ends", "{term}", value="{ends}"),),
        (
            "Calendar change: the last day of {term} is moved to {ends}.",
            "Calendar leaf {term}: closing changed, now {ends}.",
        ),
        (
            "They moved the closing of {term}, it is {ends} now.",
            "New last day for {term}, please note {ends} in your calendar.",
        ),
    ),
)
