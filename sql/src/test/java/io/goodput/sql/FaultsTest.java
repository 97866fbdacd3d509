package io.goodput.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong between clients and a real PostgreSQL, and with either. */
class FaultsTest {

  private final String id = UUID.randomUUID().toString();

  @Test
  void spent_whenAnswersAreCutAfterTheCommit_isNeverMoreThanTheBurst() {
    AtomicLong failures = new AtomicLong();
    BucketListener listener =
        new BucketListener() {
          @Override
          public void failed(String bucket, SQLException problem) {
            failures.incrementAndGet();
          }
        };
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = TokenBuckets.on(proxy.url()).listener(listener).open()) {
      TokenBucket bucket = buckets.bucket(id, 1, 100);
      AtomicLong spent = new AtomicLong();
      long begin = System.nanoTime();
      assertThat(bucket.tryAcquire()).isTrue();
      spent.incrementAndGet();
      proxy.cutAnswers(true);
      await().until(() -> spend(bucket, spent) && failures.get() >= 3);
      proxy.cutAnswers(false);
      await().atMost(Duration.ofSeconds(1)).until(bucket::tryAcquire);
      spent.incrementAndGet();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      while (System.nanoTime() - end < 0) {
        spend(bucket, spent);
      }
      double seconds = (System.nanoTime() - begin) / 1e9;

      assertThat(spent.get()).isLessThanOrEqualTo((long) (100 + seconds));
    }
  }

  @Test
  void tryAcquire_whileTheServerIsAway_refusesWithinItsPatience_andComesBackWithinASecond(
      @TempDir Path data) throws IOException {
    int port = freePort();
    EmbeddedPostgres first = start(data, port);
    try (TokenBuckets buckets = TokenBuckets.on(first.getJdbcUrl("postgres", "postgres")).open()) {
      TokenBucket bucket = buckets.install().bucket(id, 1_000, 1_000);
      assertThat(bucket.tryAcquire()).isTrue();
      first.close();
      await().until(() -> !bucket.tryAcquire());
      assertThat(longestOf(100, bucket)).isLessThan(Duration.ofMillis(600));

      try (EmbeddedPostgres second = start(data, port)) {
        assertThat(second.getPort()).isEqualTo(port);
        await().atMost(Duration.ofSeconds(1)).until(bucket::tryAcquire);
      }
    }
  }

  @Test
  void tryAcquire_whileTheServerIsAway_admitsTheDeclaredShareAndNoMore() {
    try (TokenBuckets buckets =
        TokenBuckets.on("jdbc:postgresql://localhost:1/postgres?user=postgres").open()) {
      TokenBucket bucket = buckets.bucket(id, BucketOptions.of(1_000, 1_000).admitWhileAway(1, 10));
      long admitted = 0;
      for (int i = 0; i < 50; i++) {
        admitted += bucket.tryAcquire() ? 1 : 0;
      }

      assertThat(admitted).isBetween(10L, 11L);
    }
  }

  @Test
  void acquire_whenNoConnectionIsFree_endsAtItsDeadline() throws Exception {
    try (Connection blocked = DriverManager.getConnection(Server.url())) {
      blocked.setAutoCommit(false);
      try (TokenBuckets buckets = TokenBuckets.on(Server.url()).concurrency(1).open()) {
        TokenBucket locked = buckets.bucket(id, 1_000, 1_000);
        assertThat(locked.tryAcquire()).isTrue();
        try (var lock =
            blocked.prepareStatement(
                "SELECT 1 FROM rate_limiting_token_bucket WHERE id = ? FOR UPDATE")) {
          lock.setString(1, id);
          lock.executeQuery();
        }
        CompletableFuture<Boolean> unused = locked.acquireAsync(500, Duration.ofSeconds(5));
        long begin = System.nanoTime();
        boolean acquired = buckets.bucket(id + "other", 1, 1).acquire(1, Duration.ofMillis(200));

        assertThat(acquired).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(400));
      } finally {
        blocked.rollback();
      }
    }
  }

  private static boolean spend(TokenBucket bucket, AtomicLong spent) {
    if (bucket.tryAcquire()) {
      spent.incrementAndGet();
    }
    return true;
  }

  private static Duration longestOf(int times, TokenBucket bucket) {
    long longest = 0;
    for (int i = 0; i < times; i++) {
      long begin = System.nanoTime();
      bucket.tryAcquire();
      longest = Math.max(longest, System.nanoTime() - begin);
    }
    return Duration.ofNanos(longest);
  }

  private static EmbeddedPostgres start(Path data, int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(Files.createDirectories(data.resolve("pg")))
        .setCleanDataDirectory(false)
        .setPort(port)
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
