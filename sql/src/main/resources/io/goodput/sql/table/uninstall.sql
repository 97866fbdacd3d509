DROP FUNCTION IF EXISTS ${schema}.rate_limiting_request(text, int, int);
DROP FUNCTION IF EXISTS ${schema}.rate_limiting_take(
  text, bigint, bigint, bigint, bigint, bigint, bigint, int);
DROP TABLE IF EXISTS ${schema}.rate_limiting_token_bucket;
