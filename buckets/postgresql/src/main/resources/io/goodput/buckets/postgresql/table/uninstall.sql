DROP FUNCTION IF EXISTS ${schema}.rate_limiting_request(text, int, int);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_lease(
  text, bigint[], bigint, bigint, bigint, bigint, bigint, int, bigint, bigint, bigint, bigint,
  bigint);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_leases(
  text[], text[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[],
  bigint[], int);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_limits(bigint, bigint);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_period(bigint, timestamptz);
DROP TABLE IF EXISTS ${schema}.rate_limiting_class;
DROP TABLE IF EXISTS ${schema}.rate_limiting_token_bucket;
