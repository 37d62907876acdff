"""PURE. What hooks may tell: the one table of kinds, with the verb that its hearer needs on the suite.

Nothing told holds gold, texts or actions: ids, links and counts alone (ADR 27).
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.floor.accounts.verbs import Verb


@dataclass(frozen=True, slots=True)
class Kind:
    """``verb`` is what a person must be allowed on the suite to hear of it; ``meaning`` is for forms."""

    name: str
    verb: Verb
    meaning: str


TEST = "hook.test"
"""The kind of a test: sent to one hook when its owner asks for it, whatever else it listens to."""

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("run.finished", Verb.RUN_VIEW, "a run has come to its end, complete or not"),
        Kind("run.failed", Verb.RUN_VIEW, "a run has ended with no answer that could be scored"),
        Kind("export.ready", Verb.RUN_VIEW, "the file of an export can be fetched"),
        Kind("item.adjudicated", Verb.REVIEW_VIEW, "a dispute between judges was decided"),
        Kind("release.published", Verb.SUITE_VIEW, "a suite was released"),
    )
}
"""By name, in the order of forms."""
