"""How EduOps asks for the state of each predicate: one sentence in words of questions (spec 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.asking import NUMBER_OR_NONE
from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS, REPEAT_POLICY
from scenarios.rendering.probes import ProbeWords as Ask

_RECORDED = {
    # the catalogue
    "prereq": Ask(
        "Which direct prerequisites does {0} have now, and is the list complete?",
        member="Is {1} a direct prerequisite of {0} now?",
    ),
    "credits": Ask("How many credits is {0} worth now?"),
    "area_of": Ask("To which discipline does {0} belong now?"),
    "area_group": Ask("Which division does the discipline {0} fall under now?"),
    "equivalent": Ask("Which course is the counterpart of {0} now?"),
    "substitute": Ask(
        "Which courses count in the stead of {0} now, and is the list complete?",
        member="Does {1} count in the stead of {0} now?",
    ),
    # the calendar, programmes and teaching
    "term_begins": Ask("On which day does {0} start now?"),
    "term_ends": Ask("Which is the final day of {0} now?"),
    "requirement": Ask(
        "Which courses does the degree {0} require now, and is the list complete?",
        member="Does the degree {0} require {1} now?",
    ),
    "programme_of": Ask("Which degree does {0} pursue now?"),
    "taught_by": Ask("Who teaches {0} in {1} now?"),
    "dept_of": Ask("To which department does {0} belong now?"),
    "faculty_of": Ask("To which faculty does the department {0} belong now?"),
    # students
    "term_of": Ask(
        "For which periods is {0} enrolled now, and is the list complete?",
        member="Is {0} enrolled for the period {1} now?",
    ),
    "enrolled": Ask(
        "Which {1} courses does {0} attend now, and is the list complete?",
        member="Does {0} attend {2} in {1} now?",
    ),
    "grade": Ask("What is the grade of {0} in {1} for {2} now?", NUMBER_OR_NONE),
    "transfer": Ask(
        "Which transfer courses does {0} have now, and is the list complete?",
        member="Does {0} have {1} as a transfer course now?",
    ),
    "hold": Ask(
        "Which blocks does {0} have against enrolling now, and is the list complete?",
        member="Does {0} have the block {1} against enrolling now?",
    ),
    "waiver": Ask(
        "For which courses does {0} have an exemption for some period now, and is the list complete?",
        member="Does {0} have an exemption for {1} for some period now?",
    ),
    "waiver_term": Ask("For which period does {0} have the exemption for {1} now?"),
    "standing": Ask("What is the standing of {0} now?", "Reply regular, visiting or resting."),
}

_DECLARED = {
    "pass_mark": Ask("Which grade is needed now to pass in the {0} division?"),
    "min_credits": Ask("How many credits does the degree {0} require now?"),
    "transfer_cap": Ask("How many transfer credits count towards the degree {0} at most now?"),
    "bar": Ask("Which mean grade do honours require now?"),
    f"rule:{REPEAT_POLICY}": Ask(
        "Which grade in a repeated course is decisive now, the most recent or the highest?",
        "Reply most recent or highest.",
        options={LATEST_COUNTS: "most recent", BEST_COUNTS: "highest"},
    ),
}

_CATALOGUE = {
    "division": Ask("Which division does {0} fall under now?"),
    "twin_division": Ask("Which division does the counterpart of {0} fall under now?"),
    "same_division": Ask("Do {0} and {1} fall under the same division now?"),
    "department": Ask("Which department teaches {0} in {1} now?"),
    "faculty": Ask("Which faculty teaches {0} in {1} now?"),
    "needs": Ask("Which courses must come before {0} now, directly or through others?"),
    "n_needs": Ask("How many courses must come before {0} now, directly or through others?"),
    "entry": Ask("Which courses are at the very beginning of the chain that leads to {0} now?"),
    "steps": Ask("How many steps lead from {0} to its prerequisite {1} on the shortest chain now?"),
}

_ONE_TERM = {
    "in_division": Ask("Which of the {1} courses of {0} fall under {2} now?"),
    "n_in_division": Ask("How many of the {1} courses of {0} fall under {2} now?"),
    "extra": Ask("Which of the {1} courses of {0} are not required for the degree now?"),
    "load": Ask("How many credits are the {1} courses of {0} worth in total now?"),
    "most_credits": Ask("Which of the {1} courses of {0} is worth the most credits now?"),
    "best": Ask("In which of the {1} courses does {0} have the highest grade now?"),
    "top_area": Ask("Which discipline is most frequent among the {1} courses of {0} now?"),
    "all_in": Ask("Do all of the {1} courses of {0} fall under {2} now?"),
    "all_passed": Ask("Has {0} passed all of the {1} courses by now?"),
}

_RECORD_OF_A_STUDENT = {
    "attempt_grade": Ask("Which grade of {0} in {1} is decisive now?"),
    "taken": Ask("Which courses has {0} attended by now?"),
    "passed": Ask("Has {0} passed {1} by now?"),
    "below_mark": Ask("Is {0} below the passing limit that applies to {1} now?"),
    "waived": Ask("Is {0} exempt from {1} now?"),
    "owes": Ask("Does the requirement of {1} apply to {0} now?"),
    "missing": Ask("Which required courses does {0} lack for the degree now?"),
    "n_missing": Ask("How many required courses does {0} lack for the degree now?"),
    "gap": Ask("Which prerequisites of {1}, direct or indirect, does {0} lack now?"),
    "blocked": Ask(
        "Which of the courses that {0} owes are blocked by an unmet prerequisite now, direct or indirect?"
    ),
    "n_holds": Ask("How many blocks does {0} have against enrolling now?"),
    "may_take": Ask("Is {0} cleared to enrol in {1} now?"),
    "brought": Ask("How many credits are the transfer courses of {0} worth in total now?"),
    "accepted": Ask("How many transfer credits may {0} use now?"),
    "earned": Ask("How many credits has {0} earned in total by now?"),
    "remaining": Ask("By how many credits is {0} short of the degree now?"),
    "mean_grade": Ask("What is the mean of the decisive grades of {0} now?"),
    "heaviest": Ask(
        "Which discipline is most frequent among the courses that {0} has attended and passed by now?"
    ),
    "honours": Ask("Does {0} qualify for honours now?"),
    "complete_degree": Ask("Is {0} ready to graduate now?"),
}

#: Predicate, or ``rule:`` with the key of a declared clause, to how it is asked about.
PROBE_WORDS: Mapping[str, Ask] = {
    **_RECORDED,
    **_DECLARED,
    **_CATALOGUE,
    **_ONE_TERM,
    **_RECORD_OF_A_STUDENT,
}
