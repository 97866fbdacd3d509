package io.goodput.cassandra.coalesce;

import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Verdict;
import org.jspecify.annotations.Nullable;

/** How one read is asked for, waits, and is answered: with a request thread, or without. */
interface Way {

  /** Asks the limit and the fair shares; with a thread, also executes what they admit. */
  Verdict ask();

  /** Whether others have lately asked for the same, of a read over its limit. */
  boolean isRepeated();

  /** Whether the read may wait. */
  boolean hasRoom(boolean isLineOpen);

  /**
   * Waits in the line of the read.
   *
   * @param refused why the read begins a line; null if it joins one
   * @return null if it does not wait, because the line has just ended or begun
   */
  @Nullable Verdict await(@Nullable Rejection refused);

  /** Answers the read with a stale answer. */
  Verdict answer(StaleAnswers.Found stale);
}
