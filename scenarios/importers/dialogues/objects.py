"""Messages in JSON and JSON Lines, however they are nested in sessions and conversations. PURE.

A list of messages is found wherever it stands; what it stands in names its session, and what that stands in
its group: the id of an object, the key (``session_1``), or its number. The time of a session is that of its
object, of the key beside its own (``session_1_date_time``), or of a list beside its own (``haystack_dates``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scenarios.importers.dialogues.positions import Lines, Located, parse
from scenarios.importers.dialogues.rows import KNOWN, Fault, Found, Row, plain

_OWN_NAMES = (
    "session_id",
    "id",
    "sample_id",
    "conversation_id",
    "dialogue_id",
    "dialog_id",
    "question_id",
    "title",
)
_TIME_ENDS = ("_date_time", "_datetime", "_date", "_timestamp", "_time")


@dataclass(frozen=True, slots=True)
class _Inside:
    """What a list of messages stands in: labels from the outside in, and the nearest time."""

    labels: tuple[str, ...] = ()
    time: Any = None

    def within(self, label: str, time: Any) -> _Inside:
        return _Inside((*self.labels, label) if label else self.labels, self.time if time is None else time)


def read_json(text: str, text_key: str = "") -> Found:
    """The messages of a JSON text. ``text_key``: the key that holds what is said, where none of the known."""
    found = Found()
    content, fault = parse(text)
    if fault is not None:
        found.faults.append(fault)
        return found
    _Collector(found, Lines(text), text_key).collect(content)
    return found


def read_jsonl(text: str, text_key: str = "") -> Found:
    """The messages of a text with a JSON value a line: a message each, or a session each."""
    found, values = Found(), []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            content, fault = parse(line, number)
            if fault is not None:
                found.faults.append(
                    replace(fault, hint="a line is one JSON value; the other lines were read")
                )
            else:
                values.append((number, content))
    collectors = [_Collector(found, Lines("", number), text_key) for number, _ in values]
    holding = [one.holds(content) for one, (_, content) in zip(collectors, values, strict=True)]
    sessions = sum(holding)
    for collector, held, (number, content) in zip(collectors, holding, values, strict=True):
        if collector.is_message(content):
            collector.keep(content, _Inside())
        elif held:
            label = own_name(content) or (str(number) if sessions > 1 else "")
            collector.walk(content, _Inside().within(label, None))
        else:
            found.faults.append(Fault(number, "", "no message here", _no_message(text_key)))
    return found


def own_name(node: Any) -> str:
    """The name that an object states of itself."""
    if isinstance(node, dict):
        by_plain = {plain(key): value for key, value in node.items()}
        for name in _OWN_NAMES:
            if isinstance(by_plain.get(name), (str, int)) and str(by_plain[name]).strip():
                return str(by_plain[name]).strip()
    return ""


def said(value: Any) -> str | None:
    """The text of a message: a text, or the texts of its parts; None for what is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = [part if isinstance(part, str) else part.get("text") for part in value if _is_part(part)]
        if len(parts) == len(value):
            return "\n".join(part for part in parts if isinstance(part, str))
    return "" if value is None else None


def _is_part(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and isinstance(value.get("type"), str))


def _no_message(text_key: str) -> str:
    named = repr(text_key) if text_key else " or ".join(KNOWN["text"][:4])
    return f"a message is an object with {named}"


class _Collector:
    """Walks one JSON value and keeps its messages."""

    def __init__(self, found: Found, lines: Lines, text_key: str) -> None:
        self.found, self.lines, self.text_key = found, lines, text_key
        self._holds: dict[int, bool] = {}

    def collect(self, content: Any) -> None:
        """All messages, or a fault where there are none."""
        if self.is_message(content):
            self.keep(content, _Inside())
        elif self.holds(content):
            self.walk(content, _Inside())
        else:
            self.found.faults.append(Fault(0, "", "no messages were found", _no_message(self.text_key)))

    def is_message(self, node: Any) -> bool:
        if not isinstance(node, dict):
            return False
        if self.text_key:
            return self.text_key in node
        known = (value for key, value in node.items() if plain(key) in KNOWN["text"])
        return any(isinstance(value, (int, float)) or said(value) is not None for value in known)

    def holds(self, node: Any) -> bool:
        """Whether there is a list of messages in it."""
        if not isinstance(node, (dict, list)):
            return False
        if id(node) not in self._holds:
            inner = node.values() if isinstance(node, dict) else node
            self._holds[id(node)] = (
                isinstance(node, list) and any(map(self.is_message, node)) or any(map(self.holds, inner))
            )
        return self._holds[id(node)]

    def walk(self, node: Any, inside: _Inside) -> None:
        """Keep all messages below a node that holds some."""
        if isinstance(node, list) and any(map(self.is_message, node)):
            for one in node:
                if self.is_message(one):
                    self.keep(one, inside)
                else:
                    line = self.lines.line(one.at) if isinstance(one, Located) else 0
                    self.found.faults.append(Fault(line, "", "no message here", _no_message(self.text_key)))
        elif isinstance(node, list):
            held = [one for one in node if self.holds(one)]
            for number, one in enumerate(held, start=1):
                label = own_name(one) or (str(number) if len(held) > 1 else "")
                self.walk(one, inside.within(label, _own_time(one)))
        else:
            for value, within in self._inner(node, inside):
                self.walk(value, within)

    def _inner(self, node: Mapping[str, Any], inside: _Inside) -> Iterator[tuple[Any, _Inside]]:
        """What an object holds, each part with its label and time; of a list with names or times beside it
        the elements themselves."""
        keys = [key for key, value in node.items() if self.holds(value)]
        for key in keys:
            value = node[key]
            label = key if len(keys) > 1 or any(char.isdigit() for char in key) else ""
            here = inside.within(label, _time_beside(node, key))
            times, names = _beside(node, key, ("dates", "times", "timestamps")), _beside(node, key, ("ids",))
            if not isinstance(value, list) or any(map(self.is_message, value)) or not (times or names):
                yield value, here
                continue
            for number, one in enumerate(value):
                if self.holds(one):
                    name = str(names[number]) if names else own_name(one) or str(number + 1)
                    yield one, here.within(name, times[number] if times else _own_time(one))

    def keep(self, message: Mapping[str, Any], inside: _Inside) -> None:
        """One message, with its columns in the order in which they come."""
        line = self.lines.line(message.at if isinstance(message, Located) else 0)
        if isinstance(message, Located) and message.repeated:
            what = f"given twice in one object: {', '.join(message.repeated)}"
            self.found.faults.append(Fault(line, message.repeated[0], what, "keep one of them"))
        known = set(self.found.columns)
        self.found.columns += [key for key in message if key not in known]
        labels = inside.labels
        self.found.rows.append(
            Row(
                line,
                message,
                session=labels[-1] if labels else "",
                group=labels[0] if len(labels) > 1 else "",
                time=inside.time,
            )
        )


def _own_time(node: Any) -> Any:
    """The time that an object around messages states."""
    if not isinstance(node, dict):
        return None
    by_plain = {plain(key): value for key, value in node.items()}
    times = (by_plain.get(name) for name in KNOWN["time"])
    return next((one for one in times if isinstance(one, (str, int, float)) and one != ""), None)


def _time_beside(node: Mapping[str, Any], key: str) -> Any:
    """The time that stands beside a key: ``session_1_date_time`` of ``session_1``."""
    beside = (node.get(f"{key}{end}") for end in _TIME_ENDS)
    return next((one for one in beside if isinstance(one, (str, int, float)) and one != ""), None)


def _beside(node: Mapping[str, Any], key: str, ends: tuple[str, ...]) -> list[Any]:
    """A list as long as that of ``key`` whose name ends so; empty where there is none."""
    for other, value in node.items():
        if other != key and plain(other).rpartition("_")[2] in ends and isinstance(value, list):
            if len(value) == len(node[key]) and all(isinstance(one, (str, int, float)) for one in value):
                return value
    return []
