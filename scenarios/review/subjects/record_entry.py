"""Blind re-entry: rows of statements that were filled in, read into actions and compared with the true ones.

Names of entries: ``row.<n>.what`` has the code of a statement, ``row.<n>.<gap>`` what stands in its gaps,
counted from 1, ``row.<n>.since`` the day from which it holds where that is another than the record's own;
``nothing`` is "yes" where the record states nothing. No database.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.values import ValueTextError
from scenarios.rendering.action_words import action_of
from scenarios.rendering.entered_values import Names, folded, read_value
from scenarios.rendering.mutations import same
from scenarios.rendering.patterns import EventRef, day_start
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.subjects.record_content import Row
from scenarios.review.subjects.record_fields import NO, YES
from scenarios.review.subjects.record_statements import MOST_GAPS, Statement, by_code, read_statement
from scenarios.sentences import in_language

_NAME = re.compile(r"row\.(\d{1,2})\.(what|since|\d)")
#: Rows that a form shows without JavaScript at first, and at most.
FIRST_ROWS, MOST_ROWS = 3, 40


def row_numbers(given: Mapping[str, Any]) -> list[int]:
    """The numbers of the rows in which anything was entered, in their order."""
    filled = (_NAME.fullmatch(name) for name, value in given.items() if str(value).strip())
    return sorted({int(match[1]) for match in filled if match})


def entered_actions(
    given: Mapping[str, Any], known: Sequence[Statement], at: EventRef, names: Names
) -> tuple[ActionRecord, ...]:
    """The actions that were entered. Raises ``FormRefusedError`` naming each entry that cannot be read."""
    codes, faults, found = by_code(known), dict[str, str](), list[ActionRecord]()
    numbers = row_numbers(given)
    if given.get("nothing") == YES:
        if numbers:
            raise FormRefusedError(
                {
                    "nothing": gettext(
                        "Either the record states nothing, or the rows say what. Clear one of the two."
                    )
                }
            )
        return ()
    if not numbers:
        raise FormRefusedError(
            {"row.0.what": gettext("Enter what the record states, or mark that it states nothing.")}
        )
    for number in numbers:
        statement = codes.get(str(given.get(f"row.{number}.what", "")))
        if statement is None:
            faults[f"row.{number}.what"] = gettext(
                "Statement %(n)s: pick the sentence, or clear the row."
            ) % {"n": number + 1}
            continue
        action = _read(given, number, statement, at, names, faults)
        if action is not None:
            found.append(action)
    if faults:
        raise FormRefusedError(faults)
    return tuple(replace(action, pos=place) for place, action in enumerate(found))


def _read(
    given: Mapping[str, Any], number: int, statement: Statement, at: EventRef, names: Names,
    faults: dict[str, str],
) -> ActionRecord | None:  # fmt: skip
    texts = [str(given.get(f"row.{number}.{place}", "")) for place in range(1, MOST_GAPS + 1)]
    action, wrong = read_statement(statement, texts, at, names)
    where = gettext("Statement %(number)s") % {"number": number + 1}
    faults.update({f"row.{number}.{place + 1}": f"{where}: {text}" for place, text in wrong.items()})
    since = str(given.get(f"row.{number}.since", "")).strip()
    if since:
        try:
            moment = day_start(read_value(since, "date"))
        except ValueTextError as error:
            faults[f"row.{number}.since"] = gettext("%(where)s, valid from: %(error)s") % {
                "where": where,
                "error": in_language(error.args[0], gettext),
            }
            return None
        if action is not None and moment.date() != at.t.date():
            return replace(action, as_of=moment)
    return action


def compared(entered: Sequence[ActionRecord], rows: Sequence[Row], at: EventRef) -> dict[str, Any]:
    """What re-entry found: ``missed`` places of true actions, ``extra`` places of entered ones that are none
    of them, and whether both lists say the same (``recoverable``)."""
    true = [_alike(action_of(row, at)) for row in rows]
    said = [_alike(action) for action in entered]
    whole = {(one.pred, one.key): set(one.members) for one in entered if one.op is Op.COMPLETE}
    extra = [
        place
        for place, action in enumerate(entered)
        if said[place] not in true
        # A member that a whole list names as well is said twice, and no more than the list.
        and not (action.op is Op.MEMBER and action.member in whole.get((action.pred, action.key), ()))
    ]
    missed = [place for place, one in enumerate(true) if one not in said]
    return {"missed": missed, "extra": extra, "recoverable": NO if missed or extra else YES}


def _alike(action: ActionRecord) -> tuple[Any, ...]:
    """An action as it is compared: capitals and blanks make no difference."""
    return tuple(_folded(part) for part in same(action))


def _folded(part: Any) -> Any:
    if isinstance(part, str):
        return folded(part)
    if isinstance(part, tuple | frozenset):
        return type(part)(map(_folded, part))
    return part
