"""The slots that ShopOps questions may name."""

from __future__ import annotations

from scenarios.domains.asking import Asking
from scenarios.domains.shopops.templates.kinds import CURRENCY, KINDS
from scenarios.rendering.slots import CODE, NAME

question = Asking({**KINDS, "first": CODE, "second": CODE, "other": NAME}, CURRENCY).question
