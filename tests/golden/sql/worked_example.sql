-- country
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN l3.ok AND l4.ok THEN l4.v END AS v, l3.ok AND l4.ok AS ok
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT CASE WHEN f3.value <> 'none' THEN f3.value END AS v, f3.value <> 'none' AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'dest' AND f3.a0 = q.a0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.member = '' LIMIT 1) l3 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'city_in' AND f4.a0 = l3.v AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l4 ON l3.v IS NOT NULL) x ON TRUE
ORDER BY q.id;

-- home
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN l3.ok AND l4.ok THEN l4.v END AS v, l3.ok AND l4.ok AS ok
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT CASE WHEN f3.value <> 'none' THEN f3.value END AS v, f3.value <> 'none' AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'based_in' AND f3.a0 = q.a0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.member = '' LIMIT 1) l3 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'city_in' AND f4.a0 = l3.v AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l4 ON l3.v IS NOT NULL) x ON TRUE
ORDER BY q.id;

-- outside
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT l6.m AS m, l6.tr AND l7.ok AND l1.ok AND (l7.v <> l1.v) AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN l4.ok AND l5.ok THEN l5.v END AS v, l4.ok AND l5.ok AS ok
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f3.value <> 'none' THEN f3.value END AS v, f3.value <> 'none' AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'based_in' AND f3.a0 = q.a0 AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.member = '' LIMIT 1) l4 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'city_in' AND f4.a0 = l4.v AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l5 ON l4.v IS NOT NULL) l1 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT DISTINCT f5.member AS m, TRUE AS tr
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'trip' AND f5.a0 = q.a0 AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') + count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AND count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq))
FROM scenarios_factversion c1
LEFT JOIN scenarios_factversion r1 ON r1.scenario_id = q.scenario_id AND r1.predicate = 'trip' AND r1.a0 = q.a0 AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:trip' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'
GROUP BY c1.id), FALSE)) l6
LEFT JOIN LATERAL (SELECT CASE WHEN l10.ok AND l11.ok THEN l11.v END AS v, l10.ok AND l11.ok AS ok
FROM (SELECT 1) z5
LEFT JOIN LATERAL (SELECT CASE WHEN f8.value <> 'none' THEN f8.value END AS v, f8.value <> 'none' AS ok
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'dest' AND f8.a0 = l6.m AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.member = '' LIMIT 1) l10 ON l6.m IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f9.value <> 'none' THEN f9.value END AS v, f9.value <> 'none' AS ok
FROM scenarios_factversion f9
WHERE f9.scenario_id = q.scenario_id AND f9.predicate = 'city_in' AND f9.a0 = l10.v AND f9.a1 = '' AND f9.a2 = '' AND f9.observed_at <= q.cutoff AND f9.valid_until > q.cutoff AND f9.member = '' LIMIT 1) l11 ON l10.v IS NOT NULL) l7 ON l6.m IS NOT NULL
WHERE (l6.tr AND l7.ok AND l1.ok AND (l7.v <> l1.v)) IS NOT FALSE) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- n_outside
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a2.ok THEN a2.v END AS v, a2.ok AS ok
FROM (SELECT 1) z8
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE count(*)::numeric END AS v, CASE WHEN bool_or(tr IS NULL) THEN NULL ELSE TRUE END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l13.m AS k, l13.m AS v, l13.tr AS tr
FROM (SELECT 1) z9
CROSS JOIN LATERAL (SELECT l19.m AS m, l19.tr AND l20.ok AND l14.ok AND (l20.v <> l14.v) AS tr
FROM (SELECT 1) z10
LEFT JOIN LATERAL (SELECT CASE WHEN l17.ok AND l18.ok THEN l18.v END AS v, l17.ok AND l18.ok AS ok
FROM (SELECT 1) z12
LEFT JOIN LATERAL (SELECT CASE WHEN f12.value <> 'none' THEN f12.value END AS v, f12.value <> 'none' AS ok
FROM scenarios_factversion f12
WHERE f12.scenario_id = q.scenario_id AND f12.predicate = 'based_in' AND f12.a0 = q.a0 AND f12.a1 = '' AND f12.a2 = '' AND f12.observed_at <= q.cutoff AND f12.valid_until > q.cutoff AND f12.member = '' LIMIT 1) l17 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f13.value <> 'none' THEN f13.value END AS v, f13.value <> 'none' AS ok
FROM scenarios_factversion f13
WHERE f13.scenario_id = q.scenario_id AND f13.predicate = 'city_in' AND f13.a0 = l17.v AND f13.a1 = '' AND f13.a2 = '' AND f13.observed_at <= q.cutoff AND f13.valid_until > q.cutoff AND f13.member = '' LIMIT 1) l18 ON l17.v IS NOT NULL) l14 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT DISTINCT f14.member AS m, TRUE AS tr
FROM scenarios_factversion f14
WHERE f14.scenario_id = q.scenario_id AND f14.predicate = 'trip' AND f14.a0 = q.a0 AND f14.a1 = '' AND f14.a2 = '' AND f14.observed_at <= q.cutoff AND f14.valid_until > q.cutoff AND f14.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') + count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AND count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq))
FROM scenarios_factversion c2
LEFT JOIN scenarios_factversion r2 ON r2.scenario_id = q.scenario_id AND r2.predicate = 'trip' AND r2.a0 = q.a0 AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:trip' AND c2.a0 = q.a0 AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'
GROUP BY c2.id), FALSE)) l19
LEFT JOIN LATERAL (SELECT CASE WHEN l23.ok AND l24.ok THEN l24.v END AS v, l23.ok AND l24.ok AS ok
FROM (SELECT 1) z14
LEFT JOIN LATERAL (SELECT CASE WHEN f17.value <> 'none' THEN f17.value END AS v, f17.value <> 'none' AS ok
FROM scenarios_factversion f17
WHERE f17.scenario_id = q.scenario_id AND f17.predicate = 'dest' AND f17.a0 = l19.m AND f17.a1 = '' AND f17.a2 = '' AND f17.observed_at <= q.cutoff AND f17.valid_until > q.cutoff AND f17.member = '' LIMIT 1) l23 ON l19.m IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f18.value <> 'none' THEN f18.value END AS v, f18.value <> 'none' AS ok
FROM scenarios_factversion f18
WHERE f18.scenario_id = q.scenario_id AND f18.predicate = 'city_in' AND f18.a0 = l23.v AND f18.a1 = '' AND f18.a2 = '' AND f18.observed_at <= q.cutoff AND f18.valid_until > q.cutoff AND f18.member = '' LIMIT 1) l24 ON l23.v IS NOT NULL) l20 ON l19.m IS NOT NULL
WHERE (l19.tr AND l20.ok AND l14.ok AND (l20.v <> l14.v)) IS NOT FALSE) l13
WHERE (l13.tr) IS NOT FALSE) y3
GROUP BY k, v) y4) a2) x ON TRUE
ORDER BY q.id;
