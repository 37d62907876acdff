"""The four checks of spec 2.4 on freshly derived gold, replayed with the reference evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.datalog.derivation import Evaluation
from scenarios.models import Query, Scenario


@dataclass(frozen=True, slots=True)
class CheckedWitnesses:
    """What C1 to C4 gave for one query; ``minimal`` is proven or tested; ``shown`` is JSON-ready."""

    minimal: str
    shown: dict[str, Any]
    failed: tuple[str, ...] = ()


def check_witnesses(
    *, scenario: Scenario, asked: Sequence[Query], found: Sequence[Evaluation], strict: bool
) -> list[CheckedWitnesses]:
    """C1 to C4 for every query. With ``strict`` a violation raises ``WitnessCheckError``."""
    from scenarios.services import witness_replay

    return witness_replay.run(scenario=scenario, asked=asked, found=found, strict=strict)
