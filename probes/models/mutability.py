"""Which rows may be updated once written. A test refuses models that are not listed here."""

from __future__ import annotations

#: All follow from gold or from answers, which never change.
MUTABILITY: dict[str, str] = dict.fromkeys(
    (
        "ProbePlan",
        "StateProbe",
        "ProbeEdge",
        "TrackedQuery",
        "TrackedState",
        "Diagnosis",
        "FrontierNode",
        "Recovery",
    ),
    "immutable",
)
