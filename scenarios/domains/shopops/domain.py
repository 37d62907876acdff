"""ShopOps: orders, returns and spending rules (spec 4.2, 14.2)."""

from __future__ import annotations

from pathlib import Path

from scenarios.domains.base import Domain
from scenarios.domains.shopops.lexicon import QUESTION_LEX, RECORD_LEX
from scenarios.domains.shopops.probing import PROBE_WORDS
from scenarios.domains.shopops.references import REFERENCE_KINDS, REFERENCES
from scenarios.domains.shopops.saying import ACTION_NOUNS, RULE_WORDS
from scenarios.domains.shopops.templates.asking import SLOT_TYPES
from scenarios.domains.shopops.templates.catalogue import CATALOGUE
from scenarios.domains.shopops.templates.distractors import DISTRACTORS
from scenarios.domains.shopops.templates.kinds import CURRENCY
from scenarios.domains.shopops.templates.orders import ORDERS
from scenarios.domains.shopops.templates.policies import POLICIES
from scenarios.domains.shopops.templates.questions import LOOK_UPS
from scenarios.domains.shopops.templates.questions_versions import OTHER_VERSIONS
from scenarios.domains.shopops.templates.returns import CLUBS, RETURNS
from scenarios.domains.shopops.templates.rule_questions import JUDGEMENTS
from scenarios.domains.shopops.templates.sheets import SHEETS
from scenarios.rendering.twins import with_references

_NAMING = Domain(
    slug="shopops",
    title="ShopOps: orders, returns and spending rules",
    program_text=Path(__file__).with_name("base.dl").read_text(encoding="utf-8"),
    currency=CURRENCY,
    templates=(*CATALOGUE, *ORDERS, *RETURNS, *CLUBS, *POLICIES, *SHEETS, *DISTRACTORS),
    question_templates=(*LOOK_UPS, *OTHER_VERSIONS, *JUDGEMENTS),
    record_lex=RECORD_LEX,
    question_lex=QUESTION_LEX,
    name_types=(
        "category", "maker", "country", "product", "town", "address", "customer", "plan", "order", "item",
    ),
    slot_types=SLOT_TYPES,
    reserved_names=(CURRENCY,),
    probe_words=PROBE_WORDS,
    action_nouns=ACTION_NOUNS,
    rule_words=RULE_WORDS,
)  # fmt: skip

DOMAIN = with_references(_NAMING, REFERENCES, REFERENCE_KINDS)
