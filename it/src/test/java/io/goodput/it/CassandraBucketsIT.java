package io.goodput.it;

import io.goodput.cql.CassandraBuckets;
import io.goodput.sql.BucketContract;
import io.goodput.sql.TokenBuckets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Token buckets in Cassandra")
@ExtendWith(SharedNode.class)
class CassandraBucketsIT extends BucketContract {

  private final Cql cql;

  CassandraBucketsIT(Cql cql) {
    this.cql = cql;
  }

  @Override
  protected TokenBuckets.Builder client() {
    return CassandraBuckets.on(cql.session(), cql.keyspace());
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(10);
  }
}
