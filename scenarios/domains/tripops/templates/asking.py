"""The slots that TripOps questions may name."""

from __future__ import annotations

from scenarios.domains.asking import Asking
from scenarios.domains.tripops.templates.kinds import CURRENCY, KINDS
from scenarios.rendering.slots import NAME, PERSON

question = Asking({**KINDS, "first": NAME, "second": NAME, "other": PERSON}, CURRENCY).question
