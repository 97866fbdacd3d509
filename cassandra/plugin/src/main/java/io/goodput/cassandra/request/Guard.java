package io.goodput.cassandra.request;

import org.apache.cassandra.exceptions.CassandraException;
import org.jspecify.annotations.Nullable;

/**
 * A check that each client request passes before Cassandra executes it.
 *
 * <p>Guards are thread-safe and run on the request's own thread. They return a rejection instead of
 * throwing it: an exception that escapes from a guard is a fault of the plug-in, and the {@link
 * Pipeline} admits the request.
 */
public interface Guard {

  /**
   * Decides on a request.
   *
   * @return the exception that answers the client; null to admit the request
   */
  @Nullable CassandraException enter(Request request);

  /** Whether {@link #arrive} may have something to say about a request that arrives now. */
  default boolean isActiveOnArrival(long now) {
    return false;
  }

  /**
   * Decides early on a prepared statement that has just arrived, on the thread of its connection,
   * which must neither wait nor ask another node.
   *
   * @return the exception that answers the client; null to leave the decision to {@link #enter}
   */
  default @Nullable CassandraException arrive(Request request) {
    return null;
  }

  /**
   * Sees the end of a request that this guard admitted.
   *
   * @param failure the exception that answers the client so far; null if Cassandra has executed the
   *     request
   * @return the exception that answers the client instead; null to keep the answer
   */
  default @Nullable CassandraException leave(Request request, @Nullable Throwable failure) {
    return null;
  }

  /** What the guard does, for the log: a phrase such as {@code deciding on a request}. */
  String activity();
}
