package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code -Dgoodput.requests=10000000} sends ten million requests instead of half a million. */
@DisplayName("A node with fair shares that is busy with its own work")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class NoStressIT {

  private static final Logger LOG = Logger.getLogger(NoStressIT.class.getName());

  private static final long REQUESTS = Long.getLong("goodput.requests", 500_000);
  private static final int KEYS = 100_000;

  /** Clients that keep the node busy. */
  private static final int BUSY = 64;

  /** As many requests as the driver sends on one connection. */
  private static final int MOST_IN_FLIGHT = 1000;

  /** More than this machine has processors, so that they leave none idle. */
  private static final int COMPACTIONS = 4;

  private static final int COMPACTED_ROWS = 100_000;
  private static final Duration COMPACTING = Duration.ofSeconds(20);

  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration PROBE = Duration.ofSeconds(20);
  private static final Duration BETWEEN_PAUSES = Duration.ofSeconds(5);

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withGoodputYaml("fair_shares: on\n")
              .withSetting("concurrent_compactors", COMPACTIONS)
              .withSetting("compaction_throughput", "0MiB/s"));

  private final LongAdder failed = new LongAdder();

  /** The part of the requests that goes to one partition. */
  private volatile double hot;

  private PreparedStatement read;
  private PreparedStatement write;

  private static final Executor THREADS = task -> new Thread(task, "compaction").start();

  /** When to send a request. */
  private interface Pace {
    /** Waits until the request with this number is due; returns false after the last one. */
    boolean awaits(long number);
  }

  @BeforeAll
  void table() {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY, v text)");
    read = server.cql().prepare("SELECT v FROM t WHERE k = ?");
    write = server.cql().prepare("INSERT INTO t (k, v) VALUES (?, 'some forty letters of text')");
  }

  @Test
  @DisplayName("refuses nothing at 70% of its capacity, if it collects garbage every five seconds")
  void requests_at70PercentOfTheCapacity_areNeverRefused() throws InterruptedException {
    double rate = 0.7 * capacity();

    assertNoneRefused(REQUESTS, rate, this::pauseUntil);
  }

  @Test
  @DisplayName("sees no overload at 30% of its capacity, if it compacts")
  void requests_duringCompactions_areNeverRefused() throws InterruptedException {
    double rate = 0.3 * capacity();
    for (int table = 0; table < COMPACTIONS; table++) {
      server.cql().run("CREATE TABLE c%d (k int PRIMARY KEY, v blob)".formatted(table));
      fill(server.cql().prepare("INSERT INTO c%d (k, v) VALUES (?, ?)".formatted(table)));
    }

    hot = 0.6;
    Object overloaded = overloadedSeconds();
    assertNoneRefused((long) (rate * COMPACTING.toSeconds()), rate, this::compactUntil);
    assertThat(overloadedSeconds()).isEqualTo(overloaded);
  }

  /** Requests per second. */
  private double capacity() throws InterruptedException {
    hot = 0;
    send(BUSY, during(WARM_UP));
    return (double) send(BUSY, during(PROBE)) / PROBE.toSeconds();
  }

  private void assertNoneRefused(long requests, double rate, Consumer<AtomicBoolean> ownWork)
      throws InterruptedException {
    long refused = refused();
    failed.reset();

    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Void> working = CompletableFuture.runAsync(() -> ownWork.accept(stop));
    send(MOST_IN_FLIGHT, atRate(rate, requests));
    assertThat(working).as("work of the node's own").isNotDone();
    stop.set(true);
    assertThatCode(working::join).doesNotThrowAnyException();

    LOG.info("%d requests at %.0f per second".formatted(requests, rate));
    assertThat(refused()).isEqualTo(refused);
    assertThat(failed.sum()).isZero();
  }

  private Object overloadedSeconds() {
    try {
      return Jmx.metric(server.node(), "name=OverloadedSeconds", "Count");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void fill(PreparedStatement insert) throws InterruptedException {
    Semaphore free = new Semaphore(BUSY);
    for (int row = 0; row < COMPACTED_ROWS; row++) {
      byte[] value = new byte[500];
      ThreadLocalRandom.current().nextBytes(value);
      free.acquire();
      server
          .cql()
          .session()
          .executeAsync(insert.bind(row, ByteBuffer.wrap(value)))
          .whenComplete((rows, error) -> free.release());
    }
    free.acquire(BUSY);
  }

  /** Compacts all tables at once, again and again. */
  private void compactUntil(AtomicBoolean stop) {
    CompletableFuture<?>[] all =
        IntStream.range(0, COMPACTIONS)
            .mapToObj(table -> "c" + table)
            .map(table -> CompletableFuture.runAsync(() -> compactUntil(stop, table), THREADS))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(all).join();
  }

  private void compactUntil(AtomicBoolean stop, String table) {
    while (!stop.get()) {
      try {
        Jmx.invoke(
            server.node(),
            Jmx.STORAGE_SERVICE,
            "forceKeyspaceCompaction",
            new Object[] {false, "ks", new String[] {table}},
            new String[] {
              boolean.class.getName(), String.class.getName(), String[].class.getName()
            });
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Pace during(Duration time) {
    long start = System.nanoTime();
    return number -> System.nanoTime() - start < time.toNanos();
  }

  private static Pace atRate(double perSecond, long requests) {
    long start = System.nanoTime();
    return number -> {
      long early = start + (long) (number * 1e9 / perSecond) - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
      return number < requests;
    };
  }

  /** Sends requests, nine reads for each write, and returns how many. */
  private long send(int mostInFlight, Pace pace) throws InterruptedException {
    Semaphore free = new Semaphore(mostInFlight);
    long number = 0;
    for (; pace.awaits(number); number++) {
      free.acquire();
      server
          .cql()
          .session()
          .executeAsync(request())
          .whenComplete(
              (rows, error) -> {
                if (error != null) {
                  failed.increment();
                }
                free.release();
              });
    }
    free.acquire(mostInFlight);
    return number;
  }

  private BoundStatement request() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int key = random.nextDouble() < hot ? 0 : random.nextInt(KEYS);
    return (random.nextInt(10) == 0 ? write : read).bind(key);
  }

  private void pauseUntil(AtomicBoolean stop) {
    while (!stop.get()) {
      try {
        Jmx.invoke(server.node(), "java.lang:type=Memory", "gc");
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      LockSupport.parkNanos(BETWEEN_PAUSES.toNanos());
    }
  }

  private long refused() {
    return server.cql().run("SELECT refused FROM goodput.fair_shares").one().getLong(0);
  }
}
