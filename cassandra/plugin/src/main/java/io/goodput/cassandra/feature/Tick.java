package io.goodput.cassandra.feature;

import io.goodput.core.time.Nanos;

/**
 * A task that runs again and again.
 *
 * @param thread the name of its thread; tasks with the same name share one
 * @param nanos from the end of one run to the start of the next
 * @param activity completes the sentence {@code Goodput failed while …}
 */
public record Tick(String thread, long nanos, String activity, Runnable task) {

  /** The thread of the tasks that have none of their own. None of them may block. */
  private static final String SHARED = "Goodput";

  /** A task on the shared thread, which it must not block. */
  public static Tick shared(long nanos, String activity, Runnable task) {
    return new Tick(SHARED, nanos, activity, task);
  }

  /** The same, about once a second. */
  public static Tick eachSecond(String activity, Runnable task) {
    return shared(Nanos.PER_SECOND, activity, task);
  }
}
