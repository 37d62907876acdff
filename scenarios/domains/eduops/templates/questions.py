"""All EduOps questions: operators of spec 3.2 on the predicates of the domain."""

from __future__ import annotations

from scenarios.domains.eduops.templates.audits import RULES, SET_QUANT
from scenarios.domains.eduops.templates.lookups import CLOSURE, SEMANTIC, TEMPORAL
from scenarios.domains.eduops.templates.questions_versions import OTHER_VERSIONS

QUESTIONS = (*TEMPORAL, *OTHER_VERSIONS, *SEMANTIC, *CLOSURE, *RULES, *SET_QUANT)
