"""Names and values that break parsers, SQL and indexes come out of both evaluators as they went in (D09)."""

from __future__ import annotations

import random

import pytest

from scenarios.datalog import reference
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from scenarios.services import evaluation
from scenarios.services.action_checks import MAX_KEY_LENGTH, MAX_ROW_BYTES
from tests.factories.small_histories import day
from tests.factories.stored_histories import store_history
from tests.integration.engine.test_two_evaluators import assert_same

pytestmark = pytest.mark.django_db

PROGRAM = """
func inn(h) -> text
set t(p ; h)
inverse own(h) -> p of t
derived copy(h) -> text
derived who(h) -> p
derived itself(h) -> bool
derived trap(h) -> bool
derived all_texts(p ; text)
copy(X,Y) :- inn(X,Y).
who(X,P) :- own(X,P).
itself(X) :- inn(X,Y), Y = X.
trap(X) :- inn(X,"100% _x_ ; DROP TABLE event;--").
@set(P) all_texts(P,Y) :- t(P,X), inn(X,Y).
"""
TEXTS = (
    'O\'Hara "Lodge", Ltd',
    "C:\\temp\\",
    "line1\nline2\tend",
    "100% _x_ ; DROP TABLE event;--",
    "X",
    "é",
    "e\u0301",
    "\u202eabc",
    "\U0001f600",
    "%s",
    "%(ids)s",
    "{a,b}",
    "null",
    "unknown",
    " lead",
    "\\N",
    "\u2028",
)


def test_hard_texts_as_keys_members_and_values() -> None:
    records = [
        ActionRecord(f"e{n:02}", day(n), n, 0, Op.ASSERT, "inn", (text,), value=TEXTS[n - 3])
        for n, text in enumerate(TEXTS)
    ]
    records += [
        ActionRecord(f"m{n:02}", day(n), 50 + n, 0, Op.MEMBER, "t", ("%s",), member=text)
        for n, text in enumerate(TEXTS)
    ]
    records.append(ActionRecord("z", day(60), 200, 0, Op.COMPLETE, "t", ("%s",), size=len(TEXTS)))
    program, history = load_program(PROGRAM), History.of(records)
    scenario = store_history(PROGRAM, history)
    asked = [(Goal(pred, (text,)), day(90)) for text in TEXTS for pred in ("copy", "who", "itself", "trap")]
    asked.append((Goal("all_texts", ("%s",)), day(90)))
    found = evaluation.evaluate_all(scenario=scenario, asked=asked)
    for (goal, cutoff), mine in zip(asked, found, strict=True):
        assert_same(mine, reference.evaluate(program, history, goal, cutoff), str(goal))
    assert [mine.gold.answer for mine in found[:-1:4]] == [TEXTS[n - 3] for n in range(len(TEXTS))]
    assert found[-1].gold.answer == sorted(TEXTS)


def test_the_widest_row_that_is_let_in_fits_the_indexes() -> None:
    rng = random.Random(7)

    def wide(size: int) -> str:
        """So many bytes that no compression makes shorter."""
        return "".join(chr(rng.randrange(0x20000, 0x2A000)) for _ in range(size // 4))

    name = "p" + "a" * 99
    text = f"set {name}(a, b ; c)\nderived n(a, b) -> int\nn(A,B,K) :- K = count{{ C : {name}(A,B,C) }}."
    size = min(4 * MAX_KEY_LENGTH, MAX_ROW_BYTES // 3 - 2)
    key, member = (wide(size), wide(size)), wide(size)
    history = History.of(
        [
            ActionRecord("e1", day(1), 1, 0, Op.MEMBER, name, key, member=member),
            ActionRecord("e2", day(2), 2, 0, Op.COMPLETE, name, key, size=1),
        ]
    )
    scenario = store_history(text, history)
    assert evaluation.evaluate(scenario=scenario, goal=Goal("n", key), cutoff=day(3)).gold.answer == 1
