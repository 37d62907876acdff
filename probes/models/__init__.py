"""What is asked of derivations, and where answers left them. One model a file."""

from __future__ import annotations

from probes.models.diagnosis import Diagnosis, DiagnosisStatus
from probes.models.frontier_node import Dimension, FailureClass, FrontierNode
from probes.models.mutability import MUTABILITY
from probes.models.probe_edge import ProbeEdge
from probes.models.probe_plan import ProbePlan
from probes.models.recovery import Recovery, RecoveryKind, Source
from probes.models.state_probe import StateProbe
from probes.models.tracked_query import TrackedQuery
from probes.models.tracked_state import ChangeClass, TrackedState

__all__ = [
    "MUTABILITY",
    "ChangeClass",
    "Diagnosis",
    "DiagnosisStatus",
    "Dimension",
    "FailureClass",
    "FrontierNode",
    "ProbeEdge",
    "ProbePlan",
    "Recovery",
    "RecoveryKind",
    "Source",
    "StateProbe",
    "TrackedQuery",
    "TrackedState",
]
