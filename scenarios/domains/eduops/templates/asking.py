"""The slots that EduOps questions may name."""

from __future__ import annotations

from scenarios.domains.asking import Asking
from scenarios.domains.eduops.templates.kinds import COURSE, KINDS

question = Asking({**KINDS, "first": COURSE, "second": COURSE}).question
