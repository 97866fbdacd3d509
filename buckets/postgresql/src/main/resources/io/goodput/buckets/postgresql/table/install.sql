-- The statements of Goodput's token buckets. ./goodput buckets script --schema NAME prints them for
-- a schema. They may be executed again.

-- Requests wait behind a statement that waits for a table, so give up soon, and run it again later.
DO $$ BEGIN PERFORM set_config('lock_timeout', '500ms', true); END $$;

CREATE TABLE IF NOT EXISTS ${schema}.rate_limiting_token_bucket (
  id text PRIMARY KEY,
  tk bigint NOT NULL,
  ts timestamptz NOT NULL
);

-- A table that has the columns is not locked. No column after ts may be part of an index: updates
-- would no longer be heap-only.
DO $$
BEGIN
  PERFORM full_at, stated_at, limits, limits_version, defined, more, virtual_time,
      last_grant, held
    FROM ${schema}.rate_limiting_token_bucket LIMIT 0;
EXCEPTION WHEN undefined_column THEN
  ALTER TABLE ${schema}.rate_limiting_token_bucket
    -- When the bucket will be full if no process takes tokens. Null if unknown.
    ADD COLUMN IF NOT EXISTS full_at timestamptz,
    -- When a process last stated the limits in force. Null if unknown.
    ADD COLUMN IF NOT EXISTS stated_at timestamptz,
    -- The limits in force: tokens, microseconds in which they flow in, and burst of each. Null if
    -- unknown.
    ADD COLUMN IF NOT EXISTS limits bigint[],
    -- How often the limits in force have changed. Null if never.
    ADD COLUMN IF NOT EXISTS limits_version bigint,
    -- The limits that an operator has defined for this bucket. Null if none has.
    ADD COLUMN IF NOT EXISTS defined bigint[],
    -- tk and ts of each limit after the first; ts in microseconds since 1970.
    ADD COLUMN IF NOT EXISTS more bigint[],
    -- The largest start tag of any request that got tokens. Null if none had one.
    ADD COLUMN IF NOT EXISTS virtual_time bigint,
    -- The number of the latest grant, which no other grant has. Null if there was none.
    ADD COLUMN IF NOT EXISTS last_grant bigint,
    -- How far the latest grant has moved ts of each limit ahead, in microseconds. Null if it has
    -- not, or if it must not move back.
    ADD COLUMN IF NOT EXISTS held bigint[];
END
$$;

-- The limits that an operator has defined for all buckets whose ids have a prefix.
CREATE TABLE IF NOT EXISTS ${schema}.rate_limiting_class (
  prefix text PRIMARY KEY,
  limits bigint[] NOT NULL
);
GRANT SELECT ON ${schema}.rate_limiting_class TO PUBLIC;

-- Functions of Goodput are replaced below, so that they keep their grants. Others of these names
-- may return something else, and one that takes other arguments would stay next to the new one.
DO $$
DECLARE
  other regprocedure;
BEGIN
  FOR other IN
    SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = '${schema}'
      AND p.proname IN ('rate_limiting_request', 'rate_limiting_lease', 'rate_limiting_limits',
        'rate_limiting_leases')
      AND (coalesce(obj_description(p.oid, 'pg_proc'), '') NOT LIKE 'Goodput token buckets%'
        OR (p.proname = 'rate_limiting_lease' AND oidvectortypes(p.proargtypes) <>
          'text, bigint[], bigint, bigint, bigint, bigint, bigint, integer, bigint, bigint, bigint,'
          ' bigint, bigint'))
  LOOP
    EXECUTE 'DROP FUNCTION ' || other;
  END LOOP;
END
$$;

-- A limit in tokens per second as limits, with the fraction in lowest terms.
CREATE OR REPLACE FUNCTION ${schema}.rate_limiting_limits(refill_per_sec bigint, burst bigint)
RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  per_sec CONSTANT bigint := least(greatest(refill_per_sec, 1), 1000000000);
  divisor bigint := per_sec;
  rest bigint := 1000000;
  swap bigint;
BEGIN
  WHILE rest <> 0 LOOP
    swap := divisor % rest;
    divisor := rest;
    rest := swap;
  END LOOP;
  RETURN ARRAY[per_sec / divisor, 1000000 / divisor, burst];
END
$$;

-- Takes tokens from a bucket. A bucket without a row is full. io.goodput.core.bucket.BucketState
-- specifies the arithmetic. Arguments that BucketState.acquire has too:
--   needed     with fewer tokens the client can do nothing
--   due        tokens that callers wait for
--   most       tokens that the client takes if there are enough, the rest of them in advance
--   life       how long the client may spend the tokens after the grant, in microseconds;
--              0 means that they count as spent at the moment of the grant
--   reserve    tokens that the request leaves in the bucket for other clients
--   start_tag  what the client has taken, as io.goodput.core.bucket.FairTags says
--   longest_wait  how long the client waits for the needed tokens, in microseconds: the bucket may
--              owe them until they have flowed in, after enough_in
--   spent_grant  the client's latest grant, whose tokens it has spent; 0 if it does not say
--   spent_early  how long before the end of their life, in microseconds
-- refunded tokens, which may be negative, are put back first. timeout_ms limits how long the
-- statement waits for the row, so that it ends when its callers give up; 0 means no limit. If it is
-- negative, the statement does not wait for a row that another transaction has locked: all results
-- are null then, and for a bucket without limits. It waits -timeout_ms for a row that another
-- transaction inserts.
-- mark is what the first limit leaves. enough_in is the time until the bucket has the needed tokens,
-- full_in the time until it is full, and waited the time from the arrival of the statement to the
-- grant, in microseconds. in_force is null if the limits that the client states are in force.
--
-- The limits that an operator has defined for the bucket are in force, else those of the class with
-- the longest prefix of the id. Without either, those in the row are; others that a process states
-- replace them when no process has stated the ones in the row for a minute.
CREATE OR REPLACE FUNCTION ${schema}.rate_limiting_lease(
  rate_id text, stated bigint[],
  needed bigint, due bigint, most bigint, life bigint, refunded bigint, timeout_ms int,
  reserve bigint DEFAULT 0, start_tag bigint DEFAULT 0, longest_wait bigint DEFAULT 0,
  spent_grant bigint DEFAULT 0, spent_early bigint DEFAULT 0,
  OUT granted bigint, OUT remaining bigint, OUT taken_at bigint, OUT mark bigint,
  OUT enough_in bigint, OUT full_in bigint, OUT waited bigint, OUT in_force bigint[],
  OUT virtual_time bigint, OUT last_grant bigint)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  farthest_ahead CONSTANT bigint := 5000000;
  -- More than 100000 years in microseconds: after a large debit, the time may be longer.
  most_time CONSTANT bigint := 4611686018427387904;
  microsecond CONSTANT interval := '1 microsecond';
  has_row boolean;
  changed boolean;
  switched boolean;
  of_row bigint[];
  of_class bigint[];
  defined_ bigint[];
  version bigint;
  stated_ timestamptz;
  clock timestamptz;
  now_ bigint;
  n int;
  counts bigint[];
  held_ bigint[];
  reached bigint;
  tokens bigint;
  counted bigint;
  per bigint;
  micros bigint;
  burst bigint;
  elapsed bigint;
  level bigint;
  missing bigint;
  least_burst bigint;
  ahead bigint;
  wanted_life bigint;
BEGIN
  wanted_life := least(greatest(life, 0), farthest_ahead);
  IF timeout_ms <> 0 THEN
    PERFORM set_config('lock_timeout', abs(timeout_ms)::text, true);
  END IF;
  -- Before the row is locked, and by the primary key.
  IF EXISTS (SELECT FROM ${schema}.rate_limiting_class) THEN
    SELECT c.limits INTO of_class FROM ${schema}.rate_limiting_class c
      WHERE c.prefix = ANY (ARRAY(
        SELECT left(rate_id, k) FROM generate_series(0, length(rate_id)) k))
      ORDER BY length(c.prefix) DESC LIMIT 1;
  END IF;
  IF timeout_ms < 0 THEN
    PERFORM FROM ${schema}.rate_limiting_token_bucket b WHERE b.id = rate_id
      FOR UPDATE SKIP LOCKED;
    IF NOT FOUND AND EXISTS (
        SELECT FROM ${schema}.rate_limiting_token_bucket b WHERE b.id = rate_id) THEN
      RETURN;
    END IF;
  END IF;
  FOR attempt IN 1..10 LOOP
    SELECT ARRAY[b.tk, round(extract(epoch FROM b.ts) * 1000000)::bigint] || b.more,
        b.limits, b.limits_version, b.defined, b.stated_at, b.virtual_time,
        coalesce(b.last_grant, 0), b.held
      INTO counts, of_row, version, defined_, stated_, virtual_time, last_grant, held_
      FROM ${schema}.rate_limiting_token_bucket b WHERE b.id = rate_id FOR UPDATE;
    has_row := FOUND;
    -- Read the clock while the row is locked: requests then see times in their own order.
    clock := clock_timestamp();
    now_ := round(extract(epoch FROM clock) * 1000000)::bigint;
    in_force := defined_;
    IF in_force IS NULL THEN
      in_force := coalesce(of_class, of_row, stated);
      IF of_class IS NULL AND stated IS NOT NULL AND of_row <> stated
          AND coalesce(stated_ < clock - interval '1 minute', true) THEN
        in_force := stated;
      END IF;
    END IF;
    IF in_force IS NULL THEN
      IF timeout_ms < 0 THEN
        -- The client asks again, for this bucket alone.
        RETURN;
      END IF;
      RAISE EXCEPTION 'Bucket % has no limits.', rate_id USING ERRCODE = 'GPB01';
    END IF;
    switched := coalesce(of_row <> in_force, false);
    changed := switched OR coalesce(refunded < 0 OR (refunded > 0 AND has_row), false);
    IF switched THEN
      version := coalesce(version, 0) + 1;
    END IF;
    IF in_force = stated THEN
      changed := changed OR coalesce(stated_ < clock - interval '10 seconds', has_row);
      stated_ := clock;
    END IF;
    waited := greatest(0,
      round(extract(epoch FROM clock - statement_timestamp()) * 1000000)::bigint);

    remaining := NULL;
    least_burst := NULL;
    ahead := 0;
    enough_in := 0;
    n := array_length(in_force, 1) / 3;
    IF held_ IS NULL OR switched OR refunded <> 0 THEN
      held_ := array_fill(0::bigint, ARRAY[n]);
    END IF;
    FOR i IN 1..n LOOP
      per := in_force[3 * i - 2];
      micros := in_force[3 * i - 1];
      burst := in_force[3 * i];
      tokens := coalesce(counts[2 * i - 1], burst);
      counted := coalesce(counts[2 * i], now_);
      IF counted > now_ + farthest_ahead THEN
        counted := now_ + farthest_ahead;
        held_[i] := 0;
        changed := true;
      END IF;
      IF held_[i] > 0 AND spent_grant = last_grant THEN
        counted := counted - least(held_[i], spent_early);
        held_[i] := 0;
        changed := true;
      END IF;
      IF switched AND of_row[3 * i] IS NOT NULL THEN
        -- Count the inflow at the old limit.
        elapsed := greatest(0, now_ - counted);
        tokens := least(burst, of_row[3 * i],
          tokens + of_row[3 * i - 2] * (elapsed / of_row[3 * i - 1])
            + of_row[3 * i - 2] * (elapsed % of_row[3 * i - 1]) / of_row[3 * i - 1]);
        counted := greatest(counted, now_);
      END IF;
      elapsed := greatest(0, now_ - counted);
      level := least(burst,
        tokens + per * (elapsed / micros) + per * (elapsed % micros) / micros);
      IF refunded <> 0 THEN
        IF level = burst OR level + refunded >= burst THEN
          level := least(burst, level + refunded);
          tokens := level;
          counted := greatest(now_, counted);
        ELSE
          level := level + refunded;
          tokens := tokens + refunded;
        END IF;
      END IF;
      counts[2 * i - 1] := tokens;
      counts[2 * i] := counted;
      remaining := least(remaining, level);
      least_burst := least(least_burst, burst);
      ahead := greatest(ahead, counted - now_);
      IF level < least(needed + reserve, burst) THEN
        missing := least(needed + reserve, burst) - tokens;
        enough_in := greatest(enough_in, counted - now_
          + least(missing / per, most_time / micros) * micros
          + (missing % per * micros + per - 1) / per);
      END IF;
    END LOOP;

    virtual_time := coalesce(virtual_time, 0);
    remaining := greatest(least(remaining, 0), remaining - reserve);
    granted := least(most, greatest(least(remaining, due), remaining / 2));
    IF granted < most THEN
      granted := granted - granted % needed;
    END IF;
    granted := greatest(0, granted);
    life := wanted_life;
    IF granted > 0 THEN
      enough_in := 0;
    ELSIF enough_in > 0 AND enough_in <= longest_wait AND least_burst >= needed
        -- Further limits may be full long before the end of the wait, and must not get more.
        AND life + enough_in / 16 + least(n - 1, 1) * enough_in + greatest(2 - n, 0) * ahead
          <= farthest_ahead THEN
      granted := needed;
      life := life + enough_in + enough_in / 16;
    END IF;
    remaining := remaining - granted;
    IF granted > 0 THEN
      virtual_time := greatest(virtual_time, start_tag);
      last_grant := greatest(coalesce(last_grant, 0) + 1, now_);
      held_ := array_fill(0::bigint, ARRAY[n]);
    END IF;
    taken_at := now_;
    full_in := 0;
    FOR i IN 1..n LOOP
      per := in_force[3 * i - 2];
      micros := in_force[3 * i - 1];
      burst := in_force[3 * i];
      tokens := counts[2 * i - 1];
      counted := counts[2 * i];
      elapsed := greatest(0, now_ - counted);
      level := least(burst,
        tokens + per * (elapsed / micros) + per * (elapsed % micros) / micros);
      IF granted > 0 THEN
        missing := burst - tokens;
        IF missing > 0
            AND missing / per * micros + missing % per * micros / per >= now_ + life - counted THEN
          tokens := tokens + elapsed / micros * per;
          counted := counted + elapsed / micros * micros;
        ELSE
          -- The bucket must not be full before the end of the life.
          missing := level - tokens;
          reached := CASE WHEN level = burst THEN greatest(counted, now_)
            ELSE counted + missing / per * micros + (missing % per * micros + per - 1) / per END;
          missing := burst - level;
          tokens := level;
          counted := now_ + life - missing / per * micros - missing % per * micros / per;
          IF counted > reached THEN
            held_[i] := counted - reached;
          ELSE
            counted := reached;
          END IF;
        END IF;
        tokens := tokens - granted;
        level := level - granted;
        counts[2 * i - 1] := tokens;
        counts[2 * i] := counted;
      END IF;
      IF level < burst THEN
        missing := burst - tokens;
        full_in := greatest(full_in, counted - now_
          + least(missing / per, most_time / micros) * micros
          + (missing % per * micros + per - 1) / per);
      END IF;
      taken_at := greatest(taken_at, counted);
    END LOOP;
    elapsed := taken_at - counts[2];
    mark := counts[1] + in_force[1] * (elapsed / in_force[2])
      + in_force[1] * (elapsed % in_force[2]) / in_force[2];

    IF 0 = ALL (held_) THEN
      held_ := NULL;
    END IF;
    IF has_row AND (granted > 0 OR changed) THEN
      UPDATE ${schema}.rate_limiting_token_bucket
        SET tk = counts[1], ts = timestamptz 'epoch' + counts[2] * microsecond,
          more = CASE WHEN n > 1 THEN counts[3:2 * n] END, full_at = clock + full_in * microsecond,
          limits = in_force, limits_version = version, stated_at = stated_,
          virtual_time = rate_limiting_lease.virtual_time,
          last_grant = rate_limiting_lease.last_grant, held = held_
        WHERE id = rate_id;
    ELSIF granted > 0 OR changed THEN
      INSERT INTO ${schema}.rate_limiting_token_bucket (id, tk, ts, more, full_at, limits,
          stated_at, virtual_time, last_grant, held)
        VALUES (rate_id, counts[1], timestamptz 'epoch' + counts[2] * microsecond,
          CASE WHEN n > 1 THEN counts[3:2 * n] END, clock + full_in * microsecond,
          in_force, stated_, rate_limiting_lease.virtual_time, rate_limiting_lease.last_grant, held_)
        ON CONFLICT (id) DO NOTHING;
      has_row := FOUND;
    ELSE
      has_row := true;
    END IF;
    IF has_row THEN
      in_force := nullif(in_force, stated);
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'The row of bucket % appears and disappears.', rate_id
    USING ERRCODE = 'serialization_failure';
END
$$;

-- Takes one token. Returns how many are left, or -1 if there was none.
CREATE OR REPLACE FUNCTION ${schema}.rate_limiting_request(
  rate_id text, refill_per_sec int, window_seconds int DEFAULT 60)
RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stated bigint[];
  most_per_sec CONSTANT bigint := 1000000000;
  most_burst CONSTANT bigint := 4398046511104;
  answer record;
BEGIN
  IF coalesce(octet_length(rate_id), 0) NOT BETWEEN 1 AND 1024 THEN
    RAISE EXCEPTION 'A bucket id of % bytes is not possible: choose one of 1 to 1024 bytes.',
      coalesce(octet_length(rate_id), 0) USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF coalesce(refill_per_sec NOT BETWEEN 1 AND most_per_sec, true) THEN
    RAISE EXCEPTION 'A rate of % per second is not possible: choose 1 to %.',
      refill_per_sec, most_per_sec USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF coalesce(window_seconds NOT BETWEEN 1 AND most_burst / refill_per_sec, true) THEN
    RAISE EXCEPTION 'A window of % seconds is not possible: choose 1 to %.',
      window_seconds, least(most_burst / refill_per_sec, 2147483647)
      USING ERRCODE = 'invalid_parameter_value';
  END IF;
  stated :=
    ${schema}.rate_limiting_limits(refill_per_sec, window_seconds::bigint * refill_per_sec);
  answer := ${schema}.rate_limiting_lease(rate_id, stated, 1, 1, 1, 0, 0, 0);
  RETURN CASE WHEN answer.granted > 0 THEN answer.remaining ELSE -1 END;
END
$$;

COMMENT ON FUNCTION ${schema}.rate_limiting_limits(bigint, bigint) IS 'Goodput token buckets';
COMMENT ON FUNCTION ${schema}.rate_limiting_request(text, int, int) IS 'Goodput token buckets';
COMMENT ON FUNCTION ${schema}.rate_limiting_lease(
  text, bigint[], bigint, bigint, bigint, bigint, bigint, int, bigint, bigint, bigint, bigint,
  bigint)
  IS 'Goodput token buckets, revision 1';
COMMENT ON TABLE ${schema}.rate_limiting_token_bucket IS 'Goodput token buckets, version 1';
