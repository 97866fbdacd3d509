-- Installation replaces ${schema} by the quoted name of a schema. For psql, replace it by hand.

CREATE TABLE IF NOT EXISTS ${schema}.rate_limiting_token_bucket (
  id text PRIMARY KEY,
  tk bigint NOT NULL,
  ts timestamptz NOT NULL
);

-- No column after ts may be part of an index: updates would no longer be heap-only.
ALTER TABLE ${schema}.rate_limiting_token_bucket
  -- When the bucket will be full if no process takes tokens. Null if unknown.
  ADD COLUMN IF NOT EXISTS full_at timestamptz,
  -- The limit in force, and when a process last stated it. Null if unknown.
  ADD COLUMN IF NOT EXISTS limit_per_sec bigint,
  ADD COLUMN IF NOT EXISTS limit_burst bigint,
  ADD COLUMN IF NOT EXISTS stated_at timestamptz;

DROP FUNCTION IF EXISTS ${schema}.rate_limiting_request(text, int, int);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_take(
  text, bigint, bigint, bigint, bigint, bigint, bigint);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_take(
  text, bigint, bigint, bigint, bigint, bigint, bigint, int);

-- Takes tokens from a bucket. A bucket without a row is full. io.goodput.core.bucket.BucketState
-- specifies the arithmetic. Arguments that BucketState.take has too:
--   needed     with fewer tokens the client can do nothing
--   due        tokens that callers wait for
--   most       tokens that the client takes if there are enough, the rest of them in advance
--   life       how long the client may spend the tokens after the grant, in microseconds;
--              0 means that they count as spent at the moment of the grant
-- patience limits how long the statement waits for the row, in milliseconds, so that it ends when
-- its callers give up; 0 means no limit. enough_in is the time until the bucket has the needed
-- tokens, and waited the time from the arrival of the statement to the grant, in microseconds.
--
-- The limit in the row is in force. Another one that a process states replaces it when no process
-- has stated the one in the row for a minute.
CREATE FUNCTION ${schema}.rate_limiting_take(
  rate_id text, refill_per_sec bigint, burst bigint,
  needed bigint, due bigint, most bigint, life bigint, patience int DEFAULT 0,
  OUT granted bigint, OUT remaining bigint, OUT taken_at bigint, OUT enough_in bigint,
  OUT waited bigint, OUT per_sec_in_force bigint, OUT burst_in_force bigint)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  farthest_ahead CONSTANT interval := '5 seconds';
  microsecond CONSTANT interval := '1 microsecond';
  stated_per_sec CONSTANT bigint := refill_per_sec;
  stated_burst CONSTANT bigint := burst;
  has_row boolean;
  states_row boolean;
  changed boolean;
  tokens bigint;
  counted timestamptz;
  stated timestamptz;
  now_ timestamptz;
  resumes timestamptz;
  elapsed bigint;
  uncapped bigint;
  level bigint;
  missing bigint;
  room bigint;
  divisor bigint;
  rest bigint;
  swap bigint;
BEGIN
  life := least(greatest(life, 0), 5000000);
  IF patience > 0 THEN
    PERFORM set_config('lock_timeout', patience::text, true);
  END IF;
  FOR attempt IN 1..10 LOOP
    SELECT b.tk, b.ts, b.limit_per_sec, b.limit_burst, b.stated_at
      INTO tokens, counted, refill_per_sec, burst, stated
      FROM ${schema}.rate_limiting_token_bucket b WHERE b.id = rate_id FOR UPDATE;
    has_row := FOUND;
    -- Read the clock while the row is locked: requests then see times in their own order.
    now_ := clock_timestamp();
    IF NOT has_row THEN
      tokens := stated_burst;
      counted := now_;
    END IF;
    changed := counted > now_ + farthest_ahead;
    IF changed THEN
      counted := now_ + farthest_ahead;
    END IF;
    states_row := coalesce(refill_per_sec = stated_per_sec AND burst = stated_burst, true);
    IF NOT states_row AND coalesce(stated < now_ - interval '1 minute', true) THEN
      -- Count the inflow at the old limit.
      elapsed := greatest(0, round(extract(epoch FROM now_ - counted) * 1000000)::bigint);
      tokens := least(burst, stated_burst, tokens + refill_per_sec * (elapsed / 1000000)
        + refill_per_sec * (elapsed % 1000000) / 1000000);
      counted := greatest(counted, now_);
      states_row := true;
      changed := true;
    END IF;
    IF states_row THEN
      refill_per_sec := stated_per_sec;
      burst := stated_burst;
      changed := changed OR coalesce(stated < now_ - interval '10 seconds', has_row);
      stated := now_;
    END IF;
    per_sec_in_force := refill_per_sec;
    burst_in_force := burst;
    waited := greatest(0,
      round(extract(epoch FROM now_ - statement_timestamp()) * 1000000)::bigint);

    elapsed := round(extract(epoch FROM now_ - counted) * 1000000)::bigint;
    uncapped := tokens + refill_per_sec * (greatest(0, elapsed) / 1000000)
      + refill_per_sec * (greatest(0, elapsed) % 1000000) / 1000000;
    level := least(burst, uncapped);
    granted := least(most, greatest(least(level, due), level / 2));
    IF granted < most THEN
      granted := granted - granted % needed;
    END IF;
    granted := greatest(0, granted);
    remaining := level - granted;
    enough_in := 0;
    IF granted = 0 AND level < needed THEN
      missing := needed - tokens;
      enough_in := greatest(0, missing / refill_per_sec * 1000000
        + (missing % refill_per_sec * 1000000 + refill_per_sec - 1) / refill_per_sec - elapsed);
    ELSIF granted > 0 THEN
      -- The bucket must not be full before the end of the life. A part of a token may be in it.
      room := burst - level - CASE WHEN uncapped >= burst OR elapsed <= 0 THEN 0 ELSE 1 END;
      resumes := now_ + (life - room * 1000000 / refill_per_sec) * microsecond;
      IF resumes > greatest(now_, counted) THEN
        tokens := level;
        counted := resumes;
      ELSIF uncapped >= burst OR elapsed <= 0 THEN
        tokens := level;
        counted := greatest(now_, counted);
      ELSE
        divisor := refill_per_sec;
        rest := 1000000;
        WHILE rest <> 0 LOOP
          swap := divisor % rest;
          divisor := rest;
          rest := swap;
        END LOOP;
        swap := elapsed / (1000000 / divisor);
        tokens := tokens + swap * (refill_per_sec / divisor);
        counted := counted + swap * (1000000 / divisor) * microsecond;
      END IF;
      tokens := tokens - granted;
    END IF;
    taken_at := round(extract(epoch FROM greatest(now_, counted)) * 1000000)::bigint;

    IF granted = 0 AND NOT changed THEN
      RETURN;
    ELSIF has_row THEN
      UPDATE ${schema}.rate_limiting_token_bucket
        SET tk = tokens, ts = counted, full_at = counted
            + ((burst - tokens) * 1000000 + refill_per_sec - 1) / refill_per_sec * microsecond,
          limit_per_sec = refill_per_sec, limit_burst = burst, stated_at = stated
        WHERE id = rate_id;
      RETURN;
    END IF;
    INSERT INTO ${schema}.rate_limiting_token_bucket
        (id, tk, ts, full_at, limit_per_sec, limit_burst, stated_at)
      VALUES (rate_id, tokens, counted, counted
          + ((burst - tokens) * 1000000 + refill_per_sec - 1) / refill_per_sec * microsecond,
        refill_per_sec, burst, stated)
      ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      RETURN;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'The row of bucket % appears and disappears.', rate_id
    USING ERRCODE = 'serialization_failure';
END
$$;

-- Takes one token. Returns how many are left, or -1 if there was none.
CREATE FUNCTION ${schema}.rate_limiting_request(
  rate_id text, refill_per_sec int, window_seconds int DEFAULT 60)
RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  answer record;
BEGIN
  answer := ${schema}.rate_limiting_take(
    rate_id, refill_per_sec, window_seconds::bigint * refill_per_sec, 1, 1, 1, 0);
  RETURN CASE WHEN answer.granted > 0 THEN answer.remaining ELSE -1 END;
END
$$;

COMMENT ON TABLE ${schema}.rate_limiting_token_bucket IS 'Goodput token buckets, version 3';
