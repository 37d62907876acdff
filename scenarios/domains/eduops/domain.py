"""EduOps: degree audits over prerequisite chains (spec 4.3, 14.3)."""

from __future__ import annotations

from pathlib import Path

from scenarios.domains.base import Domain
from scenarios.domains.eduops.lexicon import QUESTION_LEX, RECORD_LEX
from scenarios.domains.eduops.probing import PROBE_WORDS
from scenarios.domains.eduops.references import REFERENCE_KINDS, REFERENCES
from scenarios.domains.eduops.saying import ACTION_NOUNS, RULE_WORDS
from scenarios.domains.eduops.templates.asking import SLOT_TYPES
from scenarios.domains.eduops.templates.catalogue import CATALOGUE
from scenarios.domains.eduops.templates.distractors import DISTRACTORS
from scenarios.domains.eduops.templates.marks import MARKS
from scenarios.domains.eduops.templates.policies import POLICIES
from scenarios.domains.eduops.templates.questions import QUESTIONS
from scenarios.domains.eduops.templates.sheets import SHEETS
from scenarios.domains.eduops.templates.students import STUDENTS
from scenarios.domains.eduops.templates.teaching import TEACHING
from scenarios.rendering.twins import with_references

_NAMING = Domain(
    slug="eduops",
    title="EduOps: degree audits over prerequisite chains",
    program_text=Path(__file__).with_name("base.dl").read_text(encoding="utf-8"),
    currency="",  # no text of the domain speaks of money
    templates=(*CATALOGUE, *TEACHING, *STUDENTS, *MARKS, *POLICIES, *SHEETS, *DISTRACTORS),
    question_templates=QUESTIONS,
    record_lex=RECORD_LEX,
    question_lex=QUESTION_LEX,
    name_types=("course", "group", "term", "programme", "dept", "faculty", "student", "teacher", "hold"),
    slot_types=SLOT_TYPES,
    probe_words=PROBE_WORDS,
    action_nouns=ACTION_NOUNS,
    rule_words=RULE_WORDS,
)

DOMAIN = with_references(_NAMING, REFERENCES, REFERENCE_KINDS)
