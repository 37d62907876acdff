"""Says of the problems of a bundle out of files in which file, line and column each of them stands."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scenarios.exceptions import (
    BundleRefusedError,
    FileRefusedError,
    GoldDiffersError,
    Problem,
    WitnessCheckError,
)
from scenarios.services.json_rows import Row, read_lines

#: The key at fault by the code of a problem of an action.
_ACTION_KEYS = {
    "undeclared": "pred", "op": "op", "clause": "clause", "rule-key": "pred", "rule-frame": "op",
    "pos": "pos", "size": "size", "member": "member", "value": "value", "arity": "key", "naive-time": "as_of",
    "as-of-later": "as_of", "rule-refused": "clause",
}  # fmt: skip
#: File, the key that holds the label, and the key at fault by code: of events, then of queries.
_FILES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("event_kinds.jsonl", "event", dict.fromkeys(("event-kind", "distractor-kind"), "kind")),
    ("actions.jsonl", "event", {"pos-twice": "pos", "key-twice": "pred"}),
    ("events.jsonl", "id", {"seq": "seq", "seq-twice": "seq", "far-time": "t", "text": "text"}),
    (
        "queries.jsonl",
        "id",
        {"no-question": "question", "answer-type": "answer_type", "far-time": "tau", "text": "question"},
    ),
    ("gold.jsonl", "id", {"goal": "goal", "tolerance": "tolerance", "too-long": "family"}),
)
_ACTION = re.compile(r"(?P<scenario>\S+) (?P<label>.+) action (?P<pos>\d+)(?: \(.*\))?")
_ROW = re.compile(r"(?P<scenario>[a-z0-9-]+) (?P<label>.+)")
_HEAD = re.compile(r"(?P<scenario>[a-z0-9-]+)(?:\.dl| entit.*|$)")
_GOLD = re.compile(r"(?P<scenario>[a-z0-9-]+)/(?P<label>[^\s:]+)[: ]")
_FINDING = re.compile(r"suite .* finding (\d+)")


@contextmanager
def named(folder: Path) -> Iterator[None]:
    """Problems of the bundle that was read from ``folder`` say where in its files they stand."""
    try:
        yield
    except BundleRefusedError as error:
        places = _Places(folder)
        raise BundleRefusedError(tuple(map(places.placed, error.problems))) from error
    except GoldDiffersError as error:
        places = _Places(folder)
        raise GoldDiffersError(tuple(map(places.gold_placed, error.differences))) from error
    except WitnessCheckError as error:
        places = _Places(folder)
        raise WitnessCheckError(tuple(map(places.gold_placed, error.failures))) from error


class _Places:
    """The rows of a folder, each file read once and only where a problem asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, list[Row]] = {}
        self._labels: dict[tuple[str, str], dict[str, Row]] = {}

    def placed(self, problem: Problem) -> Problem:
        """The problem with its place before what it names; as it is where none is found."""
        row, key = self._row_of(problem)
        if row is None:
            return problem
        place = f"{row.file}, line {row.line}, column {row.column(key)}"
        return dataclasses.replace(problem, where=f"{place}: {problem.where}")

    def gold_placed(self, text: str) -> str:
        """What is said of the gold of a query, with the place of that gold before it."""
        found = _GOLD.match(text)
        row = found and self._by_label(f"{found['scenario']}/gold.jsonl", "id").get(found["label"])
        return f"{row.file}, line {row.line}, column {row.column('label')}: {text}" if row else text

    def _row_of(self, problem: Problem) -> tuple[Row | None, str]:
        """The row that a problem is about, and the key in it."""
        where, code = problem.where, problem.code
        if found := _FINDING.fullmatch(where):
            rows, place = self._rows("findings.jsonl"), int(found[1]) - 1
            return (rows[place] if place < len(rows) else None), "code"
        if where.startswith("suite "):
            return next(iter(self._rows("suite.json")), None), code
        if found := _ACTION.fullmatch(where):
            return self._action(found["scenario"], found["label"], int(found["pos"]), code)
        if found := _HEAD.fullmatch(where):
            key = "program" if code == "program" else "entities" if " entit" in where else code
            return next(iter(self._rows(f"{found['scenario']}/scenario.json")), None), key
        if found := _ROW.fullmatch(where):
            for label in (found["label"], found["label"].partition(", ")[0]):
                row, key = self._labelled(found["scenario"], label, code)
                if row is not None:
                    return row, key
        return None, ""

    def _action(self, scenario: str, label: str, pos: int, code: str) -> tuple[Row | None, str]:
        rows = self._rows(f"{scenario}/actions.jsonl")
        mine = (row for row in rows if row.data.get("event") == label and row.data.get("pos") == pos)
        return next(mine, None), _ACTION_KEYS.get(code, "event")

    def _labelled(self, scenario: str, label: str, code: str) -> tuple[Row | None, str]:
        """The row of an event or of a query: where the key of the problem stands, else where its id does."""
        known = [(name, by, keys[code]) for name, by, keys in _FILES if code in keys]
        for name, by, key in (*known, ("events.jsonl", "id", "id"), ("queries.jsonl", "id", "id")):
            row = self._by_label(f"{scenario}/{name}", by).get(label)
            if row is not None:
                return row, key
        return None, ""

    def _by_label(self, name: str, by: str) -> dict[str, Row]:
        if (name, by) not in self._labels:
            self._labels[name, by] = {str(row.data.get(by)): row for row in self._rows(name)}
        return self._labels[name, by]

    def _rows(self, name: str) -> list[Row]:
        if name not in self._files:
            try:
                self._files[name] = read_lines(self._folder, name)
            except FileRefusedError:  # it could be read a moment ago
                self._files[name] = []
        return self._files[name]
