"""Version rows: the interval of observation time in which each action holds (spec 1.4, engine notes).

An action asserts the current version of its key from its own observation until the first visible action
of higher rank breaks it: one that is no confirmation, or another value. That time only falls while events
arrive and only rises while they are withdrawn, so the rows are the same for every order of both. Nothing else
writes ``FactVersion`` and ``RuleVersion``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import connection, transaction

from scenarios.models.action import Action
from scenarios.models.fact_version import FAR_FUTURE, FactVersion
from scenarios.models.rule_version import RuleVersion
from scenarios.models.scenario import Scenario

#: Rows of the chosen actions; a ``complete`` that lists members also asserts each of them (spec 1.6).
_INSERT_ROWS = """
INSERT INTO scenarios_factversion (scenario_id, action_id, event_id, predicate, a0, a1, a2, member, op, value,
                                   size, observed_at, as_of, seq, pos, valid_until)
WITH chosen AS (
    SELECT a.id AS action_id, a.event_id, e.scenario_id, a.pred, a.op, a.size, a.members, a.pos,
           coalesce(a.key ->> 0, '') AS a0, coalesce(a.key ->> 1, '') AS a1, coalesce(a.key ->> 2, '') AS a2,
           coalesce(a.member, '') AS member, e.observed_at, a.as_of, e.seq,
           CASE WHEN a.op IN ('complete', 'reopen') THEN 'complete:' || a.pred
                WHEN a.op IN ('rule', 'unrule') THEN 'rule:' || a.pred
                ELSE a.pred END AS predicate,
           CASE a.op WHEN 'member' THEN 'true' WHEN 'rule' THEN md5(a.clause) ELSE a.value END AS value
      FROM scenarios_action a JOIN scenarios_event e ON e.id = a.event_id
     WHERE NOT a.ineffective AND {choice}
)
SELECT scenario_id, action_id, event_id, predicate, a0, a1, a2, member, op, value,
       size, observed_at, as_of, seq, pos, %(far)s
  FROM chosen
UNION ALL
SELECT scenario_id, action_id, event_id, pred, a0, a1, a2, listed.name, 'member', 'true',
       NULL, observed_at, as_of, seq, pos, %(far)s
  FROM chosen CROSS JOIN LATERAL jsonb_array_elements_text(members) AS listed(name)
 WHERE op = 'complete'
"""

_INSERT_RULES = """
INSERT INTO scenarios_ruleversion (scenario_id, action_id, rule_key, clause_text)
SELECT e.scenario_id, a.id, a.pred, a.clause
  FROM scenarios_action a JOIN scenarios_event e ON e.id = a.event_id
 WHERE a.op = 'rule' AND NOT a.ineffective AND {choice}
"""

#: From so many events on the planner is told of new rows at once: plans are generic; without statistics it
#: may choose to scan a whole predicate for each row (3,000 rows: minutes instead of 0.1 s).
ANALYZE_FROM = 300

#: Ends of validity of all rows of a scenario, or of those on the keys of the chosen actions.
_SETTLE = """
WITH broken AS MATERIALIZED (
    SELECT a.id, min(b.observed_at) AS moment
      FROM scenarios_factversion a JOIN scenarios_factversion b
        ON b.scenario_id = a.scenario_id AND b.predicate = a.predicate AND b.a0 = a.a0 AND b.a1 = a.a1
       AND b.a2 = a.a2 AND b.member = a.member
       AND (b.as_of, b.observed_at, b.seq, b.pos) > (a.as_of, a.observed_at, a.seq, a.pos)
       AND (b.op NOT IN ('assert', 'member', 'rule') OR b.value IS DISTINCT FROM a.value)
     WHERE {choice}
     GROUP BY a.id)
UPDATE scenarios_factversion v SET valid_until = greatest(v.observed_at, broken.moment)
  FROM broken
 WHERE v.id = broken.id AND v.valid_until > greatest(v.observed_at, broken.moment)
"""

_ON_TOUCHED_KEYS = """
(a.scenario_id, a.predicate, a.a0, a.a1, a.a2, a.member) IN (
    SELECT n.scenario_id, n.predicate, n.a0, n.a1, n.a2, n.member
      FROM scenarios_factversion n WHERE n.action_id = ANY(%(actions)s))
"""

#: Columns of a version key.
_KEY = ("scenario_id", "predicate", "a0", "a1", "a2", "member")

#: Ends of validity of all rows on given keys anew: what broke them may be gone.
_RESETTLE = """
WITH key AS (
    SELECT * FROM unnest(%(scenario_id)s::bigint[], %(predicate)s::text[], %(a0)s::text[], %(a1)s::text[],
                         %(a2)s::text[], %(member)s::text[])
               AS k(scenario_id, predicate, a0, a1, a2, member)),
settled AS MATERIALIZED (
    SELECT a.id, greatest(a.observed_at, coalesce(min(b.observed_at), %(far)s)) AS moment
      FROM key JOIN scenarios_factversion a USING (scenario_id, predicate, a0, a1, a2, member)
      LEFT JOIN scenarios_factversion b
        ON b.scenario_id = a.scenario_id AND b.predicate = a.predicate AND b.a0 = a.a0 AND b.a1 = a.a1
       AND b.a2 = a.a2 AND b.member = a.member
       AND (b.as_of, b.observed_at, b.seq, b.pos) > (a.as_of, a.observed_at, a.seq, a.pos)
       AND (b.op NOT IN ('assert', 'member', 'rule') OR b.value IS DISTINCT FROM a.value)
     GROUP BY a.id)
UPDATE scenarios_factversion v SET valid_until = settled.moment
  FROM settled
 WHERE v.id = settled.id AND v.valid_until <> settled.moment
"""


@transaction.atomic
def rebuild(*, scenario: Scenario) -> int:
    """Write all version rows of a scenario anew from its actions; returns their number."""
    FactVersion.objects.filter(scenario=scenario).delete()
    RuleVersion.objects.filter(scenario=scenario).delete()
    values: dict[str, Any] = {"scenario": scenario.pk, "far": FAR_FUTURE}
    many = scenario.events.count() >= ANALYZE_FROM
    with connection.cursor() as cursor:
        if many:
            cursor.execute("ANALYZE scenarios_event, scenarios_action")
        cursor.execute(_INSERT_ROWS.format(choice="e.scenario_id = %(scenario)s"), values)
        count = cursor.rowcount
        cursor.execute(_INSERT_RULES.format(choice="e.scenario_id = %(scenario)s"), values)
        if many:
            cursor.execute("ANALYZE scenarios_factversion")
        cursor.execute(_SETTLE.format(choice="a.scenario_id = %(scenario)s"), values)
    return count


@transaction.atomic
def record(*, actions: Collection[Action]) -> int:
    """Add the rows of newly stored actions, whenever they were observed; returns the number of rows.

    Only rows on the keys of these actions change. An action that already has rows is refused by the
    database (``fact_version_once_an_action``).
    """
    values: dict[str, Any] = {"actions": [action.pk for action in actions], "far": FAR_FUTURE}
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_ROWS.format(choice="a.id = ANY(%(actions)s)"), values)
        count = cursor.rowcount
        cursor.execute(_INSERT_RULES.format(choice="a.id = ANY(%(actions)s)"), values)
        cursor.execute(_SETTLE.format(choice=_ON_TOUCHED_KEYS), values)
    return count


@transaction.atomic
def withdraw(*, actions: Collection[Action]) -> int:
    """Delete the rows of these actions, which are about to go; returns the number of rows.

    The inverse of ``record``: only rows on the keys of these actions change.
    """
    rows = FactVersion.objects.filter(action__in=actions)
    keys = sorted(set(rows.values_list(*_KEY)))
    count, _ = rows.delete()
    RuleVersion.objects.filter(action__in=actions).delete()
    columns = {name: [key[place] for key in keys] for place, name in enumerate(_KEY)}
    with connection.cursor() as cursor:
        cursor.execute(_RESETTLE, {**columns, "far": FAR_FUTURE})
    return count
