package io.goodput.core.yield;

import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Chooses which of the reads that go through a whole table are stopped: those that have run for
 * longer than an operator allows, and, while requests wait, the one that has run longest. One at a
 * time, because its end may be enough.
 *
 * <p>Source: the limits by elapsed time of TiDB's runaway queries; and Atropos (SOSP 2025), which
 * cancels what takes most, instead of refusing those who wait.
 */
public final class RunawayRule {

  /** A read that has run for less is never stopped because requests wait, in nanoseconds. */
  public static final long LEAST_NANOS = Nanos.PER_SECOND / 2;

  /** What an operator allows if there is no limit. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  private RunawayRule() {}

  /**
   * The reads to stop.
   *
   * @param running the reads that run now
   * @param elapsed for how long one has run, in nanoseconds
   * @param most for how long one may run at any time, in nanoseconds; or {@link #NO_LIMIT}
   * @param waited whether requests have waited in the last second
   */
  public static <T> List<T> toStop(
      List<T> running, ToLongFunction<T> elapsed, long most, boolean waited) {
    List<T> stopped = new ArrayList<>();
    for (T read : running) {
      if (elapsed.applyAsLong(read) >= most) {
        stopped.add(read);
      }
    }
    if (stopped.isEmpty() && waited) {
      running.stream()
          .max(Comparator.comparingLong(elapsed))
          .filter(read -> elapsed.applyAsLong(read) >= LEAST_NANOS)
          .ifPresent(stopped::add);
    }
    return stopped;
  }
}
