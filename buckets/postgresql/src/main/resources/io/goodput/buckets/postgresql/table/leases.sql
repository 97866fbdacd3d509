-- Takes tokens from several buckets, in the order of their ids: element i of each array belongs to
-- request i, and has the meaning of the argument of rate_limiting_lease. A row of the result belongs
-- to request n. There is none for a request whose row another transaction has locked; the statement
-- waits timeout_ms for a row that another transaction inserts.
--
-- Most requests are for a bucket with one limit, which is no calendar limit, and which the client
-- states and no operator defines. These are answered by one statement for all existing rows, and
-- another one for new rows, because a row in a set costs less than half of a call. The others go
-- through rate_limiting_lease.
CREATE OR REPLACE FUNCTION ${schema}.rate_limiting_leases(
  ids text[], stated text[], needed bigint[], due bigint[], most bigint[], life bigint[],
  reserve bigint[], start_tag bigint[], longest_wait bigint[], spent_grant bigint[],
  spent_early bigint[], timeout_ms int)
RETURNS TABLE (n int, granted bigint, remaining bigint, taken_at bigint, mark bigint,
  enough_in bigint, full_in bigint, waited bigint, in_force bigint[], virtual_time bigint,
  last_grant bigint, end_in bigint, levels bigint[])
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
-- A plan that was made for a small table must not read a large one.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  farthest_ahead CONSTANT bigint := 5000000;
  most_time CONSTANT bigint := 4611686018427387904;
  microsecond CONSTANT interval := '1 microsecond';
  found_ ${schema}.rate_limiting_token_bucket[];
  limits_ text[];
  is_simple boolean[];
  lives bigint[];
  clock timestamptz;
  now_ bigint;
  waited_ bigint;
BEGIN
  PERFORM set_config('lock_timeout', timeout_ms::text, true);
  -- Null for a row that is locked, or does not exist.
  found_ := ARRAY(
    SELECT (SELECT b FROM ${schema}.rate_limiting_token_bucket b WHERE b.id = r.id
        FOR UPDATE SKIP LOCKED)
      FROM unnest(ids) WITH ORDINALITY r(id, i) ORDER BY i);
  -- Read the clock while the rows are locked.
  clock := clock_timestamp();
  now_ := round(extract(epoch FROM clock) * 1000000)::bigint;
  waited_ := greatest(0,
    round(extract(epoch FROM clock - statement_timestamp()) * 1000000)::bigint);
  lives := ARRAY(
    SELECT least(greatest(l, 0), farthest_ahead)
      FROM unnest(life) WITH ORDINALITY u(l, i) ORDER BY i);
  -- Null for a row that is locked: an insert would wait for a transaction that updates it.
  is_simple := ARRAY(
    SELECT CASE
        WHEN b.id IS NOT NULL THEN coalesce(b.limits = l.limits AND array_length(l.limits, 1) = 3
          AND l.limits[2] > 0 AND b.defined IS NULL AND b.ts <= clock + farthest_ahead * microsecond
          AND longest_wait[i] = 0, false)
        -- Not EXISTS, for which the planner would hash all ids of the table.
        WHEN (SELECT true FROM ${schema}.rate_limiting_token_bucket t WHERE t.id = ids[i])
          THEN NULL
        ELSE coalesce(array_length(l.limits, 1) = 3 AND l.limits[2] > 0
          AND needed[i] <= least(due[i], l.limits[3] - reserve[i]), false) END
      FROM unnest(found_) WITH ORDINALITY b,
        LATERAL (SELECT b.ordinality AS i, stated[b.ordinality]::bigint[] AS limits OFFSET 0) l
      ORDER BY i);
  IF EXISTS (SELECT FROM ${schema}.rate_limiting_class) THEN
    -- A class may have defined the limits.
    is_simple := ARRAY(
      SELECT s AND false FROM unnest(is_simple) WITH ORDINALITY u(s, i) ORDER BY i);
  END IF;

  -- Each level of a query computes from the one inside. OFFSET 0 keeps the planner from repeating
  -- its terms.
  RETURN QUERY
  WITH answer AS MATERIALIZED (
    SELECT *,
        CASE WHEN granted > 0 THEN greatest(grant_ + 1, now_) ELSE grant_ END AS number,
        CASE WHEN granted > 0 THEN greatest(virtual, start_tag[i]) ELSE virtual END AS tag,
        CASE WHEN granted = 0 AND level < enough THEN greatest(0, counted - now_
          + least((enough - tk) / per, most_time / micros) * micros
          + ((enough - tk) % per * micros + per - 1) / per) ELSE 0 END AS enough_in_,
        CASE WHEN level - granted < burst THEN greatest(0, moved - now_
          + least((burst - tokens) / per, most_time / micros) * micros
          + ((burst - tokens) % per * micros + per - 1) / per) ELSE 0 END AS full_in_
      FROM (SELECT *,
          CASE WHEN granted = 0 THEN tk WHEN lasts THEN tk + elapsed / micros * per - granted
            ELSE level - granted END AS tokens,
          CASE WHEN granted = 0 THEN counted WHEN lasts THEN counted + elapsed / micros * micros
            ELSE greatest(reached, until) END AS moved,
          CASE WHEN granted = 0 THEN held WHEN lasts THEN 0 ELSE greatest(0, until - reached) END
            AS holds
      FROM (SELECT *,
          burst > tk AND (burst - tk) / per * micros + (burst - tk) % per * micros / per
            >= now_ + lives[i] - counted AS lasts,
          CASE WHEN level = burst THEN greatest(counted, now_)
            ELSE counted + (level - tk) / per * micros
              + ((level - tk) % per * micros + per - 1) / per END AS reached,
          -- The bucket must not be full before the end of the life.
          now_ + lives[i] - (burst - level) / per * micros - (burst - level) % per * micros / per
            AS until,
          greatest(0, wanted - CASE WHEN wanted < most[i] THEN wanted % needed[i] ELSE 0 END)
            AS granted
      FROM (SELECT *, least(most[i], greatest(least(left_, due[i]), left_ / 2)) AS wanted
      FROM (SELECT *, greatest(least(level, 0), level - reserve[i]) AS left_,
          least(needed[i] + reserve[i], burst) AS enough
      FROM (SELECT *,
          least(burst, tk + per * (elapsed / micros) + per * (elapsed % micros) / micros) AS level
      FROM (SELECT *, greatest(0, now_ - counted) AS elapsed
      FROM (SELECT *, CASE WHEN says THEN at - least(held_, spent_early[i]) ELSE at END AS counted,
          CASE WHEN says THEN 0 ELSE held_ END AS held
      FROM (SELECT *, held_ > 0 AND grant_ = spent_grant[i] AS says
      FROM (SELECT b.id, b.tk, b.stated_at, b.ordinality AS i,
          b.limits[1] AS per, b.limits[2] AS micros, b.limits[3] AS burst,
          round(extract(epoch FROM b.ts) * 1000000)::bigint AS at,
          coalesce(b.held[1], 0) AS held_, coalesce(b.last_grant, 0) AS grant_,
          coalesce(b.virtual_time, 0) AS virtual
        FROM unnest(found_) WITH ORDINALITY b WHERE b.id IS NOT NULL AND is_simple[b.ordinality]
        OFFSET 0) q OFFSET 0) q OFFSET 0) q OFFSET 0) q OFFSET 0) q OFFSET 0) q OFFSET 0) q
        OFFSET 0) q OFFSET 0) q
  ), written AS (
    UPDATE ${schema}.rate_limiting_token_bucket b
      SET tk = a.tokens, ts = timestamptz 'epoch' + a.moved * microsecond,
        full_at = clock + a.full_in_ * microsecond, stated_at = clock, virtual_time = a.tag,
        last_grant = a.number, held = CASE WHEN a.holds > 0 THEN ARRAY[a.holds] END
      FROM answer a
      WHERE b.id = a.id AND (a.granted > 0 OR a.says
        OR coalesce(a.stated_at < clock - interval '10 seconds', true))
  )
  SELECT a.i::int, a.granted, a.left_ - a.granted, greatest(now_, a.moved),
      a.tokens + per * (greatest(0, now_ - a.moved) / micros)
        + per * (greatest(0, now_ - a.moved) % micros) / micros,
      a.enough_in_, a.full_in_, waited_, NULL::bigint[], a.tag, a.number, NULL::bigint,
      NULL::bigint[]
    FROM answer a;

  -- A bucket without a row is full.
  RETURN QUERY
  WITH request AS MATERIALIZED (
    SELECT *, lives[i] + granted / per * micros + (granted % per * micros + per - 1) / per
        AS full_in_
      FROM (SELECT *, wanted - CASE WHEN wanted < most[i] THEN wanted % needed[i] ELSE 0 END
          AS granted
      FROM (SELECT *, least(most[i], greatest(least(left_, due[i]), left_ / 2)) AS wanted
      FROM (SELECT ids[i] AS id, i, l.limits, l.limits[1] AS per, l.limits[2] AS micros,
          l.limits[3] AS burst, l.limits[3] - reserve[i] AS left_
        FROM unnest(found_) WITH ORDINALITY b,
          LATERAL (SELECT b.ordinality AS i, stated[b.ordinality]::bigint[] AS limits OFFSET 0) l
        WHERE b.id IS NULL AND is_simple[i] ORDER BY i OFFSET 0) q OFFSET 0) q OFFSET 0) q
  ), written AS (
    INSERT INTO ${schema}.rate_limiting_token_bucket AS b (id, tk, ts, full_at, limits, stated_at,
        virtual_time, last_grant, held)
      SELECT id, burst - granted, clock + lives[i] * microsecond, clock + full_in_ * microsecond,
          limits, clock, greatest(0, start_tag[i]), now_,
          CASE WHEN lives[i] > 0 THEN ARRAY[lives[i]] END
        FROM request ORDER BY i
      ON CONFLICT (id) DO NOTHING
      RETURNING b.id
  )
  SELECT r.i::int, r.granted, r.left_ - r.granted, now_ + lives[i], r.burst - r.granted,
      0::bigint, r.full_in_, waited_, NULL::bigint[], greatest(0, start_tag[i]), now_,
      NULL::bigint, NULL::bigint[]
    FROM request r
    -- Hashed, as no join is here.
    WHERE coalesce(r.id IN (SELECT w.id FROM written w), false);

  RETURN QUERY
  SELECT r.i::int, l.granted, l.remaining, l.taken_at, l.mark, l.enough_in, l.full_in, l.waited,
      l.in_force, l.virtual_time, l.last_grant, l.end_in, l.levels
    FROM unnest(ids) WITH ORDINALITY r(id, i),
      LATERAL ${schema}.rate_limiting_lease(r.id, stated[i]::bigint[], needed[i], due[i], most[i],
        life[i], 0, -timeout_ms, reserve[i], start_tag[i], longest_wait[i], spent_grant[i],
        spent_early[i]) l
    WHERE NOT is_simple[i] AND l.granted IS NOT NULL;
END
$$;

COMMENT ON FUNCTION ${schema}.rate_limiting_leases(
  text[], text[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[],
  bigint[], int) IS 'Goodput token buckets';
