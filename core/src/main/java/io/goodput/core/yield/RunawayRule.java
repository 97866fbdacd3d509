package io.goodput.core.yield;

import static java.util.Comparator.comparingLong;

import io.goodput.core.time.Nanos;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Chooses which of the reads that go through a whole table are stopped: those that have run for
 * longer than an operator allows; and, while requests wait, the one that has run longest, with the
 * others of its statement that are as old. Only one statement at a time, because its end may be
 * enough.
 *
 * <p>Source: the limits by elapsed time of TiDB's runaway queries; and Atropos (SOSP 2025), which
 * cancels what takes most, instead of refusing those who wait.
 */
public final class RunawayRule {

  /** A read that is younger is never stopped because requests wait, in nanoseconds. */
  public static final long LEAST_NANOS = Nanos.PER_SECOND / 2;

  /** What an operator allows if there is no limit. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  private RunawayRule() {}

  /**
   * The reads to stop.
   *
   * @param running the reads that run now
   * @param elapsed for how long one has run, in nanoseconds
   * @param age how long ago one began, its waits included, in nanoseconds
   * @param statement what reads of the same statement have in common
   * @param most for how long one may run at any time, in nanoseconds; or {@link #NO_LIMIT}
   * @param waited whether requests have waited in the last second
   */
  public static <T> List<T> toStop(
      List<T> running,
      ToLongFunction<T> elapsed,
      ToLongFunction<T> age,
      Function<T, ?> statement,
      long most,
      boolean waited) {
    List<T> tooLong = atLeast(most, running, elapsed);
    if (!tooLong.isEmpty() || !waited) {
      return tooLong;
    }
    List<T> candidates = atLeast(LEAST_NANOS, running, elapsed);
    if (candidates.isEmpty()) {
      return candidates;
    }
    Object longest = statement.apply(Collections.max(candidates, comparingLong(elapsed)));
    return atLeast(LEAST_NANOS, running, age).stream()
        .filter(read -> longest.equals(statement.apply(read)))
        .toList();
  }

  private static <T> List<T> atLeast(long nanos, List<T> running, ToLongFunction<T> elapsed) {
    return running.stream().filter(read -> elapsed.applyAsLong(read) >= nanos).toList();
  }
}
