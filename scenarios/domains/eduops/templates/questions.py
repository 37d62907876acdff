"""All EduOps questions: operators of spec 3.2 on the predicates of the domain."""

from __future__ import annotations

from scenarios.domains.eduops.templates.audits import RULES, SET_QUANT
from scenarios.domains.eduops.templates.lookups import CLOSURE, SEMANTIC, TEMPORAL

QUESTIONS = (*TEMPORAL, *SEMANTIC, *CLOSURE, *RULES, *SET_QUANT)
