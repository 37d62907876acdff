"""Goals that ask for a chosen version: T2, T3 and T4 of spec 3.2, with the meaning of ADR 14. PURE.

The value as of a date is that of the version which was current then, as far as the cutoff lets one know; the
previous value that of the version before the current one; the later of two keys the one whose current
version began later in rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios.datalog.cutoffs import cutoff_text, parse_cutoff
from scenarios.datalog.derivation import LATER_MARK, MARK, PREVIOUS_MARK
from scenarios.datalog.errors import GoalError
from scenarios.datalog.reference_state import Recorded
from scenarios.datalog.reference_values import UNKNOWN, State
from scenarios.datalog.resolution import Chosen, Resolved, Version, VersionKey
from scenarios.datalog.syntax import ChoiceKind, Decl, Goal, Shape, VersionChoice
from scenarios.datalog.values import ValueTextError, canonical, parse_value

Texts = tuple[str, ...]
PREVIOUS = VersionChoice(ChoiceKind.PREVIOUS_VALUE)


def as_of(at: str) -> VersionChoice:
    """The version that was current at a date or time."""
    return VersionChoice(ChoiceKind.VALUE_AS_OF, at=at)


def later_of(*other: str) -> VersionChoice:
    """Whichever of the goal's key and this one was settled later."""
    return VersionChoice(ChoiceKind.LATER_OF, other=other)


# -------------------------------------------------------------------- as objects and marks
def choice_object(choice: VersionChoice | None) -> dict[str, Any] | None:
    """A choice as it is stored and exported; what does not belong to its kind is left out."""
    if choice is None:
        return None
    parts: dict[str, Any] = {"kind": choice.kind.value}
    if choice.at is not None:
        parts["at"] = choice.at
    if choice.other is not None:
        parts["other"] = list(choice.other)
    return parts


def choice_of_object(stored: Mapping[str, Any] | None) -> VersionChoice | None:
    """The choice that ``choice_object`` wrote."""
    if stored is None:
        return None
    other = stored.get("other")
    return VersionChoice(
        ChoiceKind(stored["kind"]), stored.get("at"), None if other is None else tuple(other)
    )


def mark_of(choice: VersionChoice) -> str:
    """What stands behind the predicate in texts and nodes: a date, ``previous`` or ``later``."""
    if choice.kind is ChoiceKind.LATER_OF:
        return LATER_MARK
    return PREVIOUS_MARK if choice.kind is ChoiceKind.PREVIOUS_VALUE else choice.at or ""


def marked(pred: str, choice: VersionChoice) -> str:
    """A predicate with its mark: ``dest@2026-06-01``."""
    return f"{pred}{MARK}{mark_of(choice)}"


def goal_of_mark(pred: str, args: Texts, keys: int) -> Goal | None:
    """The goal that a marked predicate with its arguments stands for, ``keys`` being those of one key; None
    where no version is chosen by it."""
    name, _, mark = pred.partition(MARK)
    if mark == LATER_MARK:
        both = len(args) == 2 * keys
        return Goal(name, args[:keys], temporal=True, version=later_of(*args[keys:])) if both else None
    choice = PREVIOUS if mark == PREVIOUS_MARK else as_of(mark)
    return Goal(name, args, temporal=True, version=choice) if mark and len(args) == keys else None


# -------------------------------------------------------------------- what may be asked
def canonical_choice(decl: Decl, goal: Goal, cutoff: datetime) -> VersionChoice:
    """The choice of a goal that has one, with its texts in their one form; its own key is in it already.

    Raises ``GoalError`` for a predicate that is not recorded, for a date that is none or not before the
    cutoff, and for two keys that the answer could not name by one argument.
    """
    choice = goal.version
    assert choice is not None
    if decl.shape not in (Shape.FUNC, Shape.PARAM):
        raise GoalError(
            f"{decl.pred} is {decl.shape.value}, and versions are chosen of recorded values alone: ask for a "
            "func or a param"
        )
    if (choice.at is None) is (choice.kind is ChoiceKind.VALUE_AS_OF):
        raise GoalError(f"{choice.kind.value} of {decl.pred} {_wants(choice.at is None)} date")
    if (choice.other is None) is (choice.kind is ChoiceKind.LATER_OF):
        raise GoalError(f"{choice.kind.value} of {decl.pred} {_wants(choice.other is None)} second key")
    if choice.at is not None:
        return as_of(_date_before(decl.pred, choice.at, cutoff))
    return PREVIOUS if choice.other is None else later_of(*_other_key(decl, goal.key, choice.other))


def _wants(lacks: bool) -> str:
    return "needs a" if lacks else "takes no"


def _date_before(pred: str, text: str, cutoff: datetime) -> str:
    try:
        moment = parse_cutoff(text)
    except GoalError as error:
        raise GoalError(f"the date for which {pred} is asked: {error}") from error
    if moment >= cutoff:
        raise GoalError(
            f"{pred} is asked as of {text}, which does not end before the cutoff {cutoff_text(cutoff)}: name "
            "an earlier date, or ask for the current value"
        )
    return cutoff_text(moment)


def _other_key(decl: Decl, key: Texts, other: Texts) -> Texts:
    if len(other) != len(decl.key_types):
        raise GoalError(f"{decl.pred} takes {len(decl.key_types)} keys, the second key gives {len(other)}")
    try:
        found = tuple(canonical(parse_value(*part)) for part in zip(other, decl.key_types, strict=True))
    except ValueTextError as error:
        raise GoalError(f"the second key of the goal on {decl.pred}: {error}") from error
    apart = sum(one != two for one, two in zip(key, found, strict=True))
    if apart != 1:
        how = "are the same" if not apart else f"differ in {apart} arguments"
        raise GoalError(
            f"the two keys of {decl.pred} {how}: the answer names the one argument in which they differ"
        )
    return found


# -------------------------------------------------------------------- what is read
@dataclass(frozen=True, slots=True)
class Read:
    """A key that a goal with a choice reads: ``current``, and with ``chosen`` another version, that of
    ``until`` or, without it, the one before the current one."""

    pred: str
    key: Texts
    current: bool = True
    chosen: bool = False
    until: datetime | None = None


def reads_of(goal: Goal) -> tuple[Read, ...]:
    """The keys whose versions a goal with a choice reads."""
    choice = goal.version
    assert choice is not None
    if choice.other is not None:
        return (Read(goal.pred, goal.key), Read(goal.pred, choice.other))
    until = until_of(choice)
    return (Read(goal.pred, goal.key, current=until is None, chosen=True, until=until),)


def until_of(choice: VersionChoice) -> datetime | None:
    """The last moment that counts for the value as of a date; None for the other kinds."""
    return None if choice.at is None else parse_cutoff(choice.at)


def chosen_version(resolved: Resolved, goal: Goal) -> Chosen:
    """The version that a goal for the value as of a date, or the previous value, asks for."""
    assert goal.version is not None
    return resolved.chosen((goal.pred, goal.key, None), until_of(goal.version))


def read_of_mark(key: VersionKey) -> Read | None:
    """The other version that the key of a node with a mark stands for; None for a current one."""
    pred, _, mark = key[0].partition(MARK)
    if not mark:
        return None
    until = None if mark == PREVIOUS_MARK else parse_cutoff(mark)
    return Read(pred, key[1], current=False, chosen=True, until=until)


def version_of_mark(resolved: Resolved, key: VersionKey) -> Version | None:
    """The version that the key of a node stands for: the current one, or that of its mark."""
    read = read_of_mark(key)
    if read is None:
        return resolved.current(key)
    return resolved.chosen((read.pred, read.key, None), read.until).version


def other_versions(resolved: Resolved, goal: Goal) -> tuple[Version, ...]:
    """The versions beside the current ones that a goal rests on: replay keeps them."""
    if goal.version is None or goal.version.kind is ChoiceKind.LATER_OF:
        return ()
    version = chosen_version(resolved, goal).version
    return () if version is None else (version,)


# -------------------------------------------------------------------- what it comes to
def chosen_state(recorded: Recorded, goal: Goal) -> State:
    """The state of a goal with a choice; unknown where the version that it asks for does not exist."""
    choice = goal.version
    assert choice is not None
    decl = recorded.program.decls[goal.pred]
    if choice.other is not None:
        later = later_key(recorded, goal)
        return UNKNOWN if later is None else _difference(goal.key, choice.other, later)
    version = chosen_version(recorded.resolved, goal).version
    if version is None and choice.kind is ChoiceKind.PREVIOUS_VALUE:
        return UNKNOWN  # a declared default is no version
    return recorded.stated(decl, version)


def _difference(one: Texts, two: Texts, chosen: Texts) -> str:
    return next(part for part, first, second in zip(chosen, one, two, strict=True) if first != second)


def answer_type_of(decl: Decl, goal: Goal) -> str:
    """The declared type of what a goal answers; of the later of two keys, of the argument that differs."""
    if goal.version is None or goal.version.other is None:
        return decl.member_type or decl.value_type or "bool"
    pairs = zip(decl.key_types, goal.key, goal.version.other, strict=True)
    return next((type_name for type_name, one, two in pairs if one != two), "text")


def later_key(recorded: Recorded, goal: Goal) -> Texts | None:
    """Which of the two keys was settled later: whose current version began at the higher rank; None where
    one of them is not settled."""
    assert goal.version is not None
    assert goal.version.other is not None
    one, two = (settled(recorded, goal.pred, key) for key in (goal.key, goal.version.other))
    if one is None or two is None:
        return None
    return goal.key if one.actions[0].rank > two.actions[0].rank else goal.version.other


def settled(recorded: Recorded, pred: str, key: Texts) -> Version | None:
    """The current version of a key where it settles something: a cancellation does so unless it leaves the
    value unknown."""
    version = recorded.resolved.current((pred, key, None))
    if version is None or (version.cancelled and recorded.program.decls[pred].on_cancel == "unknown"):
        return None
    return version
