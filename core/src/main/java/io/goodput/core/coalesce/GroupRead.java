package io.goodput.core.coalesce;

/**
 * The read that a {@link Coalescer} executes for a group. One thread at a time calls it.
 *
 * @param <A> the type of answers
 */
public interface GroupRead<A> {

  /** What {@link #pauseNanos} returns if no attempt would ever be admitted. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Executes the read. An exception answers the whole group.
   *
   * @return false if a limit does not admit the read now
   */
  boolean attempt();

  /** Whether it was a limit that did not admit the last attempt, and not a passing shortage. */
  default boolean isOverLimit() {
    return true;
  }

  /** The answer, after an attempt that was admitted. */
  A answer();

  /**
   * How long to wait for the next attempt, in nanoseconds, more than 0; {@link #NEVER} if there
   * need not be one.
   */
  long pauseNanos();
}
