package io.goodput.cassandra.feature;

import io.goodput.core.time.Nanos;
import java.util.function.LongSupplier;

/**
 * A task that runs again and again.
 *
 * @param thread the name of its thread; tasks with the same name share one
 * @param pause nanoseconds from the end of one run to the start of the next, asked for at each end;
 *     {@link #NEVER} after the last run
 * @param activity completes the sentence {@code Goodput failed while …}
 */
public record Tick(String thread, LongSupplier pause, String activity, Runnable task) {

  /** The pause after the last run. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The thread of the tasks that have none of their own. None of them may block. */
  private static final String SHARED = "Goodput";

  /** A task with the same pause after each run. */
  public Tick(String thread, long nanos, String activity, Runnable task) {
    this(thread, () -> nanos, activity, task);
  }

  /** A task on the shared thread, which it must not block. */
  public static Tick shared(long nanos, String activity, Runnable task) {
    return new Tick(SHARED, nanos, activity, task);
  }

  /** The same, about once a second. */
  public static Tick eachSecond(String activity, Runnable task) {
    return shared(Nanos.PER_SECOND, activity, task);
  }
}
