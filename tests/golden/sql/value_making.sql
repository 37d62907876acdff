-- left
SELECT q.id, CASE WHEN x.ok IS NULL THEN 'unknown' WHEN NOT x.ok THEN 'justified-zero' WHEN x.v = 0 THEN 'justified-zero' ELSE 'answerable' END, CASE WHEN x.ok THEN (trim_scale(x.v)::text COLLATE "C") END, NULL::text[], NULL::text[], NULL::boolean
FROM (SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2, member COLLATE "C" AS member
FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[], %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[]) AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q
LEFT JOIN LATERAL (SELECT CASE WHEN u2.single THEN u2.v END AS v, CASE WHEN u2.single THEN TRUE WHEN u2.rows = 0 THEN FALSE END AS ok
FROM (SELECT max(v) AS v, coalesce(bool_or(tr), FALSE) AND count(DISTINCT v) = 1 AND count(v) = count(*) AS single, count(*) AS rows
FROM (SELECT (s1.answer COLLATE "C")::numeric AS v, s1.tr
FROM pg_temp.stemma_0016a7df0fcb51e3f7bf424b(0, q.scenario_id, q.cutoff, ARRAY[q.a0]::text[]) s1) u1) u2) x ON TRUE
ORDER BY q.id;

-- routine of left
CREATE OR REPLACE FUNCTION pg_temp.stemma_0016a7df0fcb51e3f7bf424b(v_pred integer, v_scenario bigint, v_cutoff timestamptz, v_keys text[]) RETURNS TABLE(answer text, tr boolean) LANGUAGE plpgsql VOLATILE ROWS 10 SET enable_seqscan = off SET jit = off AS $stemma_0016a7df0fcb51e3f7bf424b$
#variable_conflict use_column
DECLARE
  v_routine text := 'stemma_0016a7df0fcb51e3f7bf424b';
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
  IF v_pred IN (0) AND array_position(v_keys, NULL) IS NOT NULL THEN RETURN; END IF;
  v_root := sha256(convert_to(ROW(v_routine, v_pred, v_scenario, v_cutoff, v_keys)::text, 'UTF8'));
  IF NOT EXISTS (SELECT
FROM pg_temp.stemma_calls c
WHERE c.id = v_root) THEN
  v_start := nextval('pg_temp.stemma_turns');
  INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    VALUES (v_root, v_routine, v_pred, v_scenario, v_cutoff, v_keys, v_start);
  v_fresh := ARRAY[v_root];
  LOOP
  v_sure := FALSE;
  v_again := '{}'; v_last := 0;
  LOOP
  v_turn := nextval('pg_temp.stemma_turns'); v_changed := '{}'; v_made := '{}';
  IF cardinality(v_fresh) > 0 THEN
  IF NOT v_sure THEN
  WITH asked AS MATERIALIZED (SELECT DISTINCT q.id AS caller, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[] AS a
   
FROM pg_temp.stemma_calls q
CROSS JOIN (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
   
WHERE q.id = ANY(v_fresh) AND q.pred = 0 AND (l1.ok) IS NOT FALSE AND l1.v IS NOT NULL),
  named AS MATERIALIZED (SELECT sha256(convert_to(ROW(v_routine, 0, k.scenario_id, k.cutoff, k.a)::text, 'UTF8')) AS id, k.*
FROM asked k),
  linked AS (INSERT INTO pg_temp.stemma_edges (callee, caller) SELECT k.id, k.caller
FROM named k
    ON CONFLICT DO NOTHING),
  made AS (INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    SELECT DISTINCT ON (k.id) k.id, v_routine, 0, k.scenario_id, k.cutoff, k.a, v_turn
   
FROM named k ON CONFLICT DO NOTHING RETURNING id, (SELECT max(char_length(part))
FROM unnest(a) part) AS size)
  SELECT array_agg(id), max(size) INTO v_found, v_size
FROM made;
  v_made := v_made || v_found;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  v_calls := v_calls + coalesce(cardinality(v_found), 0);
  IF v_calls > 20000 THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = 'the recursion of left makes new values without bound: stopped at 20000'; END IF;
  END IF;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT 0::numeric AS v, NOT l1.ok AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
WHERE (NOT l1.ok) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT b1.v AS v, l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN o1.rows = 1 AND NOT o1.vague THEN o1.answer::numeric END AS v, CASE WHEN o1.rows = 0 OR NOT o1.fresh THEN FALSE WHEN o1.rows = 1 AND NOT o1.vague AND o1.answer IS NOT NULL THEN o1.tr END AS ok
FROM (SELECT max(t1.answer) AS answer, bool_or(t1.tr) AS tr, count(t1.call) AS rows, TRUE AS fresh, coalesce(bool_or(c1.vague), FALSE) AS vague
FROM (SELECT sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[])::text, 'UTF8')) AS id) i1
LEFT JOIN pg_temp.stemma_calls c1 ON c1.id = i1.id
LEFT JOIN pg_temp.stemma_rows t1 ON t1.call = i1.id) o1) l2 ON l1.v IS NOT NULL
CROSS JOIN LATERAL (SELECT (l2.v + 1::numeric) AS v) b1
WHERE (l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  END IF;
  IF cardinality(v_again) > 0 THEN
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT b1.v AS v, l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN o1.rows = 1 AND NOT o1.vague THEN o1.answer::numeric END AS v, CASE WHEN o1.rows = 0 OR NOT o1.fresh THEN FALSE WHEN o1.rows = 1 AND NOT o1.vague AND o1.answer IS NOT NULL THEN o1.tr END AS ok
FROM (SELECT max(t1.answer) AS answer, bool_or(t1.tr) AS tr, count(t1.call) AS rows, coalesce(bool_or(t1.turn = v_last), FALSE) AS fresh, coalesce(bool_or(c1.vague), FALSE) AS vague
FROM (SELECT sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[])::text, 'UTF8')) AS id) i1
LEFT JOIN pg_temp.stemma_calls c1 ON c1.id = i1.id
LEFT JOIN pg_temp.stemma_rows t1 ON t1.call = i1.id) o1) l2 ON l1.v IS NOT NULL
CROSS JOIN LATERAL (SELECT (l2.v + 1::numeric) AS v) b1
WHERE (l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE) x
     
WHERE q.id = ANY(v_again) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  END IF;
  IF v_rows > v_check + 20000 THEN
    SELECT max(s.size) INTO v_count
FROM (SELECT count(*) AS size
FROM pg_temp.stemma_calls c
      JOIN pg_temp.stemma_rows r ON r.call = c.id
     
WHERE c.routine = v_routine AND c.turn >= v_start
GROUP BY c.id) s;
    IF v_count > 20000 THEN
      RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = format('the recursion of %s makes new values without bound: stopped at 20000', (SELECT CASE c.pred WHEN 0 THEN 'left' END
       
FROM pg_temp.stemma_calls c JOIN pg_temp.stemma_rows r ON r.call = c.id
       
WHERE c.routine = v_routine AND c.turn >= v_start
GROUP BY c.id ORDER BY count(*) DESC LIMIT 1));
    END IF;
    v_check := v_rows - v_count;
  END IF;
  EXIT WHEN cardinality(v_made) = 0 AND cardinality(v_changed) = 0;
  v_again := ARRAY(SELECT e.caller
FROM pg_temp.stemma_edges e
WHERE e.callee = ANY(v_changed));
  v_fresh := v_made; v_last := v_turn;
  END LOOP;

  SELECT array_agg(c.id) INTO v_fresh
FROM pg_temp.stemma_calls c
WHERE c.routine = v_routine AND c.turn >= v_start;
  v_sure := TRUE;
  v_again := '{}'; v_last := 0;
  LOOP
  v_turn := nextval('pg_temp.stemma_turns'); v_changed := '{}'; v_made := '{}';
  IF cardinality(v_fresh) > 0 THEN
  IF NOT v_sure THEN
  WITH asked AS MATERIALIZED (SELECT DISTINCT q.id AS caller, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[] AS a
   
FROM pg_temp.stemma_calls q
CROSS JOIN (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
   
WHERE q.id = ANY(v_fresh) AND q.pred = 0 AND (l1.ok) IS NOT FALSE AND l1.v IS NOT NULL),
  named AS MATERIALIZED (SELECT sha256(convert_to(ROW(v_routine, 0, k.scenario_id, k.cutoff, k.a)::text, 'UTF8')) AS id, k.*
FROM asked k),
  linked AS (INSERT INTO pg_temp.stemma_edges (callee, caller) SELECT k.id, k.caller
FROM named k
    ON CONFLICT DO NOTHING),
  made AS (INSERT INTO pg_temp.stemma_calls (id, routine, pred, scenario_id, cutoff, a, turn)
    SELECT DISTINCT ON (k.id) k.id, v_routine, 0, k.scenario_id, k.cutoff, k.a, v_turn
   
FROM named k ON CONFLICT DO NOTHING RETURNING id, (SELECT max(char_length(part))
FROM unnest(a) part) AS size)
  SELECT array_agg(id), max(size) INTO v_found, v_size
FROM made;
  v_made := v_made || v_found;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  v_calls := v_calls + coalesce(cardinality(v_found), 0);
  IF v_calls > 20000 THEN RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = 'the recursion of left makes new values without bound: stopped at 20000'; END IF;
  END IF;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT 0::numeric AS v, NOT l1.ok AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
WHERE (NOT l1.ok) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT b1.v AS v, l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN o1.rows = 1 AND NOT o1.vague THEN o1.answer::numeric END AS v, CASE WHEN o1.rows = 0 OR NOT o1.fresh THEN FALSE WHEN o1.rows = 1 AND NOT o1.vague AND o1.answer IS NOT NULL THEN o1.tr END AS ok
FROM (SELECT max(t1.answer) AS answer, bool_or(t1.tr) AS tr, count(t1.call) AS rows, TRUE AS fresh, coalesce(bool_or(c1.vague), FALSE) AS vague
FROM (SELECT sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[])::text, 'UTF8')) AS id) i1
LEFT JOIN pg_temp.stemma_calls c1 ON c1.id = i1.id
LEFT JOIN pg_temp.stemma_rows t1 ON t1.call = i1.id) o1) l2 ON l1.v IS NOT NULL
CROSS JOIN LATERAL (SELECT (l2.v + 1::numeric) AS v) b1
WHERE (l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE) x
     
WHERE q.id = ANY(v_fresh) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  END IF;
  IF cardinality(v_again) > 0 THEN
  WITH found AS (INSERT INTO pg_temp.stemma_rows AS r (call, mark, answer, tr, turn)
    SELECT y.call, sha256(convert_to(coalesce('=' || y.answer, ''), 'UTF8')), y.answer, CASE WHEN v_sure THEN y.tr END, v_turn
   
FROM (SELECT q.id AS call, (trim_scale(x.v)::text COLLATE "C") AS answer, CASE WHEN bool_or(x.tr) THEN TRUE WHEN bool_or((x.tr) IS NULL) THEN NULL ELSE FALSE END AS tr
     
FROM pg_temp.stemma_calls q
CROSS JOIN LATERAL (SELECT b1.v AS v, l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END AS tr
FROM (SELECT 1) z1
LEFT JOIN LATERAL (SELECT CASE WHEN f1.value <> 'none' THEN f1.value END AS v, f1.value <> 'none' AS ok
FROM scenarios_factversion f1
WHERE f1.scenario_id = q.scenario_id AND f1.predicate = 'next' AND f1.a0 = (q.a[1]) AND f1.a1 = '' AND f1.a2 = '' AND f1.observed_at <= q.cutoff AND f1.valid_until > q.cutoff AND f1.member = '' LIMIT 1) l1 ON (q.a[1]) IS NOT NULL
LEFT JOIN LATERAL (SELECT CASE WHEN o1.rows = 1 AND NOT o1.vague THEN o1.answer::numeric END AS v, CASE WHEN o1.rows = 0 OR NOT o1.fresh THEN FALSE WHEN o1.rows = 1 AND NOT o1.vague AND o1.answer IS NOT NULL THEN o1.tr END AS ok
FROM (SELECT max(t1.answer) AS answer, bool_or(t1.tr) AS tr, count(t1.call) AS rows, coalesce(bool_or(t1.turn = v_last), FALSE) AS fresh, coalesce(bool_or(c1.vague), FALSE) AS vague
FROM (SELECT sha256(convert_to(ROW(v_routine, 0, q.scenario_id, q.cutoff, ARRAY[l1.v]::text[])::text, 'UTF8')) AS id) i1
LEFT JOIN pg_temp.stemma_calls c1 ON c1.id = i1.id
LEFT JOIN pg_temp.stemma_rows t1 ON t1.call = i1.id) o1) l2 ON l1.v IS NOT NULL
CROSS JOIN LATERAL (SELECT (l2.v + 1::numeric) AS v) b1
WHERE (l1.ok AND l2.ok AND CASE WHEN b1.v IS NOT NULL THEN TRUE END) IS NOT FALSE) x
     
WHERE q.id = ANY(v_again) AND q.pred = 0
GROUP BY 1, 2) y
   
WHERE y.tr IS NOT FALSE AND (y.tr OR NOT v_sure)
    ON CONFLICT (call, mark) DO UPDATE SET tr = excluded.tr, turn = excluded.turn
WHERE excluded.tr AND r.tr IS NULL
    RETURNING r.call, char_length(r.answer) AS size)
  SELECT array_agg(DISTINCT call), count(*), max(size) INTO v_found, v_count, v_size
FROM found;
  v_changed := v_changed || v_found; v_rows := v_rows + v_count;
  IF v_size > 4000 THEN RAISE EXCEPTION USING ERRCODE = 'SR002', MESSAGE = 'a number of more than 4,000 digits was made'; END IF;
  END IF;
  IF v_rows > v_check + 20000 THEN
    SELECT max(s.size) INTO v_count
FROM (SELECT count(*) AS size
FROM pg_temp.stemma_calls c
      JOIN pg_temp.stemma_rows r ON r.call = c.id
     
WHERE c.routine = v_routine AND c.turn >= v_start
GROUP BY c.id) s;
    IF v_count > 20000 THEN
      RAISE EXCEPTION USING ERRCODE = 'SR001', MESSAGE = format('the recursion of %s makes new values without bound: stopped at 20000', (SELECT CASE c.pred WHEN 0 THEN 'left' END
       
FROM pg_temp.stemma_calls c JOIN pg_temp.stemma_rows r ON r.call = c.id
       
WHERE c.routine = v_routine AND c.turn >= v_start
GROUP BY c.id ORDER BY count(*) DESC LIMIT 1));
    END IF;
    v_check := v_rows - v_count;
  END IF;
  EXIT WHEN cardinality(v_made) = 0 AND cardinality(v_changed) = 0;
  v_again := ARRAY(SELECT e.caller
FROM pg_temp.stemma_edges e
WHERE e.callee = ANY(v_changed));
  v_fresh := v_made; v_last := v_turn;
  END LOOP;

  UPDATE pg_temp.stemma_calls c SET vague = TRUE
WHERE c.routine = v_routine AND c.turn >= v_start AND c.pred IN (0) AND NOT c.vague
    AND EXISTS (SELECT
FROM pg_temp.stemma_rows r
WHERE r.call = c.id
      HAVING count(r.answer) > 0 AND NOT (count(*) = 1 AND bool_or(r.tr IS TRUE)));
  EXIT WHEN NOT FOUND;
  DELETE
FROM pg_temp.stemma_rows r USING pg_temp.stemma_calls c
WHERE r.call = c.id AND c.routine = v_routine AND c.turn >= v_start;
  SELECT array_agg(c.id) INTO v_fresh
FROM pg_temp.stemma_calls c
WHERE c.routine = v_routine AND c.turn >= v_start;
  END LOOP;
  END IF;
  RETURN QUERY SELECT r.answer, r.tr
FROM pg_temp.stemma_rows r
WHERE r.call = v_root;
END
$stemma_0016a7df0fcb51e3f7bf424b$;
