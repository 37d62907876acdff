"""Which events assert what a node of recorded state holds: the leaves of derivations (spec 2.1, 2.4).

These statements read the version rows alone and are the same for every program.
"""

from __future__ import annotations

from scenarios.datalog.sql.recorded import VERSION_TABLE
from scenarios.datalog.sql.statements import Statement

#: Query rows with the version predicate (``trip``, ``complete:trip``, ``rule:cap``) in a column of their own.
_ROWS = (
    "unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[],"
    " %(a1)s::text[], %(a2)s::text[], %(members)s::text[], %(predicates)s::text[])"
    " AS q(id, scenario_id, cutoff, a0, a1, a2, member, predicate)"
)

#: The same with the beginning of the time asked for.
_ROWS_SINCE = _ROWS.replace("%(predicates)s::text[])", "%(predicates)s::text[], %(since)s::timestamptz[])")
_ROWS_SINCE = _ROWS_SINCE.replace("member, predicate)", "member, predicate, since)")


def _of_key(row: str, predicate: str = "q.predicate") -> str:
    keys = " AND ".join(f"{row}.a{place} = q.a{place}" for place in range(3))
    return (
        f"{row}.scenario_id = q.scenario_id AND {row}.predicate = {predicate} AND {keys}"
        f" AND {row}.observed_at <= q.cutoff"
    )


_TIMES = ("observed_at", "as_of", "valid_until")
_STATED = ("seq", "pos", "op", "value", "size")
_READ = ", ".join(f"f.{name}" for name in ("event_id", "action_id", "member", *_TIMES, *_STATED))
_ACTION = ", ".join(
    [
        "e.label",
        *(f"(extract(epoch FROM v.{name}) * 1000000)::bigint" for name in _TIMES),
        *(f"v.{name}" for name in _STATED),
    ]
)


def _between(partition: str, also: str = "") -> str:
    """Version rows that hold at some moment from ``since`` to the cutoff of their query row, and how many
    rows of the same partition there are up to that cutoff, in force or not."""
    return (
        f"(SELECT q.id, q.since, {_READ}, count(*) OVER (PARTITION BY {partition}) AS told FROM {_ROWS_SINCE}"
        f" JOIN {VERSION_TABLE} f ON {_of_key('f')}{also}) v"
    )


#: Rows ``(id, told, event, observed_at, as_of, valid_until, seq, pos, op, value, size, clause)`` of the
#: versions of each key that are current at some moment from ``since`` to the cutoff; times are microseconds
#: since 1970. ``told`` counts all rows of the key up to the cutoff.
CURRENT = Statement(
    f"SELECT v.id, v.told, {_ACTION}, r.clause_text FROM {_between('q.id', ' AND f.member = q.member')}"
    " JOIN scenarios_event e ON e.id = v.event_id"
    " LEFT JOIN scenarios_ruleversion r ON r.action_id = v.action_id AND v.op = 'rule'"
    " WHERE v.valid_until > v.since"
)

#: Whether a row begins a version: it is no confirmation of the one before it in rank order (spec 1.4).
_BREAKS = (
    "f.op NOT IN ('assert', 'member', 'rule') OR lag(f.op) OVER w IS NULL"
    " OR f.value IS DISTINCT FROM lag(f.value) OVER w"
)

#: Rows ``(id, count)``: how many versions the current one of each key supersedes.
OBSOLETE = Statement(
    "SELECT v.id, count(*) FILTER (WHERE v.starts) - 1 FROM ("
    f" SELECT q.id, {_BREAKS} AS starts"
    f" FROM {_ROWS} JOIN {VERSION_TABLE} f ON {_of_key('f')} AND f.member = q.member"
    " WINDOW w AS (PARTITION BY q.id ORDER BY f.as_of, f.observed_at, f.seq, f.pos)) v"
    " GROUP BY v.id ORDER BY v.id"
)

#: Query rows that ask for another version than the current one: the one current at ``until`` (``back`` 0), or
#: the one before the last of those (``back`` 1).
_ROWS_CHOSEN = (
    "unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[],"
    " %(a1)s::text[], %(a2)s::text[], %(predicates)s::text[], %(untils)s::timestamptz[], %(back)s::bigint[])"
    " AS q(id, scenario_id, cutoff, a0, a1, a2, predicate, until, back)"
)

#: Rows as those of ``CURRENT`` of the actions of each chosen version, with the number of that version among
#: those of its key in place of ``told``. Versions are made on the fly of the actions with an ``as_of`` up to
#: ``until``: the interval of a row says when it was current for one who knew no later record (ADR 14).
CHOSEN = Statement(
    f"SELECT v.id, v.number, {_ACTION}, NULL::text FROM ("
    "SELECT s.*, max(s.number) OVER (PARTITION BY s.id) AS last FROM ("
    "SELECT t.*, count(*) FILTER (WHERE t.starts)"
    " OVER (PARTITION BY t.id ORDER BY t.as_of, t.observed_at, t.seq, t.pos) AS number FROM ("
    f"SELECT q.id, q.back, {_READ}, {_BREAKS} AS starts"
    f" FROM {_ROWS_CHOSEN} JOIN {VERSION_TABLE} f ON {_of_key('f')} AND f.member = '' AND f.as_of <= q.until"
    " WINDOW w AS (PARTITION BY q.id ORDER BY f.as_of, f.observed_at, f.seq, f.pos)) t) s) v"
    " JOIN scenarios_event e ON e.id = v.event_id"
    " WHERE v.number = v.last - v.back"
)

#: ``CURRENT`` for every member that each group has or had: rows ``(id, member, told, event, …)`` without a
#: clause; ``told`` counts the rows of the member.
GROUP = Statement(
    f"SELECT v.id, v.member, v.told, {_ACTION} FROM {_between('q.id, f.member')}"
    " JOIN scenarios_event e ON e.id = v.event_id"
    " WHERE v.valid_until > v.since"
)

#: Rows ``(id, a0, a1, a2)`` of the groups in which each member is at the cutoff.
GROUPS_OF_MEMBER = Statement(
    f"SELECT DISTINCT q.id, f.a0, f.a1, f.a2 FROM {_ROWS} JOIN {VERSION_TABLE} f"
    " ON f.scenario_id = q.scenario_id AND f.predicate = q.predicate"
    " AND f.member = q.member AND f.member <> ''"
    " AND f.op = 'member' AND f.observed_at <= q.cutoff AND f.valid_until > q.cutoff"
    " ORDER BY q.id, f.a0, f.a1, f.a2"
)

#: Rows ``(id, key, clause)`` of the declared clauses in force at each cutoff.
RULES_IN_FORCE = Statement(
    "SELECT q.id, r.rule_key, r.clause_text"
    " FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[])"
    " AS q(id, scenario_id, cutoff)"
    " JOIN scenarios_ruleversion r ON r.scenario_id = q.scenario_id"
    f" JOIN {VERSION_TABLE} f ON f.action_id = r.action_id AND f.op = 'rule'"
    " AND f.observed_at <= q.cutoff AND f.valid_until > q.cutoff"
    " ORDER BY q.id, r.rule_key"
)
