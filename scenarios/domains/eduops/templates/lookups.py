"""EduOps questions of the temporal, semantic and closure families (spec 3.2), three wordings each."""

from __future__ import annotations

from scenarios.domains.asking import COUNT_OR_NONE
from scenarios.domains.eduops.templates.asking import question

TEMPORAL = (
    question(
        "current_degree", "T1", "temporal", ("programme_of", ("student",)), "entity",
        "Which degree does {student} pursue at present?",
        "What degree is {student} pursuing, as things stand?",
        "In which degree is {student} enrolled at present?",
    ),
    question(
        "current_credits", "T1", "temporal", ("credits", ("course",)), "number",
        "How many credits is {course} worth at present?",
        "How many credits does {course} carry, as things stand?",
        "What is the present worth of {course} in credits?",
    ),
    question(
        "current_discipline", "T1", "temporal", ("area_of", ("course",)), "entity",
        "To which discipline does {course} belong at present?",
        "Which discipline does {course} belong to, as things stand?",
        "What is the present discipline of {course}?",
    ),
    question(
        "current_instructor", "T1", "temporal", ("taught_by", ("course", "term")), "entity",
        "Who teaches {course} in {term} at present?",
        "Who is the instructor of {course} in {term}, as things stand?",
        "Which instructor has {course} in {term} at present?",
    ),
    question(
        "current_department", "T1", "temporal", ("dept_of", ("teacher",)), "entity",
        "To which department does {teacher} belong at present?",
        "Which department does {teacher} belong to, as things stand?",
        "What is the present department of {teacher}?",
    ),
    question(
        "current_grade", "T1", "temporal", ("grade", ("student", "course", "term")), "number",
        "What is the present grade of {student} in {course} for {term}?",
        "Which grade does {student} have in {course} for {term}, as things stand?",
        "How high is the grade of {student} in {course} for {term} at present?",
    ),
    question(
        "current_start", "T1", "temporal", ("term_begins", ("term",)), "date",
        "On which day does {term} start, as things stand?",
        "When is the start of {term} at present?",
        "What is the present starting day of {term}?",
    ),
    question(
        "current_pass_grade", "T1", "temporal", ("pass_mark", ("group",)), "number",
        "Which grade is needed at present to pass in the {group} division?",
        "What is the lowest passing grade in {group}, as things stand?",
        "How high must a grade be at present to pass in {group}?",
    ),
)  # fmt: skip

SEMANTIC = (
    question(
        "course_division", "S1", "semantic", ("division", ("course",)), "entity",
        "Which division does {course} fall under?",
        "Under which division does {course} come?",
        "What is the division of {course}?",
    ),
    question(
        "teaching_department", "S1", "semantic", ("department", ("course", "term")), "entity",
        "Which department teaches {course} in {term}?",
        "From which department does the instructor of {course} in {term} come?",
        "What is the department of the instructor of {course} in {term}?",
    ),
    question(
        "teaching_faculty", "S2", "semantic", ("faculty", ("course", "term")), "entity",
        "Which faculty teaches {course} in {term}?",
        "From which faculty does the instructor of {course} in {term} come?",
        "What is the faculty of the instructor of {course} in {term}?",
    ),
    question(
        "counterpart_division", "S2", "semantic", ("twin_division", ("course",)), "entity",
        "Which division does the counterpart of {course} fall under?",
        "Under which division does the counterpart of {course} come?",
        "What is the division of the counterpart of {course}?",
    ),
    question(
        "same_division", "S3", "semantic", ("same_division", ("first", "second")), "bool",
        "Do {first} and {second} fall under the same division?",
        "Is the division of {first} also that of {second}?",
        "Do {first} and {second} come under one and the same division?",
    ),
    question(
        "courses_in_division", "S4", "semantic", ("in_division", ("student", "term", "group")), "set",
        "Which {term} courses of {student} fall under {group}?",
        "For {term}, which courses of {student} come under {group}?",
        "Which of the courses that {student} has in {term} belong to the {group} division?",
    ),
    question(
        "number_in_division", "S5", "semantic", ("n_in_division", ("student", "term", "group")), "count",
        "How many {term} courses of {student} fall under {group}?",
        "For {term}, how many courses of {student} come under {group}?",
        "How many of the courses that {student} has in {term} belong to the {group} division?",
    ),
)  # fmt: skip

CLOSURE = (
    question(
        "all_prerequisites", "C1", "closure", ("needs", ("course",)), "set",
        "Which courses must come before {course}, directly or through others?",
        "What are all the direct and indirect prerequisites of {course}?",
        "Which courses are in the entire chain of prerequisites of {course}?",
    ),
    question(
        "is_prerequisite", "C2", "closure", ("needs", ("course",), "other"), "bool",
        "Is {other} a direct or indirect prerequisite of {course}?",
        "Must {other} come before {course}, be it through others?",
        "Is {other} anywhere in the chain of prerequisites of {course}?",
    ),
    question(
        "steps_between", "C3", "closure", ("steps", ("course", "other")), "count",
        "How many steps lead from {course} to its prerequisite {other} on the shortest chain?",
        "On the shortest chain of prerequisites, how many steps lie between {course} and {other}?",
        "How many steps long is the shortest chain of prerequisites from {course} to {other}?",
        hint=COUNT_OR_NONE,
    ),
    question(
        "first_courses", "C4", "closure", ("entry", ("course",)), "set",
        "Which courses are at the very beginning of the chain that leads to {course}?",
        "Which prerequisites of {course}, direct or indirect, have no prerequisite of their own?",
        "With which courses does the chain of prerequisites of {course} begin?",
    ),
)  # fmt: skip
