"""Writing down calls of language and embedding models, and summing them up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, Sum

from sut_adapters.models import CallKind, CallOutcome, MeteredCall


@dataclass(frozen=True, slots=True)
class Totals:
    """What a scope has used up."""

    calls: int
    refused: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float


def record(
    *,
    scope: str,
    phase: str,
    kind: CallKind,
    model: str,
    outcome: CallOutcome,
    seconds: float,
    now: datetime,
    prompt_tokens: int = 0,
    completion_tokens: int = 0,
    from_cache: bool = False,
    message: str = "",
) -> MeteredCall:
    """Write down one call that ended at ``now`` after ``seconds``."""
    return MeteredCall.objects.create(
        scope=scope,
        phase=phase,
        kind=kind,
        model=model,
        outcome=outcome,
        seconds=seconds,
        called_at=now,
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        from_cache=from_cache,
        message=message,
    )


def totals(*, scope: str, phase: str | None = None) -> Totals:
    """The sums over a scope; replies from a cache cost no tokens and are left out of them."""
    calls = MeteredCall.objects.filter(scope=scope)
    if phase is not None:
        calls = calls.filter(phase=phase)
    paid = Q(from_cache=False)
    found = calls.aggregate(
        calls=Count("pk"),
        refused=Count("pk", filter=Q(outcome=CallOutcome.REFUSED)),
        prompt_tokens=Sum("prompt_tokens", filter=paid),
        completion_tokens=Sum("completion_tokens", filter=paid),
        seconds=Sum("seconds"),
    )
    return Totals(**{key: value or 0 for key, value in found.items()})
