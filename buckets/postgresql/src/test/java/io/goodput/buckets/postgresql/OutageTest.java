package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.Reason;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What calls on other buckets get while the database, or some of its rows, do not answer. */
class OutageTest {

  private static final int IDS = 1_000;

  /** Each of these ids would wait half a second. */
  private static final Duration LONGEST_FOR_ALL = Duration.ofSeconds(20);

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newIds_whileTheServerHangs_waitForItOnce(boolean leased) {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = PostgresBuckets.on(proxy.url()).open()) {
      await().until(() -> bucket(buckets, "warm", leased).tryAcquire().admitted());
      proxy.hang(true);
      await().until(() -> isAway(bucket(buckets, "first", leased).tryAcquire()));
      assertThatNewIdsDoNotWait(buckets, leased);
      proxy.hang(false);
      await().until(() -> bucket(buckets, "back", leased).tryAcquire().reason() == Reason.ADMITTED);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newIds_whileThePoolBlocks_waitForItOnce(boolean leased) throws Exception {
    BlockingPool pool = new BlockingPool();
    try (TokenBuckets buckets = PostgresBuckets.on(pool).open()) {
      pool.blocks = true;
      List<Reason> reasons = Collections.synchronizedList(new ArrayList<>());
      Duration took = callEachIdOnce(buckets, leased, reasons);

      // Those that came first waited, and learnt it for the others.
      assertThat(took).isLessThan(LONGEST_FOR_ALL);
      assertThat(reasons).hasSize(IDS).containsOnly(Reason.FALLBACK);
      pool.released.countDown();
      await().until(() -> bucket(buckets, "back", leased).tryAcquire().reason() == Reason.ADMITTED);
    }
  }

  @Test
  void newIds_whileRequestsOfPatientCallersHang_waitForItOnce() {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = PostgresBuckets.on(proxy.url()).open()) {
      proxy.hang(true);
      List<CompletableFuture<Verdict>> patient = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        patient.add(bucket(buckets, "patient" + i, true).acquireAsync(900, Duration.ofMinutes(1)));
      }
      // Their requests may take five seconds.
      await().until(() -> proxy.hung() > 0);
      int waited = 0;
      for (int i = 0; i < IDS; i++) {
        long begin = System.nanoTime();
        assertThat(isAway(bucket(buckets, "new" + i, true).tryAcquire())).isTrue();
        waited += System.nanoTime() - begin > 400_000_000 ? 1 : 0;
      }

      assertThat(waited).isBetween(1, 2);
      assertThat(patient).noneMatch(CompletableFuture::isDone);
    }
  }

  /** Two hundred threads call a thousand new ids. */
  private Duration callEachIdOnce(TokenBuckets buckets, boolean leased, List<Reason> reasons)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(200);
    try {
      long begin = System.nanoTime();
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < IDS; i++) {
        String name = "new" + i;
        calls.add(
            threads.submit(() -> reasons.add(bucket(buckets, name, leased).tryAcquire().reason())));
      }
      for (Future<?> call : calls) {
        call.get(1, TimeUnit.MINUTES);
      }
      return Duration.ofNanos(System.nanoTime() - begin);
    } finally {
      threads.shutdownNow();
    }
  }

  private void assertThatNewIdsDoNotWait(TokenBuckets buckets, boolean leased) {
    long begin = System.nanoTime();
    for (int i = 0; i < IDS; i++) {
      assertThat(bucket(buckets, "new" + i, leased).tryAcquire().reason())
          .isEqualTo(Reason.FALLBACK);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LONGEST_FOR_ALL);
  }

  private static boolean isAway(Verdict verdict) {
    return verdict.reason() == Reason.FALLBACK || verdict.reason() == Reason.UNAVAILABLE;
  }

  @Test
  void patientCallers_whileTheServerHangs_areServedWhenItIsBack() {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets = PostgresBuckets.on(proxy.url()).open()) {
      proxy.hang(true);
      await().until(() -> isAway(bucket(buckets, "first", true).tryAcquire()));
      List<CompletableFuture<Verdict>> callers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        TokenBucket bucket = buckets.bucket(id + "patient" + i, perSecond(1_000));
        callers.add(bucket.acquireAsync(1, Duration.ofMinutes(1)));
      }
      proxy.hang(false);

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> callers.stream().allMatch(CompletableFuture::isDone));
      assertThat(callers).allMatch(caller -> caller.join().reason() == Reason.ADMITTED);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caller_whileOthersWaitForLockedRows_isServedAtOnce(boolean leased) throws SQLException {
    try (Connection blocking = DriverManager.getConnection(Server.url());
        TokenBuckets buckets = Server.client().concurrency(8).open()) {
      List<CompletableFuture<Verdict>> waiting = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        assertThat(bucket(buckets, "locked" + i, leased).tryAcquire().admitted()).isTrue();
      }
      lock(blocking, "locked");
      for (int i = 0; i < 8; i++) {
        waiting.add(bucket(buckets, "locked" + i, leased).acquireAsync(900, Duration.ofMinutes(1)));
      }
      await().atMost(Duration.ofSeconds(30)).until(() -> Server.blocked() >= 6);
      long begin = System.nanoTime();

      assertThat(bucket(buckets, "ninth", leased).tryAcquire().admitted()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
      blocking.rollback();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> waiting.stream().allMatch(CompletableFuture::isDone));
      assertThat(waiting).allMatch(caller -> caller.join().reason() == Reason.ADMITTED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "options=-c%20default_transaction_read_only=on",
        "user=nobody_at_all",
      })
  void tryAcquire_afterAFailoverThatRejectsIt_getsTheFallback(String setting) {
    AtomicInteger failures = new AtomicInteger();
    List<String> messages = Collections.synchronizedList(new ArrayList<>());
    BucketListener listener =
        new BucketListener() {
          @Override
          public void failed(String bucket, Exception problem) {
            failures.incrementAndGet();
            messages.add(String.valueOf(problem.getMessage()));
          }
        };
    String url = "jdbc:postgresql://localhost:%d/postgres?".formatted(Server.port());
    String user = setting.startsWith("user") ? "" : "user=postgres&";
    try (TokenBuckets buckets = Server.client(url + user + setting).listener(listener).open()) {
      for (boolean leased : new boolean[] {true, false}) {
        assertThat(bucket(buckets, "failover" + leased, leased).tryAcquire().reason())
            .isEqualTo(Reason.FALLBACK);
      }
      TokenBucket refused = bucket(buckets, "refused", true);
      await().until(() -> isAway(refused.tryAcquire()) && failures.get() > 0);
      assertThat(messages.get(0)).containsAnyOf("connect to the primary", "check the user");
    }
  }

  private TokenBucket bucket(TokenBuckets buckets, String name, boolean leased) {
    BucketOptions options =
        BucketOptions.of(perSecond(1_000)).fallback(Limit.of(5).per(Duration.ofDays(1)));
    return buckets.bucket(id + name, leased ? options : options.direct());
  }

  private void lock(Connection connection, String name) throws SQLException {
    connection.setAutoCommit(false);
    try (var lock =
        connection.prepareStatement(
            "SELECT 1 FROM rate_limiting_token_bucket WHERE starts_with(id, ?) FOR UPDATE")) {
      lock.setString(1, id + name);
      lock.executeQuery();
    }
  }

  /** A pool that gives no connection while it blocks. */
  private static final class BlockingPool extends PGSimpleDataSource {

    private static final long serialVersionUID = 1L;

    private final transient CountDownLatch released = new CountDownLatch(1);
    private volatile boolean blocks;

    BlockingPool() {
      setUrl(Server.url());
    }

    @Override
    public Connection getConnection() throws SQLException {
      try {
        if (blocks) {
          released.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException(e);
      }
      return super.getConnection();
    }
  }
}
