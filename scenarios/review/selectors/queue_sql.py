"""The statements of the queue: which slots a person may have, and the claim of the first of them."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from scenarios.review.services import holding

if TYPE_CHECKING:
    from scenarios.review.selectors.desks import Desk

#: Slots ``s`` of items ``i`` that the person may judge, whatever their state of lease.
_FOR_ME = """
    s.suite_id = %(suite)s
    AND (s.reserved_for_id IS NULL OR s.reserved_for_id = %(me)s)
    AND i.status IN ('open', 'in_review')
    AND (i.author_id IS NULL OR i.author_id <> %(me)s)
    AND (%(kinds)s::text[] IS NULL OR s.kind = ANY(%(kinds)s::text[]))
    AND (%(scenario)s::bigint IS NULL OR i.scenario_id = %(scenario)s)
    AND NOT EXISTS (SELECT 1 FROM scenarios_slot o
                    WHERE o.item_id = s.item_id AND o.person_id = %(me)s AND o.id <> s.id)
    AND NOT EXISTS (SELECT 1 FROM scenarios_verdict v
                    WHERE v.item_id = s.item_id AND v.person_id = %(me)s
                    AND (v.is_current OR v.withdrawn_at IS NOT NULL
                         AND v.withdrawn_by_id IS DISTINCT FROM %(me)s))
    AND NOT EXISTS (SELECT 1 FROM scenarios_remark r
                    WHERE r.item_id = s.item_id AND r.person_id = %(me)s AND r.what = 'skip')
"""
# From the few drafts of the person to their slots, never from all free slots to drafts.
_PUT_DOWN = """AND s.id IN (SELECT p.id FROM scenarios_draft d JOIN scenarios_slot p ON p.id = d.slot_id
                     WHERE d.person_id = %(me)s AND p.suite_id = %(suite)s AND p.status = 'free' OFFSET 0)"""

_CLAIM = """
UPDATE scenarios_slot SET status = 'leased', person_id = %(me)s, token = %(token)s,
       leased_at = %(now)s, lease_until = %(until)s
WHERE id = (
    SELECT s.id FROM scenarios_slot s JOIN scenarios_reviewitem i ON i.id = s.item_id
    WHERE s.status = 'free' AND {for_me} {put_down}
    ORDER BY s.priority DESC, s.place, s.n, s.id
    LIMIT 1 FOR UPDATE OF s SKIP LOCKED
)
RETURNING id, EXISTS (SELECT 1 FROM audit_auditrecord a WHERE a.action = %(displaced)s
                      AND a.subject = %(kept_under)s || item_id || '/' || %(me)s)
"""


def claim_statement(desk: Desk, *, token: uuid.UUID, mine: bool) -> tuple[str, dict[str, Any]]:
    """The update that leases the first free slot, with its values; it gives the slot's id and whether entries
    of the person on its item were displaced once (``holding.displace_draft``). ``mine``: only slots on which
    entries of the person wait. Never one of an item that they judged, were given, skipped or worded."""
    sql = _CLAIM.format(for_me=_FOR_ME, put_down=_PUT_DOWN if mine else "")
    values = {**values_of(desk), "token": token, "now": desk.now, "until": desk.until}
    return sql, {**values, "displaced": holding.DISPLACED, "kept_under": holding.KEPT_UNDER}


def values_of(desk: Desk) -> dict[str, Any]:
    """The values that the conditions of ``_FOR_ME`` need."""
    reviewer = desk.reviewer
    return {
        "suite": desk.suite.pk,
        "me": desk.person.pk,
        "kinds": list(reviewer.kinds) if reviewer and reviewer.kinds else None,
        "scenario": reviewer.scenario_id if reviewer else None,
    }


def where_for_me() -> str:
    """The conditions on slots ``s`` of items ``i`` under which the person may judge, whoever holds them."""
    return _FOR_ME
