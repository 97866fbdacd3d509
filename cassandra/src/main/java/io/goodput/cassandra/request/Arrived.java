package io.goodput.cassandra.request;

/**
 * What is known of a request from the time when it arrived, for the request thread that executes
 * it.
 */
public interface Arrived {

  /** Its limit has admitted it. */
  Arrived ADMITTED = () -> true;

  /** Whether its limit has admitted it, so that it is not counted again. */
  boolean isAdmitted();

  /** The request thread has answered the request, or failed to. */
  default void ended() {}
}
