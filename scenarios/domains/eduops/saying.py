"""How EduOps says an action in plain words, for people who judge records (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS, REPEAT_POLICY
from scenarios.rendering.action_words import RuleWords

#: Recorded predicate to what it is about, with its key arguments as ``{0}``, ``{1}``.
ACTION_NOUNS: Mapping[str, str] = {
    "prereq": "the courses to be sat before {0}",
    "credits": "the number of points of course {0}",
    "area_of": "the subject of course {0}",
    "area_group": "the branch of subject {0}",
    "equivalent": "what course {0} is called in the partner house",
    "substitute": "the courses that stand in for {0}",
    "term_begins": "the first day of term {0}",
    "term_ends": "the last day of term {0}",
    "requirement": "the courses on the sheet of track {0}",
    "programme_of": "the track of {0}",
    "taught_by": "the tutor of {0} in term {1}",
    "dept_of": "the house of tutor {0}",
    "faculty_of": "the wing of house {0}",
    "term_of": "the terms that {0} spent here",
    "enrolled": "the courses of {0} in term {1}",
    "grade": "the mark of {0} in {1} for term {2}",
    "transfer": "the courses that {0} brought along from elsewhere",
    "hold": "the stops on the file of {0}",
    "waiver": "the courses that {0} is excused from",
    "waiver_term": "the term in which {0} is excused from {1}",
    "standing": "the badge of {0}",
    "pass_mark": "the mark to reach in branch {0}",
    "min_credits": "the number of points at which track {0} is full",
    "transfer_cap": "the largest number of points from elsewhere that track {0} takes over",
    "bar": "the mean mark asked for honours",
}

_WHICH = "the rule that says which of several marks is kept"
RULE_WORDS = (
    RuleWords(REPEAT_POLICY, LATEST_COUNTS, "of several marks in a course the latest is kept", _WHICH),
    RuleWords(REPEAT_POLICY, BEST_COUNTS, "of several marks in a course the best is kept", _WHICH),
)
