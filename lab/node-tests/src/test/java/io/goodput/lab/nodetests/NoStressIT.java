package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code -Dgoodput.requests=10000000} sends ten million requests instead of half a million. */
@DisplayName("A node with fair shares that stops to collect garbage every five seconds")
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

  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration PROBE = Duration.ofSeconds(20);
  private static final Duration BETWEEN_PAUSES = Duration.ofSeconds(5);

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(Nodes.secured(Nodes.withPlugin()).withGoodputYaml("fair_shares: on\n"));

  private final LongAdder failed = new LongAdder();
  private PreparedStatement read;
  private PreparedStatement write;

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
  void requests_at70PercentOfTheCapacity_areNeverRefused() throws InterruptedException {
    send(BUSY, during(WARM_UP));
    double rate = 0.7 * send(BUSY, during(PROBE)) / PROBE.toSeconds();
    long refused = refused();
    failed.reset();

    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Void> pauses = CompletableFuture.runAsync(() -> pauseUntil(stop));
    send(MOST_IN_FLIGHT, atRate(rate));
    stop.set(true);
    assertThatCode(pauses::join).doesNotThrowAnyException();

    LOG.info("%d requests at %.0f per second".formatted(REQUESTS, rate));
    assertThat(refused()).isEqualTo(refused);
    assertThat(failed.sum()).isZero();
  }

  private static Pace during(Duration time) {
    long start = System.nanoTime();
    return number -> System.nanoTime() - start < time.toNanos();
  }

  private static Pace atRate(double perSecond) {
    long start = System.nanoTime();
    return number -> {
      long early = start + (long) (number * 1e9 / perSecond) - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
      }
      return number < REQUESTS;
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
    return (random.nextInt(10) == 0 ? write : read).bind(random.nextInt(KEYS));
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
