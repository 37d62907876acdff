"""TripOps: travel booking and reimbursement (spec 4.1, 14.1)."""

from __future__ import annotations

from pathlib import Path

from scenarios.domains.base import Domain
from scenarios.domains.tripops.lexicon import QUESTION_LEX, RECORD_LEX
from scenarios.domains.tripops.templates.distractors import DISTRACTORS
from scenarios.domains.tripops.templates.expenses import EXPENSES
from scenarios.domains.tripops.templates.kinds import CURRENCY
from scenarios.domains.tripops.templates.people import PEOPLE
from scenarios.domains.tripops.templates.policies import POLICIES
from scenarios.domains.tripops.templates.questions import QUESTIONS
from scenarios.domains.tripops.templates.trips import TRIPS

DOMAIN = Domain(
    slug="tripops",
    title="TripOps: travel booking and reimbursement",
    program_text=Path(__file__).with_name("base.dl").read_text(encoding="utf-8"),
    currency=CURRENCY,
    templates=(*PEOPLE, *TRIPS, *EXPENSES, *POLICIES, *DISTRACTORS),
    question_templates=QUESTIONS,
    record_lex=RECORD_LEX,
    question_lex=QUESTION_LEX,
    name_types=("country", "region", "city", "person", "hotel", "trip", "group", "carrier", "expense"),
    reserved_names=(CURRENCY,),
)
