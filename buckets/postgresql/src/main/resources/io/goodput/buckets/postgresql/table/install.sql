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
    -- When the bucket will be full if no process takes tokens. Null if unknown, and for a bucket that
    -- was not full at first: its row stays.
    ADD COLUMN IF NOT EXISTS full_at timestamptz,
    -- When a process last stated the limits in force. Null if unknown.
    ADD COLUMN IF NOT EXISTS stated_at timestamptz,
    -- The limits in force: tokens, microseconds in which they flow in, and burst of each, and the
    -- tokens of a bucket that is seen for the first time, unless it is full. Null if unknown.
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
        'rate_limiting_leases', 'rate_limiting_period')
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

-- When a calendar period begins and when it ends, in microseconds since 1970. The code of its unit
-- and of its offset from UTC is that of io.goodput.core.bucket.CalendarPeriod.
CREATE OR REPLACE FUNCTION ${schema}.rate_limiting_period(code bigint, moment timestamptz)
RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unit CONSTANT text := (ARRAY['day', 'week', 'month', 'year'])[code / 131072 + 1];
  shift CONSTANT interval := (code % 131072 - 65536) * interval '1 second';
  first CONSTANT timestamp := date_trunc(unit, (moment AT TIME ZONE 'UTC') + shift);
BEGIN
  RETURN ARRAY[extract(epoch FROM first - shift)::bigint * 1000000,
    extract(epoch FROM first + ('1 ' || unit)::interval - shift)::bigint * 1000000];
END
$$;
