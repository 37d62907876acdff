"""Every question of EduOps on small histories, in the tables of tests.factories.question_cases (AC-3.1)."""

from __future__ import annotations

import pytest

from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS
from scenarios.domains.registry import get
from tests.factories.question_cases import QuestionCases, Row, plain_forms

EDUOPS = get("eduops")

CATALOGUE = """
k1: complete(prereq, "C 300", 1, "B 200"), credits("C 300", 5), area_of("C 300", logic).
k2: complete(prereq, "B 200", 1, "A 100"), credits("B 200", 6), area_of("B 200", logic).
k3: complete(prereq, "A 100", 0), credits("A 100", 3), area_of("A 100", craft).
k4: area_group(logic, Um), area_group(craft, Ax).
k5: equivalent("A 100", "B 200").
k6: taught_by("A 100", Mas, Tea).
k7: dept_of(Tea, Hall), faculty_of(Hall, Ory).
k8: complete(substitute, "A 100", 0), complete(substitute, "B 200", 0), complete(substitute, "C 300", 0).
"""

#: One term, two courses, both passed; C 300 is required too and was never sat.
ONE_TERM = f"""{CATALOGUE}
r1: pass_mark(Um, 50), pass_mark(Ax, 40).
r2: complete(requirement, Ade, 2, "A 100", "C 300").
r3: min_credits(Ade, 9), transfer_cap(Ade, 4), bar(60).
r4: rule repeat_policy "{BEST_COUNTS}".
s1: programme_of(Ana, Ade), complete(transfer, Ana, 0), complete(waiver, Ana, 0), complete(hold, Ana, 0).
s2: term_of(Ana; Mas), complete(enrolled, Ana, Mas, 2, "A 100", "B 200").
s3: complete(term_of, Ana, 1).
s4: grade(Ana, "A 100", Mas, 60), grade(Ana, "B 200", Mas, 70).
"""

#: One course sat twice; then rules, stops, letters and papers from elsewhere come and go.
CHANGES = f"""
a1 2026-01-05: complete(prereq, "A 100", 0), credits("A 100", 3), area_of("A 100", craft).
a2: complete(prereq, "B 200", 1, "A 100"), credits("B 200", 6), area_of("B 200", logic).
a3: area_group(craft, Ax), area_group(logic, Um).
a4: pass_mark(Ax, 50), pass_mark(Um, 50).
a5: term_begins(Mas, 2025-03-01), term_ends(Mas, 2025-07-31).
a6: term_begins(Tide, 2025-09-01), term_ends(Tide, 2026-06-30).
a7: programme_of(Ivo, Ade), complete(requirement, Ade, 2, "A 100", "B 200").
a8: complete(transfer, Ivo, 0), complete(waiver, Ivo, 0), complete(hold, Ivo, 0).
a9: complete(substitute, "A 100", 0), complete(substitute, "B 200", 0).
a10: term_of(Ivo; Mas), complete(enrolled, Ivo, Mas, 1, "A 100").
a11: term_of(Ivo; Tide), complete(enrolled, Ivo, Tide, 1, "A 100").
a12: complete(term_of, Ivo, 2).
a13: grade(Ivo, "A 100", Mas, 60).
a14: grade(Ivo, "A 100", Tide, 40).
b1 2026-02-01: rule repeat_policy "{LATEST_COUNTS}".
b2 2026-03-01: rule repeat_policy "{BEST_COUNTS}".
b3 2026-03-10: hold(Ivo; "KL-1204"), complete(hold, Ivo, 1).
b4 2026-03-20: cancel hold(Ivo; "KL-1204").
b5 2026-04-01: revise pass_mark(Ax, 65).
b6 2026-05-01: waiver(Ivo; "A 100"), waiver_term(Ivo, "A 100", Tide), complete(waiver, Ivo, 1).
b7 2026-07-10: transfer(Ivo; "A 100"), complete(transfer, Ivo, 1), transfer_cap(Ade, 2), min_credits(Ade, 9).
b8 2026-07-20: cancel grade(Ivo, "A 100", Mas).
b9 2026-07-25: cancel grade(Ivo, "A 100", Tide).
b10 2026-08-01: unrule repeat_policy.
b11 2026-08-10: substitute("B 200"; "A 100"), complete(substitute, "B 200", 1).
"""

VERSIONS = """
v1 2026-01-05: credits("A 100", 3), area_of("A 100", craft), pass_mark(Ax, 40).
v2 2026-01-06: taught_by("A 100", Mas, Tea), dept_of(Tea, Hall).
v3 2026-01-07: term_begins(Mas, 2026-02-02), programme_of(Ana, Ade).
v4 2026-02-01: grade(Ana, "A 100", Mas, 50).
v5 2026-03-01: revise credits("A 100", 4).
v6 2026-03-02: revise area_of("A 100", logic).
v7 2026-03-03: revise pass_mark(Ax, 45).
v8 2026-03-04: revise taught_by("A 100", Mas, Tom).
v9 2026-03-05: revise dept_of(Tea, Court).
v10 2026-03-06: revise term_begins(Mas, 2026-02-09).
v11 2026-03-07: revise programme_of(Ana, Ence).
v12 2026-03-08: revise grade(Ana, "A 100", Mas, 55).
v13 2026-04-01: credits("A 100", 5) as of 2026-01-02, grade(Ana, "A 100", Mas, 20) as of 2026-02-15.
v14 2026-04-02: pass_mark(Ax, 30) as of 2026-01-02, grade(Ana, "A 100", Mas, 55).
v15 2026-04-03: cancel programme_of(Ana).
"""

SUBJECTS = """
m1: area_of("A 100", craft).
m2: area_of("B 200", logic).
m3: area_of("C 300", logic).
m4: complete(enrolled, Ana, Mas, 3, "A 100", "B 200", "C 300").
m5: complete(transfer, Ana, 3, "A 100", "B 200", "C 300").
m6: term_of(Ana; Mas), complete(term_of, Ana, 1).
"""

TEMPORAL = """
| current_credits: A 100             | 2026-02-28 | 3          | 2 | v1       |
| current_credits: A 100             | end        | 4          | 2 | v5       |
| current_discipline: A 100          | end        | logic      | 2 | v6       |
| current_pass_grade: Ax             | end        | 45         | 1 | v7       |
| current_instructor: A 100, Mas     | end        | Tom        | 2 | v8       |
| current_department: Tea            | end        | Court      | 2 | v9       |
| current_start: Mas                 | end        | 2026-02-09 | 2 | v10      |
| current_grade: Ana, A 100, Mas     | 2026-04-01 | 55         | 2 | v12      |
| current_grade: Ana, A 100, Mas     | end        | 55         | 2 | v12 / v14 |
| current_degree: Ana                | 2026-04-02 | Ence       | 2 | v11      |
| current_degree: Ana                | end        | unknown    | 2 |          |
"""

LOOKUPS = """
| course_division: A 100             | end | Ax             | 2 | k3 k4    |
| teaching_department: A 100, Mas    | end | Hall           | 2 | k6 k7    |
| teaching_faculty: A 100, Mas       | end | Ory            | 3 | k6 k7    |
| counterpart_division: A 100        | end | Um             | 2 | k2 k4 k5 |
| same_division: B 200, C 300        | end | true           | 3 | k1 k2 k4 |
| same_division: A 100, B 200        | end | false          | 3 | k2 k3 k4 |
| courses_in_division: Ana, Mas, Um  | end | {B 200}        | 3 | k2 k3 k4 s2 |
| number_in_division: Ana, Mas, Um   | end | 1              | 4 | k2 k3 k4 s2 |
| all_prerequisites: C 300           | end | {A 100, B 200} | 3 | k1 k2 k3 |
| all_prerequisites: A 100           | end | zero {}        | 3 | k3       |
| is_prerequisite: C 300, A 100      | end | true           | 3 | k1 k2    |
| is_prerequisite: B 200, C 300      | end | false          | 3 | k2 k3    |
| steps_between: C 300, A 100        | end | 2              | 3 | k1 k2 k3 |
| steps_between: C 300, B 200        | end | 1              | 3 | k1 k2 k3 |
| steps_between: A 100, C 300        | end | zero none      | 3 | k3       |
| first_courses: C 300               | end | {A 100}        | 4 | k1 k2 k3 |
"""

AUDITS = """
| has_passed: Ana, A 100             | end | true     | 4 | k3 k4 r1 r4 s2-s4       |
| below_pass: Ana, A 100             | end | false    | 4 | k3 k4 r1 r4 s2-s4       |
| courses_lacking: Ana               | end | {C 300}  | 5 | k3 k4 k8 r1 r2 r4 s1-s4 |
| number_lacking: Ana                | end | 1        | 6 | k3 k4 k8 r1 r2 r4 s1-s4 |
| prerequisites_lacking: Ana, C 300  | end | zero {}  | 5 | k1-k4 r1 r4 s2-s4       |
| may_enrol: Ana, C 300              | end | true     | 6 | k1-k4 r1 r4 s1-s4       |
| courses_blocked: Ana               | end | zero {}  | 6 | k1-k4 r1 r2 r4 s1-s4    |
| courses_beyond: Ana, Mas           | end | {B 200}  | 3 | r2 s1 s2                |
| requirement_applies: Ana, A 100    | end | true     | 4 | r2 s1                   |
| requirement_applies: Ana, B 200    | end | false    | 3 | r2 s1                   |
| transfer_usable: Ana               | end | zero 0   | 4 | r3 s1                   |
| decisive_grade: Ana, A 100         | end | 60       | 3 | r4 s2-s4                |
| number_of_prerequisites: C 300     | end | 2        | 4 | k1-k3                   |
| number_of_blocks: Ana              | end | zero 0   | 3 | s1                      |
| credits_earned: Ana                | end | 9        | 5 | k2-k4 r1 r3 r4 s1-s4    |
| credits_of_term: Ana, Mas          | end | 9        | 3 | k2 k3 s2                |
| credits_transferred: Ana           | end | zero 0   | 3 | s1                      |
| mean_grade: Ana                    | end | 65       | 4 | r4 s2-s4                |
| largest_course: Ana, Mas           | end | B 200    | 3 | k2 k3 s2                |
| best_course: Ana, Mas              | end | B 200    | 3 | s2 s4                   |
| all_in_division: Ana, Mas, Um      | end | false    | 3 | k3 k4 s2                |
| all_passed: Ana, Mas               | end | true     | 5 | k2-k4 r1 r4 s2-s4       |
| credits_left: Ana                  | end | zero 0   | 6 | k2-k4 r1 r3 r4 s1-s4    |
| honours_due: Ana                   | end | true     | 6 | k2-k4 r1 r3 r4 s1-s4    |
| may_graduate: Ana                  | end | false    | 6 | k8 r2 r4 s1-s3          |
"""

AUDITS_OF_CHANGES = """
| decisive_grade: Ivo, A 100         | 2026-01-31 | unknown        | 1 |                          |
| decisive_grade: Ivo, A 100         | 2026-02-15 | 40             | 3 | a5 a6 a10-a14 b1         |
| has_passed: Ivo, A 100             | 2026-02-15 | false          | 4 | a1 a3-a6 a8-a14 b1       |
| below_pass: Ivo, A 100             | 2026-02-15 | true           | 4 | a1 a3-a6 a10-a14 b1      |
| decisive_grade: Ivo, A 100         | 2026-03-05 | 60             | 3 | a10-a14 b2               |
| has_passed: Ivo, A 100             | 2026-03-05 | true           | 4 | a1 a3 a4 a10-a14 b2      |
| may_enrol: Ivo, B 200              | 2026-03-05 | true           | 6 | a1-a4 a8 a10-a14 b2      |
| may_enrol: Ivo, B 200              | 2026-03-15 | false          | 6 | b3                       |
| number_of_blocks: Ivo              | 2026-03-15 | 1              | 3 | b3                       |
| number_of_blocks: Ivo              | 2026-03-25 | zero 0         | 3 | b3 b4                    |
| may_enrol: Ivo, B 200              | 2026-03-25 | true           | 6 | a1-a4 a10-a14 b2-b4      |
| courses_lacking: Ivo               | 2026-04-05 | {A 100, B 200} | 5 | a1 a3 a7-a14 b2 b5       |
| courses_blocked: Ivo               | 2026-04-05 | {B 200}        | 6 | a1-a3 a7-a14 b2 b5       |
| requirement_applies: Ivo, A 100    | 2026-04-05 | true           | 4 | a7 a8                    |
| requirement_applies: Ivo, A 100    | 2026-06-30 | false          | 3 | a6 b6                    |
| requirement_applies: Ivo, A 100    | 2026-07-01 | true           | 3 | a6 a7 b6                 |
| courses_lacking: Ivo               | 2026-05-15 | {B 200}        | 5 | a6-a12 b2 b6             |
| transfer_usable: Ivo               | 2026-07-15 | 2              | 4 | a1 a7 b7                 |
| credits_transferred: Ivo           | 2026-07-15 | 3              | 3 | a1 b7                    |
| credits_earned: Ivo                | 2026-07-15 | 2              | 5 | a1 a7 a10-a12 b7         |
| credits_left: Ivo                  | 2026-07-15 | 7              | 6 | a1 a7 a10-a12 b7         |
| decisive_grade: Ivo, A 100         | 2026-07-21 | 40             | 3 | a10-a12 a14 b2 b8        |
| decisive_grade: Ivo, A 100         | 2026-07-26 | zero none      | 3 | a10-a12 b2 b8 b9         |
| decisive_grade: Ivo, A 100         | 2026-08-02 | unknown        | 1 |                          |
| has_passed: Ivo, B 200             | 2026-08-11 | true           | 3 | b7 b11                   |
"""

#: The deepest catalogue of the domain: the sixth level is the last that is looked at, so d7 is not read.
#: X has a way that is shorter than another; what Y needs is not known whole.
DEEP = """
d1: complete(prereq, C7, 1, C6).
d2: complete(prereq, C6, 1, C5).
d3: complete(prereq, C5, 1, C4).
d4: complete(prereq, C4, 1, C3).
d5: complete(prereq, C3, 1, C2).
d6: complete(prereq, C2, 1, C1).
d7: complete(prereq, C1, 0).
d8: complete(prereq, X, 2, C2, C1).
d9: prereq(Y; C1).
"""

DEPTHS = """
| steps_between: C7, C1              | end | 6       | 3 | d1-d6    |
| steps_between: C7, C4              | end | 3       | 3 | d1-d6    |
| steps_between: X, C1               | end | 1       | 3 | d6 d7 d8 |
| steps_between: X, C2               | end | 1       | 3 | d6 d7 d8 |
| first_courses: C7                  | end | {C1}    | 4 | d1-d7    |
| steps_between: Y, C1               | end | unknown | 3 |          |
"""

MOST_COMMON = """
| leading_discipline: Ana, Mas       | end | logic | 3 | m1-m4 |
| strongest_discipline: Ana          | end | logic | 4 | m1-m6 |
"""

WORLDS = (
    (VERSIONS, TEMPORAL), (ONE_TERM, LOOKUPS), (ONE_TERM, AUDITS), (CHANGES, AUDITS_OF_CHANGES),
    (DEEP, DEPTHS), (SUBJECTS, MOST_COMMON),
)  # fmt: skip
CASES = QuestionCases(EDUOPS, WORLDS)


@pytest.mark.parametrize(("history", "row"), CASES.params())
def test_each_question_has_its_answer_height_and_witnesses(history: str, row: Row) -> None:
    CASES.check(history, row)


def test_each_question_has_a_case() -> None:
    assert CASES.forms() == plain_forms(EDUOPS)
