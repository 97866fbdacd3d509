package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that the server ends while no statement uses them. */
class IdleConnectionsTest {

  private static final Limit A_DAY = Limit.of(100).per(Duration.ofDays(1));

  private final String id = UUID.randomUUID().toString();
  private final String application = "idle" + id.substring(0, 8);

  private enum End {
    /** By {@code idle_session_timeout}. */
    TIMEOUT,
    /** By {@code pg_terminate_backend}. */
    TERMINATED
  }

  @ParameterizedTest
  @EnumSource
  void call_afterItsOwnConnectionEnded_isServed(End end) {
    try (TokenBuckets buckets = Server.client(url(end)).open()) {
      assertEachCallIsServed(buckets, end);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void call_afterPooledConnectionsEnded_isServed(int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url(End.TERMINATED));
    config.setMaximumPoolSize(connections);
    try (HikariDataSource pool = new HikariDataSource(config);
        TokenBuckets buckets = PostgresBuckets.on(pool).timeout(Duration.ofSeconds(10)).open()) {
      for (int i = 0; i < 5; i++) {
        TokenBucket bucket = buckets.bucket(id, BucketOptions.of(A_DAY).direct());
        Server.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '%s'"
                .formatted(application));
        assertThat(bucket.tryAcquire().admitted()).isTrue();
      }
    }
  }

  private void assertEachCallIsServed(TokenBuckets buckets, End end) {
    TokenBucket bucket = buckets.bucket(id, BucketOptions.of(A_DAY).direct());
    for (int i = 0; i < 5; i++) {
      assertThat(bucket.tryAcquire().admitted()).isTrue();
      awaitEnd(end);
    }
    assertThat(bucket.tryAcquire().remaining()).isEqualTo(94);
  }

  @Test
  void refund_afterItsConnectionEnded_reachesTheBucketOnce() {
    try (TokenBuckets buckets = Server.client(url(End.TERMINATED)).open()) {
      TokenBucket bucket = buckets.bucket(id, BucketOptions.of(A_DAY).direct());
      assertThat(bucket.tryAcquire(50).admitted()).isTrue();
      awaitEnd(End.TERMINATED);
      bucket.refund(20);

      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(70));
    }
  }

  @Test
  void firstCall_afterOpening_doesNotWaitForAConnection() {
    try (Proxy proxy = new Proxy(Server.port())) {
      proxy.delayAnswers(Duration.ofMillis(100));
      // To connect takes several answers. A busy machine may need more than one attempt.
      await().atMost(Duration.ofSeconds(30)).until(() -> isFirstCallServed(proxy.url()));
    }
  }

  private static boolean isFirstCallServed(String url) {
    try (TokenBuckets buckets = PostgresBuckets.on(url).timeout(Duration.ofMillis(300)).open()) {
      return buckets
          .bucket(UUID.randomUUID().toString(), perSecond(1_000).burst(1_000))
          .tryAcquire()
          .admitted();
    }
  }

  private void awaitEnd(End end) {
    if (end == End.TERMINATED) {
      Server.execute(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '%s'"
              .formatted(application));
    }
    await()
        .until(
            () ->
                Server.number(
                        "SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s'"
                            .formatted(application))
                    == 0);
  }

  private String url(End end) {
    String timeout = end == End.TIMEOUT ? "&options=-c%20idle_session_timeout=300ms" : "";
    return Server.url() + "&ApplicationName=" + application + timeout;
  }
}
