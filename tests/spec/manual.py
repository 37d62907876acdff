"""How spec tests speak: a program, a history as lines, and a table of what is known when.

::

    | at         | dest(Grus) | outside(Vera) |
    | 2026-06-01 | Corby      | {Anser, Ibex} |
    | 2026-01-01 | unknown    | unknown       |

A row asks each goal of the heading at its cutoff: a date means the end of that day, ``end`` the end of the
year. ``zero`` before a value marks a justified zero: ``zero 0``, ``zero {}``, ``zero none``.
``pred(key) has m`` asks for one member, ``pred@previous(key)`` for another version than the current one.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from scenarios.datalog.derivation import Answerability, Evaluation, Gold
from scenarios.datalog.facts import load_history, moment, on_day
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal, Program
from tests.spec.engines import Engine

END = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)
_GOAL = re.compile(r"(?P<pred>\w+)\((?P<key>[^)]*)\)(?: has (?P<member>.+))?")


def world(program: str, history: str) -> tuple[Program, History]:
    """A loaded program and history."""
    loaded = load_program(program)
    return loaded, load_history(loaded, history)


def goal(text: str) -> Goal:
    """``pred(a, b)`` or ``pred(a) has m``."""
    match = _GOAL.fullmatch(text.strip())
    assert match is not None, text
    key = tuple(part.strip() for part in match["key"].split(",") if part.strip())
    return Goal(match["pred"], key, match["member"])


def cutoff(text: str) -> datetime:
    """``end``, a date (its last moment) or a time."""
    if text == "end":
        return END
    return on_day(date.fromisoformat(text)) if len(text) == len("2026-01-01") else moment(text)


def shown(gold: Gold) -> str:
    """A gold as a table cell."""
    if gold.label is Answerability.UNKNOWN:
        assert gold.answer is None
        return "unknown"
    answer = gold.answer
    text = str(answer).lower() if isinstance(answer, bool) else str(answer)
    if isinstance(answer, list):
        text = "{" + ", ".join(answer) + "}"
    return f"zero {text}" if gold.label is Answerability.JUSTIFIED_ZERO else text


def evaluate(engine: Engine, known: tuple[Program, History], text: str, at: str = "end") -> Evaluation:
    """One goal at one cutoff."""
    asked = parse_goal(known[0], text) if "@" in text else goal(text)
    return engine.evaluate(*known, asked, cutoff(at))


def check(engine: Engine, known: tuple[Program, History], table: str) -> None:
    """Every cell of the table holds."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.strip().splitlines()
    ]
    heading, *body = rows
    assert heading[0] == "at"
    assert body, "a table without rows states nothing"
    for row in body:
        assert len(row) == len(heading), row
        found = [shown(evaluate(engine, known, text, row[0]).gold) for text in heading[1:]]
        assert dict(zip(heading[1:], found, strict=True)) == dict(zip(heading[1:], row[1:], strict=True)), (
            row[0]
        )
