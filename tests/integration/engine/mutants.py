"""Plausible wrong SQL: each mutant rewrites what the compiler emits (engine notes)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace

from scenarios.datalog.sql.routines import Routine
from scenarios.datalog.sql.statements import Statement

Mutate = Callable[[str], str]


def _replaced(old: str, new: str) -> Mutate:
    return lambda text: text.replace(old, new)


def _rewritten(pattern: str, new: str) -> Mutate:
    return lambda text: re.sub(pattern, new, text)


_OR3 = (
    r"CASE WHEN bool_or\((?P<e>.+?)\) THEN TRUE WHEN bool_or\(\((?P=e)\) IS NULL\) THEN NULL ELSE FALSE END"
)
_UNDECIDED_FIRST = (
    r"CASE WHEN bool_or((\g<e>) IS NULL) THEN NULL WHEN bool_or(\g<e>) THEN TRUE ELSE FALSE END"
)

#: Wrong values and truths, seen in the travel world.
VALUES: dict[str, Mutate] = {
    "a lookup by an inner join": _replaced("LEFT JOIN LATERAL", "JOIN LATERAL"),
    "only rows that are true": _replaced(") IS NOT FALSE", ")"),
    "or as bool_or": _rewritten(_OR3, r"bool_or(\g<e>)"),
    "or as coalesce(bool_or, false)": _rewritten(_OR3, r"coalesce(bool_or(\g<e>), FALSE)"),
    "or as not bool_and(not)": _rewritten(_OR3, r"NOT bool_and(NOT (\g<e>))"),
    "or with undecided before true": _rewritten(_OR3, _UNDECIDED_FIRST),
    "aggregates that ignore undecided rows": _replaced("bool_or(tr IS NULL)", "FALSE"),
    "no phantom": _rewritten(r"(UNION ALL SELECT NULL::\w+, NULL::boolean WHERE) NOT ", r"\1 FALSE AND NOT "),
    "none as unknown": _rewritten(r"(f\d+\.value <> 'none') AS ok", r"CASE WHEN \1 THEN TRUE END AS ok"),
    "!= as IS DISTINCT FROM": _rewritten(r"\((l\d+\.v) <> (l\d+\.v)\)", r"(\1 IS DISTINCT FROM \2)"),
    "sum without coalesce": _replaced("coalesce(sum(v), 0)", "sum(v)"),
    "an exclusive cutoff": _replaced("observed_at <= q.cutoff", "observed_at < q.cutoff"),
    "an inclusive end": _replaced("valid_until > q.cutoff", "valid_until >= q.cutoff"),
    "division rounded by Postgres": _rewritten(r"2 \* abs\((d\d+)\.n", r"2 * abs(0 * \1.n"),
    "a value beside an undecided other": _replaced("count(v) = count(*) AS single", "TRUE AS single"),
    "a tombstone that decides nothing": _rewritten(
        r"op = 'cancel' AND (\S+ = \S+)\) THEN FALSE", r"op = 'x' AND \1) THEN FALSE"
    ),
}

#: Wrong completeness, seen in small histories of one or two groups.
COMPLETENESS: dict[str, Mutate] = {
    "closed without a size": _rewritten(r"c\d+\.size = n\d+\.certain \+ n\d+\.dead AND ", ""),
    "closed without D": _rewritten(r" \+ n\d+\.dead", ""),
    "any tombstone in D": _rewritten(r"(r\d+\.op = 'cancel') AND \(r\d+\.as_of.+?\) > \(c.+?\)", r"\1"),
    "additions ignored": _rewritten(r" AND n\d+\.certain = n\d+\.in_time", ""),
    "as_of ignored": _rewritten(r"([rc]\d+)\.as_of, ", r"\1.observed_at, "),
    "ranks compared with pos": _rewritten(r"([rc]\d+)\.seq\)", r"\1.seq, \1.pos)"),
    "members counted once a confirmation": _rewritten(r"SELECT DISTINCT (f\d+\.member)", r"SELECT \1"),
}

#: Wrong folds and recursions, seen in the knotted world: in one statement, or in the routines that it calls.
RECURSIONS: dict[str, Mutate] = {
    "aggregates that ignore two values of a key": _replaced("count(DISTINCT k) < count(*)", "FALSE"),
    "calls asked for but never made": _replaced("v_made := v_made || v_found;", ""),
    "rounds that end after the first": _rewritten(r"v_again := ARRAY\(.*\);", "v_again := '{}';"),
    "callers that do not hear of certainty": _replaced("WHERE excluded.tr AND r.tr IS NULL", "WHERE FALSE"),
    "one certain of several possible values": _rewritten(r"o\d+\.rows = 1 AND NOT o\d+\.vague", "TRUE"),
}


#: Wrong ways to a right answer, seen in the derivations of the knotted world.
DERIVATIONS: dict[str, Mutate] = {
    "values read before all are known": _replaced("EXIT WHEN NOT FOUND;", "EXIT;"),
}


def mutated(statement: Statement, mutate: Mutate) -> Statement:
    """The statement with its text and the texts of its routines rewritten; equal if nothing changes.

    A changed routine gets another name, as the session may hold the true one.
    """
    routines, renamed = [], {}
    for routine in statement.routines:
        text = mutate(routine.text)
        if text != routine.text:
            renamed[routine.name] = "mutant_" + hashlib.sha256(text.encode()).hexdigest()[:24]
        routines.append(replace(routine, text=text))
    text = _with_names(mutate(statement.text), renamed)
    found = tuple(_named(routine, renamed) for routine in routines)
    return replace(statement, text=text, routines=found)


def _named(routine: Routine, renamed: dict[str, str]) -> Routine:
    name = renamed.get(routine.name, routine.name)
    return replace(routine, name=name, text=_with_names(routine.text, renamed))


def _with_names(text: str, renamed: dict[str, str]) -> str:
    for old, new in renamed.items():
        text = text.replace(old, new)
    return text
