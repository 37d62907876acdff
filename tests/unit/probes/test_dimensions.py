"""Which difficulty a frontier node shows: the first that holds (spec 7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.states import NOT_KNOWN, State
from probes.diagnosis.dimensions import Dimension, answered, dimension
from probes.diagnosis.frontier import FailureClass, FrontierEntry
from scenarios.datalog.derivation import NodeKind

K = NodeKind
UNGATHERED, UNRETRIEVABLE, MISDERIVED = FailureClass
EVOLUTION, ACCESS, COMPOSITION, OTHER = Dimension
PLACE = GoldView("answerable", "Corby", "entity", known_names=("Corby", "Halewick", "Lunmar"))


def said(answer: Any, label: str = "answerable") -> State:
    return State(label, answer)


@pytest.mark.parametrize(
    ("failure", "kind", "answer", "obsolete", "expected"),
    [
        (UNRETRIEVABLE, K.FACT, said("Halewick"), ["Halewick"], EVOLUTION),
        (UNGATHERED, K.FACT, said("the Halewick."), ["Lunmar", "Halewick"], EVOLUTION),
        (UNRETRIEVABLE, K.FACT, said("Lunmar"), ["Halewick"], OTHER),
        (UNRETRIEVABLE, K.RULE, said("Lunmar"), [], OTHER),
        (UNRETRIEVABLE, K.COLLECTION, said("Lunmar"), [], OTHER),
        (UNGATHERED, K.FACT, said("Lunmar"), ["Halewick"], ACCESS),
        (UNGATHERED, K.DERIVED, said("Lunmar"), [], ACCESS),
        (UNRETRIEVABLE, K.FACT, NOT_KNOWN, ["Halewick"], ACCESS),
        (UNRETRIEVABLE, K.FACT, said("Halewick", "unknown"), ["Halewick"], ACCESS),
        (UNRETRIEVABLE, K.FACT, said("  "), ["Halewick"], ACCESS),
        (UNRETRIEVABLE, K.FACT, said(None), ["Halewick"], ACCESS),
        (MISDERIVED, K.DERIVED, NOT_KNOWN, [], ACCESS),
        (MISDERIVED, K.DERIVED, said("Lunmar"), [], COMPOSITION),
        (MISDERIVED, K.DERIVED_SET, said("Lunmar"), [], COMPOSITION),
        (MISDERIVED, K.AGGREGATE, said("Lunmar"), [], COMPOSITION),
        (MISDERIVED, K.SELECT, said("Lunmar"), [], COMPOSITION),
    ],
)
def test_the_first_that_holds(
    failure: FailureClass, kind: NodeKind, answer: State, obsolete: list[str], expected: Dimension
) -> None:
    assert dimension(failure, kind, answer, gold=PLACE, obsolete=obsolete) is expected


@pytest.mark.parametrize(
    ("answer_type", "gold", "answer", "obsolete", "expected"),
    [
        ("money", "95", "1,240.50 Kest", "1240.5", EVOLUTION),
        ("money", "95", "1,240.51 Kest", "1240.5", OTHER),
        ("date", "2031-03-12", "12 April 2031", "2031-04-12", EVOLUTION),
        ("count", 3, "two", 2, EVOLUTION),
        ("count", 3, "none", "0", EVOLUTION),
        ("bool", True, "no", "false", EVOLUTION),
        ("bool", True, "no", False, EVOLUTION),
        ("bool", False, "yes", "true", EVOLUTION),
        ("entity", "Corby", "nobody", "none", OTHER),
        ("entity", "Corby", "none", "none", EVOLUTION),
        ("set", ["Corby"], ["Lunmar", "Halewick"], ["Halewick", "Lunmar"], EVOLUTION),
        ("set", ["Corby"], [], [], EVOLUTION),
    ],
)
def test_an_obsolete_value_is_compared_as_an_answer_of_its_type(
    answer_type: str, gold: Any, answer: Any, obsolete: Any, expected: Dimension
) -> None:
    view = GoldView("answerable", gold, answer_type, unit="Kest" if answer_type == "money" else "")
    found = dimension(UNRETRIEVABLE, K.FACT, said(answer), gold=view, obsolete=[obsolete])
    assert found is expected


def test_the_answer_that_a_node_is_judged_by() -> None:
    original, first, second, direct = (said(name) for name in ("root", "first", "second", "direct"))
    inherited = {("a", "s"): first, ("b", "s"): second}

    def judged(failure: FailureClass, *via: str) -> State:
        entry = FrontierEntry("s", failure, False, via)
        return answered(entry, original=original, inherited=inherited, targeted={"s": direct})

    assert judged(UNRETRIEVABLE, "a", "b") == direct
    assert judged(UNGATHERED, "a", "b") == first
    assert judged(MISDERIVED, "b", "a") == second
    assert judged(MISDERIVED) == original
