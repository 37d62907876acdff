"""Actions in plain words, for people who read records and know no syntax (spec 1.3, 6.5). PURE.

A domain gives a noun for each predicate ("the hotel of trip {0}") and a sentence for each rule that events
declare; what it has none for is said with the name of the predicate in quotes. Two actions that differ never
read the same: the words name the operation, every argument, and from when it holds where that is another day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Protocol

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl
from scenarios.datalog.values import NONE_TEXT
from scenarios.rendering.patterns import (
    ActionPattern,
    EventRef,
    SlotValue,
    UnboundActionsError,
    bind,
    declares,
    undeclares,
)
from scenarios.rendering.slots import SlotValueError, date_words, money

if TYPE_CHECKING:
    from scenarios.domains.base import Domain

#: What a list of actions without any says.
NOTHING = "The record states nothing."
_TRUTHS = {"true": "yes", "false": "no"}


@dataclass(frozen=True, slots=True)
class RuleWords:
    """How a declared rule is said. ``key`` and ``clause`` are those of its record template, with the same
    slots as ``says``; ``topic`` is what is taken back, with the slots of the key alone."""

    key: str
    clause: str
    says: str
    topic: str


@dataclass(frozen=True, slots=True)
class ActionWords:
    """Says the actions of one program in the words of its domain, if it has any.

    ``nouns`` maps predicates to phrases with the key arguments as ``{0}``, ``{1}``; ``currency`` is the one
    in which money without a currency of its own is written.
    """

    decls: Mapping[str, Decl]
    nouns: Mapping[str, str]
    rules: Sequence[RuleWords] = ()
    currency: str = ""

    @classmethod
    def speaking(cls, decls: Mapping[str, Decl], domain: Domain | None) -> ActionWords:
        """The words of a program of this domain, or of no domain that ships."""
        if domain is None:
            return cls(decls, {})
        return cls(decls, domain.action_nouns, domain.rule_words, domain.currency)

    def of(self, action: ActionRecord) -> str:
        """One sentence for one action."""
        if action.op in (Op.RULE, Op.UNRULE):
            said = self._rule(action)
        elif action.op in (Op.COMPLETE, Op.REOPEN):
            said = self._list(action)
        elif action.member is not None:
            verb = "is one of" if action.op is Op.MEMBER else "is no longer one of"
            said = f"{self._arg(self._member_type(action.pred), action.member)} {verb} {self.noun(action)}"
        elif self._value_type(action.pred) == "bool" and action.value in _TRUTHS:
            now = " now" if action.op is Op.REVISE else ""
            said = f"{self.noun(action)}:{now} {_TRUTHS[action.value]}"
        else:
            said = f"{self.noun(action)} {self._value(action)}"
        since = "" if action.as_of in (None, action.t) else f" (valid from {_moment(action.as_of)})"
        return f"{said[:1].upper()}{said[1:]}{since}."

    def noun(self, action: ActionRecord) -> str:
        """What an action is about: ``the hotel of trip Grus``."""
        return self.noun_with(action.pred, self._keys(action))

    def noun_with(self, pred: str, keys: Sequence[str]) -> str:
        """The noun of a predicate with these words for its key arguments."""
        text = self.nouns.get(pred)
        if text is not None:
            try:
                return text.format(*keys)
            except IndexError:
                pass  # a program of its own may use the name with other keys
        of = f" of {', '.join(keys)}" if keys else ""
        return f"“{pred.replace('_', ' ')}”{of}"

    def _keys(self, action: ActionRecord) -> list[str]:
        decl = self.decls.get(action.pred)
        types = decl.key_types if decl is not None else ()
        return [
            self._arg(types[place] if place < len(types) else "", part)
            for place, part in enumerate(action.key)
        ]

    def _member_type(self, pred: str) -> str:
        decl = self.decls.get(pred)
        return (decl.member_type or "") if decl is not None else ""

    def _value_type(self, pred: str) -> str:
        decl = self.decls.get(pred)
        return (decl.value_type or "") if decl is not None else ""

    def _arg(self, type_name: str, value: str) -> str:
        """An argument as records write it."""
        try:
            return date_words(value) if type_name == "date" else value
        except ValueError:
            return value

    def _value(self, action: ActionRecord) -> str:
        if action.op is Op.CANCEL:
            return "is taken back: none is stated any more"
        if action.value == NONE_TEXT:
            verb = "is now" if action.op is Op.REVISE else "is"
            return f"{verb} none: it is said that there is none"
        words = self.value_words(action.pred, action.value or "")
        return f"changes to {words}" if action.op is Op.REVISE else f"is {words}"

    def value_words(self, pred: str, value: str) -> str:
        """The value of a predicate as records write it: money with its currency, days written out."""
        decl = self.decls.get(pred)
        kind = self._value_type(pred)
        if kind == "bool":
            return _TRUTHS.get(value, value)
        if kind != "money" or decl is None:
            return self._arg(kind, value)
        currency = (decl.currencies[-1] if decl.currencies else "") or self.currency
        try:
            return money(currency).write(value) if currency else value
        except (SlotValueError, ValueError):
            return f"{value} {currency}"

    def _list(self, action: ActionRecord) -> str:
        noun = self.noun(action)
        if action.op is Op.REOPEN:
            return f"the list of {noun} is open again: there may be more"
        if not action.size:
            return f"the list of {noun} is complete: there are none at all"
        kind = self._member_type(action.pred)
        named = ", ".join(self._arg(kind, member) for member in action.members)
        listed = f" ({named})" if named else ", which are not named here"
        return f"the list of {noun} is complete: {action.size} in all{listed}"

    def _rule(self, action: ActionRecord) -> str:
        for one in self.rules:
            pattern = declares(one.key, one.clause) if action.op is Op.RULE else undeclares(one.key)
            values = _bound(pattern, action)
            if values is not None:
                said = (one.says if action.op is Op.RULE else one.topic).format(**self._slots(values))
                return f"it is declared that {said}" if action.op is Op.RULE else f"{said} is taken back"
        name = action.pred.replace("_", " ")
        if action.op is Op.UNRULE:
            return f"the rule “{name}” is taken back"
        return f"the rule “{name}” is declared: {(action.clause or '').rstrip('.')}"

    def _slots(self, values: Mapping[str, SlotValue]) -> dict[str, str]:
        return {slot: self._slot(str(value)) for slot, value in values.items()}

    def _slot(self, value: str) -> str:
        try:
            return date_words(value)
        except ValueError:
            return value


def _bound(pattern: ActionPattern, action: ActionRecord) -> dict[str, SlotValue] | None:
    try:
        return bind((pattern,), (action,))
    except UnboundActionsError:
        return None


def _moment(at: datetime | None) -> str:
    assert at is not None  # the caller asked
    day = at.astimezone(UTC)
    clock = "" if day.time() == time() else f" {day:%H:%M} UTC"
    return f"{date_words(day.date().isoformat())}{clock}"


class Stated(Protocol):
    """What is needed of an action to write it as it is stored: records and stored rows have it."""

    op: Any
    pred: Any
    key: Any
    member: Any
    value: Any
    size: Any
    members: Any
    clause: Any


def formal(action: ActionRecord) -> str:
    """An action as it is stored: ``revise dest(Grus) = Corby``, with the time it holds from where that is not
    the time of its record."""
    text = as_stored(action)
    return text if action.as_of in (None, action.t) else f"{text} as of {_stamp(action.as_of)}"


def as_stored(action: Stated | ActionRecord) -> str:
    """What an action says, without its time: ``revise dest(Grus) = Corby``."""
    args = ", ".join([*action.key, *([action.member] if action.member is not None else [])])
    text = f"{action.op} {action.pred}({args})"
    if action.value is not None:
        text += f" = {action.value}"
    if action.size is not None:
        text += f", size {action.size}"
    if action.members:
        text += f": {', '.join(action.members)}"
    if action.clause:
        text += f" {action.clause}"
    return text


def _stamp(at: datetime | None) -> str:
    assert at is not None  # the caller asked
    day = at.astimezone(UTC)
    return day.date().isoformat() if day.time() == time() else day.isoformat(timespec="minutes")


# ---------------------------------------------------------------- rows
_PLAIN = ("pred", "member", "value", "size", "clause")


def as_row(action: ActionRecord) -> dict[str, object]:
    """An action as JSON without what it does not have; ``as_of`` only where it is another moment."""
    row: dict[str, object] = {"op": action.op.value}
    row.update({name: getattr(action, name) for name in _PLAIN if getattr(action, name) is not None})
    if action.key:
        row["key"] = list(action.key)
    if action.members:
        row["members"] = list(action.members)
    if action.as_of is not None and action.as_of != action.t:
        row["as_of"] = action.as_of.isoformat()
    return row


def action_of(row: Mapping[str, object], at: EventRef, pos: int = 0) -> ActionRecord:
    """The action of a row, as one of the event ``at``. Raises ``KeyError`` and ``ValueError``."""
    key, members, since = row.get("key"), row.get("members"), row.get("as_of")
    size = row.get("size")
    return ActionRecord(
        event=at.id,
        t=at.t,
        seq=at.seq,
        pos=pos,
        op=Op(str(row["op"])),
        pred=str(row["pred"]),
        key=tuple(map(str, key)) if isinstance(key, list) else (),
        member=_text(row.get("member")),
        value=_text(row.get("value")),
        as_of=None if since is None else datetime.fromisoformat(str(since)),
        size=size if isinstance(size, int) else None,
        members=tuple(map(str, members)) if isinstance(members, list) else (),
        clause=_text(row.get("clause")),
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def is_day(text: str) -> bool:
    """Whether a text is a day in the form 2030-01-31."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10
