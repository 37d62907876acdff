-- country
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN l1.ok AND l2.ok THEN l2.v END AS v, l1.ok AND l2.ok AS ok
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'dest' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'city_in' AND f2.a0 = l1.v AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON l1.v IS NOT NULL) x ON TRUE
ORDER BY q.id;

-- home
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN l1.ok AND l2.ok THEN l2.v END AS v, l1.ok AND l2.ok AS ok
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'based_in' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'city_in' AND f2.a0 = l1.v AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON l1.v IS NOT NULL) x ON TRUE
ORDER BY q.id;

-- outside
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT l4.m AS m, l4.tr AND l5.ok AND l1.ok AND (l5.v <> l1.v) AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN l2.ok AND l3.ok THEN l3.v END AS v, l2.ok AND l3.ok AS ok
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'based_in' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l2 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'city_in' AND f2.a0 = l2.v AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l3 ON l2.v IS NOT NULL) l1 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT DISTINCT f3.member AS m, TRUE AS tr
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'trip' AND f3.a0 = q.a0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'trip' AND r1.a0 = q.a0 AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:trip' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l4
LEFT JOIN LATERAL (SELECT CASE WHEN l6.ok AND l7.ok THEN l7.v END AS v, l6.ok AND l7.ok AS ok
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'dest' AND f4.a0 = l4.m AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l6 ON l4.m IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f5.value <> 'none' THEN f5.value END AS v, f5.value <> 'none' AS ok
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'city_in' AND f5.a0 = l6.v AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.member = '' LIMIT 1) l7 ON l6.v IS NOT NULL) l5 ON l4.m IS NOT NULL
WHERE (l4.tr AND l5.ok AND l1.ok AND (l5.v <> l1.v)) IS NOT FALSE) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- n_outside
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a1.ok THEN a1.v END AS v, a1.ok AS ok
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE count(*)::numeric END AS v, CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE TRUE END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l1.m AS k, l1.m AS v, l1.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT l5.m AS m, l5.tr AND l6.ok AND l2.ok AND (l6.v <> l2.v) AS tr
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN l3.ok AND l4.ok THEN l4.v END AS v, l3.ok AND l4.ok AS ok
FROM (SELECT 1) z4
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'based_in' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l3 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'city_in' AND f2.a0 = l3.v AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l4 ON l3.v IS NOT NULL) l2 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT DISTINCT f3.member AS m, TRUE AS tr
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'trip' AND f3.a0 = q.a0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'trip' AND r1.a0 = q.a0 AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:trip' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l5
LEFT JOIN LATERAL (SELECT CASE WHEN l7.ok AND l8.ok THEN l8.v END AS v, l7.ok AND l8.ok AS ok
FROM (SELECT 1) z5
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'dest' AND f4.a0 = l5.m AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l7 ON l5.m IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f5.value <> 'none' THEN f5.value END AS v, f5.value <> 'none' AS ok
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'city_in' AND f5.a0 = l7.v AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.member = '' LIMIT 1) l8 ON l7.v IS NOT NULL) l6 ON l5.m IS NOT NULL
WHERE (l5.tr AND l6.ok AND l2.ok AND (l6.v <> l2.v)) IS NOT FALSE) l1
WHERE (l1.tr) IS NOT FALSE) y1
GROUP BY k, v) y2) a1) x ON TRUE
ORDER BY q.id;
