"""The worked example of spec 2.6 as a suite: eleven events, one query, every number known. PURE."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from scenarios.bundle import Bundle, EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal

FIXTURE = Path(__file__).resolve().parent.parent / "fixtures" / "figure3.json"


def bundle() -> Bundle:
    """The suite ``worked-example`` with its one scenario ``figure3``."""
    raw = json.loads(FIXTURE.read_text(encoding="utf-8"))
    scenario = ScenarioSpec(
        slug=raw["slug"],
        title=raw["title"],
        domain=raw["domain"],
        seed=0,
        program="\n".join(raw["program"]) + "\n",
        events=tuple(_event(event) for event in raw["events"]),
        queries=(_query(raw["query"]),),
        entities=tuple(EntitySpec(entity["name"], entity["type"]) for entity in raw["entities"]),
    )
    return Bundle("worked-example", "Worked example", "derive", (scenario,))


def _event(raw: dict[str, Any]) -> EventSpec:
    t = datetime.fromisoformat(raw["t"])
    actions = tuple(
        ActionRecord(
            raw["id"],
            t,
            raw["seq"],
            pos,
            Op(action["op"]),
            action["pred"],
            tuple(action["key"]),
            member=action.get("member"),
            value=action.get("value"),
            size=action.get("size"),
        )
        for pos, action in enumerate(raw["actions"])
    )
    return EventSpec(raw["id"], t, raw["seq"], raw["text"], actions, raw["kind"])


def _query(raw: dict[str, Any]) -> QuerySpec:
    return QuerySpec(
        id=raw["id"],
        goal=Goal(raw["goal"]["pred"], tuple(raw["goal"]["key"])),
        cutoff=datetime.fromisoformat(raw["cutoff"]),
        question=raw["question"],
        family=raw["family"],
        operator=raw["operator"],
        answer_type=raw["answer_type"],
        target=raw["target"],
        expected=Gold(Answerability(raw["expected"]["label"]), raw["expected"]["answer"]),
    )
