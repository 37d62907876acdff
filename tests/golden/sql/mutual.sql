-- odd
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT (s1.answer COLLATE "C") AS m, s1.tr
FROM pg_temp.stemma_02f0061786784c94421c87c8(1, q.scenario_id, q.cutoff, ARRAY[q.a0]::text[]) s1) u1
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- even
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT (s1.answer COLLATE "C") AS m, s1.tr
FROM pg_temp.stemma_02f0061786784c94421c87c8(0, q.scenario_id, q.cutoff, ARRAY[q.a0]::text[]) s1) u1
GROUP BY m) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- lonely
SELECT q.id, CASE WHEN x.unknown THEN 'unknown' WHEN cardinality(x.certain) = 0 THEN 'justified-zero' ELSE 'answerable' END, NULL::text, x.certain, x.undecided, x.unnamed
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
CROSS JOIN LATERAL (SELECT coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr), '{}') AS certain, coalesce(array_agg(w.m ORDER BY w.m) FILTER (WHERE w.tr IS NULL AND w.m IS NOT NULL), '{}') AS undecided, coalesce(bool_or(w.m IS NULL), FALSE) AS unnamed, coalesce(bool_or(w.tr IS NULL), FALSE) AS unknown
FROM (SELECT l1.m AS m, l1.tr AND NOT l2.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = q.a0 AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = q.a0 AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = q.a0 AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
CROSS JOIN LATERAL (SELECT CASE WHEN bool_or(s2.tr AND (s2.m = l1.m)) THEN TRUE WHEN bool_or((s2.tr AND (s2.m = l1.m)) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT m, CASE WHEN bool_or(tr) THEN TRUE WHEN bool_or((tr) IS NULL) THEN NULL ELSE FALSE END AS tr
FROM (SELECT (s1.answer COLLATE "C") AS m, s1.tr
FROM pg_temp.stemma_02f0061786784c94421c87c8(0, q.scenario_id, q.cutoff, ARRAY[q.a0]::text[]) s1) u1
GROUP BY m) s2) l2
WHERE (l1.tr AND NOT l2.tr) IS NOT FALSE) w
WHERE w.tr IS NOT FALSE) x
ORDER BY q.id;

-- routine of even, odd
CREATE OR REPLACE FUNCTION pg_temp.stemma_02f0061786784c94421c87c8(v_pred integer, v_scenario bigint, v_cutoff timestamptz, v_keys text[]) RETURNS TABLE(answer text, tr boolean) LANGUAGE plpgsql VOLATILE ROWS 10 SET enable_seqscan = off SET jit = off AS $stemma_02f0061786784c94421c87c8$
#variable_conflict use_column
DECLARE
  v_routine text := 'stemma_02f0061786784c94421c87c8';
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
BEGIN
  v_root := sha256(convert_to(ROW(v_routine, v_pred, v_scenario, v_cutoff, v_keys)::text, 'UTF8'));
  IF NOT EXISTS (SELECT
FROM pg_temp.stemma_calls c
WHERE c.id = v_root) THEN
  v_start := nextval('pg_temp.stemma_turns');
  INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    VALUES (v_root, v_routine, v_pred, v_scenario, v_cutoff, v_keys, v_start);
  v_fresh := ARRAY[v_root];
  v_again := '{}'; v_last := 0;
  LOOP
  v_turn := nextval('pg_temp.stemma_turns'); v_changed := '{}'; v_made := '{}';
  IF cardinality(v_fresh) > 0 THEN
  WITH asked AS MATERIALIZED (SELECT DISTINCT q.id AS caller, q.scenario_id, q.cutoff, ARRAY[l1.m]::text[] AS a
   
FROM pg_temp.stemma_calls q
CROSS JOIN (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = (q.a[1]) AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = (q.a[1]) AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
   
WHERE q.id = ANY(v_fresh) AND q.pred = 1 AND (l1.tr) IS NOT FALSE),
  named AS MATERIALIZED (SELECT sha256(convert_to(ROW(v_routine, 0, k.scenario_id, k.cutoff, k.a)::text, 'UTF8')) AS id, k.*
FROM asked k),
  linked AS (INSERT INTO pg_temp.stemma_edges (callee, caller) SELECT k.id, k.caller
FROM named k
    ON CONFLICT DO NOTHING),
  made AS (INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    SELECT DISTINCT ON (k.id) k.id, v_routine, 0, k.scenario_id, k.cutoff, k.a, v_turn
   
FROM named k ON CONFLICT DO NOTHING RETURNING id)
  SELECT array_agg(id) INTO v_found
FROM made;
  v_made := v_made || v_found;
  WITH asked AS MATERIALIZED (SELECT DISTINCT q.id AS caller, q.scenario_id, q.cutoff, ARRAY[(q.a[1])]::text[] AS a
   
FROM pg_temp.stemma_calls q
CROSS JOIN (SELECT 1) z1
   
WHERE q.id = ANY(v_fresh) AND q.pred = 0 AND (TRUE) IS NOT FALSE),
  named AS MATERIALIZED (SELECT sha256(convert_to(ROW(v_routine, 1, k.scenario_id, k.cutoff, k.a)::text, 'UTF8')) AS id, k.*
FROM asked k),
  linked AS (INSERT INTO pg_temp.stemma_edges (callee, caller) SELECT k.id, k.caller
FROM named k
    ON CONFLICT DO NOTHING),
  made AS (INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    SELECT DISTINCT ON (k.id) k.id, v_routine, 1, k.scenario_id, k.cutoff, k.a, v_turn
   
FROM named k ON CONFLICT DO NOTHING RETURNING id)
  SELECT array_agg(id) INTO v_found
FROM made;
  v_made := v_made || v_found;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, y.tr, v_turn
   
FROM (SELECT q.id AS call, x.m AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT l1.m AS m, l1.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = (q.a[1]) AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = (q.a[1]) AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
WHERE (l1.tr) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 1
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, y.tr, v_turn
   
FROM (SELECT q.id AS call, x.m AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT l2.m AS m, l1.tr AND l2.tr AND (l2.m <> (E'it''s \\ 100% $1'::text COLLATE "C")) AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = (q.a[1]) AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = (q.a[1]) AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
CROSS JOIN LATERAL (SELECT t1.answer AS m, t1.tr
FROM pg_temp.stemma_rows t1
WHERE t1.call = sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.m]::text[])::text, 'UTF8'))) l2
WHERE (l1.tr AND l2.tr AND (l2.m <> (E'it''s \\ 100% $1'::text COLLATE "C"))) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 1
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, y.tr, v_turn
   
FROM (SELECT q.id AS call, x.m AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT l2.m AS m, l1.tr AND l2.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT t1.answer AS m, t1.tr
FROM pg_temp.stemma_rows t1
WHERE t1.call = sha256(convert_to(ROW(v_routine, 1, q.scenario_id, q.cutoff, ARRAY[(q.a[1])]::text[])::text, 'UTF8'))) l1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = l1.m AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = l1.m AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = l1.m AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l2
WHERE (l1.tr AND l2.tr) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  END IF;
  IF cardinality(v_again) > 0 THEN
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, y.tr, v_turn
   
FROM (SELECT q.id AS call, x.m AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT l2.m AS m, l1.tr AND l2.tr AND (l2.m <> (E'it''s \\ 100% $1'::text COLLATE "C")) AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = (q.a[1]) AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = (q.a[1]) AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l1
CROSS JOIN LATERAL (SELECT t1.answer AS m, t1.tr
FROM pg_temp.stemma_rows t1
WHERE t1.call = sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.m]::text[])::text, 'UTF8')) AND t1.turn = v_last) l2
WHERE (l1.tr AND l2.tr AND (l2.m <> (E'it''s \\ 100% $1'::text COLLATE "C"))) IS NOT FALSE) x
     
WHERE q.id = ANY(v_again) AND q.pred = 1
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, y.tr, v_turn
   
FROM (SELECT q.id AS call, x.m AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT l2.m AS m, l1.tr AND l2.tr AS tr
FROM (SELECT 1) z1
CROSS JOIN LATERAL (SELECT t1.answer AS m, t1.tr
FROM pg_temp.stemma_rows t1
WHERE t1.call = sha256(convert_to(ROW(v_routine, 1, q.scenario_id, q.cutoff, ARRAY[(q.a[1])]::text[])::text, 'UTF8')) AND t1.turn = v_last) l1
CROSS JOIN LATERAL (SELECT DISTINCT f1.member AS m, TRUE AS tr
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = l1.m AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.op = 'member'
UNION ALL SELECT NULL::text, NULL::boolean
WHERE NOT coalesce((SELECT c1.size = n1.certain + n1.dead AND n1.certain = n1.in_time
FROM scenarios_factversion c1
CROSS JOIN LATERAL (SELECT count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member') AS certain, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'member' AND (r1.as_of, r1.observed_at, r1.seq) <= (c1.as_of, c1.observed_at, c1.seq)) AS in_time, count(DISTINCT r1.member) FILTER (WHERE r1.op = 'cancel' AND (r1.as_of, r1.observed_at, r1.seq) > (c1.as_of, c1.observed_at, c1.seq)) AS dead
FROM scenarios_factversion r1
WHERE r1.scenario_id = q.scenario_id AND r1.predicate = 'next' AND r1.a0 = l1.m AND r1.a1 = '' AND r1.a2 = '' AND r1.observed_at <= q.cutoff AND r1.valid_until > q.cutoff) n1
WHERE c1.scenario_id = q.scenario_id AND c1.predicate = 'complete:next' AND c1.a0 = l1.m AND c1.a1 = '' AND c1.a2 = '' AND c1.observed_at <= q.cutoff AND c1.valid_until > q.cutoff AND c1.op = 'complete'), FALSE)) l2
WHERE (l1.tr AND l2.tr) IS NOT FALSE) x
     
WHERE q.id = ANY(v_again) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  END IF;
  EXIT WHEN cardinality(v_made) = 0 AND cardinality(v_changed) = 0;
  v_again := ARRAY(SELECT e.caller
FROM pg_temp.stemma_edges e
WHERE e.callee = ANY(v_changed));
  v_fresh := v_made; v_last := v_turn;
  END LOOP;
  END IF;
  RETURN QUERY SELECT r.answer, r.tr
FROM pg_temp.stemma_rows r
WHERE r.call = v_root;
END
$stemma_02f0061786784c94421c87c8$;
