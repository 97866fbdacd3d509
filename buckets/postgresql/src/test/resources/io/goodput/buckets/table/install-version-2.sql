CREATE TABLE IF NOT EXISTS rate_limiting_token_bucket (
  id text PRIMARY KEY,
  tk bigint NOT NULL,
  ts timestamptz NOT NULL
);

-- When the bucket will be full if no process takes tokens. Null if unknown.
ALTER TABLE rate_limiting_token_bucket ADD COLUMN IF NOT EXISTS full_at timestamptz;

DROP FUNCTION IF EXISTS rate_limiting_request(text, int, int);
DROP FUNCTION IF EXISTS rate_limiting_take(text, bigint, bigint, bigint, bigint, bigint, bigint);

-- Takes tokens from a bucket. A bucket without a row is full. io.goodput.core.bucket.BucketState
-- specifies the arithmetic. Arguments that BucketState.take has too:
--   needed     with fewer tokens the client can do nothing
--   due        tokens that callers wait for, to be spent at once
--   most       tokens that the client takes if there are enough, the rest of them in advance
--   life       how long tokens taken in advance live, in microseconds
-- patience limits how long the statement waits for the row, in milliseconds, so that it ends when
-- its callers give up; 0 means no limit. enough_in is the time until the bucket has the needed
-- tokens, in microseconds.
CREATE OR REPLACE FUNCTION rate_limiting_take(
  rate_id text, refill_per_sec bigint, burst bigint,
  needed bigint, due bigint, most bigint, life bigint, patience int DEFAULT 0,
  OUT granted bigint, OUT remaining bigint, OUT taken_at bigint, OUT enough_in bigint)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  cap bigint := burst - (refill_per_sec * life + 999999) / 1000000;
  tokens bigint;
  counted timestamptz;
  now_ timestamptz;
  elapsed bigint;
  uncapped bigint;
  missing bigint;
  divisor bigint;
  rest bigint;
  swap bigint;
BEGIN
  IF patience > 0 THEN
    PERFORM set_config('lock_timeout', patience::text, true);
  END IF;
  LOOP
    SELECT b.tk, b.ts INTO tokens, counted
      FROM rate_limiting_token_bucket b WHERE b.id = rate_id FOR UPDATE;
    IF FOUND THEN
      -- Read the clock while the row is locked: requests then see times in their own order.
      now_ := greatest(counted, clock_timestamp());
      elapsed := round(extract(epoch FROM now_ - counted) * 1000000)::bigint;
      uncapped := tokens + refill_per_sec * (elapsed / 1000000)
        + refill_per_sec * (elapsed % 1000000) / 1000000;
    ELSE
      now_ := clock_timestamp();
      uncapped := burst;
    END IF;
    remaining := least(cap, uncapped);
    taken_at := round(extract(epoch FROM now_) * 1000000)::bigint;
    granted := least(most, greatest(least(remaining, due), remaining / 2));
    IF granted < most THEN
      granted := granted - granted % needed;
    END IF;
    IF granted <= 0 THEN
      granted := 0;
      missing := needed - coalesce(tokens, burst);
      enough_in := greatest(0, missing / refill_per_sec * 1000000
        + (missing % refill_per_sec * 1000000 + refill_per_sec - 1) / refill_per_sec
        - coalesce(elapsed, 0));
      RETURN;
    END IF;
    remaining := remaining - granted;
    enough_in := 0;
    IF tokens IS NULL THEN
      INSERT INTO rate_limiting_token_bucket (id, tk, ts, full_at)
        VALUES (rate_id, remaining, now_, now_
          + ((burst - remaining) * 1000000 + refill_per_sec - 1) / refill_per_sec
          * interval '1 microsecond')
        ON CONFLICT (id) DO NOTHING;
      EXIT WHEN FOUND;
    ELSE
      IF uncapped >= cap THEN
        tokens := cap;
        counted := now_;
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
        counted := counted + swap * (1000000 / divisor) * interval '1 microsecond';
      END IF;
      tokens := tokens - granted;
      UPDATE rate_limiting_token_bucket SET tk = tokens, ts = counted, full_at = counted
          + ((burst - tokens) * 1000000 + refill_per_sec - 1) / refill_per_sec
          * interval '1 microsecond'
        WHERE id = rate_id;
      EXIT;
    END IF;
  END LOOP;
END
$$;

-- Takes one token. Returns how many are left, or -1 if there was none.
CREATE OR REPLACE FUNCTION rate_limiting_request(
  rate_id text, refill_per_sec int, window_seconds int DEFAULT 60)
RETURNS bigint
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  answer record;
BEGIN
  answer := rate_limiting_take(
    rate_id, refill_per_sec, window_seconds::bigint * refill_per_sec, 1, 1, 1, 0);
  RETURN CASE WHEN answer.granted > 0 THEN answer.remaining ELSE -1 END;
END
$$;

COMMENT ON TABLE rate_limiting_token_bucket IS 'Goodput token buckets, version 2';
