"""The text of a routine that computes a recursion in rounds, or one predicate by calls (``rounds``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scenarios.datalog.computed import RECURSION_LIMIT, runaway_message
from scenarios.datalog.sql.columns import or3, quoted
from scenarios.datalog.sql.routines import RUNAWAY, TOO_LONG, Routine, call_id, mark_of, routine
from scenarios.datalog.values import MAX_DIGITS


@dataclass(frozen=True, slots=True)
class Finding:
    """Rows ``x`` that a clause gives its calls ``q``: of new calls, or ``again`` by fresh rows of one of its
    atoms. ``answer`` is the text of a row's answer."""

    pred: int
    rows: str
    answer: str
    numeric: bool
    again: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """Calls of ``asked`` that a clause of ``pred`` makes for its calls ``q``."""

    pred: int
    asked: int
    source: str
    keys: str
    condition: str
    again: bool


@dataclass(frozen=True, slots=True)
class Component:
    """Predicates computed together. ``values`` are the numbers of the functional ones; ``bounded`` says that
    no value is made, ``rejected`` that rows which are surely out are kept."""

    preds: tuple[str, ...]
    values: tuple[int, ...]
    phases: bool
    bounded: bool
    asks_itself: bool
    rejected: bool
    askings: tuple[Asking, ...]
    findings: tuple[Finding, ...]


def assembled(component: Component, needs: tuple[Routine, ...]) -> Routine:
    """The routine of a component."""
    settle = _rounds(component)
    body = _DECLARED + "BEGIN\n" + _guard(component) + _first_call()
    body += _phases(component, settle) if component.phases else settle
    body += "  END IF;\n"
    body += "  RETURN QUERY SELECT r.answer, r.tr FROM pg_temp.stemma_rows r WHERE r.call = v_root;\nEND\n"
    return routine(component.preds, body, needs)


_DECLARED = """\
  v_root bytea;
  v_fresh bytea[];
  v_again bytea[];
  v_made bytea[];
  v_changed bytea[];
  v_found bytea[];
  v_start bigint;
  v_turn bigint;
  v_last bigint;
  v_calls bigint := 1;
  v_rows bigint := 0;
  v_check bigint := 0;
  v_count bigint;
  v_size bigint;
  v_sure boolean := FALSE;
"""


def _guard(component: Component) -> str:
    """A value of an unknown key is unknown to whoever reads it: nothing is to compute."""
    if not component.values:
        return ""
    numbers = ", ".join(str(number) for number in component.values)
    return f"  IF v_pred IN ({numbers}) AND array_position(v_keys, NULL) IS NOT NULL THEN RETURN; END IF;\n"


def _first_call() -> str:
    """Calls that are there already are computed to the end."""
    identity = "sha256(convert_to(ROW(v_routine, v_pred, v_scenario, v_cutoff, v_keys)::text, 'UTF8'))"
    return f"""\
  v_root := {identity};
  IF NOT EXISTS (SELECT FROM pg_temp.stemma_calls c WHERE c.id = v_root) THEN
  v_start := nextval('pg_temp.stemma_turns');
  INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    VALUES (v_root, v_routine, v_pred, v_scenario, v_cutoff, v_keys, v_start);
  v_fresh := ARRAY[v_root];
"""


def _phases(component: Component, settle: str) -> str:
    """Possible rows, then certain ones, until every value that is not known was read as unknown."""
    own = "c.routine = v_routine AND c.turn >= v_start"
    values = ", ".join(str(number) for number in component.values)
    return f"""\
  LOOP
  v_sure := FALSE;
{settle}
  SELECT array_agg(c.id) INTO v_fresh FROM pg_temp.stemma_calls c WHERE {own};
  v_sure := TRUE;
{settle}
  UPDATE pg_temp.stemma_calls c SET vague = TRUE WHERE {own} AND c.pred IN ({values}) AND NOT c.vague
    AND EXISTS (SELECT FROM pg_temp.stemma_rows r WHERE r.call = c.id
      HAVING count(r.answer) > 0 AND NOT (count(*) = 1 AND bool_or(r.tr IS TRUE)));
  EXIT WHEN NOT FOUND;
  DELETE FROM pg_temp.stemma_rows r USING pg_temp.stemma_calls c WHERE r.call = c.id AND {own};
  SELECT array_agg(c.id) INTO v_fresh FROM pg_temp.stemma_calls c WHERE {own};
  END LOOP;
"""


def _rounds(component: Component) -> str:
    """Rounds until nothing new is asked for or found."""
    again = "SELECT e.caller FROM pg_temp.stemma_edges e WHERE e.callee = ANY(v_changed)"
    if component.asks_itself:
        again += " UNION SELECT unnest(v_changed)"
    fresh = "".join(_statements(component, again=False))
    more = "".join(_statements(component, again=True))
    repeated = f"  IF cardinality(v_again) > 0 THEN\n{more}  END IF;\n" if more else ""
    return f"""\
  v_again := '{{}}'; v_last := 0;
  LOOP
  v_turn := nextval('pg_temp.stemma_turns'); v_changed := '{{}}'; v_made := '{{}}';
  IF cardinality(v_fresh) > 0 THEN
{fresh}  END IF;
{repeated}{_size_check(component)}\
  EXIT WHEN cardinality(v_made) = 0 AND cardinality(v_changed) = 0;
  v_again := ARRAY({again});
  v_fresh := v_made; v_last := v_turn;
  END LOOP;
"""


def _statements(component: Component, *, again: bool) -> Iterable[str]:
    calls = "v_again" if again else "v_fresh"
    askings = [_asking(component, one, calls) for one in component.askings if one.again is again]
    if askings and component.phases:  # what certain rows ask for is asked for already
        yield f"  IF NOT v_sure THEN\n{''.join(askings)}  END IF;\n"
    else:
        yield from askings
    yield from (_finding(component, one, calls) for one in component.findings if one.again is again)


def _asking(component: Component, asking: Asking, calls: str) -> str:
    limit, sizes, size = "", "", ""
    if not component.bounded:  # keys are numbers made on the way: recorded texts are shorter
        sizes, size = ", (SELECT max(char_length(part)) FROM unnest(a) part) AS size", ", max(size)"
        limit = (
            f"  IF v_size > {MAX_DIGITS} THEN {_TOO_LONG} END IF;\n"
            f"  v_calls := v_calls + coalesce(cardinality(v_found), 0);\n"
            f"  IF v_calls > {RECURSION_LIMIT} THEN {_runaway(component.preds[asking.asked])} END IF;\n"
        )
    return f"""\
  WITH asked AS MATERIALIZED (SELECT DISTINCT q.id AS caller, q.scenario_id, q.cutoff, {asking.keys} AS a
    FROM pg_temp.stemma_calls q CROSS JOIN {asking.source}
    WHERE q.id = ANY({calls}) AND q.pred = {asking.pred} AND {asking.condition}),
  named AS MATERIALIZED (SELECT {call_id(asking.asked, "k.a", "k")} AS id, k.* FROM asked k),
  linked AS (INSERT INTO pg_temp.stemma_edges (callee, caller) SELECT k.id, k.caller FROM named k
    ON CONFLICT DO NOTHING),
  made AS (INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    SELECT DISTINCT ON (k.id) k.id, v_routine, {asking.asked}, k.scenario_id, k.cutoff, k.a, v_turn
    FROM named k ON CONFLICT DO NOTHING RETURNING id{sizes})
  SELECT array_agg(id){size} INTO v_found{", v_size" if size else ""} FROM made;
  v_made := v_made || v_found;
{limit}"""


def _finding(component: Component, finding: Finding, calls: str) -> str:
    truth, condition = "y.tr", "TRUE" if component.rejected else "y.tr IS NOT FALSE"
    if component.phases:
        truth, condition = "CASE WHEN v_sure THEN y.tr END", "y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)"
    better = "excluded.tr AND r.tr IS NULL"
    if component.rejected:
        better = "r.tr IS DISTINCT FROM TRUE AND (excluded.tr OR excluded.tr IS NULL AND NOT r.tr)"
    checks = ""
    if finding.numeric:
        checks = f"  IF v_size > {MAX_DIGITS} THEN {_TOO_LONG} END IF;\n"
    return f"""\
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, {mark_of("y.answer")}, y.answer, {truth}, v_turn
    FROM (SELECT q.id AS call, {finding.answer} AS answer, {or3("x.tr")} AS tr
      FROM pg_temp.stemma_calls q CROSS JOIN LATERAL ({finding.rows}) x
      WHERE q.id = ANY({calls}) AND q.pred = {finding.pred} GROUP BY 1, 2) y
    WHERE {condition}
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn WHERE {better}
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
{checks}"""


_TOO_LONG = (
    f"RAISE EXCEPTION USING ERRCODE = '{TOO_LONG}',"
    f" MESSAGE = 'a number of more than {MAX_DIGITS:,} digits was made';"
)


def _runaway(pred: str) -> str:
    return f"RAISE EXCEPTION USING ERRCODE = '{RUNAWAY}', MESSAGE = {quoted(runaway_message(pred))};"


def _size_check(component: Component) -> str:
    """No collection names more members than the limit; it is counted when it first could."""
    if component.bounded:
        return ""
    names = " ".join(f"WHEN {number} THEN {quoted(pred)}" for number, pred in enumerate(component.preds))
    message = quoted(runaway_message("%s"))
    return f"""\
  IF v_rows > v_check + {RECURSION_LIMIT} THEN
    SELECT max(s.size) INTO v_count FROM (SELECT count(*) AS size FROM pg_temp.stemma_calls c
      JOIN pg_temp.stemma_rows r ON r.call = c.id
      WHERE c.routine = v_routine AND c.turn >= v_start GROUP BY c.id) s;
    IF v_count > {RECURSION_LIMIT} THEN
      RAISE EXCEPTION USING ERRCODE = '{RUNAWAY}', MESSAGE = format({message}, (SELECT CASE c.pred {names} END
        FROM pg_temp.stemma_calls c JOIN pg_temp.stemma_rows r ON r.call = c.id
        WHERE c.routine = v_routine AND c.turn >= v_start GROUP BY c.id ORDER BY count(*) DESC LIMIT 1));
    END IF;
    v_check := v_rows - v_count;
  END IF;
"""
