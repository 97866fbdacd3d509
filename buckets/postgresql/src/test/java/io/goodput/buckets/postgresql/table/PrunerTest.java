package io.goodput.buckets.postgresql.table;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.Server;
import io.goodput.buckets.postgresql.database.Database;
import io.goodput.buckets.store.Workers;
import io.goodput.core.time.TimeSource;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Clients that remove the rows of full buckets, in a schema of their own. */
class PrunerTest {

  private final Steps workers = new Steps();
  private final String schema = "pruned_" + UUID.randomUUID().toString().replace('-', '_');

  @Test
  void client_thatUsesABucket_removesTheRowsOfFullBucketsAndLeavesTheOthers() {
    Server.execute("CREATE SCHEMA " + schema);
    try (TokenBuckets buckets = Server.client().schema(schema).open().install();
        TokenBuckets idle = Server.client().schema(schema).withoutPruning().open().install()) {
      assertThat(buckets.bucket("full", perSecond(1_000)).tryAcquire().admitted()).isTrue();
      Server.execute(
          "UPDATE %s SET stated_at = stated_at - interval '1 minute'".formatted(table()));
      assertThat(idle.bucket("low", perSecond(1).burst(1_000)).tryAcquire(900).admitted()).isTrue();

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> Server.number("SELECT count(*) FROM %s".formatted(table())) == 1);
      assertThat(Server.number("SELECT count(*) FROM %s WHERE id = 'low'".formatted(table())))
          .isEqualTo(1);
    }
  }

  @Test
  void pruner_leavesFullBucketsThatWereNotFullAtFirst() throws Exception {
    Server.execute("CREATE SCHEMA " + schema);
    try (TokenBuckets buckets = Server.client().schema(schema).open().install();
        Database database = database(Server.url())) {
      Limits limits = Limits.of(perSecond(1_000)).initialTokens(0);
      TokenBucket bucket = buckets.bucket("seldom", limits);
      await().until(() -> bucket.peek().remaining() == 1_000);
      Server.execute(
          "UPDATE %s SET stated_at = stated_at - interval '2 minutes'".formatted(table()));

      Pruning.Batch batch =
          new Pruning(database, Schema.of(schema)).after("", "", 10_000).orElseThrow();
      assertThat(batch).isEqualTo(new Pruning.Batch("seldom", 0));
    }
  }

  @Test
  void pruner_whoseTableIsMissingForAWhile_triesAgain() {
    try (Database database = database(Server.url())) {
      new Pruner(new Pruning(database, Schema.of("missing")), workers).start();
      workers.runNext();

      assertThat(workers.delayed).hasSize(1);
    }
  }

  @Test
  void pruner_thatMustNotDelete_stops() {
    String role = "role_of_" + schema;
    Server.execute(
        """
        CREATE ROLE %1$s LOGIN;
        GRANT SELECT, UPDATE ON rate_limiting_token_bucket TO %1$s;
        """
            .formatted(role));
    try (Database database = database(Server.url().replace("user=postgres", "user=" + role))) {
      new Pruner(new Pruning(database, Schema.of("public")), workers).start();
      workers.runNext();

      assertThat(workers.delayed).isEmpty();
    } finally {
      Server.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
    }
  }

  private static Database database(String url) {
    return Database.onUrl(
        url, Connection.TRANSACTION_READ_COMMITTED, sqlState -> {}, TimeSource.system());
  }

  @Test
  void pruner_withoutAThread_triesAgain() {
    try (Database database = database(Server.url())) {
      new Pruner(new Pruning(database, Schema.of("missing")), workers).start();
      workers.hasThreads = false;
      workers.runNext();

      assertThat(workers.delayed).hasSize(1);
    }
  }

  @Test
  void pruner_amongRowsThatAreMostlyFull_goesOnAtOnce() {
    Server.execute("CREATE SCHEMA " + schema);
    try (TokenBuckets buckets = Server.client().schema(schema).withoutPruning().open().install();
        Database database = database(Server.url())) {
      buckets.bucket("first", perSecond(1_000)).tryAcquire();
      Server.execute(
          """
          UPDATE %1$s SET stated_at = stated_at - interval '1 minute', full_at = now();
          INSERT INTO %1$s SELECT n::text, tk, ts, full_at, stated_at, limits, limits_version,
            defined, more, virtual_time, last_grant, held FROM %1$s, generate_series(1, 2999) n;
          """
              .formatted(table()));
      new Pruner(new Pruning(database, Schema.of(schema)), workers).start();
      List<Long> rows = new ArrayList<>();
      for (int batch = 0; batch < 3; batch++) {
        workers.runNext();
        rows.add(Server.number("SELECT count(*) FROM %s".formatted(table())));
      }

      assertThat(rows).containsExactly(2_000L, 1_000L, 0L);
      assertThat(workers.pauses.subList(1, 3))
          .allSatisfy(pause -> assertThat(pause).isLessThanOrEqualTo(Duration.ofMillis(50)));
    }
  }

  /** Runs tasks on the thread of the test, and delayed ones when the test says so. */
  private static final class Steps implements Workers {

    private final Queue<Runnable> delayed = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();
    private boolean hasThreads = true;

    void runNext() {
      delayed.remove().run();
    }

    @Override
    public boolean run(Runnable task) {
      if (!hasThreads) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      task.run();
      return true;
    }

    @Override
    public Future<?> later(Runnable task, long nanos) {
      delayed.add(task);
      pauses.add(Duration.ofNanos(nanos));
      return new CompletableFuture<>();
    }

    @Override
    public void answer(Runnable action) {
      action.run();
    }

    @Override
    public void close(long millis) {}

    @Override
    public boolean areClosed() {
      return false;
    }
  }

  private String table() {
    return schema + ".rate_limiting_token_bucket";
  }
}
