"""Why a collection is closed or open, in words, for each condition of spec 1.6."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.resolution import GroupState, resolve
from scenarios.selectors.completeness import reason

START = datetime(2026, 1, 1, tzinfo=UTC)


def state(*said: tuple[Op, str | int | None]) -> GroupState:
    """The collection trip(Vera) after these statements, a day each."""
    actions = [
        ActionRecord(
            event=f"e{number}",
            t=START + timedelta(days=number),
            seq=number,
            pos=0,
            op=op,
            pred="trip",
            key=("Vera",),
            member=what if isinstance(what, str) else None,
            size=what if isinstance(what, int) else None,
        )
        for number, (op, what) in enumerate(said, start=1)
    ]
    return resolve(History.of(actions), START + timedelta(days=99)).group("trip", ("Vera",))


ANSER, GRUS = (Op.MEMBER, "Anser"), (Op.MEMBER, "Grus")


@pytest.mark.parametrize(
    ("said", "closed", "words"),
    [
        ([ANSER], False, "no record says that it is complete"),
        ([ANSER, (Op.COMPLETE, 1)], True, "e2 says that there is 1 in all"),
        (
            [ANSER, GRUS, (Op.COMPLETE, 2), (Op.CANCEL, "Grus")],
            True,
            "e3 says that there are 2 in all, and 1 is cancelled since",
        ),
        (
            [ANSER, (Op.COMPLETE, 1), GRUS],
            False,
            "Grus came after e2 had said that there is 1 in all",
        ),
        ([ANSER, (Op.COMPLETE, 3)], False, "e2 says that there are 3 in all, and 1 is known"),
        ([ANSER, (Op.COMPLETE, 1), (Op.REOPEN, None)], False, "e3 says that it is complete no longer"),
    ],
)
def test_the_reason_names_what_decides(
    said: list[tuple[Op, str | int | None]], closed: bool, words: str
) -> None:
    found = state(*said)
    assert (found.closed, reason(found)) == (closed, words)


def test_what_the_program_assumes_is_said_and_long_lists_are_cut() -> None:
    assert reason(state(ANSER), assumed=True) == "the program takes it as complete"
    late = [(Op.MEMBER, f"T{number}") for number in range(5)]
    found = state(ANSER, (Op.COMPLETE, 1), *late)
    assert reason(found) == "T0, T1, T2 and 2 more came after e2 had said that there is 1 in all"
