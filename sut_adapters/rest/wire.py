"""The JSON bodies of the push protocol, from and to the dataclasses of ``base`` (``openapi.yaml``). PURE."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    ContextItem,
    EventRecord,
    Holdings,
    SystemFailedError,
)

#: What a server may declare of itself; all false where it says nothing.
DECLARED = ("answers", "as_of", "forks", "query_mutates", "takes_hint")
#: Items of one context at most: more is a server that has lost its mind, not a memory.
MOST_ITEMS = 10_000
_LABELS = ("answerable", "justified-zero", "unknown")


@dataclass(frozen=True, slots=True)
class Health:
    """Who answers at an address: its own name and version, and what it declares."""

    name: str
    version: str
    declares: dict[str, bool] = field(default_factory=dict)

    @property
    def capabilities(self) -> Capabilities:
        """As the walk knows them: the store is the server's, reached from any host of ours."""
        return capabilities(self.declares)


def capabilities(declares: Mapping[str, bool]) -> Capabilities:
    """Capabilities of a server that declares this. Its store stays with it."""
    return Capabilities(rebuilt=False, remote=True, **{key: bool(declares.get(key)) for key in DECLARED})


def session_body(*, key: str, hint: str | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Open the session of one store; the same key again gives the same session back."""
    return {"protocol": 1, "key": key, "hint": hint, "options": dict(options)}


def events_body(records: Sequence[EventRecord]) -> dict[str, Any]:
    """A batch of records, in order."""
    return {
        "events": [
            {
                "id": record.id,
                "t": record.t.isoformat(),
                "text": record.text,
                "speaker": record.speaker,
                "session": record.session,
            }
            for record in records
        ]
    }


def query_body(question: AskedQuestion, *, k: int | None) -> dict[str, Any]:
    """A question: its words, its cutoff, the largest budget in tokens, and items at most."""
    return {
        "text": question.text,
        "cutoff": question.cutoff.isoformat(),
        "budget": question.budget,
        "k": k,
    }


def health_of(body: Any) -> Health:
    """Raises ``SystemFailedError`` naming the member that cannot be read, as all readers here do."""
    found = _object(body, "the reply to health")
    declares = _object(found.get("capabilities", {}), "capabilities")
    for key in DECLARED:
        if not isinstance(declares.get(key, False), bool):
            raise _fault(f"capabilities.{key}", "must be true or false", declares[key])
    flags = {key: declares.get(key, False) for key in DECLARED}
    return Health(_text(found, "name"), _text(found, "version"), flags)


def session_of(body: Any) -> str:
    """The name of a session, which stands in the addresses that follow."""
    name = _text(_object(body, "the reply to sessions"), "session")
    if (
        len(name) > 128
        or not all(c.isascii() and (c.isalnum() or c in "-_.~") for c in name)
        or name in (".", "..")
    ):
        raise _fault("session", "must be at most 128 letters, digits, '-', '_', '.', '~'", name)
    return name


def holdings_of(body: Any) -> Holdings:
    """What the server says it holds after a batch; unknown where it says nothing."""
    found = _object({} if body is None else body, "the reply to events")
    for key in ("items", "bytes"):
        value = found.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise _fault(key, "must be a whole number of at least 0", value)
    return Holdings(items=found.get("items"), bytes=found.get("bytes"))


def context_of(body: Any) -> Context:
    """The context of a question. ``meta`` holds the server's own ``answer``, if it gave one, and its
    ``usage``, marked as not measured by us."""
    found = _object(body, "the reply to query")
    items = found.get("items", [])
    if not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise _fault("items", f"must be a list of at most {MOST_ITEMS} objects", type(items).__name__)
    meta: dict[str, Any] = {}
    if found.get("answer") is not None:
        meta["answer"] = answer_of(found["answer"])
    if found.get("usage") is not None:
        meta["usage"] = {**_object(found["usage"], "usage"), "metered": False}
    return Context(tuple(_item(place, item) for place, item in enumerate(items)), meta)


def answer_of(value: Any) -> dict[str, Any]:
    """An answer of the system's own: ``{"label", "answer", "citations"}``; the label is checked here, the
    answer where it is scored."""
    found = _object(value, "answer")
    label = found.get("label")
    if label not in _LABELS:
        raise _fault("answer.label", f"must be one of {', '.join(_LABELS)}", label)
    citations = found.get("citations") or []
    if not isinstance(citations, list) or not all(isinstance(entry, str) for entry in citations):
        raise _fault("answer.citations", "must be a list of event ids", citations)
    return {"label": label, "answer": found.get("answer"), "citations": citations}


def _item(place: int, value: Any) -> ContextItem:
    found = _object(value, f"items[{place}]")
    text, ids, score = found.get("text"), found.get("event_ids") or [], found.get("score")
    if not isinstance(text, str) or not text:
        raise _fault(f"items[{place}].text", "must be a text that is not empty", text)
    if not isinstance(ids, list) or not all(isinstance(entry, str) for entry in ids):
        raise _fault(f"items[{place}].event_ids", "must be a list of event ids", ids)
    number = isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score)
    if score is not None and not number:
        raise _fault(f"items[{place}].score", "must be a finite number", score)
    return ContextItem(text, tuple(ids), None if score is None else float(score))


def _object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _fault(where, "must be a JSON object", value)
    return value


def _text(found: Mapping[str, Any], key: str) -> str:
    value = found.get(key)
    if not isinstance(value, str) or not value:
        raise _fault(key, "must be a text that is not empty", value)
    return value


def _fault(where: str, what: str, value: object) -> SystemFailedError:
    return SystemFailedError(f"{where} {what}, not {str(value)[:80]!r}")
