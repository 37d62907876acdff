"""The places of a list of actions that can be changed, and to what, so that the text tells it. PURE.

``mutations`` says which changes are made and why; this is how they are found, action by action.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl, Shape
from scenarios.datalog.values import NONE_TEXT
from scenarios.rendering.near_values import Known, near_days, near_numbers, others
from scenarios.rendering.patterns import day_start
from scenarios.rendering.slots import date_words
from scenarios.rendering.stated import Stated

_CLAUSE_DATE = re.compile(r"date\((\d{4}-\d\d-\d\d)\)")
_CLAUSE_NUMBER = re.compile(r"(?<![\w.\-\"])\d+(?:\.\d+)?(?![\w\-\"]|\.\d)")
_CLAUSE_NAME = re.compile(r'"([^"\\]+)"')
#: How often a thing taken back is among the first false lists of an action.
_TAKEN_BACK = 0.2
#: One place of one action: its position and what of it is changed.
Site = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A false list of actions.

    ``pos`` is the place of the changed action; ``change`` what of it was changed: value, key0, member, list,
    size, as_of, clause, dropped, added, with ``back`` or ``again`` behind it where the operation is another;
    ``action`` what stands there now, None where it was dropped. ``apart`` says that no other
    action shares what was changed.
    """

    actions: tuple[ActionRecord, ...]
    pos: int
    change: str
    action: ActionRecord | None
    apart: bool = True

    @property
    def site(self) -> Site:
        """What two false lists have in common that are wrong in the same place."""
        return (self.pos, self.change.partition(" ")[0])


@dataclass(frozen=True, slots=True)
class Scene:
    """One event while its mutants are made."""

    decls: Mapping[str, Decl]
    event: EventSpec
    known: Known
    rng: random.Random
    text: Stated
    here: dict[str, list[str]] = field(default_factory=dict)

    def names_here(self, kind: str) -> list[str]:
        """The values of a type that stand in the text."""
        if kind not in self.here:
            self.here[kind] = [name for name in self.known.get(kind, ()) if self.text.has(name)]
        return self.here[kind]

    def sound(self, mutant: Mutant) -> bool:
        """Whether no two actions of the list are about the same version key (AC-1.4)."""
        keys = [action.version_key for action in mutant.actions]
        return len(set(keys)) == len(keys)

    # ------------------------------------------------------------ one action changed
    def changed(self, pos: int, action: ActionRecord) -> Iterator[Mutant]:
        """The action with another argument or another operation."""
        text = self.text
        makers = [self._values, self._keys, self._members, self._lists, self._days, self._clauses]
        self.rng.shuffle(makers)
        # Rarely first: that a thing is stated at all is seen sooner than what is stated.
        makers.insert(0 if self.rng.random() < _TAKEN_BACK else len(makers), self._taken_back)
        for make in makers:
            for change, now, apart in make(action, text):
                rest = self.event.actions
                yield Mutant((*rest[:pos], now, *rest[pos + 1 :]), pos, change, now, apart)

    def _other(self, type_name: str, value: str, text: Stated) -> list[str]:
        """Other values of a type that the text does not name."""
        return [one for one in others(type_name, value, self.known, self.rng) if not text.has(one)]

    def _values(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        decl = self.decls.get(action.pred)
        if decl is None or decl.value_type is None or action.value is None:
            return
        # Truth values and stated absences have words of their own, whatever those are.
        implied = decl.value_type == "bool" or action.value == NONE_TEXT
        if implied or text.has(action.value, in_days=False):
            for value in self._other(decl.value_type, action.value, text):
                yield "value", replace(action, value=value), True

    def _keys(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        decl = self.decls.get(action.pred)
        types = () if decl is None or len(decl.key_types) != len(action.key) else decl.key_types
        for place, type_name in enumerate(types):
            part = action.key[place]
            if not text.has(part, in_days=False):
                continue
            for other in self._other(type_name, part, text):
                key = (*action.key[:place], other, *action.key[place + 1 :])
                yield f"key{place}", replace(action, key=key), self._apart(part, action)

    def _members(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        decl = self.decls.get(action.pred)
        if decl is None or decl.member_type is None or action.member is None:
            return
        if text.has(action.member, in_days=False):
            for other in self._other(decl.member_type, action.member, text):
                yield "member", replace(action, member=other), self._apart(action.member, action)

    def _lists(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        decl = self.decls.get(action.pred)
        if action.op is not Op.COMPLETE or decl is None or decl.member_type is None:
            return
        if action.size and not action.members:
            if text.has(str(action.size), in_days=False):
                for size in self._other("int", str(action.size), text):
                    yield "size", replace(action, size=int(size)), True
            return
        if not all(text.has(member, in_days=False) for member in action.members):
            return
        for members in self._other_lists(action.members, decl.member_type, text):
            yield "list", replace(action, members=members, size=len(members)), True

    def _other_lists(
        self, members: tuple[str, ...], type_name: str, text: Stated
    ) -> Iterator[tuple[str, ...]]:
        """One name changed for another, one left out, one put in."""
        new = self._other(type_name, "", text)
        places = list(range(len(members)))
        self.rng.shuffle(places)
        for place, other in zip(places * 2, new, strict=False):
            yield (*members[:place], other, *members[place + 1 :])
        for place in places[:2]:
            yield (*members[:place], *members[place + 1 :])
        for other in new[:2]:
            yield (*members, other)

    def _days(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        if action.as_of is None or action.as_of == action.t:
            return
        day = action.as_of.astimezone(UTC).date().isoformat()
        if not text.has(day):
            return
        for other in near_days(day, self.rng):
            since: datetime = day_start(other)
            if since < action.t and not text.has(other):
                yield "as_of", replace(action, as_of=since), True

    def _clauses(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        if action.op is Op.RULE and action.clause:
            for clause in self.known.get(f"rule:{action.pred}", ()):
                if clause != action.clause and not _CLAUSE_NAME.search(clause):
                    yield "clause", replace(action, clause=clause), True
            for clause in self._other_constants(action.clause, text):
                yield "clause", replace(action, clause=clause), True
        if action.op in (Op.RULE, Op.UNRULE):
            yield from self._other_names(action, text)

    def _other_constants(self, clause: str, text: Stated) -> Iterator[str]:
        for match in _CLAUSE_DATE.finditer(clause):
            if text.has(date_words(match[1])):
                for day in near_days(match[1], self.rng)[:3]:
                    if not text.has(day):
                        yield f"{clause[: match.start(1)]}{day}{clause[match.end(1) :]}"
        for match in _CLAUSE_NUMBER.finditer(clause):
            if text.has(match[0], in_days=False):
                for number in near_numbers(match[0], self.rng)[:3]:
                    if not text.has(number):
                        yield f"{clause[: match.start()]}{number}{clause[match.end() :]}"

    def _other_names(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        """A rule about another thing: its name is changed in the key and in the clause alike."""
        for type_name, names in self.known.items():
            if type_name.startswith("rule:"):
                continue
            for name in names:
                quoted = f'"{name}"' in (action.clause or f'"{name}"')
                if quoted and re.search(rf"_{re.escape(name)}(?:_|$)", action.pred) and text.has(name):
                    for other in self._other(type_name, name, text):
                        clause = action.clause and action.clause.replace(f'"{name}"', f'"{other}"')
                        pred = re.sub(rf"_{re.escape(name)}(?=_|$)", f"_{other}", action.pred)
                        yield f"name-{name}", replace(action, pred=pred, clause=clause), True

    # ------------------------------------------------------------ another operation, one fewer, one more
    def _taken_back(self, action: ActionRecord, text: Stated) -> Iterator[tuple[str, ActionRecord, bool]]:
        """Taken back instead of stated, stated instead of taken back."""
        decl = self.decls.get(action.pred)
        if decl is None or decl.shape not in (Shape.FUNC, Shape.SET, Shape.PARAM):
            return
        own = self._own_words(action, text)
        if action.op in (Op.ASSERT, Op.REVISE) and own:
            yield "value back", replace(action, op=Op.CANCEL, value=None), True
        elif action.op is Op.MEMBER and own:
            yield "member back", replace(action, op=Op.CANCEL), True
        elif action.op is Op.CANCEL and action.member is not None:
            yield "member again", replace(action, op=Op.MEMBER), True
        elif action.op is Op.CANCEL and decl.value_type is not None:
            for value in [one for one in self.known.get(decl.value_type, ()) if not text.has(one)][:4]:
                yield "value again", replace(action, op=Op.ASSERT, value=value), True

    def dropped(self, pos: int, action: ActionRecord) -> tuple[Mutant, ...]:
        """The list without the action, where the text has words for it that no other action shares."""
        rest = self.event.actions
        if not self._own_words(action, self.text):
            return ()
        return (Mutant((*rest[:pos], *rest[pos + 1 :]), pos, "dropped", None),)

    def _own_words(self, action: ActionRecord, text: Stated) -> bool:
        return any(self._apart(part, action) and text.has(part, in_days=False) for part in _arguments(action))

    def _apart(self, part: str, action: ActionRecord) -> bool:
        """Whether no other action of the event has this argument."""
        return all(other is action or part not in _arguments(other) for other in self.event.actions)

    def added(self) -> Iterator[Mutant]:
        """One action more: about what the text names where it can be, with a value that it does not name."""
        text, rest = self.text, self.event.actions
        preds = [one for one in self.decls.values() if one.shape in (Shape.FUNC, Shape.SET)]
        self.rng.shuffle(preds)
        ranked = sorted(preds, key=lambda decl: not all(map(self.names_here, decl.key_types)))
        at = replace(_BLANK, event=self.event.id, t=self.event.t, seq=self.event.seq, pos=len(rest))
        for decl in ranked[:6]:
            for number, action in enumerate(self._made(decl, at, text)):
                if action.version_key not in {one.version_key for one in rest}:
                    yield Mutant((*rest, action), len(rest), f"added {number}", action)

    def _made(self, decl: Decl, blank: ActionRecord, text: Stated) -> Iterator[ActionRecord]:
        key = []
        for kind in decl.key_types:
            names = self.names_here(kind) or self.known.get(kind, ())
            if not names:
                return
            key.append(self.rng.choice(names))
        last = decl.member_type or decl.value_type or ""
        new = [one for one in self.known.get(last, ()) if not text.has(one) and one not in key]
        made = replace(blank, pred=decl.pred, key=tuple(key))
        for value in self.rng.sample(new, min(3, len(new))):
            if decl.shape is Shape.SET:
                yield replace(made, op=Op.MEMBER, member=value)
            else:
                yield replace(made, op=Op.ASSERT, value=value)


_BLANK = ActionRecord("", datetime(2000, 1, 1, tzinfo=UTC), 0, 0, Op.ASSERT, "")


def _arguments(action: ActionRecord) -> tuple[str, ...]:
    """Every argument of an action; ``none`` and truth values are no words of a text."""
    plain: Sequence[str | None] = (*action.key, action.member, action.value, *action.members)
    since = () if action.as_of in (None, action.t) or action.as_of is None else (
        action.as_of.astimezone(UTC).date().isoformat(),
    )  # fmt: skip
    words = (*(part for part in plain if part), *since, *_CLAUSE_NAME.findall(action.clause or ""))
    return tuple(part for part in words if part not in (NONE_TEXT, "true", "false"))
