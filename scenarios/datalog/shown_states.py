"""States of nodes in a few words, as drawings and tables show them. PURE."""

from __future__ import annotations

from typing import Any

from scenarios.datalog.derivation import Node
from scenarios.sentences import Sentence


def state_in_words(node: Node) -> str:
    """A node's state as a reader says it: ``Corby``, ``3 members, closed``, ``{A, B}, open``."""
    return stored_state_in_words(node.state)


def stored_state_in_words(state: Any) -> str:
    """The same of a state as rows hold it."""
    if state is None or state is True:
        return ""
    if not isinstance(state, dict):
        return _value_in_words(state)
    members, undecided = state.get("members", []), state.get("undecided", [])
    head = "{" + ", ".join(members) + "}"
    if len(members) > 4:
        head = Sentence("%(n)s members", n=len(members))
    if undecided:
        head = Sentence("%(members)s, %(n)s undecided", members=head, n=len(undecided))
    if state.get("open"):
        return Sentence("%(members)s, open", members=head)
    return Sentence("%(members)s, closed", members=head)


def _value_in_words(state: Any) -> str:
    if isinstance(state, bool):
        return Sentence("true") if state else Sentence("false")
    if isinstance(state, list):
        return "{" + ", ".join(str(item) for item in state) + "}"
    return str(state)
