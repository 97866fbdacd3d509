package io.goodput.example.hello;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.Limit;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.cassandra.CassandraBuckets;
import java.time.Duration;

public class Hello {
  public static void main(String[] arguments) {
    try (CqlSession session = CqlSession.builder().build();
        TokenBuckets buckets = CassandraBuckets.on(session, "billing").open().install()) {
      Limit limit = Limit.of(100).per(Duration.ofMinutes(1));
      TokenBucket bucket = buckets.bucket("tenant-42", limit);
      System.out.println(bucket.tryAcquire().admitted() ? "Hello" : "Too many requests");
    }
  }
}
