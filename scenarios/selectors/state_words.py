"""Resolved state as lines to read and as JSON."""

from __future__ import annotations

from typing import Any

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.recorded_nodes import key_text
from scenarios.datalog.resolution import Version
from scenarios.datalog.values import NONE_TEXT
from scenarios.selectors.resolved_state import RULE, Changed, FactLine, GroupLine, StatePage


def page_object(found: StatePage) -> dict[str, Any]:
    """A page of state: current values (``cancelled`` where a tombstone stands), collections, rules."""
    facts = [line for line in found.lines if isinstance(line, FactLine) and not line.pred.startswith(RULE)]
    rules = [line for line in found.lines if isinstance(line, FactLine) and line.pred.startswith(RULE)]
    return {
        "cutoff": found.cutoff.isoformat(),
        "facts": [line_object(line) for line in facts],
        "groups": [line_object(line) for line in found.lines if isinstance(line, GroupLine)],
        "rules": {
            line.pred.removeprefix(RULE): line.version.actions[0].clause
            for line in rules
            if line.version is not None and not line.version.cancelled
        },
        "next": found.next_after or None,
        "rest": found.rest,
        "rest_uncounted": found.rest_uncounted,
    }


def line_object(line: FactLine | GroupLine) -> dict[str, Any]:
    """One key with its state."""
    if isinstance(line, GroupLine):
        state = line.state
        return {
            "pred": line.pred,
            "group": list(line.key),
            "members": {name: list(version.events) for name, version in sorted(state.members.items())},
            "dead": {name: list(version.events) for name, version in sorted(state.dead.items())},
            "closed": state.closed,
            "size": state.size,
            "complete_events": list(state.complete.events) if state.complete else [],
        }
    version = line.version
    return {
        "pred": line.pred,
        "key": list(line.key),
        "value": None if version is None else value_of(version),
        "cancelled": version is not None and version.cancelled,
        "events": [] if version is None else list(version.events),
        "obsolete": line.obsolete,
    }


def value_of(version: Version) -> str | None:
    """What a version states: a value, or the clause of a rule."""
    return version.actions[0].clause or version.value


def change_object(found: Changed) -> dict[str, Any]:
    """A key at both cutoffs."""
    return {"before": line_object(found.before), "after": line_object(found.after)}


def name_words(line: FactLine | GroupLine) -> str:
    """``dest(Grus)``; of a rule ``rule fees``."""
    if line.pred.startswith(RULE):
        return f"rule {line.pred.removeprefix(RULE)}"
    return key_text(line.pred, line.key)


def line_words(line: FactLine | GroupLine) -> str:
    """One key with its state on one line: ``dest(Grus) = Corby  [e10, 1 older]``."""
    return f"{name_words(line)} = {state_words(line)}  [{evidence_words(line)}]"


def state_words(line: FactLine | GroupLine) -> str:
    """The state alone, without its events."""
    if isinstance(line, FactLine):
        if line.version is None:
            return "nothing recorded"
        if line.version.cancelled:
            return "withdrawn" if line.pred.startswith(RULE) else "cancelled"
        return value_of(line.version) or NONE_TEXT
    dead = f"; cancelled: {', '.join(sorted(line.state.dead))}" if line.state.dead else ""
    return (", ".join(sorted(line.state.members)) or "no members") + dead


def evidence_words(line: FactLine | GroupLine) -> str:
    """The events that say so; of a collection whether it is closed."""
    if isinstance(line, GroupLine):
        return f"closed, size {line.state.size}" if line.state.closed else "open"
    older = f", {line.obsolete} older" if line.obsolete else ""
    return ("" if line.version is None else ", ".join(line.version.events)) + older


def rest_words(found: StatePage) -> str:
    """How many keys follow, empty where none do."""
    if not found.next_after:
        return ""
    more = "more than " if found.rest_uncounted else ""
    return f"{more}{found.rest} more keys follow"


def change_words(found: Changed) -> str:
    """One key at both cutoffs on one line."""
    before, after = (f"{state_words(line)} [{evidence_words(line)}]" for line in (found.before, found.after))
    return f"{name_words(found.after)}: {before} → {after}"


def between_words(since: str, until: str) -> str:
    return f"Changed after {since}, by {until}:"


def heading(found: StatePage) -> str:
    """What a page is about."""
    return f"At {cutoff_text(found.cutoff)}:"
