"""Records that templates wrote, put to people, and what is entered in their two forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scenarios.datalog.history import Op
from scenarios.models import ReviewItem, Slot, Suite
from scenarios.review.subjects.record_scenes import statements_of
from scenarios.review.subjects.record_statements import Statement
from scenarios.services import suites
from tests.factories import reviews, worded_trips

PATH = "scenarios.review.subjects.records.RECORDS"
#: What stands in the gaps of a statement, by operation, in the order of its key and its last argument.
_CODES = {
    Op.ASSERT: "is",
    Op.REVISE: "is",
    Op.MEMBER: "one",
    Op.COMPLETE: "all",
    Op.REOPEN: "open",
}


def stored(*, queries: bool = False, **fields: Any) -> Suite:
    """The small TripOps suite with its words checked; without queries nothing rests on a record."""
    bundle = worded_trips.bundle(**fields)
    if not queries:
        bare = tuple(replace(one, queries=()) for one in bundle.scenarios)
        bundle = replace(bundle, scenarios=bare)
    return suites.store(bundle=bundle, by=None)


def opened(*, queries: bool = False, **policy: Any) -> Suite:
    """That suite put to people: three lists for every record unless ``blind_share`` says otherwise."""
    suite = stored(queries=queries)
    reviews.open_review(suite, **policy)
    return suite


def item(suite: Suite, label: str) -> ReviewItem:
    """The item of one record of a suite."""
    rows = ReviewItem.objects.select_related("rendering__event", "scenario", "suite")
    return rows.get(suite=suite, kind="record", label=label, is_check=False)


def picked(of: ReviewItem, good: bool = True, **more: str) -> dict[str, str]:
    """The true list picked, or the one after it."""
    true = of.content["true"]
    return {"pick": str((true if good else (true + 1) % 3) + 1), **more}


def typed(of: ReviewItem, rows: list[Mapping[str, Any]] | None = None) -> dict[str, str]:
    """The entries of re-entry that say these actions, those of the record if none are given."""
    actions = of.content["actions"] if rows is None else rows
    if not actions:
        return {"nothing": "yes"}
    given: dict[str, str] = {}
    for number, row in enumerate(actions):
        given[f"row.{number}.what"] = code_of(of, row)
        last = row.get("member", row.get("value", ", ".join(row.get("members", [])) or "none"))
        ends = [last] if row["op"] not in ("reopen",) and not _is_taken_back(row) else []
        for place, text in enumerate([*row.get("key", []), *ends], 1):
            given[f"row.{number}.{place}"] = str(text)
        if "as_of" in row:
            given[f"row.{number}.since"] = row["as_of"][:10]
    return given


def _is_taken_back(row: Mapping[str, Any]) -> bool:
    return row["op"] == "cancel" and "member" not in row


def code_of(of: ReviewItem, row: Mapping[str, Any]) -> str:
    """The statement that says an action."""
    op = Op(row["op"])
    kind = _CODES.get(op, "out" if "member" in row else "back")
    found: dict[str, Statement] = {one.code: one for one in statements_of(of.scenario)}
    code = f"{kind}:{row['pred']}"
    assert code in found
    return code


def entries(slot: Slot, good: bool) -> dict[str, Any]:
    """What somebody enters on a slot who finds its record good, or not; all steps at once."""
    of = slot.item
    if of.form == "recognition":
        return dict(picked(of, good))
    said = {f"says.{pos}": "yes" if good else "no" for pos in range(len(of.content["actions"]))}
    # Without actions there is nothing to be said: a record that is not good names something real then.
    more = {} if said or good else {"real_name": "yes"}
    return {**typed(of), **said, "findable": "yes", **more}


reviews.ENTRIES["record"] = entries
