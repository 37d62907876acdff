"""Finds the files of the data set and reads each into the one shape all subsets share (spec 11.1). PURE.

A file that is not JSON is an error with its place; an item of the wrong shape is a finding and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scenarios.bundle import Finding
from scenarios.importers.errors import NotThisDataSetError, UnreadableFileError, shown_path
from scenarios.importers.jsonfiles import load

#: Folder of the data set -> name of the subset.
FOLDERS = {
    "accounting": "accounting",
    "tree_based": "tree",
    "state_tracking": "state_tracking",
    "recommendations": "recommendations",
}
SUBSETS = tuple(FOLDERS.values())


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation. ``messages`` are (role, text); ``answers`` the stated answers of accounting."""

    id: str
    messages: tuple[tuple[str, str], ...]
    answers: tuple[str, ...] = ()
    fact_id: str = ""
    fact_quote: str = ""
    keys: frozenset[str] = frozenset()

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.messages)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a file with its stated answer and the facts the answer is said to rest on."""

    question: str
    answer: str
    id: str = ""
    required_facts: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One file of the data set."""

    file: str
    subset: str
    case_id: str
    sessions: tuple[Session, ...] = ()
    queries: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """Everything below a path: the files read, those that could not be, and what was odd on the way."""

    files: tuple[CaseFile, ...]
    unreadable: tuple[tuple[str, UnreadableFileError], ...] = ()
    findings: tuple[Finding, ...] = ()

    def of(self, subset: str) -> tuple[CaseFile, ...]:
        return tuple(case for case in self.files if case.subset == subset)

    def errors_of(self, subset: str) -> tuple[UnreadableFileError, ...]:
        return tuple(error for name, error in self.unreadable if name == subset)


def read_dataset(path: Path, subsets: tuple[str, ...] = SUBSETS) -> DataSet:
    """Read the files of the chosen subsets below ``path``.

    ``path`` is the folder of the data set, or one of its subset folders. Raises
    ``NotThisDataSetError`` where neither is found.
    """
    files: list[CaseFile] = []
    unreadable: list[tuple[str, UnreadableFileError]] = []
    findings: list[Finding] = []
    for subset, file in _files(path):
        if subset not in subsets:
            continue
        shown = shown_path(file, path if path.name not in FOLDERS else path.parent)
        try:
            document = load(file, shown)
        except UnreadableFileError as error:
            unreadable.append((subset, error))
            code = "empty-file" if "empty file" in error.reason else "unreadable-file"
            findings.append(Finding(code, shown, "", "", str(error)))
            continue
        findings += [Finding(note.code, shown, "", "", note.detail) for note in document.notes]
        case = _Shape(shown, subset, findings).case(document.content)
        if case is not None:
            files.append(case)
    return DataSet(tuple(files), tuple(unreadable), tuple(findings))


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if not path.is_dir():
        raise NotThisDataSetError(f"{path} is not a folder; give the folder that holds {', '.join(FOLDERS)}")
    folders = [path] if path.name in FOLDERS else [path / name for name in FOLDERS if (path / name).is_dir()]
    found = [(FOLDERS[folder.name], file) for folder in folders for file in sorted(folder.rglob("*.json"))]
    if not found:
        raise NotThisDataSetError(
            f"{path} holds no file of StructMemEval; looked for *.json in {', '.join(FOLDERS)}"
        )
    yield from found


@dataclass(slots=True)
class _Shape:
    """Turns JSON into a case file; every item of the wrong shape becomes a finding."""

    file: str
    subset: str
    findings: list[Finding]
    session: str = field(default="")

    def case(self, content: Any) -> CaseFile | None:
        if not isinstance(content, dict):
            self._odd("", f"the file holds a {_kind(content)}, not an object")
            return None
        sessions = tuple(self._sessions(content.get("sessions")))
        self.session = ""
        queries = tuple(self._queries(content.get("queries", [])))
        return CaseFile(self.file, self.subset, str(content.get("case_id", "")), sessions, queries)

    def _sessions(self, value: Any) -> Iterator[Session]:
        for place, item in self._items("sessions", value, dict):
            self.session = str(item.get("session_id", "")) or f"session {place}"
            messages = tuple(self._messages(item.get("messages")))
            answers = tuple(text for _, text in self._items("answers", item.get("answers", []), str))
            yield Session(
                self.session,
                messages,
                answers,
                str(item.get("fact_id") or ""),
                str(item.get("fact_quote") or ""),
                frozenset(item),
            )

    def _messages(self, value: Any) -> Iterator[tuple[str, str]]:
        for place, item in self._items("messages", value, dict):
            content = item.get("content")
            if isinstance(content, str) and content.strip():
                yield str(item.get("role", "")), content
            else:
                self._odd(str(place), f"message {place} has no text")
                # An empty place keeps the numbers of the messages after it.
                yield str(item.get("role", "")), ""

    def _queries(self, value: Any) -> Iterator[Asked]:
        for place, item in self._items("queries", value, dict):
            stated = item.get("reference_answer")
            text = stated.get("text") if isinstance(stated, dict) else stated
            if not isinstance(item.get("question"), str) or not isinstance(text, str):
                self._odd("", f"query {place} lacks a question or a stated answer in words")
                continue
            facts = stated.get("required_facts", []) if isinstance(stated, dict) else []
            required = tuple(str(fact) for fact in facts) if isinstance(facts, list) else ()
            yield Asked(item["question"], text, str(item.get("query_id", "")), required, frozenset(item))

    def _items(self, name: str, value: Any, wanted: type) -> Iterator[tuple[int, Any]]:
        if not isinstance(value, list):
            self._odd("", f"{name} is a {_kind(value)}, not a list")
            return
        for place, item in enumerate(value, start=1):
            if isinstance(item, wanted):
                yield place, item
            else:
                self._odd("", f"item {place} of {name} is a {_kind(item)} and was left out")

    def _odd(self, message: str, detail: str) -> None:
        self.findings.append(Finding("format", self.file, self.session, message, detail))


def _kind(value: Any) -> str:
    names = {dict: "object", list: "list", str: "text", bool: "truth value", type(None): "missing value"}
    return names.get(type(value), "number")
