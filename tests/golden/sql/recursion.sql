-- needs
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (WITH RECURSIVE r1(m, tr) AS ((SELECT l1.m AS m, l1.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'prereq' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'prereq' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:prereq' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
WHERE (l1.tr) IS NOT FALSE)
UNION (SELECT l2.m AS m, r1.tr AND l2.tr AS tr
FROM r1
CROSS JOIN (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'prereq' AND f2.a0 = r1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'prereq' AND r3.a0 = r1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:prereq' AND c2.a0 = r1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l2
WHERE (r1.tr AND l2.tr) IS NOT FALSE)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r1) u1
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- climate
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (WITH RECURSIVE r1(k0, tr) AS (SELECT q.a0 AS k0, TRUE AS tr
UNION (SELECT l1.v, r1.tr AND l1.ok
FROM r1
CROSS JOIN (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, CASE WHEN f1.op = 'cancel' THEN FALSE ELSE f1.value <> 'none' END AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'part_of' AND f1.a0 = r1.k0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON r1.k0 IS NOT NULL
WHERE (r1.tr AND l1.ok) IS NOT FALSE)) SELECT CASE WHEN u3.single THEN u3.v END AS v, CASE WHEN u3.single THEN TRUE WHEN u3.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT *
FROM (SELECT CASE WHEN r1.k0 IS NOT NULL THEN b1.v END AS v, r1.tr AND b1.tr AS tr
FROM r1
CROSS JOIN LATERAL (SELECT l2.v AS v, l2.ok AS tr
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'climate_of' AND f2.a0 = r1.k0 AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON r1.k0 IS NOT NULL
WHERE (l2.ok) IS NOT FALSE) b1) u1
WHERE tr IS NOT FALSE) u2) u3) x ON TRUE
ORDER BY q.id;

-- n_needs
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
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'prereq' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'prereq' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:prereq' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l2
WHERE (l2.tr) IS NOT FALSE)
UNION (SELECT l3.m AS m, r1.tr AND l3.tr AS tr
FROM r1
CROSS JOIN (SELECT 1) z4
CROSS JOIN LATERAL (SELECT DISTINCT f2.member AS m, TRUE AS tr
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'prereq' AND f2.a0 = r1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'prereq' AND r3.a0 = r1.m AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:prereq' AND c2.a0 = r1.m AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE)) l3
WHERE (r1.tr AND l3.tr) IS NOT FALSE)) SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, tr
FROM r1) u1
GROUP BY m) l1
WHERE (l1.tr) IS NOT FALSE) y1
GROUP BY k, v) y2) a1) x ON TRUE
ORDER BY q.id;
