package io.goodput.buckets.postgresql;

import io.goodput.buckets.BucketContract;
import io.goodput.buckets.BucketsBuilder;

/**
 * Buckets in PostgreSQL, or in the database of the JDBC URL in the system property {@code
 * goodput.url}, such as YugabyteDB.
 */
class PostgresContractTest extends BucketContract {

  @Override
  protected BucketsBuilder<?> client() {
    String url = System.getProperty("goodput.url");
    return PostgresBuckets.on(url == null ? Server.url() : url);
  }
}
