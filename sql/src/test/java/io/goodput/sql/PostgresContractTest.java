package io.goodput.sql;

/** Buckets in PostgreSQL. */
class PostgresContractTest extends BucketContract {

  @Override
  protected TokenBuckets.Builder client() {
    return TokenBuckets.on(Server.url());
  }
}
