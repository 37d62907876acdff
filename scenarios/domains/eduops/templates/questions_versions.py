"""EduOps questions for values gone by (T2, T3) and for what was settled later (T4), three wordings each.

What was valid on a past day is asked of its last moment, whatever came to light after it (ADR 14).
"""

from __future__ import annotations

from scenarios.domains.asking import Versions
from scenarios.domains.eduops.templates.asking import ASKING
from scenarios.domains.eduops.templates.lookups import TEMPORAL

_WORDINGS = {
    "degree": Versions(
        (
            "At the close of {day}, which degree did {student} pursue?",
            "In which degree was {student} enrolled, once {day} was over?",
            "With all of {day} counted, what degree was {student} pursuing by then?",
        ),
        (
            "What was the previous degree of {student}?",
            "In which degree was {student} enrolled, just before things stood as they do now?",
            "Until the last decision on it, which degree did {student} pursue?",
        ),
        (
            "Whose degree was settled more recently, that of {first_student} or of {second_student}?",
            "Of {first_student} and {second_student}, for whom was the degree decided last?",
            "Comparing {first_student} and {second_student}, who has the more recently fixed degree?",
        ),
    ),
    "credits": Versions(
        (
            "At the close of {day}, how many credits was {course} worth?",
            "How many credits did {course} carry, once {day} was over?",
            "With all of {day} counted, what was the worth of {course} in credits by then?",
        ),
        (
            "What was the previous worth of {course} in credits?",
            "How many credits did {course} carry, just before things stood as they do now?",
            "Until the last decision on it, how many credits was {course} worth?",
        ),
        (
            "Which had its worth in credits settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the number of credits decided last?",
            "Comparing {first} and {second}, which has the more recently fixed worth in credits?",
        ),
    ),
    "discipline": Versions(
        (
            "At the close of {day}, to which discipline did {course} belong?",
            "What was the discipline of {course}, once {day} was over?",
            "With all of {day} counted, which discipline did {course} belong to by then?",
        ),
        (
            "What was the previous discipline of {course}?",
            "To which discipline did {course} belong, just before things stood as they do now?",
            "Until the last decision on it, which discipline did {course} belong to?",
        ),
        (
            "Which had its discipline settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the discipline decided last?",
            "Comparing {first} and {second}, which has the more recently fixed discipline?",
        ),
    ),
    "instructor": Versions(
        (
            "At the close of {day}, who was to teach {course} in {term}?",
            "Who was the instructor of {course} in {term}, once {day} was over?",
            "With all of {day} counted, which instructor did {course} have in {term} by then?",
        ),
        (
            "Who was the previous instructor of {course} in {term}?",
            "Who was to teach {course} in {term}, just before things stood as they do now?",
            "Until the last decision on it, which instructor did {course} have in {term}?",
        ),
    ),
    "department": Versions(
        (
            "At the close of {day}, to which department did {teacher} belong?",
            "What was the department of {teacher}, once {day} was over?",
            "With all of {day} counted, which department did {teacher} belong to by then?",
        ),
        (
            "What was the previous department of {teacher}?",
            "To which department did {teacher} belong, just before things stood as they do now?",
            "Until the last decision on it, which department did {teacher} belong to?",
        ),
        (
            "Whose department was settled more recently, that of {first_teacher} or of {second_teacher}?",
            "Of {first_teacher} and {second_teacher}, for whom was the department decided last?",
            "Comparing {first_teacher} and {second_teacher}, who has the more recently fixed department?",
        ),
    ),
    "grade": Versions(
        (
            "At the close of {day}, what was the grade of {student} in {course} for {term}?",
            "Which grade did {student} have in {course} for {term}, once {day} was over?",
            "With all of {day} counted, how high was the grade of {student} in {course} for {term} by then?",
        ),
        (
            "What was the previous grade of {student} in {course} for {term}?",
            "Which grade did {student} have in {course} for {term}, just before things stood as they do now?",
            "Until the last decision on it, how high was the grade of {student} in {course} for {term}?",
        ),
    ),
    "start": Versions(
        (
            "At the close of {day}, on which day was {term} to start?",
            "What was the starting day of {term}, once {day} was over?",
            "With all of {day} counted, when was the start of {term} to be by then?",
        ),
        (
            "What was the previous starting day of {term}?",
            "On which day was {term} to start, just before things stood as they do now?",
            "Until the last decision on it, when was the start of {term} to be?",
        ),
        (
            "Which had its starting day settled more recently, {first_term} or {second_term}?",
            "Of {first_term} and {second_term}, for which was the day of the start decided last?",
            "Comparing {first_term} and {second_term}, which has the more recently fixed starting day?",
        ),
    ),
    "pass_grade": Versions(
        (
            "At the close of {day}, which grade was needed to pass in the {group} division?",
            "What was the lowest passing grade in {group}, once {day} was over?",
            "With all of {day} counted, how high must a grade have been by then to pass in {group}?",
        ),
        (
            "What was the previous lowest passing grade in the {group} division?",
            "Which grade was needed to pass in {group}, just before things stood as they do now?",
            "Until the last decision on it, how high must a grade have been to pass in {group}?",
        ),
        (
            (
                "Which division had its lowest passing grade settled more recently, {first_group} or "
                "{second_group}?"
            ),
            "Of {first_group} and {second_group}, for which was the grade needed to pass decided last?",
            "Comparing {first_group} and {second_group}, which has the more recently fixed passing grade?",
        ),
    ),
}

OTHER_VERSIONS = tuple(ASKING.of_versions(TEMPORAL, _WORDINGS))
