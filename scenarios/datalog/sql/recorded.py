"""What recorded predicates hold at the cutoff of a query row ``q``, read from the version rows.

A row holds at τ iff ``observed_at <= τ < valid_until``. A functional read yields at most one row
``(v, ok)``: ``ok`` true for a known value, false for none, NULL for unknown; no row means unknown. A
collection yields rows ``(m, tr)`` and one phantom row ``(NULL, NULL)`` while it is open (spec 1.5 to 1.7).
"""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.datalog.sql.columns import TEXT, Column, Emission, quoted, storage
from scenarios.datalog.syntax import Decl, Shape
from scenarios.datalog.validation_declarations import MAX_RECORDED_KEYS
from scenarios.datalog.values import NONE_TEXT

VERSION_TABLE = "scenarios_factversion"

#: Key or group arguments a version row can hold.
KEY_COLUMNS = MAX_RECORDED_KEYS


def holds(row: str, predicate: str, keys: Sequence[str]) -> str:
    """Condition: ``row`` belongs to the key of ``predicate`` and holds at the cutoff of ``q``."""
    padded = [*keys, *["''"] * (KEY_COLUMNS - len(keys))]
    bound = " AND ".join(f"{row}.a{place} = {key}" for place, key in enumerate(padded))
    named = f"{row}.scenario_id = q.scenario_id AND {row}.predicate = {quoted(predicate)}"
    return f"{named} AND {bound} AND {in_force(row)}"


def in_force(row: str) -> str:
    """Condition: ``row`` holds at the cutoff of ``q``; the cutoff is inclusive, the end is not."""
    return f"{row}.observed_at <= q.cutoff AND {row}.valid_until > q.cutoff"


def lookup(emission: Emission, decl: Decl, keys: Sequence[str]) -> str:
    """The value of a func, param or inverse predicate: at most one row ``(v, ok)``."""
    if decl.shape is Shape.INVERSE:
        return _inverse(emission, decl, keys[0])
    row = emission.alias("f")
    source = f"FROM {VERSION_TABLE} {row} WHERE {holds(row, decl.pred, keys)} AND {row}.member = '' LIMIT 1"
    value, known = _stated(emission, decl, row)
    if decl.default is None:
        return f"SELECT {value} AS v, {known} AS ok {source}"
    default, sure = _default(emission, decl, decl.default)
    one = emission.alias("z")
    return (
        f"SELECT CASE WHEN {row}.op IS NULL THEN {default} ELSE {value} END AS v,"
        f" CASE WHEN {row}.op IS NULL THEN {sure} ELSE {known} END AS ok"
        f" FROM (SELECT 1) {one} LEFT JOIN LATERAL (SELECT {row}.op, {row}.value {source}) {row} ON TRUE"
    )


def _stated(emission: Emission, decl: Decl, row: str) -> tuple[str, str]:
    """Value and knownness of a row that is there: a value, a stated none, or a tombstone (spec 1.2)."""
    kind = storage(decl.value_type or "text")
    cast = f"{row}.value" if kind == TEXT else f"{row}.value::{kind}"
    value = f"CASE WHEN {row}.value <> {quoted(NONE_TEXT)} THEN {cast} END"
    known = f"{row}.value <> {quoted(NONE_TEXT)}"
    if decl.on_cancel == "absent":
        return value, f"CASE WHEN {row}.op = 'cancel' THEN FALSE ELSE {known} END"
    if decl.on_cancel.startswith("default:"):
        default, sure = _default(emission, decl, decl.on_cancel.removeprefix("default:"))
        return (
            f"CASE WHEN {row}.op = 'cancel' THEN {default} ELSE {value} END",
            f"CASE WHEN {row}.op = 'cancel' THEN {sure} ELSE {known} END",
        )
    return value, known  # a cancelled row has no value: both are NULL, unknown


def _default(emission: Emission, decl: Decl, text: str) -> tuple[str, str]:
    """Value and knownness of a declared default, which may be none."""
    type_name = decl.value_type or "text"
    if text == NONE_TEXT:
        return f"NULL::{storage(type_name)}", "FALSE"
    return emission.value(text, type_name).sql, "TRUE"


def _inverse(emission: Emission, decl: Decl, member: str) -> str:
    """The one group that currently holds the member; none or several groups leave it unknown."""
    row, group = emission.alias("f"), f"a{decl.inverse_key or 0}"
    found = Column.from_text(f"min({row}.{group})", decl.value_type or "text").sql
    single = f"count(DISTINCT ({row}.a0, {row}.a1, {row}.a2)) = 1"
    return (
        f"SELECT CASE WHEN {single} THEN {found} END AS v, CASE WHEN {single} THEN TRUE END AS ok"
        f" FROM {VERSION_TABLE} {row} WHERE {row}.scenario_id = q.scenario_id"
        f" AND {row}.predicate = {quoted(decl.inverse_of or '')} AND {row}.member = {member}"
        f" AND {row}.member <> '' AND {row}.op = 'member' AND {in_force(row)}"  # as the index by member asks
    )


def members(emission: Emission, decl: Decl, keys: Sequence[str]) -> str:
    """The members of a collection, each once however often it was confirmed, and the phantom."""
    row = emission.alias("f")
    member = Column.from_text(f"{row}.member", decl.member_type or "text").sql
    nothing = f"NULL::{storage(decl.member_type or 'text')}"
    truth, chosen = "TRUE", f"{row}.op = 'member'"
    if decl.on_cancel != "absent":  # a cancelled member is undecided
        truth, chosen = f"CASE WHEN {row}.op = 'member' THEN TRUE END", f"{row}.op IN ('member', 'cancel')"
    return (
        f"SELECT DISTINCT {member} AS m, {truth} AS tr FROM {VERSION_TABLE} {row}"
        f" WHERE {holds(row, decl.pred, keys)} AND {chosen}"
        f" UNION ALL SELECT {nothing}, NULL::boolean WHERE NOT {closed(emission, decl.pred, keys)}"
    )


def member_test(emission: Emission, decl: Decl, keys: Sequence[str], member: str) -> str:
    """Truth of "``member`` is in the collection", one row ``(tr)``; a tombstone decides it false."""
    row = emission.alias("f")
    some = f"EXISTS (SELECT 1 FROM {VERSION_TABLE} {row} WHERE {holds(row, decl.pred, keys)}"
    cases = [f"WHEN {some} AND {row}.op = 'member' AND {row}.member = {member}) THEN TRUE"]
    cancelled = "FALSE" if decl.on_cancel == "absent" else "NULL"
    cases.append(f"WHEN {some} AND {row}.op = 'cancel' AND {row}.member = {member}) THEN {cancelled}")
    cases.append(f"WHEN NOT {closed(emission, decl.pred, keys)} THEN NULL")
    named = f"{row}.op = 'member'" if decl.on_cancel == "absent" else f"{row}.op IN ('member', 'cancel')"
    cases.append(f"WHEN {member} IS NULL AND {some} AND {named}) THEN NULL")
    return f"SELECT CASE {' '.join(cases)} ELSE FALSE END AS tr"


def closed(emission: Emission, pred: str, keys: Sequence[str]) -> str:
    """Whether the group is closed (spec 1.6), true or false: size = |T| + |D|, and nothing was added.

    T are the current members, D those whose tombstone ranks above the current completeness, and no
    member may be asserted only above it. Ranks are compared without ``pos``.
    """
    if pred in emission.program.assumed_complete:
        unnamed = " OR ".join(f"{key} IS NULL" for key in keys)
        return f"(NOT ({unnamed}))" if keys else "TRUE"
    stated, row, told = emission.alias("c"), emission.alias("r"), emission.alias("n")
    rank, limit = (f"({alias}.as_of, {alias}.observed_at, {alias}.seq)" for alias in (row, stated))
    certain = f"count(DISTINCT {row}.member) FILTER (WHERE {row}.op = 'member')"
    in_time = f"count(DISTINCT {row}.member) FILTER (WHERE {row}.op = 'member' AND {rank} <= {limit})"
    dead = f"count(DISTINCT {row}.member) FILTER (WHERE {row}.op = 'cancel' AND {rank} > {limit})"
    counts = f"SELECT {certain} AS certain, {in_time} AS in_time, {dead} AS dead"  # in the index's own order
    return (
        f"coalesce((SELECT {stated}.size = {told}.certain + {told}.dead AND {told}.certain = {told}.in_time"
        f" FROM {VERSION_TABLE} {stated} CROSS JOIN LATERAL"
        f" ({counts} FROM {VERSION_TABLE} {row} WHERE {holds(row, pred, keys)}) {told}"
        f" WHERE {holds(stated, 'complete:' + pred, keys)} AND {stated}.op = 'complete'), FALSE)"
    )
