"""TripOps: travel booking and reimbursement (spec 4.1, 14.1)."""

from __future__ import annotations

from pathlib import Path

from scenarios.domains.base import Domain
from scenarios.domains.tripops.lexicon import QUESTION_LEX, RECORD_LEX
from scenarios.domains.tripops.probing import PROBE_WORDS
from scenarios.domains.tripops.references import REFERENCE_KINDS, REFERENCES
from scenarios.domains.tripops.saying import ACTION_NOUNS, RULE_WORDS
from scenarios.domains.tripops.templates.asking import SLOT_TYPES
from scenarios.domains.tripops.templates.distractors import DISTRACTORS
from scenarios.domains.tripops.templates.expenses import EXPENSES
from scenarios.domains.tripops.templates.kinds import CURRENCY
from scenarios.domains.tripops.templates.lodging import LODGING
from scenarios.domains.tripops.templates.papers import PAPERS
from scenarios.domains.tripops.templates.people import PEOPLE
from scenarios.domains.tripops.templates.policies import POLICIES
from scenarios.domains.tripops.templates.questions import LOOK_UPS
from scenarios.domains.tripops.templates.questions_versions import OTHER_VERSIONS
from scenarios.domains.tripops.templates.rations import RATIONS
from scenarios.domains.tripops.templates.rule_questions import JUDGEMENTS
from scenarios.domains.tripops.templates.sheets import SHEETS
from scenarios.domains.tripops.templates.trips import TRIPS
from scenarios.rendering.twins import with_references

_NAMING = Domain(
    slug="tripops",
    title="TripOps: travel booking and reimbursement",
    program_text=Path(__file__).with_name("base.dl").read_text(encoding="utf-8"),
    currency=CURRENCY,
    templates=(*PEOPLE, *PAPERS, *TRIPS, *LODGING, *EXPENSES, *POLICIES, *RATIONS, *SHEETS, *DISTRACTORS),
    question_templates=(*LOOK_UPS, *OTHER_VERSIONS, *JUDGEMENTS),
    record_lex=RECORD_LEX,
    question_lex=QUESTION_LEX,
    name_types=(
        "country", "region", "city", "person", "hotel", "trip", "group", "carrier", "expense", "currency",
    ),
    slot_types=SLOT_TYPES,
    reserved_names=(CURRENCY,),
    probe_words=PROBE_WORDS,
    action_nouns=ACTION_NOUNS,
    rule_words=RULE_WORDS,
)  # fmt: skip

DOMAIN = with_references(_NAMING, REFERENCES, REFERENCE_KINDS)
