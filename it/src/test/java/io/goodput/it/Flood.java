package io.goodput.it;

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
 * What became of one statement, repeated for a while by one client.
 *
 * @param errors the texts of the refusals
 */
record Flood(long accepted, long refused, double seconds, Set<String> errors) {

  private static final Duration SETTLING = Duration.ofSeconds(4);
  private static final Duration MEASURED = Duration.ofSeconds(6);

  /** As fast as the client can. */
  static Flood of(Cql cql, Statement<?> statement, Duration length) {
    return of(cql, statement, length, Duration.ZERO);
  }

  /** At a moderate pace. */
  static Flood of(Cql cql, Statement<?> statement, Duration length, Duration pause) {
    long accepted = 0;
    long refused = 0;
    Set<String> errors = new HashSet<>();
    long start = System.nanoTime();
    do {
      try {
        cql.run(statement);
        accepted++;
      } catch (InvalidConfigurationInQueryException e) {
        refused++;
        errors.add(e.getMessage());
      }
      LockSupport.parkNanos(pause.toNanos());
    } while (System.nanoTime() - start < length.toNanos());
    double seconds = MILLISECONDS.convert(Duration.ofNanos(System.nanoTime() - start)) / 1000.0;
    return new Flood(accepted, refused, seconds, errors);
  }

  /** At a pace, in the background. */
  static CompletableFuture<Flood> start(
      Cql cql, Statement<?> statement, Duration length, Duration pause) {
    return start(() -> of(cql, statement, length, pause));
  }

  /** One client of many at a pace, which counts once the nodes have settled; in the background. */
  static CompletableFuture<Flood> startSettling(Cql cql, Statement<?> statement, Duration pause) {
    return start(
        () -> {
          of(cql, statement, SETTLING, pause);
          return of(cql, statement, MEASURED, pause);
        });
  }

  /** On a thread of its own: the common pool has too few on small machines. */
  private static CompletableFuture<Flood> start(Supplier<Flood> flood) {
    return CompletableFuture.supplyAsync(flood, task -> new Thread(task, "flood").start());
  }

  /** Whether the statement, carried out once, is accepted. */
  static boolean once(Cql cql, Statement<?> statement) {
    return of(cql, statement, Duration.ZERO).accepted() == 1;
  }

  double acceptedPerSecond() {
    return accepted / seconds;
  }
}
