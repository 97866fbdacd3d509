package io.goodput.cassandra.request;

/**
 * Sees prepared statements when they arrive, before they wait for a request thread. Runs on the
 * thread of the connection: it must neither wait nor ask another node. Thread-safe.
 */
public interface ArrivalStep {

  /** Whether the step may have something to say about a request that arrives now. */
  boolean isActive(long now);

  /**
   * Looks at a request that has just arrived.
   *
   * @return true if the client has been answered or will be; false to have a request thread execute
   *     the request
   */
  boolean arrive(Request request, Reply reply);
}
