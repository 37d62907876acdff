"""What a suite states of its verification by people, counted from the states of its texts (spec 6.5).

That people verified a suite in full is stated where each text is verified and the batch rule holds for each
scenario that people judge here. A suite that nobody judges here says so only where it came with that
statement and with all of its verified texts (``verified.jsonl``): the verdicts stayed where they were given,
so that the rule has nothing to say, and it keeps what it states.
"""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.exceptions import InputRefusedError
from scenarios.models import Rendering, Suite
from scenarios.review.selectors import batches
from scenarios.selectors.texts import current_texts, verification_counts

#: A text by its place: scenario, whether a query, label.
Place = tuple[str, bool, str]


def restate(*, suite: Suite) -> Suite:
    """Write what the states of its texts and the batch rule say now: none, sampled or full. It is kept by the
    release. Where people agree too little, even all of its texts are called a sample."""
    return _state(suite, suite.verification)


def take_over(*, suite: Suite, places: Iterable[Place], stated: str = Suite.Verification.FULL.value) -> Suite:
    """Mark these texts of an imported suite as verified where it comes from. ``stated`` is what it says
    there: here it says no more.

    Raises ``InputRefusedError`` for a text that fails its checks: nobody can have verified it (spec 6.5).
    """
    wanted = frozenset(places)
    if wanted:
        _mark(suite, wanted)
    return _state(suite, stated)


def _state(suite: Suite, stated: str) -> Suite:
    done, of = verification_counts(suite)
    state = Suite.Verification.NONE
    if done:
        full = done == of and _in_full(suite, stated)
        state = Suite.Verification.FULL if full else Suite.Verification.SAMPLED
    suite.verification, suite.n_verified, suite.n_texts = state, done, of
    suite.save(update_fields=["verification"])
    return suite


def _in_full(suite: Suite, stated: str) -> bool:
    """Whether a suite of which each text is verified may say so."""
    found = batches.of_suite(suite)
    return all(batch.holds for batch in found) if found else stated == Suite.Verification.FULL


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
