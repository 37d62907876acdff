"""The statements that a record can make, offered for blind re-entry, and how a typed one is read (spec 6.5).

A statement is a sentence with numbered gaps: ``Hotel of trip [1 trip]: [2 hotel]``. Gaps hold the key
arguments in their order, then the value, the member or the list. No database.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl, Shape
from scenarios.datalog.values import NUMERIC_TYPES, ValueTextError
from scenarios.domains.base import Domain
from scenarios.rendering.action_words import ActionWords, RuleWords
from scenarios.rendering.entered_values import Names, read_value
from scenarios.rendering.patterns import EventRef, UnboundActionsError, bind, declares, expand, undeclares
from scenarios.sentences import in_language

#: A list is typed with these between its names.
_BETWEEN = re.compile(r"\s*[,;\n]\s*")
LIST = "list"
#: Words for an empty list.
_NONE_AT_ALL = frozenset({"", "none", "nothing", "nobody", "no", "-", "–", "0"})
MOST_GAPS = 6


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing to be filled in: what it is called and of which type it is (``list`` of ``of``)."""

    name: str
    type: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that can be entered. ``code`` is its value in the form; ``group`` where it is listed."""

    code: str
    label: str
    group: str
    gaps: tuple[Gap, ...]
    op: Op
    pred: str
    rule: RuleWords | None = None

    @property
    def hints(self) -> str:
        """What each gap is called, for labels of inputs."""
        return "|".join(gap.name for gap in self.gaps)


def statements(words: ActionWords, domain: Domain | None) -> tuple[Statement, ...]:
    """Every statement of a program, in groups, each group in the order of its sentences."""
    found = [one for decl in words.decls.values() for one in _of(decl, words)]
    found += _of_rules(words, domain)
    return tuple(sorted(found, key=lambda one: (_GROUPS.index(one.group), one.label.casefold())))


_ONE, _MANY, _RULES = "One thing", "Lists", "Rules"
_GROUPS = (_ONE, _MANY, _RULES)


def _of(decl: Decl, words: ActionWords) -> Iterator[Statement]:
    keys = tuple(_gap(kind) for kind in decl.key_types)
    noun = _opening(words.noun_with(decl.pred, [f"[{n} {gap.name}]" for n, gap in enumerate(keys, 1)]))
    last = len(keys) + 1

    def made(kind: str, op: Op, rest: str, *gaps: Gap) -> Statement:
        group = _MANY if decl.shape is Shape.SET else _ONE
        return Statement(f"{kind}:{decl.pred}", f"{noun}: {rest}", group, (*keys, *gaps), op, decl.pred)

    if decl.shape in (Shape.FUNC, Shape.PARAM) and decl.value_type is not None:
        value = _gap("yes or no" if decl.value_type == "bool" else decl.value_type, decl.value_type)
        yield made("is", Op.ASSERT, f"[{last} {value.name}]", value)
        yield made("back", Op.CANCEL, "taken back, none is stated any more")
    if decl.shape is Shape.SET and decl.member_type is not None:
        member = _gap(decl.member_type)
        yield made("one", Op.MEMBER, f"one of them is [{last} {member.name}]", member)
        yield made("out", Op.CANCEL, f"no longer one of them is [{last} {member.name}]", member)
        listed = Gap("all of them, or none", LIST, decl.member_type)
        yield made("all", Op.COMPLETE, f"the whole list is [{last} {listed.name}]", listed)
        yield made("open", Op.REOPEN, "the list is open again")


def _opening(sentence: str) -> str:
    """A sentence without the article before it, so that typing its first letters finds it in a list."""
    bare = sentence.removeprefix("the ").removeprefix("a ")
    return f"{bare[:1].upper()}{bare[1:]}"


def _gap(name: str, kind: str = "") -> Gap:
    return Gap(name.replace("_", " "), kind or name)


def _of_rules(words: ActionWords, domain: Domain | None) -> Iterator[Statement]:
    seen = set()
    for number, rule in enumerate(words.rules):
        kinds = _rule_kinds(rule, domain)
        gaps = tuple(Gap(slot.replace("_", " "), kinds.get(slot, "")) for slot in _order(rule.says))
        yield Statement(f"rule:{number}", _opening(_gapped(rule.says)), _RULES, gaps, Op.RULE, rule.key, rule)
        if rule.topic not in seen:
            seen.add(rule.topic)
            gaps = tuple(Gap(slot.replace("_", " "), kinds.get(slot, "")) for slot in _order(rule.topic))
            label = f"{_opening(_gapped(rule.topic))}: taken back"
            yield Statement(f"unrule:{number}", label, _RULES, gaps, Op.UNRULE, rule.key, rule)


_SLOT = re.compile(r"\{(\w+)\}")


def _order(text: str) -> list[str]:
    return list(dict.fromkeys(_SLOT.findall(text)))


def _gapped(text: str) -> str:
    places = {slot: place for place, slot in enumerate(_order(text), 1)}
    return _SLOT.sub(lambda match: f"[{places[match[1]]} {match[1].replace('_', ' ')}]", text)


def _rule_kinds(rule: RuleWords, domain: Domain | None) -> dict[str, str]:
    """The types of a rule's slots, where a template says that they are days, amounts or numbers."""
    for template in domain.templates if domain is not None else ():
        if any(pattern.clause == rule.clause for pattern in template.actions):
            named = {slot: getattr(kind, "name", "") for slot, kind in template.kinds.items()}
            typed = NUMERIC_TYPES | {"date"}
            return {slot: name for slot, name in named.items() if name in typed}
    return {}


# ---------------------------------------------------------------- reading
def read_statement(
    statement: Statement, texts: Sequence[str], at: EventRef, names: Names
) -> tuple[ActionRecord | None, dict[int, str]]:
    """The action that a filled statement is, or what is wrong with each gap, by its place."""
    faults: dict[int, str] = {}
    values: list[str] = []
    listed: tuple[str, ...] = ()
    for place, gap in enumerate(statement.gaps):
        text = texts[place] if place < len(texts) else ""
        try:
            if gap.type == LIST:
                listed = _list(text, gap.of, names)
            else:
                values.append(read_value(text, gap.type, names, absent=statement.op is Op.ASSERT))
        except ValueTextError as error:
            faults[place] = f"{gap.name}: {in_language(error.args[0], gettext)}"
    for place in range(len(statement.gaps), len(texts)):
        if texts[place].strip():
            faults[place] = gettext("This statement has %(n)s gaps; leave the others empty.") % {
                "n": len(statement.gaps)
            }
    if faults:
        return None, faults
    return _action(statement, values, listed, at), {}


def _list(text: str, kind: str, names: Names) -> tuple[str, ...]:
    if text.strip().casefold() in _NONE_AT_ALL:
        return ()
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    parts = [one for part in parts for one in (part.split(" and ") if " and " in part else (part,))]
    return tuple(dict.fromkeys(read_value(part, kind, names) for part in parts if part.strip()))


def _action(statement: Statement, values: list[str], listed: tuple[str, ...], at: EventRef) -> ActionRecord:
    if statement.rule is not None:
        text = statement.rule.says if statement.op is Op.RULE else statement.rule.topic
        slots = dict(zip(_order(text), values, strict=True))
        clause = statement.op is Op.RULE
        pattern = (
            declares(statement.rule.key, statement.rule.clause) if clause else undeclares(statement.rule.key)
        )
        return expand((pattern,), slots, at)[0]
    blank = ActionRecord(at.id, at.t, at.seq, 0, statement.op, statement.pred)
    if statement.op is Op.COMPLETE:
        return replace(blank, key=tuple(values), members=listed, size=len(listed))
    if statement.op is Op.ASSERT:
        return replace(blank, key=tuple(values[:-1]), value=values[-1])
    if statement.code.startswith(("one:", "out:")):
        return replace(blank, key=tuple(values[:-1]), member=values[-1])
    return replace(blank, key=tuple(values))


def sayable(found: Sequence[Statement], actions: Sequence[ActionRecord]) -> bool:
    """Whether each action is one that these statements can say; a declared rule may have no words."""
    rules = [(one.op, one.rule) for one in found if one.rule is not None]
    plain = {(one.op, one.pred) for one in found if one.rule is None}
    return all(
        any(_declares(op, rule, action) for op, rule in rules)
        if action.op in (Op.RULE, Op.UNRULE)
        else (Op.ASSERT if action.op is Op.REVISE else action.op, action.pred) in plain
        for action in actions
    )


def _declares(op: Op, rule: RuleWords, action: ActionRecord) -> bool:
    pattern = declares(rule.key, rule.clause) if op is Op.RULE else undeclares(rule.key)
    try:
        bind((pattern,), (action,))
    except UnboundActionsError:
        return False
    return True


def by_code(found: Sequence[Statement]) -> Mapping[str, Statement]:
    """Statements by their value in the form."""
    return {one.code: one for one in found}
