"""What an audit found, as values and as JSON: stated answers beside derived ones, and every oddity. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from scenarios.bundle import Finding


@dataclass(frozen=True, slots=True)
class AccountingRow:
    """One stated settlement. ``checkpoint`` is the number of messages before it.

    ``net`` is the derived position (positive: is owed), ``left`` what the stated transfers leave of it;
    both in cents as text. ``convention`` names the reading under which the stated answer holds, ``turned``
    that it holds with its arrows turned round.
    """

    file: str
    session: str
    checkpoint: int
    verdict: str
    convention: str
    turned: bool
    net: Mapping[str, str]
    stated: str
    derived: str
    left: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TreeRow:
    """One stated yes/no answer. ``path`` is a derived shortest path, ``path_events`` its messages.

    ``flagged`` marks a question that its file does not support; ``flag`` says why.
    """

    file: str
    links: int
    question: str
    stated: bool | None
    derived: bool | None
    verdict: str
    path: tuple[str, ...]
    path_events: tuple[str, ...]
    shortest_paths: int
    flagged: bool
    flag: str


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How many stated answers agree or are reversed under one rule about the checkpoints."""

    rule: str
    agree: int
    reversed: int
    answers: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The whole audit. ``files`` counts files read and reported by subset."""

    accounting: tuple[AccountingRow, ...]
    tree: tuple[TreeRow, ...]
    findings: tuple[Finding, ...]
    rules: tuple[RuleCount, ...]
    files: Mapping[str, Mapping[str, int]]
    options: Mapping[str, Any]

    def counts(self) -> dict[str, dict[str, int]]:
        """Rows by verdict, findings by code."""
        return {
            "accounting": dict(Counter(row.verdict for row in self.accounting)),
            "tree": dict(Counter(row.verdict for row in self.tree)),
            "conventions": dict(Counter(row.convention for row in self.accounting if row.convention)),
            "findings": dict(Counter(finding.code for finding in self.findings)),
        }

    def as_json(self) -> dict[str, Any]:
        """The report as JSON: ``accounting``, ``tree`` and ``findings`` are lists of rows."""
        return {
            "accounting": [asdict(row) for row in self.accounting],
            "tree": [asdict(row) for row in self.tree],
            "findings": [asdict(finding) for finding in self.findings],
            "checkpoint_rules": [asdict(rule) for rule in self.rules],
            "files": {subset: dict(count) for subset, count in self.files.items()},
            "counts": self.counts(),
            "options": dict(self.options),
            "assumed_complete": {"accounting": ["transaction", "beneficiary"], "tree": ["link"]},
        }
