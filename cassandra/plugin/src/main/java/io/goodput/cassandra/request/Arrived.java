package io.goodput.cassandra.request;

/**
 * What is known of a request from the time when it arrived, for the request thread that executes
 * it.
 */
public interface Arrived {

  /** Whether its limit has admitted it, so that it is not counted again. */
  boolean isAdmitted();

  /** Whether it has been kept within its fair share, so that chance does not refuse it again. */
  boolean isKept();

  /** Whether the watch has seen it. */
  default boolean isWatched() {
    return false;
  }

  /** The request thread has answered the request, or failed to. */
  default void ended() {}
}
