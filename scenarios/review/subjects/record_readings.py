"""How submissions on records are read, for both forms (spec 6.5). No database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from scenarios.review.exceptions import FormRefusedError
from scenarios.review.subjects.base import Field
from scenarios.review.subjects.record_content import LISTS, Row
from scenarios.review.subjects.record_fields import (
    COMPLETE,
    FINDABLE,
    NO,
    OTHERS,
    RECOVERABLE,
    REENTERED,
    YES,
    Answers,
    says,
)

NONE_OF_THEM = "none"
PICKS = (*(str(place) for place in range(1, LISTS + 1)), NONE_OF_THEM)


def recognition_fields() -> tuple[Field, ...]:
    """The judged fields of the form with three lists."""
    return (RECOVERABLE, *OTHERS)


def said_fields(rows: Sequence[Row], step: int = 2) -> tuple[Field, ...]:
    """One field for each true action: does the record say it?"""
    return tuple(says(pos, str(row["words"]), step) for pos, row in enumerate(rows))


def blind_fields(rows: Sequence[Row]) -> tuple[Field, ...]:
    """The judged fields of re-entry in the order of its form."""
    return (
        REENTERED,
        FINDABLE,
        *said_fields(rows),
        COMPLETE,
        *(replace(one, step=2) for one in OTHERS),
    )


def read_recognition(
    content: Mapping[str, Any], given: Mapping[str, Any], length: int
) -> tuple[dict[str, str], dict[str, Any]]:
    """The fields and the kept entries. Raises ``FormRefusedError`` naming each entry that is wrong."""
    answers = Answers(given, {})
    pick = answers.one_of(
        "pick",
        PICKS,
        None,
        gettext("Pick the list that says what the record says, or none of them (keys 1 to 3, 0)."),
    )
    fields = {one.name: answers.yes_no(one) for one in OTHERS}
    kept = {"pick": pick, **_marked(fields), **answers.beside(tuple(fields), length)}
    if answers.faults:
        raise FormRefusedError(answers.faults)
    true = content.get("true")
    found = true is not None and pick == str(true + 1)
    return {"recoverable": YES if found else NO, **fields}, kept


def read_blind(
    rows: Sequence[Row], given: Mapping[str, Any], frozen: Mapping[str, Any], length: int
) -> tuple[dict[str, str], dict[str, Any]]:
    """The fields and the kept entries of both steps. Raises ``FormRefusedError``, also for a submission
    whose first step was never closed."""
    first = frozen.get("1")
    if not isinstance(first, Mapping):
        raise FormRefusedError(
            {"row.0.what": gettext("Enter first what the record says, before its actions show.")}
        )
    answers = Answers(given, {})
    recovered = str(first["recoverable"])
    findable = answers.one_of(
        "findable", (YES, NO), YES if recovered == YES else None,
        gettext("What you entered differs: say whether a careful reader finds every action in the record."),
    )  # fmt: skip
    missed = set(first["missed"])
    said = {
        field.name: answers.one_of(
            field.name,
            (YES, NO),
            None if pos in missed else YES,
            gettext("%(question)s Answer yes or no.") % {"question": field.asks},
        )
        for pos, field in enumerate(said_fields(rows))
    }
    others = {one.name: answers.yes_no(one) for one in OTHERS}
    kept = {
        "entered": list(first.get("entered", [])),
        **({} if recovered == YES else {"findable": findable}),
        **said,
        **_marked(others),
        **answers.beside(tuple(others), length),
    }
    if answers.faults:
        raise FormRefusedError(answers.faults)
    complete = YES if all(value == YES for value in said.values()) else NO
    return {"recoverable": recovered, "findable": findable, **said, "complete": complete, **others}, kept


def _marked(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields that were marked as bad, as the form has them."""
    good = {one.name: one.good for one in OTHERS}
    return {name: value for name, value in fields.items() if value and value != good[name]}


def told_recognition(given: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """Which list was picked, in words."""
    pick, true = str(given.get("pick", "")), content.get("true")
    if pick == NONE_OF_THEM:
        return gettext("none of the lists")
    changes = content.get("lists", ())
    if not pick.isdigit() or not 0 < int(pick) <= len(changes):
        return gettext("no list")
    if true is not None and int(pick) == true + 1:
        return gettext("the true list")
    change = changes[int(pick) - 1]
    row = change.get("row")
    if not change:
        return gettext("list %(pick)s") % {"pick": pick}
    return (
        gettext("a false list, which has: %(row)s") % {"row": row["words"]}
        if row
        else gettext("a false list, which leaves an action out")
    )
