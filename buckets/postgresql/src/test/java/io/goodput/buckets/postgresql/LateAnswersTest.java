package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A network that delays the answers of a real server, and then delivers all of them together. */
class LateAnswersTest {

  private static final int CLIENTS = 4;
  private static final long BURST = 100;
  private static final long RATE = 200;

  private final String id = UUID.randomUUID().toString();
  private final Proxy proxy = new Proxy(Server.port());
  private final List<TokenBuckets> clients = new ArrayList<>();
  private Connection observer;

  @BeforeEach
  void open() throws SQLException {
    observer = DriverManager.getConnection(Server.url());
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(PostgresBuckets.on(proxy.url()).open());
    }
  }

  @AfterEach
  void close() throws SQLException {
    proxy.releaseAnswers();
    clients.forEach(TokenBuckets::close);
    proxy.close();
    observer.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answers_thatArriveTogether_admitNoMoreThanTheLimit(boolean leased) throws SQLException {
    List<TokenBucket> buckets = clients.stream().map(client -> bucket(client, leased)).toList();
    // All connections exist before the network stalls.
    buckets.forEach(bucket -> await().until(() -> bucket.tryAcquire().admitted()));
    proxy.holdAnswers();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (TokenBucket bucket : buckets) {
      await().until(() -> level() == BURST);
      String before = counted();
      answers.add(bucket.acquireAsync(BURST, Duration.ofSeconds(5)).thenApply(Verdict::admitted));
      // A grant changes that for good. The level rises again at once.
      await().until(() -> !counted().equals(before));
    }
    long begin = System.nanoTime();
    proxy.releaseAnswers();
    // Long enough for answers in transit, and too short for the bucket to fill once more.
    Duration window = Duration.ofMillis(300);
    await().pollDelay(window).until(() -> true);
    long admitted = answers.stream().filter(answer -> answer.getNow(false)).count();
    double seconds = (System.nanoTime() - begin) / 1e9;

    assertThat(admitted * BURST).isLessThanOrEqualTo((long) (BURST + RATE * seconds));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_afterLateAnswers_servesAgain(boolean leased) {
    TokenBucket bucket = bucket(clients.get(0), leased);
    await().until(() -> bucket.tryAcquire().admitted());
    proxy.holdAnswers();
    await().until(() -> level() == BURST);
    CompletableFuture<Boolean> late =
        bucket.acquireAsync(BURST, Duration.ofSeconds(1)).thenApply(Verdict::admitted);
    await().until(late::isDone);
    proxy.releaseAnswers();

    await().until(() -> bucket.tryAcquire(BURST).admitted());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void network_thatIsAlwaysSlowerThanALease_stillGetsTokens(boolean leased) {
    TokenBucket bucket = bucket(clients.get(0), leased);
    proxy.delayAnswers(Duration.ofMillis(300));
    AtomicInteger admitted = new AtomicInteger();

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                (bucket.tryAcquire().admitted() ? admitted.incrementAndGet() : admitted.get())
                    >= 5);
  }

  private TokenBucket bucket(TokenBuckets client, boolean leased) {
    BucketOptions options = BucketOptions.of(perSecond(RATE).burst(BURST));
    return client.bucket(id, leased ? options : options.direct());
  }

  /** When the tokens of the bucket were counted. */
  private String counted() throws SQLException {
    try (var select =
        observer.prepareStatement("SELECT ts FROM rate_limiting_token_bucket WHERE id = ?")) {
      select.setString(1, id);
      try (var row = select.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** The level of the bucket now, on the server's clock. */
  private long level() throws SQLException {
    try (var select =
        observer.prepareStatement(
            """
            SELECT least(?, tk + floor(?
              * greatest(0, extract(epoch FROM clock_timestamp() - ts))))::bigint
            FROM rate_limiting_token_bucket WHERE id = ?
            """)) {
      select.setLong(1, BURST);
      select.setLong(2, RATE);
      select.setString(3, id);
      try (var row = select.executeQuery()) {
        return row.next() ? row.getLong(1) : BURST;
      }
    }
  }
}
