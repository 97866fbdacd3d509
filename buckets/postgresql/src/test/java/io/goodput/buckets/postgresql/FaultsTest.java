package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.Spender;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of clients, of a real PostgreSQL server, and of the network between them. */
class FaultsTest {

  /** Bounds a call on a busy machine. Without a timeout, it would wait much longer. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

  private final String id = UUID.randomUUID().toString();
  private final AtomicLong failures = new AtomicLong();
  private final BucketListener failed =
      new BucketListener() {
        @Override
        public void failed(String bucket, Exception problem) {
          failures.incrementAndGet();
        }
      };

  @Test
  void answersLostAfterTheCommit_neverRaiseSpendingAboveTheLimit() {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = PostgresBuckets.on(proxy.url()).listener(failed).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
      AtomicLong spent = new AtomicLong();
      long begin = System.nanoTime();
      await().until(() -> spend(bucket, spent) && spent.get() > 0);
      proxy.cutAnswers(true);
      await().until(() -> spend(bucket, spent) && failures.get() >= 3);
      proxy.cutAnswers(false);
      await().until(() -> bucket.tryAcquire().admitted());
      spent.incrementAndGet();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      while (System.nanoTime() - end < 0) {
        spend(bucket, spent);
      }
      double seconds = (System.nanoTime() - begin) / 1e9;

      assertThat(spent.get()).isLessThanOrEqualTo((long) (100 + seconds));
    }
  }

  /** How a server ends. */
  private enum End {
    /** By an orderly shutdown. */
    STOPPED,
    /** By {@code kill -9}. */
    KILLED
  }

  @ParameterizedTest
  @EnumSource
  void serverThatRestarts_keepsTheLimitBlocksNoCallerAndServesAgain(End end, @TempDir Path data)
      throws Exception {
    int port = freePort();
    EmbeddedPostgres first = start(data, port);
    String url = first.getJdbcUrl("postgres", "postgres");
    try (TokenBuckets buckets = PostgresBuckets.on(url).listener(failed).open()) {
      TokenBucket bucket = buckets.install().bucket(id, perSecond(500).burst(1_000));
      try (Spender spender = new Spender(bucket)) {
        await().until(() -> spender.spent() > 1_000);
        if (end == End.KILLED) {
          kill(data);
        }
        first.close();
        await().until(() -> failures.get() > 0);
        try (EmbeddedPostgres second = start(data, port)) {
          long before = spender.spent();
          await().until(() -> spender.spent() > before);
          assertThat(second.getPort()).isEqualTo(port);
        }
        spender.assertNeverMoreThan(500, 1_000);
        assertThat(spender.longest()).isLessThan(LONGEST_CALL);
      }
    }
  }

  @Test
  void serverThatHangs_blocksNoCallerAndServesAfterAFailover() {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = PostgresBuckets.on(proxy.url()).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(500).burst(1_000));
      try (Spender spender = new Spender(bucket)) {
        await().until(() -> spender.spent() > 1_000);
        proxy.hang(true);
        await().until(() -> proxy.hung() >= 2);
        proxy.hang(false);
        long before = spender.spent();
        await().until(() -> spender.spent() > before);
        spender.assertNeverMoreThan(500, 1_000);
        assertThat(spender.longest()).isLessThan(LONGEST_CALL);
      }
    }
  }

  @Test
  void exhaustedPool_blocksNoCallerAndServesOnceAConnectionReturns() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(Server.url());
    config.setMaximumPoolSize(1);
    AtomicInteger failures = new AtomicInteger();
    BucketListener listener =
        new BucketListener() {
          @Override
          public void failed(String bucket, Exception failure) {
            failures.incrementAndGet();
          }
        };
    try (HikariDataSource pool = new HikariDataSource(config);
        TokenBuckets buckets = PostgresBuckets.on(pool).listener(listener).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(500).burst(1_000));
      try (Spender spender = new Spender(bucket)) {
        await().until(() -> spender.spent() > 1_000);
        Connection taken = pool.getConnection();
        await().until(() -> failures.get() > 0);
        taken.close();
        long before = spender.spent();
        await().until(() -> spender.spent() > before);
        spender.assertNeverMoreThan(500, 1_000);
        assertThat(spender.longest()).isLessThan(LONGEST_CALL);
      }
    }
  }

  @Test
  void poolWithoutAFreeConnection_isWaitedForOnceAndNotByEachCaller() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(Server.url());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection taken = pool.getConnection();
        TokenBuckets buckets = PostgresBuckets.on(pool).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(500));
      assertThat(taken.isValid(1)).isTrue();
      long begin = System.nanoTime();
      for (int i = 0; i < 30; i++) {
        assertThat(bucket.tryAcquire().admitted()).isFalse();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST_CALL);
      await().untilAsserted(() -> assertThat(waitingFor(pool)).isLessThanOrEqualTo(1));
    }
  }

  private static int waitingFor(HikariDataSource pool) {
    return pool.getHikariPoolMXBean().getThreadsAwaitingConnection();
  }

  @Test
  void lockedRow_leavesNoStatementsWaitingInTheServer() throws SQLException {
    try (Connection blocked = DriverManager.getConnection(Server.url());
        TokenBuckets buckets =
            PostgresBuckets.on(Server.url()).timeout(Duration.ofSeconds(1)).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1_000).burst(1_000));
      await().until(() -> bucket.tryAcquire().admitted());
      lock(blocked);
      CompletableFuture<Boolean> admitted =
          CompletableFuture.supplyAsync(() -> bucket.tryAcquire(1_000).admitted());
      await().until(() -> Server.blocked() == 1);
      assertThat(admitted.join()).isFalse();
      await().until(() -> Server.blocked() == 0);
      blocked.rollback();
      await().until(() -> bucket.tryAcquire(500).admitted());
    }
  }

  @Test
  void tryAcquire_whileTheServerIsUnavailable_admitsTheFallbackAndNoMore() {
    try (TokenBuckets buckets =
        PostgresBuckets.on("jdbc:postgresql://localhost:1/postgres?user=postgres").open()) {
      TokenBucket bucket =
          buckets.bucket(
              id,
              BucketOptions.of(perSecond(1_000).burst(1_000))
                  .fallback(Limit.of(10).per(Duration.ofDays(1))));
      long admitted = 0;
      for (int i = 0; i < 50; i++) {
        admitted += bucket.tryAcquire().admitted() ? 1 : 0;
      }

      assertThat(admitted).isEqualTo(10);
    }
  }

  @Test
  void acquire_withoutAFreeConnection_endsAtItsDeadline() throws Exception {
    // The locked row keeps the only worker busy for a minute, or until its lock ends.
    try (TokenBuckets buckets =
            PostgresBuckets.on(Server.url()).concurrency(1).timeout(Duration.ofMinutes(1)).open();
        Connection blocked = DriverManager.getConnection(Server.url())) {
      TokenBucket locked = buckets.bucket(id, perSecond(1_000).burst(1_000));
      assertThat(locked.tryAcquire().admitted()).isTrue();
      lock(blocked);
      CompletableFuture<Boolean> unused =
          locked.acquireAsync(500, Duration.ofMinutes(1)).thenApply(Verdict::admitted);
      await().until(() -> Server.blocked() == 1);
      long begin = System.nanoTime();
      boolean acquired =
          buckets
              .bucket(id + "other", perSecond(1).burst(1))
              .tryAcquire(1, Duration.ofMillis(200))
              .admitted();

      assertThat(acquired).isFalse();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST_CALL);
    }
  }

  private static boolean spend(TokenBucket bucket, AtomicLong spent) {
    if (bucket.tryAcquire().admitted()) {
      spent.incrementAndGet();
    }
    return true;
  }

  private void lock(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var lock =
        connection.prepareStatement(
            "SELECT 1 FROM rate_limiting_token_bucket WHERE id = ? FOR UPDATE")) {
      lock.setString(1, id);
      lock.executeQuery();
    }
  }

  private static void kill(Path data) throws IOException {
    String pid = Files.readAllLines(data.resolve("pg").resolve("postmaster.pid")).get(0);
    ProcessHandle server = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    server.destroyForcibly();
    await().until(() -> !server.isAlive());
  }

  /** Starts a durable server; by default an embedded server loses data when it is killed. */
  private static EmbeddedPostgres start(Path data, int port) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(Files.createDirectories(data.resolve("pg")))
        .setCleanDataDirectory(false)
        .setPort(port)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
