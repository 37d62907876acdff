"""Edits of a history as values, and the scenario they make; nothing is stored here (overview 4.11)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from scenarios.bundle import EDITED, EventSpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.resolution import VersionKey, effective
from scenarios.exceptions import EditStateError


@dataclass(frozen=True, slots=True)
class AddEvent:
    """A record arrives, whenever it was observed. With ``last`` it takes the next free number: it is the last
    of its time then."""

    event: EventSpec
    last: bool = False

    @property
    def label(self) -> str:
        return self.event.id


@dataclass(frozen=True, slots=True)
class ChangeActions:
    """A record stands for other actions than was thought; its words and its time stay.

    ``decided``: people decided what the record says, so that its words count from now on as words that came
    with it, and no wording of a template is held against them. A record that states nothing then is a filler.
    ``kind``: what it is from now on, empty for what it was; an event that people annotated is a record.
    """

    label: str
    actions: tuple[ActionRecord, ...]
    decided: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Annotate:
    """People said of several records at once what they state: one edit, and gold is revised once."""

    changes: tuple[ChangeActions, ...]

    @property
    def label(self) -> str:
        return self.changes[0].label


@dataclass(frozen=True, slots=True)
class RemoveEvent:
    """A record does not belong to the history."""

    label: str


Edit = AddEvent | ChangeActions | Annotate | RemoveEvent

#: What an edit is called in audit records, reports and commands.
VERBS: dict[type[Edit], str] = {
    AddEvent: "add",
    ChangeActions: "change",
    Annotate: "annotate",
    RemoveEvent: "remove",
}


def changes_of(edit: Edit) -> tuple[ChangeActions, ...]:
    """The records whose actions an edit changes while the records stay."""
    if isinstance(edit, Annotate):
        return edit.changes
    return (edit,) if isinstance(edit, ChangeActions) else ()


def changes_kinds(spec: ScenarioSpec, edit: Edit) -> bool:
    """Whether an edit makes a record of another kind, whatever its actions."""
    wanted = {change.label: change.kind for change in changes_of(edit) if change.kind}
    return any(wanted.get(event.id, event.kind) != event.kind for event in spec.events)


@dataclass(frozen=True, slots=True)
class TouchedKey:
    """A version key that an edit changes for cutoffs from ``since`` on."""

    key: VersionKey
    since: datetime

    def __str__(self) -> str:
        pred, group, member = self.key
        kind, _, name = pred.partition(":")
        if kind == "rule":
            return f"rule {name}"
        if kind == "complete":
            return f"complete({', '.join((name, *group))})"
        return f"{pred}({', '.join(group)}{'' if member is None else f'; {member}'})"


def edited(spec: ScenarioSpec, edit: Edit) -> ScenarioSpec:
    """The scenario after the edit, unchecked. Raises ``EditStateError`` where there is no such event."""
    if isinstance(edit, AddEvent):
        seq = 1 + max((event.seq for event in spec.events), default=0) if edit.last else edit.event.seq
        event = dataclasses.replace(edit.event, seq=seq)
        event = dataclasses.replace(event, actions=_framed(event, event.actions))
        return dataclasses.replace(spec, events=(*spec.events, event))
    if isinstance(edit, Annotate):
        for change in edit.changes:
            spec = edited(spec, change)
        return spec
    found = [event for event in spec.events if event.id == edit.label]
    if not found:
        raise EditStateError(f"There is no event {edit.label!r} in scenario {spec.slug!r}.")
    kept = tuple(event for event in spec.events if event.id != edit.label)
    if isinstance(edit, ChangeActions):
        kind = edit.kind or found[0].kind
        changed = dataclasses.replace(found[0], actions=_framed(found[0], edit.actions), kind=kind)
        kept = (*kept, as_decided(changed) if edit.decided else changed)
    return dataclasses.replace(spec, events=kept)


def as_decided(event: EventSpec) -> EventSpec:
    """The event whose words stand for themselves: no template is named behind them any more."""
    empty = event.kind == "record" and not event.actions
    return dataclasses.replace(
        event,
        kind="filler" if empty else event.kind,
        template="",
        renderer=EDITED if event.renderer == EDITED else "",
        template_text="",
    )


def _framed(event: EventSpec, actions: Iterable[ActionRecord]) -> tuple[ActionRecord, ...]:
    """Actions with the id, time and number of their event; an ``as_of`` that is its time is left out."""
    return tuple(
        dataclasses.replace(
            action,
            event=event.id,
            t=event.t,
            seq=event.seq,
            as_of=None if action.as_of == event.t else action.as_of,
        )
        for action in actions
    )


def actions_of(spec: ScenarioSpec) -> Iterator[ActionRecord]:
    """All actions of a scenario."""
    for event in spec.events:
        yield from event.actions


def difference(before: ScenarioSpec, after: ScenarioSpec) -> tuple[list[ActionRecord], list[ActionRecord]]:
    """Actions that are gone and actions that are new; one that differs in anything is both."""
    old, new = set(actions_of(before)), set(actions_of(after))
    gone = [action for action in actions_of(before) if action not in new]
    return gone, [action for action in actions_of(after) if action not in old]


def touched_keys(actions: Iterable[ActionRecord]) -> tuple[TouchedKey, ...]:
    """The version keys of changed actions, each from the first of their times on, in order."""
    since: dict[VersionKey, datetime] = {}
    for action in effective(actions):
        key = action.version_key
        since[key] = min(action.t, since.get(key, action.t))
    found = (TouchedKey(key, t) for key, t in since.items())
    return tuple(sorted(found, key=lambda touched: (touched.since, str(touched))))


def rule_texts(specs: Iterable[ScenarioSpec], rule_key: str) -> list[str]:
    """Every clause that events declare under a rule key."""
    return [
        action.clause
        for spec in specs
        for action in actions_of(spec)
        if action.op is Op.RULE and action.pred == rule_key and action.clause is not None
    ]
