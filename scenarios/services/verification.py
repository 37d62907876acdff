"""What a suite states of its verification by people, counted from the states of its texts (spec 6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.exceptions import InputRefusedError
from scenarios.models import Rendering, Suite
from scenarios.selectors.texts import current_texts, verification_counts

#: A text by its place: scenario, whether a query, label.
Place = tuple[str, bool, str]


def restate(*, suite: Suite) -> Suite:
    """Write what the states of its texts say now: none, sampled or full. It is kept by the release."""
    done, of = verification_counts(suite)
    state = Suite.Verification.NONE
    if done:
        state = Suite.Verification.FULL if done == of else Suite.Verification.SAMPLED
    suite.verification, suite.n_verified, suite.n_texts = state, done, of
    suite.save(update_fields=["verification"])
    return suite


def take_over(*, suite: Suite, places: Iterable[Place]) -> Suite:
    """Mark these texts of an imported suite as verified where it comes from.

    Raises ``InputRefusedError`` for a text that fails its checks: nobody can have verified it (spec 6.5).
    """
    wanted = frozenset(places)
    if wanted:
        _mark(suite, wanted)
    return restate(suite=suite)


def _mark(suite: Suite, wanted: frozenset[Place]) -> None:
    found, failed = [], []
    for asks in (False, True):
        of = "query" if asks else "event"
        rows = current_texts(suite, asks=asks).values_list(
            "pk", f"{of}__scenario__slug", f"{of}__label", "status"
        )
        for pk, slug, label, status in rows:
            if (slug, asks, label) in wanted:
                found.append(pk)
                failed += [f"{slug}/{label}"] if status == Rendering.Status.AUTO_FAILED else []
    if failed:
        raise InputRefusedError(
            f"verified.jsonl names {len(failed)} text(s) that fail their automatic checks here, so people "
            f"cannot have verified them: {', '.join(failed[:5])}. Nothing was stored."
        )
    Rendering.objects.filter(pk__in=found).update(status=Rendering.Status.VERIFIED)
