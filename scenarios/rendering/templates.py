"""Record templates: one source compiles to a formatter and to an anchored expression (spec 6.1). PURE.

A template has several surfaces, each a text with slots ``{trip}``. Every slot of its actions must stand
in every surface, so a record carries all that its actions say (spec 6.1). The slot ``{today}`` is the
day of the event itself. A slot that no action has, such as the hotel given up, is an *extra*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scenarios.datalog.history import ActionRecord
from scenarios.rendering.patterns import ActionPattern, EventRef, SlotValue, bind, expand, slots_in
from scenarios.rendering.slots import DATE, ListSlot, Slot, SlotValueError

#: The slot that holds the day of the event itself.
TODAY = "today"
_SLOT = re.compile(r"\{(\w+)\}")


class TemplateError(ValueError):
    """A template does not fit its slots or its actions; names the template and the slot."""


@dataclass(frozen=True)
class Surface:
    """One wording. ``register`` is note or message; ``source`` the text with its slots."""

    register: str
    source: str

    @cached_property
    def segments(self) -> tuple[tuple[str, bool], ...]:
        """The text cut into (piece, is a slot) in order."""
        parts = _SLOT.split(self.source)
        return tuple((part, place % 2 == 1) for place, part in enumerate(parts) if part)

    @cached_property
    def slots(self) -> frozenset[str]:
        return frozenset(piece for piece, is_slot in self.segments if is_slot)

    def literal_text(self) -> str:
        """The words of the wording itself, slots left out; for the lints on words."""
        return " ".join(piece for piece, is_slot in self.segments if not is_slot)

    def expression(self, kinds: Mapping[str, Slot]) -> re.Pattern[str]:
        """The anchored expression; a slot that stands twice must read the same twice."""
        seen: set[str] = set()
        pattern = ""
        for piece, is_slot in self.segments:
            if not is_slot:
                pattern += re.escape(piece)
            elif piece in seen:
                pattern += f"(?P={piece})"
            else:
                seen.add(piece)
                pattern += f"(?P<{piece}>{kinds[piece].pattern})"
        return re.compile(pattern)

    def write(self, values: Mapping[str, SlotValue], kinds: Mapping[str, Slot]) -> str:
        """The text with its slots filled. Raises ``SlotValueError``."""
        return "".join(
            _written(kinds[piece], values[piece]) if is_slot else piece for piece, is_slot in self.segments
        )


def _written(kind: Slot, value: SlotValue) -> str:
    if isinstance(kind, ListSlot):
        return kind.write(value if isinstance(value, tuple) else (value,))
    if not isinstance(value, str):
        raise SlotValueError(f"a list {value!r} does not fit a {kind.name} slot")
    return kind.checked(value)


def notes(*sources: str) -> tuple[Surface, ...]:
    """Surfaces in the register of office notes."""
    return tuple(Surface("note", source) for source in sources)


def messages(*sources: str) -> tuple[Surface, ...]:
    """Surfaces in the register of personal messages."""
    return tuple(Surface("message", source) for source in sources)


@dataclass(frozen=True, eq=False)
class WordingSet:
    """Slots and surfaces, compiled: shared by record and question templates."""

    slug: str
    kinds: Mapping[str, Slot]
    surfaces: tuple[Surface, ...]

    def __post_init__(self) -> None:
        for surface in self.surfaces:
            unknown = surface.slots - set(self.kinds)
            if unknown:
                raise TemplateError(
                    f"template {self.slug}: no kind for slots {sorted(unknown)} of {surface.source!r}"
                )

    @cached_property
    def expressions(self) -> tuple[re.Pattern[str], ...]:
        return tuple(surface.expression(self.kinds) for surface in self.surfaces)

    def readings(self, text: str) -> Iterator[tuple[int, dict[str, SlotValue]]]:
        """Every surface that matches the whole text, with the slot values read from it."""
        for place, expression in enumerate(self.expressions):
            match = expression.fullmatch(text)
            if match is not None:
                try:
                    yield (
                        place,
                        {slot: self.kinds[slot].read(part) for slot, part in match.groupdict().items()},
                    )
                except ValueError:
                    continue  # 31 February has the form of a date but is none

    def write(self, values: Mapping[str, SlotValue], surface: int) -> str:
        """The text of one surface. Raises ``TemplateError`` naming what is missing or does not fit."""
        chosen = self.surfaces[surface]
        missing = chosen.slots - set(values)
        if missing:
            raise TemplateError(f"template {self.slug}: no value for {sorted(missing)}")
        try:
            return chosen.write(values, self.kinds)
        except SlotValueError as error:
            raise TemplateError(f"template {self.slug}: {error}") from error


@dataclass(frozen=True, eq=False)
class RecordTemplate(WordingSet):
    """A kind of record. ``actions`` is empty for distractors that assert nothing; ``distractor`` then
    names their kind (D1, D5, D6, D7 of spec 4.6)."""

    actions: tuple[ActionPattern, ...] = ()
    distractor: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for surface in self.surfaces:
            missing = self.action_slots - surface.slots
            if missing:
                raise TemplateError(
                    f"template {self.slug}: {surface.source!r} does not carry {sorted(missing)}"
                )

    @cached_property
    def action_slots(self) -> frozenset[str]:
        """The slots that the actions have: all of them stand in every surface."""
        found: set[str] = set()
        for pattern in self.actions:
            texts = (pattern.pred, *pattern.key, pattern.value, pattern.member, pattern.clause)
            found.update(*map(slots_in, texts))
            found.update(slot for slot in (pattern.members, pattern.as_of, pattern.each) if slot is not None)
        return frozenset(found)

    def render(
        self,
        actions: Sequence[ActionRecord],
        at: EventRef,
        *,
        surface: int = 0,
        extras: Mapping[str, SlotValue] | None = None,
    ) -> str:
        """The record of an event with these actions. Raises ``UnboundActionsError`` or ``TemplateError``."""
        values = {**(extras or {}), **bind(self.actions, actions), TODAY: at.t.date().isoformat()}
        return self.write(values, surface)

    def parse(self, text: str, at: EventRef) -> list[tuple[int, tuple[ActionRecord, ...]]]:
        """(surface, actions) for every surface that reads the whole text as a record of that day."""
        return [
            (place, expand(self.actions, values, at))
            for place, values in self.readings(text)
            if values.get(TODAY, at.t.date().isoformat()) == at.t.date().isoformat()
        ]


def with_today(kinds: Mapping[str, Slot]) -> dict[str, Slot]:
    """The kinds of a record template's slots, the day of the event among them."""
    return {**kinds, TODAY: DATE}
