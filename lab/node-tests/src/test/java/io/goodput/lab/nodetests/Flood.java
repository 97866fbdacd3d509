package io.goodput.lab.nodetests;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The outcome of one client that sends the same statement again and again.
 *
 * @param seconds how long it took, without the time that was lost to pauses of the machine
 * @param allSeconds how long it took with that time, in which a slow node may have served others
 * @param errors the distinct messages of rejections, without the numbers at their ends
 */
record Flood(long accepted, long rejected, double seconds, double allSeconds, Set<String> errors) {

  /**
   * A limit makes up for a pause of half a second at most. The machine sometimes stops for longer,
   * and what could have been admitted then is lost.
   */
  private static final long MOST_MADE_UP_NANOS = Duration.ofMillis(500).toNanos();

  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration MEASUREMENT = Duration.ofSeconds(6);

  /** Sends the statement as fast as possible. */
  static Flood run(Cql cql, Statement<?> statement, Duration duration) {
    return run(cql, statement, duration, Duration.ZERO);
  }

  /** Sends the statement with a pause after each request. */
  static Flood run(Cql cql, Statement<?> statement, Duration duration, Duration pause) {
    long accepted = 0;
    long rejected = 0;
    Set<String> errors = new HashSet<>();
    long start = System.nanoTime();
    long now = start;
    long lost = 0;
    do {
      long began = now;
      try {
        cql.run(statement);
        accepted++;
      } catch (InvalidConfigurationInQueryException e) {
        rejected++;
        errors.add(String.valueOf(e.getMessage()).replaceFirst("(; | \\()limit \\d.*", ""));
      }
      LockSupport.parkNanos(pause.toNanos());
      now = System.nanoTime();
      lost += Math.max(0, now - began - pause.toNanos() - MOST_MADE_UP_NANOS);
    } while (now - start < duration.toNanos());
    return new Flood(accepted, rejected, seconds(now - start - lost), seconds(now - start), errors);
  }

  /** Sends the statement in the background, with a pause after each request. */
  static CompletableFuture<Flood> start(
      Cql cql, Statement<?> statement, Duration duration, Duration pause) {
    return start(() -> run(cql, statement, duration, pause));
  }

  /** Sends the statement in the background; the outcome excludes a warm-up of the nodes. */
  static CompletableFuture<Flood> startAfterWarmUp(
      Cql cql, Statement<?> statement, Duration pause) {
    return start(
        () -> {
          run(cql, statement, WARM_UP, pause);
          return run(cql, statement, MEASUREMENT, pause);
        });
  }

  /** Uses a new thread because the common pool has too few threads on small machines. */
  private static CompletableFuture<Flood> start(Supplier<Flood> flood) {
    return CompletableFuture.supplyAsync(flood, task -> new Thread(task, "flood").start());
  }

  /** Sends the statement once and returns whether it was accepted. */
  static boolean isAccepted(Cql cql, Statement<?> statement) {
    return run(cql, statement, Duration.ZERO).accepted() == 1;
  }

  /** Sends the statement this many times and ignores rejections. */
  static void repeat(Cql cql, Statement<?> statement, int times) {
    for (int i = 0; i < times; i++) {
      run(cql, statement, Duration.ZERO);
    }
  }

  double acceptedPerSecond() {
    return accepted / seconds;
  }

  /** For an upper bound where single requests are slow, such as conditional writes. */
  double acceptedPerSecondOfAll() {
    return accepted / allSeconds;
  }

  private static double seconds(long nanos) {
    return MILLISECONDS.convert(Duration.ofNanos(nanos)) / 1000.0;
  }
}
