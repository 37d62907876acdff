-- part
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN u2.single THEN u2.v END AS v, CASE WHEN u2.single THEN TRUE WHEN u2.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT b1.v AS v, l1.ok AND l3.ok AND NOT l2.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value::numeric END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'amount' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'waived' AND f2.a0 = '' AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member' AND f2.member = q.a0) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'waived' AND f2.a0 = '' AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'cancel' AND f2.member = q.a0) THEN FALSE WHEN NOT coalesce((SELECT c1.size = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') + count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AND count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq))
FROM scenarios_factversion c1
LEFT JOIN scenarios_factversion r1 ON r1.scenario_id = q.scenario_id AND r1.predicate = 'waived' AND r1.a0 = '' AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:waived' AND c1.a0 = '' AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'
GROUP BY c1.id), FALSE) THEN NULL WHEN q.a0 IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'waived' AND f2.a0 = '' AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'member') THEN NULL ELSE FALSE END AS tr) l2
LEFT JOIN LATERAL (SELECT CASE WHEN f3.op = 'cancel' THEN '1'::numeric ELSE CASE WHEN f3.value <> 'none' THEN f3.value::numeric END END AS v, CASE WHEN f3.op = 'cancel' THEN TRUE ELSE f3.value <> 'none' END AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'share' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.member = '' LIMIT 1) l3 ON TRUE
CROSS JOIN LATERAL (SELECT (SELECT CASE WHEN d1.d <> 0 THEN (div(d1.n * 1e2::numeric, d1.d) + CASE WHEN 2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) > abs(d1.d) OR (2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) = abs(d1.d) AND div(d1.n * 1e2::numeric, d1.d) - 2 * div(div(d1.n * 1e2::numeric, d1.d), 2) <> 0) THEN sign(d1.n) * sign(d1.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT l1.v AS n, l3.v AS d) d1) AS v) b1
WHERE (l1.ok AND l3.ok AND NOT l2.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE
UNION ALL SELECT 0::numeric AS v, l4.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'waived' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.op = 'member' AND f4.member = q.a0) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'waived' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.op = 'cancel' AND f4.member = q.a0) THEN FALSE WHEN NOT coalesce((SELECT c2.size = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') + count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AND count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq))
FROM scenarios_factversion c2
LEFT JOIN scenarios_factversion r2 ON r2.scenario_id = q.scenario_id AND r2.predicate = 'waived' AND r2.a0 = '' AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:waived' AND c2.a0 = '' AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'
GROUP BY c2.id), FALSE) THEN NULL WHEN q.a0 IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'waived' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.op = 'member') THEN NULL ELSE FALSE END AS tr) l4
WHERE (l4.tr) IS NOT FALSE) u1) u2) x ON TRUE
ORDER BY q.id;

-- total
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a2.ok THEN a2.v END AS v, a2.ok AS ok
FROM (SELECT 1) z5
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE coalesce(sum(v), 0) END AS v, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE TRUE END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l7.m AS k, l8.v AS v, l7.tr AND l8.ok AS tr
FROM (SELECT 1) z6
CROSS JOIN LATERAL (SELECT DISTINCT f6.member AS m, TRUE AS tr
FROM scenarios_factversion f6
WHERE f6.scenario_id = q.scenario_id AND f6.predicate = 'expense' AND f6.a0 = q.a0 AND f6.a1 = q.a1 AND f6.a2 = '' AND f6.observed_at <= q.cutoff AND f6.valid_until > q.cutoff AND f6.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c4.size = count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') + count(DISTINCT r4.member) FILTER (WHERE r4.op = 'cancel' AND (r4.as_of, r4.observed_at, r4.seq) > (c4.as_of, c4.observed_at, c4.seq)) AND count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') = count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member' AND (r4.as_of, r4.observed_at, r4.seq) <= (c4.as_of, c4.observed_at, c4.seq))
FROM scenarios_factversion c4
LEFT JOIN scenarios_factversion r4 ON r4.scenario_id = q.scenario_id AND r4.predicate = 'expense' AND r4.a0 = q.a0 AND r4.a1 = q.a1 AND r4.a2 = '' AND r4.observed_at <= q.cutoff AND r4.valid_until > q.cutoff
WHERE c4.scenario_id = q.scenario_id AND c4.predicate = 'complete:expense' AND c4.a0 = q.a0 AND c4.a1 = q.a1 AND c4.a2 = '' AND c4.observed_at <= q.cutoff AND c4.valid_until > q.cutoff AND c4.op = 'complete'
GROUP BY c4.id), FALSE)) l7
LEFT JOIN LATERAL (SELECT CASE WHEN u4.single THEN u4.v END AS v, CASE WHEN u4.single THEN TRUE WHEN u4.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT b2.v AS v, l9.ok AND l11.ok AND NOT l10.tr AND CASE WHEN b2.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z7
LEFT JOIN LATERAL (SELECT CASE WHEN f7.value <> 'none' THEN f7.value::numeric END AS v, f7.value <> 'none' AS ok
FROM scenarios_factversion f7
WHERE f7.scenario_id = q.scenario_id AND f7.predicate = 'amount' AND f7.a0 = l7.m AND f7.a1 = '' AND f7.a2 = '' AND f7.observed_at <= q.cutoff AND f7.valid_until > q.cutoff AND f7.member = '' LIMIT 1) l9 ON l7.m IS NOT NULL
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'member' AND f8.member = l7.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'cancel' AND f8.member = l7.m) THEN FALSE WHEN NOT coalesce((SELECT c5.size = count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member') + count(DISTINCT r5.member) FILTER (WHERE r5.op = 'cancel' AND (r5.as_of, r5.observed_at, r5.seq) > (c5.as_of, c5.observed_at, c5.seq)) AND count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member') = count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member' AND (r5.as_of, r5.observed_at, r5.seq) <= (c5.as_of, c5.observed_at, c5.seq))
FROM scenarios_factversion c5
LEFT JOIN scenarios_factversion r5 ON r5.scenario_id = q.scenario_id AND r5.predicate = 'waived' AND r5.a0 = '' AND r5.a1 = '' AND r5.a2 = '' AND r5.observed_at <= q.cutoff AND r5.valid_until > q.cutoff
WHERE c5.scenario_id = q.scenario_id AND c5.predicate = 'complete:waived' AND c5.a0 = '' AND c5.a1 = '' AND c5.a2 = '' AND c5.observed_at <= q.cutoff AND c5.valid_until > q.cutoff AND c5.op = 'complete'
GROUP BY c5.id), FALSE) THEN NULL WHEN l7.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'member') THEN NULL ELSE FALSE END AS tr) l10
LEFT JOIN LATERAL (SELECT CASE WHEN f9.op = 'cancel' THEN '1'::numeric ELSE CASE WHEN f9.value <> 'none' THEN f9.value::numeric END END AS v, CASE WHEN f9.op = 'cancel' THEN TRUE ELSE f9.value <> 'none' END AS ok
FROM scenarios_factversion f9
WHERE f9.scenario_id = q.scenario_id AND f9.predicate = 'share' AND f9.a0 = '' AND f9.a1 = '' AND f9.a2 = '' AND f9.observed_at <= q.cutoff AND f9.valid_until > q.cutoff AND f9.member = '' LIMIT 1) l11 ON TRUE
CROSS JOIN LATERAL (SELECT (SELECT CASE WHEN d2.d <> 0 THEN (div(d2.n * 1e2::numeric, d2.d) + CASE WHEN 2 * abs(d2.n * 1e2::numeric - div(d2.n * 1e2::numeric, d2.d) * d2.d) > abs(d2.d) OR (2 * abs(d2.n * 1e2::numeric - div(d2.n * 1e2::numeric, d2.d) * d2.d) = abs(d2.d) AND div(d2.n * 1e2::numeric, d2.d) - 2 * div(div(d2.n * 1e2::numeric, d2.d), 2) <> 0) THEN sign(d2.n) * sign(d2.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT l9.v AS n, l11.v AS d) d2) AS v) b2
WHERE (l9.ok AND l11.ok AND NOT l10.tr AND CASE WHEN b2.v IS NOT NULL THEN TRUE END) IS NOT FALSE
UNION ALL SELECT 0::numeric AS v, l12.tr AS tr
FROM (SELECT 1) z8
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'member' AND f10.member = l7.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'cancel' AND f10.member = l7.m) THEN FALSE WHEN NOT coalesce((SELECT c6.size = count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member') + count(DISTINCT r6.member) FILTER (WHERE r6.op = 'cancel' AND (r6.as_of, r6.observed_at, r6.seq) > (c6.as_of, c6.observed_at, c6.seq)) AND count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member') = count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member' AND (r6.as_of, r6.observed_at, r6.seq) <= (c6.as_of, c6.observed_at, c6.seq))
FROM scenarios_factversion c6
LEFT JOIN scenarios_factversion r6 ON r6.scenario_id = q.scenario_id AND r6.predicate = 'waived' AND r6.a0 = '' AND r6.a1 = '' AND r6.a2 = '' AND r6.observed_at <= q.cutoff AND r6.valid_until > q.cutoff
WHERE c6.scenario_id = q.scenario_id AND c6.predicate = 'complete:waived' AND c6.a0 = '' AND c6.a1 = '' AND c6.a2 = '' AND c6.observed_at <= q.cutoff AND c6.valid_until > q.cutoff AND c6.op = 'complete'
GROUP BY c6.id), FALSE) THEN NULL WHEN l7.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'member') THEN NULL ELSE FALSE END AS tr) l12
WHERE (l12.tr) IS NOT FALSE) u3) u4) l8 ON l7.m IS NOT NULL
WHERE (l7.tr AND l8.ok) IS NOT FALSE) y3
GROUP BY k, v) y4) a2) x ON TRUE
ORDER BY q.id;

-- mean
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a2.ok THEN a2.v END AS v, a2.ok AS ok
FROM (SELECT 1) z5
CROSS JOIN LATERAL (SELECT CASE WHEN y6.ok THEN (SELECT CASE WHEN d4.d <> 0 THEN (div(d4.n * 1e2::numeric, d4.d) + CASE WHEN 2 * abs(d4.n * 1e2::numeric - div(d4.n * 1e2::numeric, d4.d) * d4.d) > abs(d4.d) OR (2 * abs(d4.n * 1e2::numeric - div(d4.n * 1e2::numeric, d4.d) * d4.d) = abs(d4.d) AND div(d4.n * 1e2::numeric, d4.d) - 2 * div(div(d4.n * 1e2::numeric, d4.d), 2) <> 0) THEN sign(d4.n) * sign(d4.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT y6.total AS n, y6.rows AS d) d4) END AS v, y6.ok
FROM (SELECT sum(v) AS total, count(*)::numeric AS rows, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE count(*) > 0 END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l7.m AS k, l8.v AS v, l7.tr AND l8.ok AS tr
FROM (SELECT 1) z6
CROSS JOIN LATERAL (SELECT DISTINCT f6.member AS m, TRUE AS tr
FROM scenarios_factversion f6
WHERE f6.scenario_id = q.scenario_id AND f6.predicate = 'expense' AND f6.a0 = q.a0 AND f6.a1 = q.a1 AND f6.a2 = '' AND f6.observed_at <= q.cutoff AND f6.valid_until > q.cutoff AND f6.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c4.size = count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') + count(DISTINCT r4.member) FILTER (WHERE r4.op = 'cancel' AND (r4.as_of, r4.observed_at, r4.seq) > (c4.as_of, c4.observed_at, c4.seq)) AND count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member') = count(DISTINCT r4.member) FILTER (WHERE r4.op = 'member' AND (r4.as_of, r4.observed_at, r4.seq) <= (c4.as_of, c4.observed_at, c4.seq))
FROM scenarios_factversion c4
LEFT JOIN scenarios_factversion r4 ON r4.scenario_id = q.scenario_id AND r4.predicate = 'expense' AND r4.a0 = q.a0 AND r4.a1 = q.a1 AND r4.a2 = '' AND r4.observed_at <= q.cutoff AND r4.valid_until > q.cutoff
WHERE c4.scenario_id = q.scenario_id AND c4.predicate = 'complete:expense' AND c4.a0 = q.a0 AND c4.a1 = q.a1 AND c4.a2 = '' AND c4.observed_at <= q.cutoff AND c4.valid_until > q.cutoff AND c4.op = 'complete'
GROUP BY c4.id), FALSE)) l7
LEFT JOIN LATERAL (SELECT CASE WHEN u4.single THEN u4.v END AS v, CASE WHEN u4.single THEN TRUE WHEN u4.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT b2.v AS v, l9.ok AND l11.ok AND NOT l10.tr AND CASE WHEN b2.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z7
LEFT JOIN LATERAL (SELECT CASE WHEN f7.value <> 'none' THEN f7.value::numeric END AS v, f7.value <> 'none' AS ok
FROM scenarios_factversion f7
WHERE f7.scenario_id = q.scenario_id AND f7.predicate = 'amount' AND f7.a0 = l7.m AND f7.a1 = '' AND f7.a2 = '' AND f7.observed_at <= q.cutoff AND f7.valid_until > q.cutoff AND f7.member = '' LIMIT 1) l9 ON l7.m IS NOT NULL
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'member' AND f8.member = l7.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'cancel' AND f8.member = l7.m) THEN FALSE WHEN NOT coalesce((SELECT c5.size = count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member') + count(DISTINCT r5.member) FILTER (WHERE r5.op = 'cancel' AND (r5.as_of, r5.observed_at, r5.seq) > (c5.as_of, c5.observed_at, c5.seq)) AND count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member') = count(DISTINCT r5.member) FILTER (WHERE r5.op = 'member' AND (r5.as_of, r5.observed_at, r5.seq) <= (c5.as_of, c5.observed_at, c5.seq))
FROM scenarios_factversion c5
LEFT JOIN scenarios_factversion r5 ON r5.scenario_id = q.scenario_id AND r5.predicate = 'waived' AND r5.a0 = '' AND r5.a1 = '' AND r5.a2 = '' AND r5.observed_at <= q.cutoff AND r5.valid_until > q.cutoff
WHERE c5.scenario_id = q.scenario_id AND c5.predicate = 'complete:waived' AND c5.a0 = '' AND c5.a1 = '' AND c5.a2 = '' AND c5.observed_at <= q.cutoff AND c5.valid_until > q.cutoff AND c5.op = 'complete'
GROUP BY c5.id), FALSE) THEN NULL WHEN l7.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f8
WHERE f8.scenario_id = q.scenario_id AND f8.predicate = 'waived' AND f8.a0 = '' AND f8.a1 = '' AND f8.a2 = '' AND f8.observed_at <= q.cutoff AND f8.valid_until > q.cutoff AND f8.op = 'member') THEN NULL ELSE FALSE END AS tr) l10
LEFT JOIN LATERAL (SELECT CASE WHEN f9.op = 'cancel' THEN '1'::numeric ELSE CASE WHEN f9.value <> 'none' THEN f9.value::numeric END END AS v, CASE WHEN f9.op = 'cancel' THEN TRUE ELSE f9.value <> 'none' END AS ok
FROM scenarios_factversion f9
WHERE f9.scenario_id = q.scenario_id AND f9.predicate = 'share' AND f9.a0 = '' AND f9.a1 = '' AND f9.a2 = '' AND f9.observed_at <= q.cutoff AND f9.valid_until > q.cutoff AND f9.member = '' LIMIT 1) l11 ON TRUE
CROSS JOIN LATERAL (SELECT (SELECT CASE WHEN d3.d <> 0 THEN (div(d3.n * 1e2::numeric, d3.d) + CASE WHEN 2 * abs(d3.n * 1e2::numeric - div(d3.n * 1e2::numeric, d3.d) * d3.d) > abs(d3.d) OR (2 * abs(d3.n * 1e2::numeric - div(d3.n * 1e2::numeric, d3.d) * d3.d) = abs(d3.d) AND div(d3.n * 1e2::numeric, d3.d) - 2 * div(div(d3.n * 1e2::numeric, d3.d), 2) <> 0) THEN sign(d3.n) * sign(d3.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT l9.v AS n, l11.v AS d) d3) AS v) b2
WHERE (l9.ok AND l11.ok AND NOT l10.tr AND CASE WHEN b2.v IS NOT NULL THEN TRUE END) IS NOT FALSE
UNION ALL SELECT 0::numeric AS v, l12.tr AS tr
FROM (SELECT 1) z8
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'member' AND f10.member = l7.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'cancel' AND f10.member = l7.m) THEN FALSE WHEN NOT coalesce((SELECT c6.size = count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member') + count(DISTINCT r6.member) FILTER (WHERE r6.op = 'cancel' AND (r6.as_of, r6.observed_at, r6.seq) > (c6.as_of, c6.observed_at, c6.seq)) AND count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member') = count(DISTINCT r6.member) FILTER (WHERE r6.op = 'member' AND (r6.as_of, r6.observed_at, r6.seq) <= (c6.as_of, c6.observed_at, c6.seq))
FROM scenarios_factversion c6
LEFT JOIN scenarios_factversion r6 ON r6.scenario_id = q.scenario_id AND r6.predicate = 'waived' AND r6.a0 = '' AND r6.a1 = '' AND r6.a2 = '' AND r6.observed_at <= q.cutoff AND r6.valid_until > q.cutoff
WHERE c6.scenario_id = q.scenario_id AND c6.predicate = 'complete:waived' AND c6.a0 = '' AND c6.a1 = '' AND c6.a2 = '' AND c6.observed_at <= q.cutoff AND c6.valid_until > q.cutoff AND c6.op = 'complete'
GROUP BY c6.id), FALSE) THEN NULL WHEN l7.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f10
WHERE f10.scenario_id = q.scenario_id AND f10.predicate = 'waived' AND f10.a0 = '' AND f10.a1 = '' AND f10.a2 = '' AND f10.observed_at <= q.cutoff AND f10.valid_until > q.cutoff AND f10.op = 'member') THEN NULL ELSE FALSE END AS tr) l12
WHERE (l12.tr) IS NOT FALSE) u3) u4) l8 ON l7.m IS NOT NULL
WHERE (l7.tr AND l8.ok) IS NOT FALSE) y4
GROUP BY k, v) y5) y6) a2) x ON TRUE
ORDER BY q.id;

-- largest
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a2.ok THEN a2.v END AS v, a2.ok AS ok
FROM (SELECT 1) z3
CROSS JOIN LATERAL (SELECT CASE WHEN NOT (bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*)) THEN string_agg(DISTINCT k, chr(31) ORDER BY k) FILTER (WHERE v = best) END AS v, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE count(*) > 0 END AS ok
FROM (SELECT k, v, tr, max(v) OVER () AS best
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l3.m AS k, l4.v AS v, l3.tr AND l4.ok AS tr
FROM (SELECT 1) z4
CROSS JOIN LATERAL (SELECT DISTINCT f3.member AS m, TRUE AS tr
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'expense' AND f3.a0 = q.a0 AND f3.a1 = q.a1 AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c2.size = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') + count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AND count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') = count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq))
FROM scenarios_factversion c2
LEFT JOIN scenarios_factversion r2 ON r2.scenario_id = q.scenario_id AND r2.predicate = 'expense' AND r2.a0 = q.a0 AND r2.a1 = q.a1 AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:expense' AND c2.a0 = q.a0 AND c2.a1 = q.a1 AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'
GROUP BY c2.id), FALSE)) l3
LEFT JOIN LATERAL (SELECT CASE WHEN f4.value <> 'none' THEN f4.value::numeric END AS v, f4.value <> 'none' AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'amount' AND f4.a0 = l3.m AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l4 ON l3.m IS NOT NULL
WHERE (l3.tr AND l4.ok) IS NOT FALSE) y4
GROUP BY k, v) y6) y5) a2) x ON TRUE
ORDER BY q.id;

-- claimable
-- text1 = 'meals'
SELECT q.id, CASE WHEN x.tr IS NULL THEN 'unknown' ELSE 'answerable' END, x.tr::text, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT l3.ok AND l1.ok AND l2.ok AND (l1.v >= l2.v) AND (l2.v <> 12.5::numeric) AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value::numeric END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'amount' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON q.a0 IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN f2.op IS NULL THEN '0'::numeric ELSE CASE WHEN f2.value <> 'none' THEN f2.value::numeric END END AS v, CASE WHEN f2.op IS NULL THEN TRUE ELSE f2.value <> 'none' END AS ok
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT f2.op, f2.value
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'floor' AND f2.a0 = (%(text1)s::text COLLATE "C") AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) f2 ON TRUE) l2 ON (%(text1)s::text COLLATE "C") IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN count(DISTINCT (f3.a0, f3.a1, f3.a2)) = 1 THEN min(f3.a0) END AS v, CASE WHEN count(DISTINCT (f3.a0, f3.a1, f3.a2)) = 1 THEN TRUE END AS ok
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'expense' AND f3.member = q.a0 AND f3.member <> '' AND f3.op = 'member' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff) l3 ON q.a0 IS NOT NULL) x
ORDER BY q.id;

-- all_small
-- text1 = 'true'
SELECT q.id, CASE WHEN x.tr IS NULL THEN 'unknown' ELSE 'answerable' END, x.tr::text, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT a1.ok AND (a1.v = (%(text1)s::text COLLATE "C")) AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN t THEN 'false' WHEN NOT t THEN 'true' END COLLATE "C" AS v, CASE WHEN t IS NOT NULL THEN TRUE END AS ok
FROM (SELECT CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS t
FROM (SELECT l1.tr AND NOT c2.tr AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'expense' AND f1.a0 = q.a0 AND f1.a1 = q.a1 AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') + count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AND count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') = count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq))
FROM scenarios_factversion c1
LEFT JOIN scenarios_factversion r1 ON r1.scenario_id = q.scenario_id AND r1.predicate = 'expense' AND r1.a0 = q.a0 AND r1.a1 = q.a1 AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:expense' AND c1.a0 = q.a0 AND c1.a1 = q.a1 AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'
GROUP BY c1.id), FALSE)) l1
CROSS JOIN LATERAL (SELECT l2.ok AND (l2.v < 100::numeric) AS tr
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value::numeric END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'amount' AND f2.a0 = l1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON l1.m IS NOT NULL) c2) y2) y3) a1) x
ORDER BY q.id;

-- age
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN l2.ok AND CASE WHEN b2.v IS NOT NULL THEN TRUE END THEN b2.v END AS v, l2.ok AND CASE WHEN b2.v IS NOT NULL THEN TRUE END AS ok
FROM (SELECT 1) z2
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value::date END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'paid_on' AND f2.a0 = q.a0 AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT (((q.cutoff AT TIME ZONE 'UTC')::date - l2.v)::numeric + 1::numeric) AS v) b2) x ON TRUE
ORDER BY q.id;
