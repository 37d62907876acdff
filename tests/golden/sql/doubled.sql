-- linked
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (WITH RECURSIVE r1(m, tr) AS ((SELECT l1.m AS m, l1.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'edge' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'edge' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:edge' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
WHERE (l1.tr) IS NOT FALSE)
UNION (SELECT b1.m, r1.tr AND b1.tr AS tr
FROM r1
CROSS JOIN LATERAL (SELECT l2.m AS m, l2.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'edge' AND f2.a0 = r1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'edge' AND r3.a0 = r1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:edge' AND c2.a0 = r1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l2
WHERE (l2.tr) IS NOT FALSE) b1
WHERE (r1.tr AND b1.tr) IS NOT FALSE)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r1) u1
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- apart
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT l1.m AS m, l1.tr AND NOT l2.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'edge' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'edge' AND r1.a0 = q.a0 AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:edge' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(s1.tr AND (s1.m = q.a0)) THEN TRUE WHEN bool_or((s1.tr AND (s1.m = q.a0)) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (WITH RECURSIVE r2(m, tr) AS ((SELECT l3.m AS m, l3.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'edge' AND f2.a0 = l1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'edge' AND r3.a0 = l1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:edge' AND c2.a0 = l1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l3
WHERE (l3.tr) IS NOT FALSE)
UNION (SELECT b1.m, r2.tr AND b1.tr AS tr
FROM r2
CROSS JOIN LATERAL (SELECT l4.m AS m, l4.tr AS tr
FROM (SELECT 1) z3
CROSS JOIN LATERAL (SELECT DISTINCT f3.member AS m, TRUE AS tr
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'edge' AND f3.a0 = r2.m AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c3.size = n3.certain + n3.dead AND n3.certain = n3.in_time
FROM scenarios_factversion c3
CROSS JOIN LATERAL (SELECT count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') AS certain, count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member' AND (r4.as_of, r4.observed_at, r4.seq) <= (c3.as_of, c3.observed_at, c3.seq)) AS in_time, count(DISTINCT r4.member) FILTER (WHERE r4.op = 'cancel' AND (r4.as_of, r4.observed_at, r4.seq) > (c3.as_of, c3.observed_at, c3.seq)) AS dead
FROM scenarios_factversion r4
WHERE r4.scenario_id = q.scenario_id AND r4.predicate = 'edge' AND r4.a0 = r2.m AND r4.a1 = '' AND r4.a2 = '' AND r4.observed_at <= q.cutoff AND r4.valid_until > q.cutoff) n3
WHERE c3.scenario_id = q.scenario_id AND c3.predicate = 'complete:edge' AND c3.a0 = r2.m AND c3.a1 = '' AND c3.a2 = '' AND c3.observed_at <= q.cutoff AND c3.valid_until > q.cutoff AND c3.op = 'complete'), FALSE)) l4
WHERE (l4.tr) IS NOT FALSE) b1
WHERE (r2.tr AND b1.tr) IS NOT FALSE)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r2) u1
GROUP BY m) s1) l2
WHERE (l1.tr AND NOT l2.tr) IS NOT FALSE) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- n_linked
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a1.ok THEN a1.v END AS v, a1.ok AS ok
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE count(*)::numeric END AS v, CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE TRUE END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l1.m AS k, l1.m AS v, l1.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (WITH RECURSIVE r1(m, tr) AS ((SELECT l2.m AS m, l2.tr AS tr
FROM (SELECT 1) z3
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'edge' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'edge' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:edge' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l2
WHERE (l2.tr) IS NOT FALSE)
UNION (SELECT b1.m, r1.tr AND b1.tr AS tr
FROM r1
CROSS JOIN LATERAL (SELECT l3.m AS m, l3.tr AS tr
FROM (SELECT 1) z4
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'edge' AND f2.a0 = r1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'edge' AND r3.a0 = r1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:edge' AND c2.a0 = r1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l3
WHERE (l3.tr) IS NOT FALSE) b1
WHERE (r1.tr AND b1.tr) IS NOT FALSE)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r1) u1
GROUP BY m) l1
WHERE (l1.tr) IS NOT FALSE) y1
GROUP BY k, v) y2) a1) x ON TRUE
ORDER BY q.id;
