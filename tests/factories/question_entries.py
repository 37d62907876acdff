"""What is entered on the form of a question, so that it is as gold has it."""

from __future__ import annotations

from typing import Any

from scenarios.models import Query, ReviewItem, Slot
from scenarios.review.subjects.base import subject_of


def entries(slot: Slot, good: bool = True) -> dict[str, Any]:
    """All that is entered on a question's form, as gold has it; not ``good``: gold is called wrong."""
    item = slot.item
    rendering = item.rendering
    assert rendering is not None
    query = rendering.query
    assert query is not None
    found: dict[str, Any] = {
        "unambiguous": "yes",
        "gold_right": "yes" if good else "no",
        **answer_of(query, item),
    }
    if item.content.get("pick"):
        found["refers_to"] = list(item.content["pick"]["true"])
    if item.content.get("operators"):
        found["asks"] = query.operator
    if any(field.name == "bait_only" for field in subject_of(item).fields(item)):
        found["bait_only"] = "yes"
    return found


def answer_of(query: Query, item: ReviewItem) -> dict[str, Any]:
    """The answer as gold has it."""
    gold = query.gold
    if gold.label == "unknown":
        said = {"answer": "unknown"} if query.answer_type == "bool" else {"answer.said": "unknown"}
        return {**said, "missing": item.content["missing"][0]}
    if query.answer_type == "bool":
        return {"answer": "yes" if gold.answer else "no"}
    if gold.label == "justified-zero":
        return {"answer.said": "none"}
    return {"answer": "\n".join(map(str, gold.answer)) if isinstance(gold.answer, list) else str(gold.answer)}
