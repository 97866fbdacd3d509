package io.goodput.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The example of the README and of docs/token-buckets.md, on a data source as users have one. */
class ExampleTest {

  @Test
  void example_ofTheReadme_admitsItsFirstRequests() throws InterruptedException {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(Server.url());

    try (TokenBuckets buckets = TokenBuckets.on(dataSource).open().install()) {
      TokenBucket bucket = buckets.bucket("tenant-42", 1_000, 60_000);

      assertThat(bucket.tryAcquire()).isTrue();
      assertThat(bucket.acquire(100, Duration.ofSeconds(1))).isTrue();
    }
  }
}
