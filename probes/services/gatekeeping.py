"""The gate of ``manage.py run --fail-under … --baseline …`` (``RUN_GATE``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from benchmark.models import Run
from probes.exceptions import GateRefusedError, ProbesError
from probes.report import gate_files
from probes.selectors import comparison_lines, gates
from probes.selectors.gates import Gate


@dataclass(frozen=True, slots=True)
class Decided:
    """``benchmark.services.gates.Decision``."""

    gate: Gate

    @property
    def passed(self) -> bool:
        return self.gate.passed

    def lines(self) -> Sequence[str]:
        return list(gate_files.lines(self.gate))

    def as_json(self) -> dict[str, Any]:
        return self.gate.as_json()

    def junit(self) -> str:
        return gate_files.junit(self.gate)

    def comment(self) -> str:
        return gate_files.comment(self.gate, origin=settings.PUBLIC_ORIGIN)


class Keeper:
    """``benchmark.services.gates.GateKeeper``."""

    def check(self, *, limits: Sequence[str], baseline: str, alpha: float) -> None:
        """Raises ``GateRefusedError`` for what is misspelt, and for a baseline that is not there."""
        asked = _asked(limits, baseline, alpha)
        line = asked["baseline"]
        if line is not None and line.run not in comparison_lines.stored([line]):
            raise GateRefusedError(f"There is no run {line.run} to be the baseline.")

    def decide(self, run: Run, *, limits: Sequence[str], baseline: str, alpha: float) -> Decided:
        """Raises ``GateRefusedError`` where the run cannot be looked at so."""
        try:
            return Decided(gates.judge(run, **_asked(limits, baseline, alpha)))
        except ProbesError as error:
            raise GateRefusedError(str(error)) from error


def _asked(limits: Sequence[str], baseline: str, alpha: float) -> dict[str, Any]:
    try:
        line = comparison_lines.parse(baseline) if baseline else None
    except ProbesError as error:
        raise GateRefusedError(str(error)) from error
    return {
        "limits": [gates.limit_of(text) for text in limits],
        "baseline": line,
        "alpha": gates.alpha_of(alpha),
    }


KEEPER = Keeper()
"""What ``RUN_GATE`` names."""
