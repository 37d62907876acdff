"""What a literal reads, as references that become the nodes of a derivation (spec 2.1). PURE.

Nothing is referred to whose key is not known: an unnamed candidate has no node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from scenarios.datalog.reference_body import Key
from scenarios.datalog.reference_values import Absence, State, Tied, state_text, usable
from scenarios.datalog.resolution import GroupState
from scenarios.datalog.syntax import Decl, Expr, Shape, Var
from scenarios.datalog.values import Value, canonical


@dataclass(frozen=True, slots=True)
class Ref:
    """What a literal reads. ``kind`` is call, lookup, collection, member, undefined or conflict; the last
    two are missing leaves whose text is ``pred``."""

    kind: str
    pred: str
    key: tuple[Value, ...] = ()
    member: Value | None = None


def is_known(key: Key) -> TypeGuard[tuple[Value, ...]]:
    """Whether every part of a key is known by name."""
    return all(not isinstance(part, (Absence, Tied)) for part in key)


def read_ref(decl: Decl, key: Key) -> tuple[Ref, ...]:
    """The call, lookup or whole collection with this key."""
    if not is_known(key):
        return ()
    kind = "lookup"
    if decl.shape is Shape.DERIVED:
        kind = "call"
    elif decl.shape is Shape.SET:
        kind = "collection"
    return (Ref(kind, decl.pred, key),)


def member_ref(decl: Decl, key: Key, group: GroupState | None, member: State) -> tuple[Ref, ...]:
    """A member test reads the member fact if it holds or is cancelled, else the collection."""
    name = usable(member)
    if group is not None and name is not None and is_known(key):
        text = canonical(name)
        if text in group.members or text in group.dead:
            return (Ref("member", decl.pred, key, name),)
    return read_ref(decl, key)


def tied_key(pred: str, key: Key) -> list[Ref]:
    """A tie cannot feed a lookup: what it would have read is undefined."""
    if not any(isinstance(part, Tied) for part in key):
        return []
    return [Ref("undefined", f"{pred}({','.join(state_text(part) for part in key)})")]


def tied_operands(exprs: Sequence[Expr], env: Mapping[str, State]) -> list[Ref]:
    """A tie cannot be compared."""
    ties = [env[e.name] for e in exprs if isinstance(e, Var) and isinstance(env.get(e.name), Tied)]
    return [Ref("undefined", state_text(tie)) for tie in ties]
