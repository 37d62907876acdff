"""From context items back to a history: what a reader that knows the templates can make of them. PURE.

An item is a record if it carries the prefix ``[id | date]``. Its text is read by the domain's templates;
failing that, by the actions of a stored record with the very same bytes; failing that, not at all
(overview 4.5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from scenarios.datalog.history import ActionRecord, History
from scenarios.domains.base import Domain
from scenarios.rendering.patterns import EventRef
from scenarios.rendering.records import parse_record
from sut_adapters.base import ContextItem

#: (record id, text) -> the actions of a stored record with that very text, None if there is none.
Stored = Callable[[str, str], Sequence[ActionRecord] | None]

#: A record as contexts carry it: ``[id | date] text``.
PREFIX = re.compile(
    r"\[(?P<id>[^|\]\n]+) \| (?P<when>\d{4}-\d{2}-\d{2} \d{2}:\d{2})\] (?P<text>.*)", re.DOTALL
)
_SPEAKER = re.compile(r"[^:\n]{1,80}: (?P<text>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReadContext:
    """What was read: the history, how many items there were and how many could be read."""

    history: History
    items: int
    read: int

    @property
    def readable_share(self) -> float:
        """Share of items read; 1 for an empty context, in which nothing is unreadable."""
        return self.read / self.items if self.items else 1.0


def no_stored_records(record_id: str, text: str) -> None:
    """A ``Stored`` that knows nothing."""


def stored_lookup(records: Iterable[tuple[str, str, Sequence[ActionRecord]]]) -> Stored:
    """A ``Stored`` over (record id, text, actions).

    A record with the item's own id goes first; another with the same bytes counts only if all records of
    that text assert the same, so that a repeated message is never taken for its twin.
    """
    by_id: dict[tuple[str, str], Sequence[ActionRecord]] = {}
    by_text: dict[str, list[Sequence[ActionRecord]]] = {}
    for record_id, text, actions in records:
        by_id[record_id, text] = actions
        by_text.setdefault(text, []).append(actions)

    def look_up(record_id: str, text: str) -> Sequence[ActionRecord] | None:
        if (record_id, text) in by_id:
            return by_id[record_id, text]
        found = by_text.get(text, [])
        contents = {
            tuple(replace(action, event="", t=_EPOCH, seq=0) for action in actions) for actions in found
        }
        return found[0] if len(contents) == 1 else None

    return look_up


_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass
class ContextReader:
    """Reads the contexts of one scenario; a record seen before is not parsed again."""

    domain: Domain | None
    stored: Stored = no_stored_records
    _seen: dict[str, tuple[ActionRecord, ...] | None] = field(default_factory=dict)
    _last: tuple[tuple[str, ...], ReadContext] | None = None

    def read(self, items: Sequence[ContextItem]) -> ReadContext:
        """The history that the items tell, each record once, and the share of items that were read. The same
        items as the last time give the same object."""
        texts = tuple(item.text for item in items)
        if self._last is None or self._last[0] != texts:
            self._last = (texts, self._read(items))
        return self._last[1]

    def _read(self, items: Sequence[ContextItem]) -> ReadContext:
        read = 0
        records: dict[str, tuple[ActionRecord, ...]] = {}
        for item in items:
            actions = self._item(item.text)
            if actions is not None:
                read += 1
                records.setdefault(item.text, actions)
        return ReadContext(History.of(_in_order(records.values())), len(items), read)

    def _item(self, text: str) -> tuple[ActionRecord, ...] | None:
        if text not in self._seen:
            self._seen[text] = self._parse(text)
        return self._seen[text]

    def _parse(self, text: str) -> tuple[ActionRecord, ...] | None:
        prefixed = PREFIX.fullmatch(text)
        if prefixed is None:
            return None
        try:
            when = datetime.strptime(prefixed["when"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        except ValueError:
            return None  # the form of a date, but no such day
        at = EventRef(prefixed["id"], when)
        spoken = _SPEAKER.fullmatch(prefixed["text"])
        bodies = [prefixed["text"], *([spoken["text"]] if spoken else [])]
        if self.domain is not None:
            for body in bodies:
                actions = parse_record(self.domain, body, at)
                if actions is not None:
                    return actions
        for body in bodies:
            known = self.stored(at.id, body)
            if known is not None:
                return tuple(_moved(action, at) for action in known)
        return None


def _moved(action: ActionRecord, at: EventRef) -> ActionRecord:
    """A stored action under the id and time of the item that repeats its record."""
    stated = action.as_of if action.as_of != action.t else None
    return replace(action, event=at.id, t=at.t, as_of=stated)


def _in_order(records: Iterable[tuple[ActionRecord, ...]]) -> list[ActionRecord]:
    """Give records a common order: by time, then by the stored order where one is known.

    A prefix tells the minute only; records of one minute that were parsed keep their order in the context.
    """
    ordered = sorted(
        (actions for actions in records if actions), key=lambda actions: (actions[0].t, actions[0].seq)
    )
    return [replace(action, seq=seq) for seq, actions in enumerate(ordered, 1) for action in actions]
