"""EduOps questions of the families rules and set_quant (spec 3.2), three wordings each."""

from __future__ import annotations

from scenarios.domains.asking import NAME_OR_NONE, NUMBER_OR_NONE
from scenarios.domains.eduops.templates.asking import question

RULES = (
    question(
        "may_enrol", "R1", "rules", ("may_take", ("student", "course")), "bool",
        "Under the rules in force, is {student} cleared to enrol in {course}?",
        "Do the rules in force allow {student} to enrol in {course}?",
        "Is {student} eligible to enrol in {course} under the rules in force?",
    ),
    question(
        "has_passed", "R1", "rules", ("passed", ("student", "course")), "bool",
        "Under the rules in force, has {student} passed {course}?",
        "Do the rules in force credit {student} with {course}?",
        "Is {course} a pass for {student} under the rules in force?",
    ),
    question(
        "honours_due", "R1", "rules", ("honours", ("student",)), "bool",
        "Under the rules in force, does {student} qualify for honours?",
        "Is {student} eligible for honours under the rules in force?",
        "Do the rules in force allow honours for {student}?",
    ),
    question(
        "may_graduate", "R1", "rules", ("complete_degree", ("student",)), "bool",
        "Under the rules in force, is {student} ready to graduate?",
        "Do the rules in force allow {student} to graduate?",
        "Is {student} eligible to graduate under the rules in force?",
    ),
    question(
        "below_pass", "R2", "rules", ("below_mark", ("student", "course")), "bool",
        "Is {student} below the passing limit that applies to {course}?",
        "Does {student} miss the limit for a pass in {course}?",
        "Under the rules in force, is the grade of {student} in {course} below the limit for a pass?",
    ),
    question(
        "courses_lacking", "R3", "rules", ("missing", ("student",)), "set",
        "Which required courses does {student} still lack for the degree?",
        "What does {student} still owe towards the degree?",
        "Which courses of the degree does {student} still owe under the rules in force?",
    ),
    question(
        "prerequisites_lacking", "R3", "rules", ("gap", ("student", "course")), "set",
        "Which prerequisites of {course}, direct or indirect, does {student} still lack?",
        "Which courses does {student} still lack before enrolling in {course}?",
        "Of all prerequisites of {course}, which has {student} not met under the rules in force?",
    ),
    question(
        "courses_blocked", "R3", "rules", ("blocked", ("student",)), "set",
        "Which courses that {student} still owes are blocked by an unmet prerequisite, direct or indirect?",
        "Of the courses still owed by {student}, which have a direct or indirect prerequisite not met?",
        "Which required courses does {student} still lack, with a prerequisite in their chain lacking too?",
    ),
    question(
        "courses_beyond", "R4", "rules", ("extra", ("student", "term")), "set",
        "Which {term} courses of {student} are not required for the degree?",
        "For {term}, which courses of {student} lie outside the requirements of the degree?",
        "Which of the courses that {student} has in {term} does the degree not require?",
    ),
    question(
        "requirement_applies", "R5", "rules", ("owes", ("student", "course")), "bool",
        "Does the requirement of {course} apply to {student}?",
        "Is {student} bound by the requirement of {course}, exemptions considered?",
        "With any exemption considered, does the degree require {course} of {student}?",
    ),
    question(
        "transfer_usable", "R6", "rules", ("accepted", ("student",)), "number",
        "How many transfer credits may {student} use under the rules in force?",
        "How much of the transfer credits of {student} is usable towards the degree?",
        "Under the rules in force, how many transfer credits does {student} keep?",
    ),
    question(
        "decisive_grade", "R6", "rules", ("attempt_grade", ("student", "course")), "number",
        "Which grade of {student} in {course} is decisive under the rules in force?",
        "Under the rules in force, how high is the decisive grade of {student} in {course}?",
        "What is the grade of {student} in {course} by the rules on repetition in force?",
        hint=NUMBER_OR_NONE,
    ),
)  # fmt: skip

SET_QUANT = (
    question(
        "number_lacking", "Q1", "set_quant", ("n_missing", ("student",)), "count",
        "How many required courses does {student} still lack for the degree?",
        "How many courses does {student} still owe towards the degree?",
        "How many courses of the degree does {student} still owe under the rules in force?",
    ),
    question(
        "number_of_prerequisites", "Q1", "set_quant", ("n_needs", ("course",)), "count",
        "How many courses must come before {course}, directly or through others?",
        "How many direct and indirect prerequisites does {course} have?",
        "How many courses are in the entire chain of prerequisites of {course}?",
    ),
    question(
        "number_of_blocks", "Q1", "set_quant", ("n_holds", ("student",)), "count",
        "How many blocks does {student} have against enrolling?",
        "How many blocks are on {student}?",
        "How many blocks stand between {student} and enrolling?",
    ),
    question(
        "credits_earned", "Q2", "set_quant", ("earned", ("student",)), "number",
        "How many credits has {student} earned in total?",
        "What do the credits earned by {student} add up to?",
        "What is the total of the credits that {student} has earned under the rules in force?",
    ),
    question(
        "credits_of_term", "Q2", "set_quant", ("load", ("student", "term")), "number",
        "How many credits are the {term} courses of {student} worth in total?",
        "What do the courses of {student} in {term} add up to in credits?",
        "How large is the {term} load of {student} in credits?",
    ),
    question(
        "credits_transferred", "Q2", "set_quant", ("brought", ("student",)), "number",
        "How many credits are the transfer courses of {student} worth in total?",
        "What do the transfer courses of {student} add up to in credits?",
        "Before any limit, what is the total of the transfer credits of {student}?",
    ),
    question(
        "mean_grade", "Q2", "set_quant", ("mean_grade", ("student",)), "number",
        "What is the mean of the decisive grades of {student}?",
        "How high is the mean grade of {student}, the decisive one considered for each course?",
        "Over all courses, what mean do the decisive grades of {student} have?",
        hint=NUMBER_OR_NONE,
    ),
    question(
        "largest_course", "Q3", "set_quant", ("most_credits", ("student", "term")), "entity",
        "Which {term} course of {student} is worth the most credits?",
        "For {term}, which course of {student} has the highest worth in credits?",
        "Which of the courses that {student} has in {term} carries the most credits?",
        hint=NAME_OR_NONE,
    ),
    question(
        "best_course", "Q3", "set_quant", ("best", ("student", "term")), "entity",
        "In which {term} course does {student} have the highest grade?",
        "For {term}, which course of {student} has the highest grade?",
        "In which of the courses that {student} has in {term} is the grade highest?",
        hint=NAME_OR_NONE,
    ),
    question(
        "all_in_division", "Q4", "set_quant", ("all_in", ("student", "term", "group")), "bool",
        "Do all of the {term} courses of {student} fall under {group}?",
        "For {term}, does every course of {student} come under {group}?",
        "Is {group} the division of every course that {student} has in {term}?",
    ),
    question(
        "all_passed", "Q4", "set_quant", ("all_passed", ("student", "term")), "bool",
        "Has {student} passed all of the {term} courses under the rules in force?",
        "Is every {term} course of {student} a pass under the rules in force?",
        "For {term}, has {student} passed every course by now?",
    ),
    question(
        "credits_left", "Q5", "set_quant", ("remaining", ("student",)), "number",
        "By how many credits is {student} still short of the degree?",
        "How many credits remain for {student} to earn towards the degree?",
        "What remains of the credits that the degree requires of {student}?",
    ),
    question(
        "leading_discipline", "Q6", "set_quant", ("top_area", ("student", "term")), "entity",
        "Which discipline is most frequent among the {term} courses of {student}?",
        "For {term}, which discipline turns up most among the courses of {student}?",
        "To which discipline do most of the courses that {student} has in {term} belong?",
        hint=NAME_OR_NONE,
    ),
    question(
        "strongest_discipline", "Q6", "set_quant", ("heaviest", ("student",)), "entity",
        "Which discipline is most frequent among the courses that {student} has attended and passed?",
        "Among all courses attended and passed by {student}, which discipline turns up most?",
        "To which discipline do most of the courses attended and passed by {student} belong?",
        hint=NAME_OR_NONE,
    ),
)  # fmt: skip
