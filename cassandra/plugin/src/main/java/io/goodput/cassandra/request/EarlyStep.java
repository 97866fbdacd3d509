package io.goodput.cassandra.request;

/**
 * Decides on prepared statements when they arrive, before they wait for a request thread. Runs on
 * the thread of the connection: it must neither wait nor ask another node. Thread-safe.
 */
public interface EarlyStep {

  /** Whether the step may have something to say about a request that arrives now. */
  boolean isActive(long now);

  /** Whether requests wait that have no request thread. */
  boolean hasWaiting();

  /**
   * Decides on a request that has just arrived.
   *
   * @param reply for a request that waits, and only for such a request
   */
  Verdict decide(Request request, Reply reply);
}
