package io.goodput.cassandra.request;

import io.goodput.cassandra.fault.Faults;
import org.apache.cassandra.exceptions.CassandraException;

/**
 * The verdict that a request is not executed. It becomes an exception, and is counted, only where
 * the client is answered: a read over its limit may still get a stale answer, or wait. Immutable.
 */
public abstract class Rejection implements Verdict {

  private final CassandraException answer;

  /** A rejection with this answer. */
  protected Rejection(CassandraException answer) {
    this.answer = answer;
  }

  /** A rejection that its guard has counted. */
  public static Rejection of(CassandraException answer) {
    return new Rejection(answer) {};
  }

  /** The answer to the client. */
  public final CassandraException answer() {
    return answer;
  }

  /** Whether the same request may be admitted some milliseconds later, whatever its limit is. */
  public boolean isBrief() {
    return false;
  }

  /** Counts the rejection. Who answers the client calls this, once. */
  public void count() {}

  /** The same for a caller that must not fail. */
  public final void count(Faults faults) {
    try {
      count();
    } catch (Throwable e) {
      faults.report("counting a rejection", e);
    }
  }
}
