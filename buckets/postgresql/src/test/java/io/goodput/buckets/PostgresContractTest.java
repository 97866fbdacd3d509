package io.goodput.buckets;

/**
 * Buckets in PostgreSQL, or in the database of the JDBC URL in the system property {@code
 * goodput.url}, such as YugabyteDB.
 */
class PostgresContractTest extends BucketContract {

  @Override
  protected TokenBuckets.Builder client() {
    String url = System.getProperty("goodput.url");
    return TokenBuckets.on(url == null ? Server.url() : url);
  }
}
