"""Questions of a domain on small histories: answer, label, height and all witnesses by hand (AC-3.1).

A row names the question and its arguments, the cutoff, the answer (``zero`` before a justified zero), the
height of the derivation, and the witnesses, parted by ``/``. ``e1-e3`` stands for e1 e2 e3. A last cell may
give the width.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Goal, Program
from scenarios.domains.base import Domain
from scenarios.rendering.questions import QuestionTemplate
from tests.spec.manual import cutoff, shown

Row = list[str]


def rows(table: str) -> list[Row]:
    """The cells of a table, line by line."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()]


def events(text: str) -> tuple[str, ...]:
    """``k1-k3 r2`` as (k1, k2, k3, r2), sorted as the evaluator sorts."""
    found: list[str] = []
    for part in text.split():
        match = re.fullmatch(r"([a-z])(\d+)-\1(\d+)", part)
        found += [f"{match[1]}{n}" for n in range(int(match[2]), int(match[3]) + 1)] if match else [part]
    return tuple(sorted(found))


def smaller(witness: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """All proper subsets of a small witness; of a larger one those that lack one event or two."""
    least = 0 if len(witness) <= 8 else len(witness) - 2
    for size in range(least, len(witness)):
        yield from itertools.combinations(witness, size)


def slots_asked(template: QuestionTemplate) -> tuple[str, ...]:
    """The slots of a form in the order of a row: the key, a member, the second key, the past day."""
    version = template.version
    more = (template.member, *((version.other or ()) if version else ()), version and version.at)
    return (*template.key, *(slot for slot in more if slot))


def plain_forms(domain: Domain) -> set[str]:
    """The forms that ask by name for what holds at the cutoff; others, for other versions or with phrases,
    have tests of their own."""
    return {form.slug for form in domain.question_templates if not form.version and not form.reference}


@dataclass(frozen=True)
class QuestionCases:
    """Tables of cases of one domain, each with the history that its rows are asked of."""

    domain: Domain
    worlds: Sequence[tuple[str, str]]

    @cached_property
    def program(self) -> Program:
        return load_program(self.domain.program_text, f"{self.domain.slug}/base.dl")

    def known(self, text: str) -> History:
        return load_history(self.program, text)

    def goal(self, asked: str) -> Goal:
        """``form: argument, argument`` as its goal."""
        slug, _, names = asked.partition(":")
        template = self.domain.question(slug)
        values = [name.strip() for name in names.split(",")] if names.strip() else []
        return template.goal(dict(zip(slots_asked(template), values, strict=True)))

    def params(self) -> list[object]:
        """One test case for each row, named by its question and cutoff."""
        return [
            pytest.param(history, row, id=f"{row[0]} at {row[1]}")
            for history, table in self.worlds
            for row in rows(table)
        ]

    def forms(self) -> set[str]:
        """The forms of question that have a row."""
        return {row[0].partition(":")[0] for _, table in self.worlds for row in rows(table)}

    def check(self, history: str, row: Row) -> None:
        """The row holds; each witness gives the answer, and nothing smaller within it does."""
        asked, at, expected, height, witnesses, *width = row
        known, goal = self.known(history), self.goal(asked)
        found = evaluate(self.program, known, goal, cutoff(at))
        assert (shown(found.gold), found.derivation.height) == (expected, int(height))
        assert [found.derivation.width] * len(width) == [int(cell) for cell in width]
        if found.gold.label is Answerability.UNKNOWN:
            assert found.gold.missing
            assert witnesses == ""
            return
        assert found.witnesses.exact
        assert sorted(found.witnesses.witnesses) == sorted(events(one) for one in witnesses.split("/"))
        replay = Replay.of(self.program, known, goal, cutoff(at), answer)
        for witness in found.witnesses.witnesses:
            assert replay.gives(witness)
            assert [part for part in smaller(witness) if replay.gives(part)] == []
