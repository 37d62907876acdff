"""How the gold of a tracked query came to change: explicitly or not, and by which events (spec 8.3). PURE.

A node is transparent if it only hands on what is below it: a select node, a collection, or a derived node
whose one clause copies one recorded value. The direct inputs of a derivation are the recorded versions
that its root reaches through transparent nodes alone. A change is explicit if new records state, in actions
on direct inputs, every element by which the answers differ; otherwise it is implicit. So what an aggregate, a
rule or a mapping makes of a record is always implicit.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.scoring.maintenance import ChangeClass
from scenarios.datalog.derivation import Answerability, Derivation, Gold, Node, NodeKey, NodeKind, unmarked
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import declared_clause
from scenarios.datalog.resolution import VersionKey, effective
from scenarios.datalog.syntax import Atom, Clause, Const, Program, Shape, Var
from scenarios.datalog.values import NONE_TEXT, canonical

_RULE, _COMPLETE = "rule:", "complete:"
#: What speaks of a collection as a whole; it counts only for the members that it lists itself.
_WHOLE = frozenset({Op.COMPLETE, Op.REOPEN})


class ExplicitMode(enum.StrEnum):
    """What makes a change explicit: that new records state the new value on a direct input, or only that
    they speak of one."""

    VALUE_STATED = "value_stated"
    DIRECT_ONLY = "direct_only"


@dataclass(frozen=True, slots=True)
class Derived:
    """Gold at one checkpoint and its derivation."""

    gold: Gold
    derivation: Derivation


@dataclass(frozen=True, slots=True)
class Change:
    """How a gold changed; ``events`` are those that changed it, in order of observation. There are none
    where a date alone did, as when a waiver lapses."""

    kind: ChangeClass
    events: tuple[str, ...]


def change(
    program: Program,
    before: Derived,
    after: Derived,
    window: Sequence[ActionRecord],
    mode: ExplicitMode = ExplicitMode.VALUE_STATED,
) -> Change:
    """How the gold came to change between two checkpoints.

    ``window`` holds the actions of the events after the first and up to the second, in order of
    observation; ``program`` is the base program, declared rules stand in the derivations. What is returned
    for a gold that did not change means nothing.
    """
    return Change(classify(program, before, after, window, mode), changed_by(program, before, after, window))


def classify(
    program: Program,
    before: Derived,
    after: Derived,
    window: Iterable[ActionRecord],
    mode: ExplicitMode = ExplicitMode.VALUE_STATED,
) -> ChangeClass:
    """Whether the change is explicit; arguments as of ``change``."""
    direct = direct_inputs(program, before.derivation) | direct_inputs(program, after.derivation)
    acting = [
        action for action in effective(window) if action.op not in _WHOLE and action.version_key in direct
    ]
    explicit = bool(acting)
    if explicit and mode is ExplicitMode.VALUE_STATED:
        explicit = _is_stated(program, before.gold, after.gold, acting)
    return ChangeClass.EXPLICIT if explicit else ChangeClass.IMPLICIT


def changed_by(
    program: Program, before: Derived, after: Derived, window: Sequence[ActionRecord]
) -> tuple[str, ...]:
    """The events of the window that brought the change: those behind what the new derivation reads in
    another state than the old one did, and those that ended what only the old one read. An event that
    confirms what held already is none of them."""
    old, new = _recorded(program, before.derivation), _recorded(program, after.derivation)
    brought: set[str] = set()
    for key, read in new.items():
        # Each statement of completeness is a version of its own, even one of the same size.
        if key not in old or old[key].state != read.state or key[0].startswith(_COMPLETE):
            brought.update(read.events)
    ended = old.keys() - new.keys()
    brought.update(action.event for action in effective(window) if action.version_key in ended)
    return tuple(dict.fromkeys(action.event for action in window if action.event in brought))


# -------------------------------------------------------------------------------- direct inputs
def direct_inputs(program: Program, derivation: Derivation) -> frozenset[VersionKey]:
    """The version keys of the facts, members and rules that the root reaches through transparent nodes
    only, those of the root itself if it is recorded."""
    found: set[VersionKey] = set()
    seen, waiting = {derivation.root}, [derivation.root]
    while waiting:
        node = derivation.nodes[waiting.pop()]
        found.update(version_keys(program, node))
        if _is_transparent(program, derivation, node):
            below = [key for key in derivation.children[node.key] if key not in seen]
            seen.update(below)
            waiting.extend(below)
    return frozenset(found)


def version_keys(program: Program, node: Node) -> tuple[VersionKey, ...]:
    """What a node says the version of: of a parameter without keys also the rule of its name, since both
    have the same node."""
    kind, marked, args = node.key
    pred = unmarked(marked)
    if kind == NodeKind.RULE:
        name = pred.removeprefix(_RULE)
        decl = program.decls.get(name)
        of_param = [(name, args, None)] if decl is not None and decl.shape is Shape.PARAM else []
        return (*of_param, *([] if args else [(f"{_RULE}{name}", (), None)]))
    if kind != NodeKind.FACT:
        return ()
    if pred == "complete":
        return ((f"{_COMPLETE}{args[0]}", args[1:], None),)
    if program.decls[pred].shape is Shape.SET:
        return ((pred, args[:-1], args[-1]),)
    return ((pred, args, None),)


def _is_transparent(program: Program, derivation: Derivation, node: Node) -> bool:
    if node.kind in (NodeKind.SELECT, NodeKind.COLLECTION):
        return True
    if node.kind is NodeKind.FACT:  # an inverse read without exactly one group stands over the members
        decl = program.decls.get(unmarked(node.key[1]))
        return decl is not None and decl.shape is Shape.INVERSE
    if node.kind not in (NodeKind.DERIVED, NodeKind.DERIVED_SET):
        return False
    clauses = [_clause(program, derivation, node, name) for name in node.meta.get("clause", ())]
    return len(clauses) == 1 and clauses[0] is not None and copies(clauses[0])


def _clause(program: Program, derivation: Derivation, node: Node, name: str) -> Clause | None:
    """The clause of that id: a base clause, or one that a rule node below declares."""
    if not name.startswith(_RULE):
        return next((clause for clause in program.clauses if clause.id == name), None)
    below = (derivation.nodes[key] for key in derivation.children[node.key])
    texts = [found.state for found in below if found.key == (NodeKind.RULE.value, name, ())]
    return declared_clause(program, name.removeprefix(_RULE), texts[0]) if texts else None


def copies(clause: Clause) -> bool:
    """Whether a clause only gives a recorded value another name: its body is one atom with the variables of
    the head, each once. ``ready(T) :- signed(T,true).`` renames a truth and is a copy too."""
    if len(clause.body) != 1 or not isinstance(clause.body[0], Atom) or clause.body[0].negated:
        return False
    args = clause.body[0].args
    if args and isinstance(args[-1], Const) and args[-1].value is True:
        args = args[:-1]
    told, asked = _names(args), _names(clause.head.args)
    return told is not None and told == asked


def _names(terms: Sequence[object]) -> frozenset[str] | None:
    """The variables of an atom, None where one is anonymous or stands twice, or something else is there."""
    names = [term.name for term in terms if isinstance(term, Var) and not term.anonymous]
    return frozenset(names) if len(set(names)) == len(terms) else None


# -------------------------------------------------------------------------------- what records state
def _is_stated(program: Program, before: Gold, after: Gold, acting: Sequence[ActionRecord]) -> bool:
    """Whether the actions on direct inputs state every element by which the answers differ."""
    if after.label is Answerability.UNKNOWN:
        listed = isinstance(before.answer, list)
        return any(_takes_back(program, action, listed=listed) for action in acting)
    new = _differing(before, after)
    stated = {text for action in acting for text in _told(program, action)}
    return bool(new) and new <= stated


def _differing(before: Gold, after: Gold) -> frozenset[str]:
    """The members that came or went; of a single value the new one. Nothing where an unknown list turns out
    to be empty, which only a statement about the list as a whole can tell."""
    if isinstance(before.answer, list) or isinstance(after.answer, list):
        return frozenset(_elements(before.answer)) ^ frozenset(_elements(after.answer))
    return frozenset([_text(after.answer)])


def _elements(answer: object) -> list[str]:
    if isinstance(answer, list):
        return [_text(member) for member in answer]
    return [] if answer in (None, NONE_TEXT) else [_text(answer)]


def _text(value: object) -> str:
    return canonical(value) if isinstance(value, bool | str) else str(value)


def _told(program: Program, action: ActionRecord) -> Iterator[str]:
    """The arguments of an action, and the truth or absence that it states without naming it."""
    yield from action.key
    if action.member is not None:
        yield action.member
        yield canonical(action.op is Op.MEMBER)
    if action.value is not None:
        yield action.value
    elif action.op is Op.CANCEL and action.member is None:
        decl = program.decls.get(action.pred)
        if decl is not None and decl.on_cancel == "absent":
            yield NONE_TEXT


def _takes_back(program: Program, action: ActionRecord, *, listed: bool) -> bool:
    """Whether an action says of a key that it holds no longer, so that nothing is known of it. A member that
    is taken off a list leaves the rest of the list known; ``listed``: the answer was a list."""
    if listed and action.op is Op.CANCEL and action.member is not None:
        return program.decls[action.pred].on_cancel == "unknown"
    return action.op in (Op.CANCEL, Op.UNRULE)


# -------------------------------------------------------------------------------- what is read
@dataclass(frozen=True, slots=True)
class _Read:
    state: object
    events: tuple[str, ...]


def _recorded(program: Program, derivation: Derivation) -> dict[VersionKey, _Read]:
    """State and asserting events of everything recorded that a derivation reads."""
    found: dict[VersionKey, _Read] = {}
    for node in derivation.nodes.values():
        read = _Read(node.state, _events(derivation, node.key))
        found.update(dict.fromkeys(version_keys(program, node), read))
    return found


def _events(derivation: Derivation, key: NodeKey) -> tuple[str, ...]:
    return tuple(child[1] for child in derivation.children[key] if child[0] == NodeKind.EVENT)
