"""Why gold evidence does not repair an answer: the first reason that holds (spec 7.7)."""

from __future__ import annotations

import pytest

from benchmark.scoring.states import NOT_KNOWN, State
from probes.diagnosis import reasons
from probes.diagnosis.dag import DiagnosticDag, ProbedNode
from probes.diagnosis.recovery import Recovery, recover
from scenarios.datalog.derivation import NodeKind

KNOWN = State("answerable", "Corby")


def dag(*, unprobed: bool = False, sampled: bool = False) -> DiagnosticDag:
    """A root with one derived input, which has one recorded input."""
    return DiagnosticDag(
        "root",
        {
            "root": ProbedNode("root", NodeKind.DERIVED),
            "derived": ProbedNode("derived", NodeKind.DERIVED, unprobed, sampled),
            "fact": ProbedNode("fact", NodeKind.FACT),
        },
        (("root", "derived"), ("derived", "fact")),
    )


def rebuilt(over: DiagnosticDag) -> Recovery:
    """Gold evidence at the fact, and rules that find nothing."""
    return recover(
        over,
        targeted_right={"derived": False, "fact": False},
        targeted_answers={},
        gold_states={"fact": KNOWN},
        combine=lambda node, inputs: NOT_KNOWN,
        gold=True,
    )


@pytest.mark.parametrize(
    ("over", "unknown", "compares", "reason"),
    [
        (dag(unprobed=True), {"fact"}, True, reasons.INPUTS_UNPROBED),
        (dag(sampled=True), set(), False, reasons.INPUTS_UNPROBED),
        (dag(), {"fact"}, True, reasons.ORDER_UNTOLD),
        (dag(), {"fact"}, False, reasons.KNOWN_IN_PART),
        (dag(), {"fact", "derived"}, False, reasons.KNOWN_IN_PART),
        (dag(), {"fact", "derived", "root"}, False, reasons.ABOVE_THE_EVIDENCE),
        (dag(), set(), False, reasons.ABOVE_THE_EVIDENCE),
    ],
)
def test_the_first_reason_that_holds(
    over: DiagnosticDag, unknown: set[str], compares: bool, reason: str
) -> None:
    found = reasons.unrepaired(over, rebuilt(over), unknown=unknown, compares_versions=compares)
    assert found == reason


def test_a_query_without_probed_inputs_has_nothing_to_recover() -> None:
    alone = DiagnosticDag("root", {"root": ProbedNode("root", NodeKind.DERIVED)}, ())
    assert (
        reasons.unrepaired(alone, rebuilt(alone), unknown=set(), compares_versions=True)
        == reasons.NO_PROBED_INPUT
    )
