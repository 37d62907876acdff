"""GlassOps: the beds of glasshouses, as somebody would write a domain after ``docs/domains.md``."""

from __future__ import annotations

from pathlib import Path

from scenarios.domains.base import Domain
from scenarios.rendering.twins import with_references
from tests.domains.glassops.lexicon import QUESTION_LEX, RECORD_LEX
from tests.domains.glassops.references import REFERENCE_KINDS, REFERENCES
from tests.domains.glassops.templates.distractors import DISTRACTORS
from tests.domains.glassops.templates.questions import QUESTIONS, SLOT_TYPES
from tests.domains.glassops.templates.records import RECORDS

_NAMING = Domain(
    slug="glassops",
    title="GlassOps: beds, plants and water of glasshouses",
    program_text=Path(__file__).with_name("base.dl").read_text(encoding="utf-8"),
    currency="",
    templates=(*RECORDS, *DISTRACTORS),
    question_templates=QUESTIONS,
    record_lex=RECORD_LEX,
    question_lex=QUESTION_LEX,
    name_types=("house", "bed", "plant", "kin", "tool", "person"),
    names_like={"house": "town", "bed": "item", "plant": "product", "kin": "category", "tool": "carrier"},
    slot_types=SLOT_TYPES,
)

DOMAIN = with_references(_NAMING, REFERENCES, REFERENCE_KINDS)
