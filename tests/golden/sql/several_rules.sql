-- reached
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (WITH RECURSIVE r1(m, tr) AS ((SELECT l1.m AS m, l1.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'road' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'road' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:road' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
WHERE (l1.tr) IS NOT FALSE)
UNION (SELECT n4.m, n4.tr
FROM r1
CROSS JOIN LATERAL (SELECT l2.m AS m, r1.tr AND l2.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'road' AND f2.a0 = r1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'road' AND r3.a0 = r1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:road' AND c2.a0 = r1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l2
WHERE (r1.tr AND l2.tr) IS NOT FALSE
UNION ALL SELECT l3.m AS m, r1.tr AND l3.tr AND (l3.m <> q.a0) AS tr
FROM (SELECT 1) z3
CROSS JOIN LATERAL (SELECT DISTINCT f3.member AS m, TRUE AS tr
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'ferry' AND f3.a0 = r1.m AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c3.size = n3.certain + n3.dead AND n3.certain = n3.in_time
FROM scenarios_factversion c3
CROSS JOIN LATERAL (SELECT count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') AS certain, count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member' AND (r4.as_of, r4.observed_at, r4.seq) <= (c3.as_of, c3.observed_at, c3.seq)) AS in_time, count(DISTINCT r4.member) FILTER (WHERE r4.op = 'cancel' AND (r4.as_of, r4.observed_at, r4.seq) > (c3.as_of, c3.observed_at, c3.seq)) AS dead
FROM scenarios_factversion r4
WHERE r4.scenario_id = q.scenario_id AND r4.predicate = 'ferry' AND r4.a0 = r1.m AND r4.a1 = '' AND r4.a2 = '' AND r4.observed_at <= q.cutoff AND r4.valid_until > q.cutoff) n3
WHERE c3.scenario_id = q.scenario_id AND c3.predicate = 'complete:ferry' AND c3.a0 = r1.m AND c3.a1 = '' AND c3.a2 = '' AND c3.observed_at <= q.cutoff AND c3.valid_until > q.cutoff AND c3.op = 'complete'), FALSE)) l3
WHERE (r1.tr AND l3.tr AND (l3.m <> q.a0)) IS NOT FALSE) n4)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r1) u1
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- served
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (WITH RECURSIVE r1(k0, tr) AS (SELECT q.a0 AS k0, TRUE AS tr
UNION (SELECT n3.k0, n3.tr
FROM r1
CROSS JOIN LATERAL (SELECT l1.m AS k0, r1.tr AND l1.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'road' AND f1.a0 = r1.k0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'road' AND r2.a0 = r1.k0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:road' AND c1.a0 = r1.k0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
WHERE (r1.tr AND l1.tr) IS NOT FALSE
UNION ALL SELECT l2.m AS k0, r1.tr AND l2.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'ferry' AND f2.a0 = r1.k0 AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'ferry' AND r3.a0 = r1.k0 AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:ferry' AND c2.a0 = r1.k0 AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l2
WHERE (r1.tr AND l2.tr) IS NOT FALSE) n3)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT *
FROM (SELECT b1.m, r1.tr AND b1.tr AS tr
FROM r1
CROSS JOIN LATERAL (SELECT l3.v AS m, l3.ok AS tr
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f3.value <> 'none' THEN f3.value END AS v, f3.value <> 'none' AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'in_district' AND f3.a0 = r1.k0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.member = '' LIMIT 1) l3 ON r1.k0 IS NOT NULL
WHERE (l3.ok) IS NOT FALSE) b1) u1
WHERE tr IS NOT FALSE) u2
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;
