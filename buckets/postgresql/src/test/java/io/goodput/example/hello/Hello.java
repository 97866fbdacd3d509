package io.goodput.example.hello;

import io.goodput.buckets.Limit;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import java.time.Duration;

public class Hello {
  public static void main(String[] arguments) {
    String url = arguments[0];
    try (TokenBuckets buckets = PostgresBuckets.on(url).open().install()) {
      Limit limit = Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000);
      TokenBucket bucket = buckets.bucket("tenant-42", limit);
      System.out.println(bucket.tryAcquire().admitted() ? "Hello" : "Too many requests");
    }
  }
}
