"""Whether what a judge found at a part of a large witness is the state of its node (spec 2.1, 12.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from benchmark.reviewing import answers
from benchmark.reviewing.asked import Asked, said_of
from benchmark.scoring.gold_view import ANSWERABLE, JUSTIFIED_ZERO, UNKNOWN, GoldView
from scenarios.datalog.values import NONE_TEXT

_TRUTH: Final = {"true": True, "false": False, True: True, False: False}


def mark(asked: Asked, number: int, state: Any, kept: Mapping[str, Any]) -> bool | None:
    """True or false for an answer that was given; None where none was, or the state has no answer."""
    said = said_of(kept, f"node.{number}")
    view = None if said is None else state_view(asked.node_view(number), state)
    return None if said is None or view is None else answers.scored(said, view).right


def state_view(view: GoldView, state: Any) -> GoldView | None:
    """The state of a node as a gold of its type; None for a state that has no answer (a tombstone, say)."""
    label, answer = _gold(view.answer_type, state)
    return None if label == "" else dataclasses.replace(view, label=label, answer=answer)


def _gold(answer_type: str, state: Any) -> tuple[str, Any]:
    if isinstance(state, dict):
        if state.get("open") or state.get("undecided"):
            return UNKNOWN, None
        members = state.get("members", [])
        return (ANSWERABLE, members) if members else (JUSTIFIED_ZERO, [])
    if answer_type == "set" or state in ("cancelled", None):
        return "", None
    if state == "unknown":
        return UNKNOWN, None
    if answer_type == "bool":
        return (ANSWERABLE, _TRUTH[state]) if state in _TRUTH else ("", None)
    return (JUSTIFIED_ZERO, state) if state in (NONE_TEXT, "0", 0) else (ANSWERABLE, state)
