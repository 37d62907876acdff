"""What a question asks where that is not what its query asks at its cutoff: probes and tracked queries. PURE.

A state probe asks for a node of the query's derivation (spec 7.2), a tracked query for its target at a
checkpoint (spec 8.1). A run keeps the subject with the question, so that its gold stays what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scenarios.datalog.syntax import Goal
from scenarios.datalog.version_goals import choice_object, choice_of_object


@dataclass(frozen=True)
class Subject:
    """The goal, how its answer is typed, and its gold.

    ``answer`` is JSON-ready as in ``datalog.derivation.Gold``, None for unknown. ``events`` are the labels of
    the records that tell it. ``target`` is the query's target where the goal is folded further (imported
    settlements). ``nouns`` are what a count counts, so that "no trips" is zero.
    """

    goal: Goal
    answer_type: str
    label: str
    answer: Any
    unit: str = ""
    events: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    target: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The form in which a question keeps it."""
        return {
            "pred": self.goal.pred,
            "key": list(self.goal.key),
            "member": self.goal.member,
            "temporal": self.goal.temporal,
            "version": choice_object(self.goal.version),
            "answer_type": self.answer_type,
            "unit": self.unit,
            "label": self.label,
            "answer": self.answer,
            "events": list(self.events),
            "nouns": list(self.nouns),
            "target": dict(self.target),
        }

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> Subject:
        """The subject that ``as_json`` wrote. Raises ``KeyError`` for anything else."""
        version = choice_of_object(stored["version"])
        return cls(
            goal=Goal(stored["pred"], tuple(stored["key"]), stored["member"], stored["temporal"], version),
            answer_type=stored["answer_type"],
            label=stored["label"],
            answer=stored["answer"],
            unit=stored["unit"],
            events=tuple(stored["events"]),
            nouns=tuple(stored["nouns"]),
            target=stored["target"],
        )
