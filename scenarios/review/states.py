"""The states of a reviewed subject, and what may follow what (spec 6.5). PURE.

``draft → auto_failed | auto_passed``; ``auto_passed → in_review → agreed | disputed``;
``disputed → adjudicated``; ``agreed | adjudicated → verified | rejected``;
``auto_failed | rejected → draft`` as the next version. An item that is not about words begins ``open``.
Taking a verdict back leads from any settled state to ``in_review`` again.
"""

from __future__ import annotations

from collections.abc import Mapping

OPEN, DRAFT, AUTO_FAILED, AUTO_PASSED = "open", "draft", "auto_failed", "auto_passed"
IN_REVIEW, AGREED, DISPUTED, ADJUDICATED = "in_review", "agreed", "disputed", "adjudicated"
VERIFIED, REJECTED, WITHDRAWN = "verified", "rejected", "withdrawn"

#: A verdict or a decision still stands to be given.
UNSETTLED = frozenset({OPEN, IN_REVIEW, DISPUTED})
#: The end, until something is taken back.
SETTLED = frozenset({VERIFIED, REJECTED})
_TAKEN_BACK = frozenset({IN_REVIEW, OPEN})

ITEM: Mapping[str, frozenset[str]] = {
    OPEN: frozenset({IN_REVIEW, WITHDRAWN}),
    IN_REVIEW: frozenset({AGREED, DISPUTED, OPEN, WITHDRAWN}),
    AGREED: frozenset({VERIFIED, REJECTED}) | _TAKEN_BACK,
    DISPUTED: frozenset({ADJUDICATED, WITHDRAWN}) | _TAKEN_BACK,
    ADJUDICATED: frozenset({VERIFIED, REJECTED, DISPUTED}) | _TAKEN_BACK,
    VERIFIED: frozenset({ADJUDICATED, DISPUTED, WITHDRAWN}) | _TAKEN_BACK,
    REJECTED: frozenset({ADJUDICATED, DISPUTED, WITHDRAWN}) | _TAKEN_BACK,
    WITHDRAWN: frozenset({OPEN}),
}
"""What may follow each state of an item."""

TEXT: Mapping[str, frozenset[str]] = {
    DRAFT: frozenset({AUTO_FAILED, AUTO_PASSED, IN_REVIEW}),
    AUTO_FAILED: frozenset({DRAFT}),
    AUTO_PASSED: frozenset({IN_REVIEW, AUTO_FAILED, VERIFIED}),
    **{state: ITEM[state] | {AUTO_PASSED, AUTO_FAILED} for state in ITEM if state not in (OPEN, WITHDRAWN)},
    REJECTED: ITEM[REJECTED] | {DRAFT, AUTO_PASSED, AUTO_FAILED},
}
"""What may follow each state of a text (``Rendering.status``): an edit of its history checks it again, and
imported words, which no check judges, go to people as drafts."""


class TransitionError(ValueError):
    """A state may not follow another."""


def check(table: Mapping[str, frozenset[str]], before: str, after: str) -> None:
    """Raises ``TransitionError`` naming both where ``after`` may not follow ``before``."""
    if after not in table.get(before, frozenset()):
        raise TransitionError(f"{before} cannot become {after}")
