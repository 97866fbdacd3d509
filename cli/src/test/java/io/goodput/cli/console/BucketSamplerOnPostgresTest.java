package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.PostgresBuckets;
import io.goodput.cli.buckets.BucketsCommand;
import io.goodput.cli.console.BucketSampler.Line;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The console's sampler, on a real PostgreSQL,")
class BucketSamplerOnPostgresTest {

  @AutoClose private final EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
  private final String url = postgres.getJdbcUrl("postgres", "postgres");

  BucketSamplerOnPostgresTest() throws IOException {}

  @Test
  void withoutAnInstallation_saysHowToInstall() {
    try (BucketSampler sampler = new BucketSampler(BucketsCommand.open(url, null))) {
      await()
          .untilAsserted(
              () ->
                  assertThat(sampler.latest().problem()).contains("run ./goodput buckets install"));
    }
  }

  @Test
  void ofAnEmptyBucket_showsThatNothingIsLeft() {
    try (TokenBuckets buckets = PostgresBuckets.on(url).open().install();
        BucketSampler sampler = new BucketSampler(BucketsCommand.open(url, null))) {
      buckets.bucket("a", Limits.parse("1 per day, burst 200")).tryAcquire(200);

      await().until(() -> !sampler.latest().buckets().isEmpty());

      assertThat(sampler.latest().buckets())
          .containsExactly(new Line("a", "1 per day, burst 200", 0, 200));
    }
  }
}
