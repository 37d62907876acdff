"""Which difficulty of the workload a frontier node shows (spec 7.4). PURE."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from benchmark.scoring.equivalence import compare
from benchmark.scoring.gold_view import ANSWERABLE, JUSTIFIED_ZERO, GoldView
from benchmark.scoring.states import State
from probes.diagnosis.dag import Edge
from probes.diagnosis.frontier import RECORDED, FailureClass, FrontierEntry
from scenarios.datalog.derivation import NodeKind
from scenarios.datalog.values import NONE_TEXT


class Dimension(enum.StrEnum):
    """*Evolution*: an obsolete version was answered. *Access*: the state was not found. *Composition*: it was
    derived wrongly. *Other*: a recorded state is wrong for another reason."""

    EVOLUTION = "evolution"
    ACCESS = "access"
    COMPOSITION = "composition"
    OTHER = "other"


def answered(
    entry: FrontierEntry,
    *,
    original: State,
    inherited: Mapping[Edge, State],
    targeted: Mapping[str, State],
) -> State:
    """The answer that a frontier node is judged by: the one inherited through the first wrong edge, the
    targeted one where it is unretrievable, the original one of the root."""
    if entry.failure is FailureClass.UNRETRIEVABLE:
        return targeted[entry.node]
    return inherited[entry.via[0], entry.node] if entry.via else original


def dimension(
    failure: FailureClass, kind: NodeKind, answer: State, *, gold: GoldView, obsolete: Sequence[Any] = ()
) -> Dimension:
    """The first that holds of: an obsolete version is answered; ungathered, or nothing is answered; derived.

    ``answer`` is what ``answered`` gives. ``obsolete`` are the values of the node's superseded versions, as
    canonical texts or JSON-ready as in ``Gold``; ``gold`` says how its answers are compared (type, unit,
    names).
    """
    if answer.known and any(is_same(answer, value, gold) for value in obsolete):
        return Dimension.EVOLUTION
    if failure is FailureClass.UNGATHERED or not answer.known:
        return Dimension.ACCESS
    return Dimension.OTHER if kind in RECORDED else Dimension.COMPOSITION


def is_same(answer: State, value: Any, gold: GoldView) -> bool:
    """Whether the answer is this value, compared as it would be if the value were gold."""
    empty = value in (NONE_TEXT, "0", []) or (value == 0 and not isinstance(value, bool))
    if gold.answer_type == "bool" and isinstance(value, str):
        value = value == "true"
    view = replace(gold, label=JUSTIFIED_ZERO if empty else ANSWERABLE, answer=value)
    return compare(answer.answer, view).right
