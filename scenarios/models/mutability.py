"""Which rows may be updated once written. A test refuses models that are not listed here.

``immutable`` rows are never updated; those of gold are guarded by database triggers as well, and the
gold of a released suite cannot be deleted either.
"""

from __future__ import annotations

MUTABILITY: dict[str, str] = {
    "Suite": "mutable",
    "Membership": "mutable",
    "Scenario": "mutable",
    "Entity": "immutable",
    "Event": "immutable",
    "Action": "immutable",
    "FactVersion": "mutable",
    "RuleVersion": "immutable",
    "Query": "immutable",
    "DerivationNode": "immutable",
    "DerivationEdge": "immutable",
    "GoldAnswer": "immutable",
    "Witness": "immutable",
    "Rendering": "mutable",
    "Finding": "immutable",
    "ModelReply": "immutable",
    "ReviewItem": "mutable",
    "Slot": "mutable",
    "Verdict": "mutable",
    "Adjudication": "mutable",
    "Guideline": "immutable",
    "Draft": "mutable",
    "Transition": "mutable",
    "Complaint": "immutable",
    "Remark": "mutable",
    "ReviewPolicy": "mutable",
    "Reviewer": "mutable",
    "VerdictExport": "mutable",
}
