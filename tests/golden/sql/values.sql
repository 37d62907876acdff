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
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'waived' AND f2.a0 = '' AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.op = 'cancel' AND f2.member = q.a0) THEN FALSE WHEN NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'waived' AND r1.a0 = '' AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:waived' AND c1.a0 = '' AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE) THEN NULL WHEN q.a0 IS NULL AND EXISTS (SELECT 1
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
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'waived' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.op = 'cancel' AND f4.member = q.a0) THEN FALSE WHEN NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'waived' AND r2.a0 = '' AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:waived' AND c2.a0 = '' AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE) THEN NULL WHEN q.a0 IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'waived' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.op = 'member') THEN NULL ELSE FALSE END AS tr) l4
WHERE (l4.tr) IS NOT FALSE) u1) u2) x ON TRUE
ORDER BY q.id;

-- total
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a1.ok THEN a1.v END AS v, a1.ok AS ok
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE coalesce(sum(v), 0) END AS v, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE TRUE END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l1.m AS k, l2.v AS v, l1.tr AND l2.ok AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'expense' AND f1.a0 = q.a0 AND f1.a1 = q.a1 AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'expense' AND r1.a0 = q.a0 AND r1.a1 = q.a1 AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:expense' AND c1.a0 = q.a0 AND c1.a1 = q.a1 AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
LEFT JOIN LATERAL (SELECT CASE WHEN u2.single THEN u2.v END AS v, CASE WHEN u2.single THEN TRUE WHEN u2.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT b1.v AS v, l3.ok AND l5.ok AND NOT l4.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value::numeric END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'amount' AND f2.a0 = l1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l3 ON l1.m IS NOT NULL
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member' AND f3.member = l1.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'cancel' AND f3.member = l1.m) THEN FALSE WHEN NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'waived' AND r2.a0 = '' AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:waived' AND c2.a0 = '' AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE) THEN NULL WHEN l1.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member') THEN NULL ELSE FALSE END AS tr) l4
LEFT JOIN LATERAL (SELECT CASE WHEN f4.op = 'cancel' THEN '1'::numeric ELSE CASE WHEN f4.value <> 'none' THEN f4.value::numeric END END AS v, CASE WHEN f4.op = 'cancel' THEN TRUE ELSE f4.value <> 'none' END AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'share' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l5 ON TRUE
CROSS JOIN LATERAL (SELECT (SELECT CASE WHEN d1.d <> 0 THEN (div(d1.n * 1e2::numeric, d1.d) + CASE WHEN 2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) > abs(d1.d) OR (2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) = abs(d1.d) AND div(d1.n * 1e2::numeric, d1.d) - 2 * div(div(d1.n * 1e2::numeric, d1.d), 2) <> 0) THEN sign(d1.n) * sign(d1.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT l3.v AS n, l5.v AS d) d1) AS v) b1
WHERE (l3.ok AND l5.ok AND NOT l4.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE
UNION ALL SELECT 0::numeric AS v, l6.tr AS tr
FROM (SELECT 1) z4
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'member' AND f5.member = l1.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'cancel' AND f5.member = l1.m) THEN FALSE WHEN NOT coalesce((SELECT c3.size = n3.certain + n3.dead AND n3.certain = n3.in_time
FROM scenarios_factversion c3
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c3.as_of, c3.observed_at, c3.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c3.as_of, c3.observed_at, c3.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'waived' AND r3.a0 = '' AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n3
WHERE c3.scenario_id = q.scenario_id AND c3.predicate = 'complete:waived' AND c3.a0 = '' AND c3.a1 = '' AND c3.a2 = '' AND c3.observed_at <= q.cutoff AND c3.valid_until > q.cutoff AND c3.op = 'complete'), FALSE) THEN NULL WHEN l1.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'member') THEN NULL ELSE FALSE END AS tr) l6
WHERE (l6.tr) IS NOT FALSE) u1) u2) l2 ON l1.m IS NOT NULL
WHERE (l1.tr AND l2.ok) IS NOT FALSE) y1
GROUP BY k, v) y2) a1) x ON TRUE
ORDER BY q.id;

-- mean
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a1.ok THEN a1.v END AS v, a1.ok AS ok
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN y3.ok THEN (SELECT CASE WHEN d2.d <> 0 THEN (div(d2.n * 1e2::numeric, d2.d) + CASE WHEN 2 * abs(d2.n * 1e2::numeric - div(d2.n * 1e2::numeric, d2.d) * d2.d) > abs(d2.d) OR (2 * abs(d2.n * 1e2::numeric - div(d2.n * 1e2::numeric, d2.d) * d2.d) = abs(d2.d) AND div(d2.n * 1e2::numeric, d2.d) - 2 * div(div(d2.n * 1e2::numeric, d2.d), 2) <> 0) THEN sign(d2.n) * sign(d2.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT y3.total AS n, y3.rows AS d) d2) END AS v, y3.ok
FROM (SELECT sum(v) AS total, count(*)::numeric AS rows, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE count(*) > 0 END AS ok
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l1.m AS k, l2.v AS v, l1.tr AND l2.ok AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'expense' AND f1.a0 = q.a0 AND f1.a1 = q.a1 AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'expense' AND r1.a0 = q.a0 AND r1.a1 = q.a1 AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:expense' AND c1.a0 = q.a0 AND c1.a1 = q.a1 AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
LEFT JOIN LATERAL (SELECT CASE WHEN u2.single THEN u2.v END AS v, CASE WHEN u2.single THEN TRUE WHEN u2.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT b1.v AS v, l3.ok AND l5.ok AND NOT l4.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z3
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value::numeric END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'amount' AND f2.a0 = l1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l3 ON l1.m IS NOT NULL
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member' AND f3.member = l1.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'cancel' AND f3.member = l1.m) THEN FALSE WHEN NOT coalesce((SELECT c2.size = n2.certain + n2.dead AND n2.certain = n2.in_time
FROM scenarios_factversion c2
CROSS JOIN LATERAL (SELECT count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member') AS certain, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'member' AND (r2.as_of, r2.observed_at, r2.seq) <= (c2.as_of, c2.observed_at, c2.seq)) AS in_time, count(DISTINCT r2.member) FILTER (WHERE r2.op = 'cancel' AND (r2.as_of, r2.observed_at, r2.seq) > (c2.as_of, c2.observed_at, c2.seq)) AS dead
FROM scenarios_factversion r2
WHERE r2.scenario_id = q.scenario_id AND r2.predicate = 'waived' AND r2.a0 = '' AND r2.a1 = '' AND r2.a2 = '' AND r2.observed_at <= q.cutoff AND r2.valid_until > q.cutoff) n2
WHERE c2.scenario_id = q.scenario_id AND c2.predicate = 'complete:waived' AND c2.a0 = '' AND c2.a1 = '' AND c2.a2 = '' AND c2.observed_at <= q.cutoff AND c2.valid_until > q.cutoff AND c2.op = 'complete'), FALSE) THEN NULL WHEN l1.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f3
WHERE f3.scenario_id = q.scenario_id AND f3.predicate = 'waived' AND f3.a0 = '' AND f3.a1 = '' AND f3.a2 = '' AND f3.observed_at <= q.cutoff AND f3.valid_until > q.cutoff AND f3.op = 'member') THEN NULL ELSE FALSE END AS tr) l4
LEFT JOIN LATERAL (SELECT CASE WHEN f4.op = 'cancel' THEN '1'::numeric ELSE CASE WHEN f4.value <> 'none' THEN f4.value::numeric END END AS v, CASE WHEN f4.op = 'cancel' THEN TRUE ELSE f4.value <> 'none' END AS ok
FROM scenarios_factversion f4
WHERE f4.scenario_id = q.scenario_id AND f4.predicate = 'share' AND f4.a0 = '' AND f4.a1 = '' AND f4.a2 = '' AND f4.observed_at <= q.cutoff AND f4.valid_until > q.cutoff AND f4.member = '' LIMIT 1) l5 ON TRUE
CROSS JOIN LATERAL (SELECT (SELECT CASE WHEN d1.d <> 0 THEN (div(d1.n * 1e2::numeric, d1.d) + CASE WHEN 2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) > abs(d1.d) OR (2 * abs(d1.n * 1e2::numeric - div(d1.n * 1e2::numeric, d1.d) * d1.d) = abs(d1.d) AND div(d1.n * 1e2::numeric, d1.d) - 2 * div(div(d1.n * 1e2::numeric, d1.d), 2) <> 0) THEN sign(d1.n) * sign(d1.d) ELSE 0 END) * 1e-2::numeric END
FROM (SELECT l3.v AS n, l5.v AS d) d1) AS v) b1
WHERE (l3.ok AND l5.ok AND NOT l4.tr AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE
UNION ALL SELECT 0::numeric AS v, l6.tr AS tr
FROM (SELECT 1) z4
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'member' AND f5.member = l1.m) THEN TRUE WHEN EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'cancel' AND f5.member = l1.m) THEN FALSE WHEN NOT coalesce((SELECT c3.size = n3.certain + n3.dead AND n3.certain = n3.in_time
FROM scenarios_factversion c3
CROSS JOIN LATERAL (SELECT count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member') AS certain, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'member' AND (r3.as_of, r3.observed_at, r3.seq) <= (c3.as_of, c3.observed_at, c3.seq)) AS in_time, count(DISTINCT r3.member) FILTER (WHERE r3.op = 'cancel' AND (r3.as_of, r3.observed_at, r3.seq) > (c3.as_of, c3.observed_at, c3.seq)) AS dead
FROM scenarios_factversion r3
WHERE r3.scenario_id = q.scenario_id AND r3.predicate = 'waived' AND r3.a0 = '' AND r3.a1 = '' AND r3.a2 = '' AND r3.observed_at <= q.cutoff AND r3.valid_until > q.cutoff) n3
WHERE c3.scenario_id = q.scenario_id AND c3.predicate = 'complete:waived' AND c3.a0 = '' AND c3.a1 = '' AND c3.a2 = '' AND c3.observed_at <= q.cutoff AND c3.valid_until > q.cutoff AND c3.op = 'complete'), FALSE) THEN NULL WHEN l1.m IS NULL AND EXISTS (SELECT 1
FROM scenarios_factversion f5
WHERE f5.scenario_id = q.scenario_id AND f5.predicate = 'waived' AND f5.a0 = '' AND f5.a1 = '' AND f5.a2 = '' AND f5.observed_at <= q.cutoff AND f5.valid_until > q.cutoff AND f5.op = 'member') THEN NULL ELSE FALSE END AS tr) l6
WHERE (l6.tr) IS NOT FALSE) u1) u2) l2 ON l1.m IS NOT NULL
WHERE (l1.tr AND l2.ok) IS NOT FALSE) y1
GROUP BY k, v) y2) y3) a1) x ON TRUE
ORDER BY q.id;

-- largest
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN x.v END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN a1.ok THEN a1.v END AS v, a1.ok AS ok
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT CASE WHEN NOT (bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*)) THEN string_agg(DISTINCT k, chr(31) ORDER BY k) FILTER (WHERE v = best) END AS v, CASE WHEN bool_or(tr IS NULL) OR count(DISTINCT k) < count(*) OR count(k) < count(*) OR count(v) < count(*) THEN NULL ELSE count(*) > 0 END AS ok
FROM (SELECT k, v, tr, max(v) OVER () AS best
FROM (SELECT k, v, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT l1.m AS k, l2.v AS v, l1.tr AND l2.ok AS tr
FROM (SELECT 1) z2
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'expense' AND f1.a0 = q.a0 AND f1.a1 = q.a1 AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'expense' AND r1.a0 = q.a0 AND r1.a1 = q.a1 AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:expense' AND c1.a0 = q.a0 AND c1.a1 = q.a1 AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
LEFT JOIN LATERAL (SELECT CASE WHEN f2.value <> 'none' THEN f2.value::numeric END AS v, f2.value <> 'none' AS ok
FROM scenarios_factversion f2
WHERE f2.scenario_id = q.scenario_id AND f2.predicate = 'amount' AND f2.a0 = l1.m AND f2.a1 = '' AND f2.a2 = '' AND f2.observed_at <= q.cutoff AND f2.valid_until > q.cutoff AND f2.member = '' LIMIT 1) l2 ON l1.m IS NOT NULL
WHERE (l1.tr AND l2.ok) IS NOT FALSE) y1
GROUP BY k, v) y3) y2) a1) x ON TRUE
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
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'expense' AND r1.a0 = q.a0 AND r1.a1 = q.a1 AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:expense' AND c1.a0 = q.a0 AND c1.a1 = q.a1 AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
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
LEFT JOIN LATERAL (SELECT CASE WHEN l1.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END THEN b1.v END AS v, l1.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS ok
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value::date END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'paid_on' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON q.a0 IS NOT NULL
CROSS JOIN LATERAL (SELECT (((q.cutoff AT TIME ZONE 'UTC')::date - l1.v)::numeric + 1::numeric) AS v) b1) x ON TRUE
ORDER BY q.id;
