"""Reading records: from a text to the actions it states, or to "cannot be read" (spec 6.2). PURE."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scenarios.datalog.history import ActionRecord
from scenarios.domains.base import Domain
from scenarios.rendering.patterns import EventRef
from scenarios.rendering.templates import RecordTemplate


class AmbiguousRecordError(ValueError):
    """Two wordings of a domain read the same text: a fault of its templates."""


@dataclass(frozen=True, slots=True)
class RecordReading:
    """One way to read a record."""

    template: RecordTemplate
    surface: int
    actions: tuple[ActionRecord, ...]


def readings(domain: Domain, text: str, at: EventRef) -> Iterator[RecordReading]:
    """Every wording of the domain that reads ``text`` whole, as a record observed at ``at``."""
    for template in domain.readable:
        for surface, actions in template.parse(text, at):
            yield RecordReading(template, surface, actions)


def parse_record(domain: Domain, text: str, at: EventRef) -> tuple[ActionRecord, ...] | None:
    """The actions that a record states; ``()`` for a distractor's wording; None if no wording reads it.

    Raises ``AmbiguousRecordError`` if more than one wording does.
    """
    found = list(readings(domain, text, at))
    if len(found) > 1:
        shown = ", ".join(f"{reading.template.slug}#{reading.surface}" for reading in found)
        raise AmbiguousRecordError(f"domain {domain.slug}: {shown} all read {text!r}")
    return found[0].actions if found else None
