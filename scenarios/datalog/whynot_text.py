"""An answer to "why not?" as lines to read and as JSON. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.nearby import Nearest
from scenarios.datalog.recorded_nodes import key_text
from scenarios.datalog.whynot_values import (
    ClauseReason,
    Completeness,
    Failing,
    Report,
    Row,
    Rows,
    WhyNot,
    asked_text,
)
from scenarios.sentences import Sentence


def headline(reason: WhyNot) -> str:
    """``country(Grus) = Corvia? It is Drossel.``"""
    if reason.met and reason.asked.expected is None:
        return Sentence("%(name)s is known: %(state)s.", name=reason.name, state=reason.state)
    if reason.met:
        return Sentence("%(name)s holds.", name=reason.name)
    return Sentence("%(name)s? It is %(state)s.", name=reason.name, state=reason.state)


def report_lines(report: Report) -> list[str]:
    """The reasons as indented lines: the goal, then each derived goal that it was followed to."""
    lines: list[str] = []
    for reason in report.all:
        lines.append(headline(reason))
        lines += [f"  {line}" for line in _reason_lines(reason, report)]
    if report.left:
        lines.append(f"+ {report.left} more derived goals are not followed: ask for one, or give more depth")
    return lines


def _reason_lines(reason: WhyNot, report: Report) -> Iterator[str]:
    if reason.direct is not None:
        yield reason.direct.says
        yield from _around(reason.direct, report)
    elif not reason.clauses:
        yield "no clause gives it: no rule is in force and none was"
    for clause in reason.clauses:
        yield from clause_lines(clause, report)
    for text in reason.unreadable:
        yield f"a declared rule that is not in force cannot be read with this program: {text}"


def clause_lines(clause: ClauseReason, report: Report) -> Iterator[str]:
    """One clause with its rows."""
    yield clause.text + (f"  ({clause.standing})" if clause.standing else "")
    if clause.note:
        yield f"  {clause.note}"
    for line in _rows(clause.rows, report):
        yield f"  {line}"


def _rows(rows: Rows, report: Report) -> Iterator[str]:
    for row in rows.shown:
        yield from _row(row, report)
    if rows.more:
        counts = ", ".join(f"{count} at {literal}" for literal, count in rows.counts)
        yield f"+ {rows.more} more rows" + (f"; of all {rows.total}: {counts}" if counts else "")


def _row(row: Row, report: Report) -> Iterator[str]:
    where = ", ".join(f"{name} = {value}" for name, value in row.bindings)
    lead = f"with {where}: " if where else ""
    if row.failing is None:
        yield f"{lead}holds{f' and gives {row.gives}' if row.gives else ''}"
        return
    yield f"{lead}fails at {row.failing.literal}, {row.failing.truth}: {row.failing.says}"
    for line in _around(row.failing, report):
        yield f"  {line}"
    if row.inside is not None:
        for line in _rows(row.inside, report):
            yield f"  {line}"


def _around(failing: Failing, report: Report) -> Iterator[str]:
    yield from near_lines(failing, report)
    if failing.below is not None:
        yield f"see {asked_text(failing.below)}"


def near_lines(failing: Failing, report: Report) -> Iterator[str]:
    """What keeps a collection open, and what is recorded near a failing literal."""
    if failing.completeness is not None:
        if failing.completeness.leaf:
            yield completeness_words(failing.completeness)
        if failing.completeness.dead and (failing.spot is None or failing.spot.whole):
            dead = ", ".join(f"{name} ({event}, {_day(t)})" for name, event, t in failing.completeness.dead)
            yield Sentence("cancelled members: %(dead)s", dead=dead)
    if failing.spot is not None and failing.spot in report.nearest:
        yield from nearest_lines(report.nearest[failing.spot])


def completeness_words(found: Completeness) -> str:
    """What keeps a collection open, with the sizes that disagree."""
    name = key_text("complete", (found.pred, *found.group))
    if not found.leaf:
        return Sentence("%(name)s stands: the collection is closed", name=name)
    leaf = found.leaf
    if leaf.startswith("missing"):
        group = key_text(found.pred, found.group)
        return Sentence("%(leaf)s: no record says that %(group)s is complete", leaf=leaf, group=group)
    by = f"{', '.join(found.by)}, {_day(found.t)}"
    if leaf.startswith("cancelled"):
        return Sentence("%(leaf)s: reopened by %(by)s", leaf=leaf, by=by)
    said = Sentence(
        "%(leaf)s: %(name)s states %(size)s (%(by)s), but %(members)s members and %(cancelled)s cancelled "
        "since stand",
        leaf=leaf,
        name=name,
        size=found.size,
        by=by,
        members=len(found.members),
        cancelled=len(found.cancelled),
    )
    if not found.added:
        return said
    return Sentence("%(said)s; added since: %(added)s", said=said, added=", ".join(found.added))


def nearest_lines(found: Nearest) -> Iterator[str]:
    """Versions of the key, the same value elsewhere, and names like an unknown one."""
    name = key_text(found.spot.pred, found.spot.key)
    if found.spot.member is not None:
        name = key_text(found.spot.pred, (*found.spot.key, found.spot.member))
    for version in found.versions:
        events = ", ".join(f"{event} ({_day(t)})" for event, t in version.events)
        value = Sentence("cancelled") if version.value is None else version.value
        said = Sentence("recorded: %(name)s = %(value)s, %(events)s", name=name, value=value, events=events)
        yield said if version.current else Sentence("%(said)s, superseded", said=said)
    if found.older and found.older_uncounted:
        yield Sentence("recorded: at least %(n)s older versions", n=found.older)
    elif found.older:
        yield Sentence("recorded: %(n)s older versions", n=found.older)
    if not found.versions and not found.spot.whole:
        yield Sentence("recorded: nothing of %(name)s", name=name)
    for other in found.elsewhere:
        key = other.key if found.spot.member is None else (*other.key, found.spot.member)
        tail = "" if found.spot.member is not None else f" = {found.spot.expected}"
        place = f"{key_text(found.spot.pred, key)}{tail}, {other.event} ({_day(other.t)})"
        yield Sentence("elsewhere: %(place)s", place=place)
    if found.more_elsewhere:
        yield Sentence("elsewhere: more, or not all was looked at")
    for part, names in found.names:
        like = ", ".join(names)
        yield Sentence("no record speaks of %(part)s; names like it: %(names)s", part=part, names=like)


def _day(moment: datetime | None) -> str:
    return "" if moment is None else cutoff_text(moment)


# -------------------------------------------------------------------- JSON
def as_object(report: Report) -> dict[str, Any]:
    """The report as JSON: ``goals`` holds the goal asked first, then those below; ``nearest`` is a list."""
    return {
        "goals": [_reason(reason) for reason in report.all],
        "not_followed": report.left,
        "nearest": [_nearest(found) for found in report.nearest.values()],
    }


def _reason(reason: WhyNot) -> dict[str, Any]:
    return {
        "goal": reason.name,
        "state": reason.state,
        "known": reason.known,
        "expected": reason.asked.expected,
        "met": reason.met,
        "clauses": [
            {
                "text": clause.text,
                "in_force": not clause.standing,
                "standing": clause.standing,
                "truth": clause.truth,
                "note": clause.note,
                **_rows_object(clause.rows),
            }
            for clause in reason.clauses
        ],
        "recorded": None if reason.direct is None else _failing(reason.direct),
        "unreadable_rules": list(reason.unreadable),
    }


def _rows_object(rows: Rows) -> dict[str, Any]:
    return {
        "rows": [_row_object(row) for row in rows.shown],
        "rows_total": rows.total,
        "fails_at": [{"literal": literal, "rows": count} for literal, count in rows.counts],
    }


def _row_object(row: Row) -> dict[str, Any]:
    return {
        "bindings": dict(row.bindings),
        "holds": row.failing is None,
        "gives": row.gives,
        "failing": None if row.failing is None else _failing(row.failing),
        "inside": None if row.inside is None else _rows_object(row.inside),
    }


def _failing(failing: Failing) -> dict[str, Any]:
    spot, closed = failing.spot, failing.completeness
    return {
        "literal": failing.literal,
        "truth": failing.truth,
        "says": failing.says,
        "recorded_key": None if spot is None else _spot(spot.pred, spot.key, spot.member, spot.expected),
        "completeness": None
        if closed is None
        else {
            "missing": closed.leaf,
            "words": completeness_words(closed),
            "size": closed.size,
            "events": list(closed.by),
            "members": list(closed.members),
            "cancelled_since": list(closed.cancelled),
            "added_since": list(closed.added),
            "cancelled": [{"member": m, "event": e, "t": t.isoformat()} for m, e, t in closed.dead],
        },
        "below": None if failing.below is None else asked_text(failing.below),
    }


def _spot(pred: str, key: tuple[str, ...], member: str | None, expected: str | None) -> dict[str, Any]:
    return {"pred": pred, "key": list(key), "member": member, "expected": expected}


def _nearest(found: Nearest) -> dict[str, Any]:
    spot = found.spot
    return {
        "recorded_key": _spot(spot.pred, spot.key, spot.member, spot.expected),
        "versions": [
            {
                "value": version.value,
                "cancelled": version.value is None,
                "current": version.current,
                "events": [{"event": event, "t": t.isoformat()} for event, t in version.events],
            }
            for version in found.versions
        ],
        "older_versions": found.older,
        "older_versions_uncounted": found.older_uncounted,
        "elsewhere": [
            {"key": list(one.key), "event": one.event, "t": one.t.isoformat()} for one in found.elsewhere
        ],
        "more_elsewhere": found.more_elsewhere,
        "names_like": [{"part": part, "names": list(names)} for part, names in found.names],
    }
