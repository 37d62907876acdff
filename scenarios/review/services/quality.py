"""When a verdict came too fast to have been read for (spec 6.5, ux pain 14).

A person is compared with nobody but themselves: people read at different paces, and texts differ in length,
so the measure is milliseconds a character. A flag is a hint for leads; it changes no verdict.
"""

from __future__ import annotations

import statistics

from scenarios.models import Suite, Verdict
from scenarios.models.compiled_query import OTHER_STAND_IN, STAND_IN, CompiledQuery

LAST = 50
"""So many of the person's verdicts are looked back on."""
ENOUGH = 10
"""With fewer, nobody is judged: the first items are the slow ones."""
FASTER = 4
"""So many times faster than usual is too fast."""


def is_too_fast(*, person_id: int, suite: Suite, length: int, active_ms: int) -> bool:
    """Whether ``active_ms`` over a text of ``length`` characters is under a quarter of what this person
    usually takes for a character: the median of their last 50 measured verdicts on the suite.

    First versions only, for an amendment takes no reading. A time of 0 was not measured (a form that was sent
    without scripts): it is never too fast and counts in no median. False with fewer than ten. One query.
    """
    if not active_ms:
        return False
    usual = _paces(person_id, suite)
    return len(usual) >= ENOUGH and FASTER * active_ms / max(length, 1) < statistics.median(usual)


def _paces(person_id: int, suite: Suite) -> list[float]:
    """Milliseconds a character of the last measured verdicts, newest first."""
    return [active_ms / length for active_ms, length in _MEASURED.rows(person_id, suite.pk)]


_MEASURED: CompiledQuery[tuple[int, int]] = CompiledQuery(
    lambda person, suite: (
        Verdict.objects.filter(person_id=person, item__suite=suite, version=1, active_ms__gt=0, length__gt=0)
        .order_by("-submitted_at", "-pk")
        .values_list("active_ms", "length")[:LAST]
    ),
    STAND_IN,
    OTHER_STAND_IN,
)
