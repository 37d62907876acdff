"""Which suites have the same gold: the same scenario of the same seed (ADR 28)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from scenarios.models import Scenario, Suite


def of_other_standing(
    scenarios: Iterable[tuple[str, int]], *, practice: bool, besides: Suite | None = None
) -> Scenario | None:
    """A scenario of one of these slugs and seeds in a suite that keeps its gold (``practice``), or in one
    that serves it (else), ``besides`` one suite; None where there is none. One database query."""
    same = Q()
    for slug, seed in scenarios:
        same |= Q(slug=slug, seed=seed)
    if not same:
        return None
    others = Scenario.objects.exclude(suite=besides) if besides is not None else Scenario.objects.all()
    found = others.filter(same, suite__is_practice=not practice)
    return found.select_related("suite").order_by("suite__slug", "slug").first()
